package asset

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"ferrule/internal/diskcache"
)

// forget removes the variants whose names have a prefix.
func (c *variants) forget(mark string) error {
	folder := path.Dir(pathOf(mark))
	entries, err := fs.ReadDir(c.root.FS(), folder)
	if err != nil {
		return diskcache.IgnoreNotExist(err)
	}
	var failed []error
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), mark) {
			continue
		}
		if info, err := entry.Info(); err == nil {
			failed = append(failed, c.root.Add(-diskcache.OnDisk(info.Size())))
		}
		failed = append(failed, diskcache.IgnoreNotExist(c.root.Remove(path.Join(folder, entry.Name()))))
	}
	return errors.Join(failed...)
}

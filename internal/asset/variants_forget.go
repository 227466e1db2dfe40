package asset

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"ferrule/internal/lru"
)

// forget removes the variants whose names begin with a mark.
func (c *variants) forget(mark string) error {
	folder := path.Dir(place(mark))
	entries, err := fs.ReadDir(c.root.FS(), folder)
	if err != nil {
		return lru.IgnoreGone(err)
	}
	var failed []error
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), mark) {
			continue
		}
		if info, err := entry.Info(); err == nil {
			failed = append(failed, c.root.Came(-lru.OnDisk(info.Size())))
		}
		failed = append(failed, lru.IgnoreGone(c.root.Remove(path.Join(folder, entry.Name()))))
	}
	return errors.Join(failed...)
}

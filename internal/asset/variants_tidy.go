package asset

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"ferrule/internal/lru"
)

// tidy counts what is there, and makes room.
func (c *variants) tidy() error {
	c.sweep.Lock()
	defer c.sweep.Unlock()
	left, err := lru.Tidy(c.root, c.limit)
	if err == nil {
		c.bytes.Store(left)
	}
	return err
}

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
			c.bytes.Add(-lru.OnDisk(info.Size()))
		}
		failed = append(failed, lru.IgnoreGone(c.root.Remove(path.Join(folder, entry.Name()))))
	}
	return errors.Join(failed...)
}

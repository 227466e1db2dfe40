package asset

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// tidy counts what is there and, above the limit, removes what was not used for
// longest, down to nine tenths: so that not every new variant has to count.
func (c *variants) tidy() error {
	c.sweep.Lock()
	defer c.sweep.Unlock()
	type kept struct {
		path string
		size int64
		used time.Time
	}
	var all []kept
	var total int64
	err := fs.WalkDir(c.root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return ignoreGone(err)
		}
		info, err := entry.Info()
		if err != nil {
			return ignoreGone(err)
		}
		if strings.HasPrefix(entry.Name(), unfinished) {
			if time.Since(info.ModTime()) > leftAfter {
				return ignoreGone(c.root.Remove(path))
			}
			return nil
		}
		all = append(all, kept{path, onDisk(info.Size()), info.ModTime()})
		total += onDisk(info.Size())
		return nil
	})
	if err != nil {
		return err
	}
	if total > c.limit {
		slices.SortFunc(all, func(a, b kept) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path)) })
		for _, k := range all {
			if total <= c.limit/10*9 {
				break
			}
			if err := ignoreGone(c.root.Remove(k.path)); err != nil {
				return err
			}
			total -= k.size
		}
	}
	c.bytes.Store(total)
	return nil
}

// forget removes the variants whose names begin with a mark.
func (c *variants) forget(mark string) error {
	folder := path.Dir(place(mark))
	entries, err := fs.ReadDir(c.root.FS(), folder)
	if err != nil {
		return ignoreGone(err)
	}
	var failed []error
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), mark) {
			continue
		}
		if info, err := entry.Info(); err == nil {
			c.bytes.Add(-onDisk(info.Size()))
		}
		failed = append(failed, ignoreGone(c.root.Remove(path.Join(folder, entry.Name()))))
	}
	return errors.Join(failed...)
}

// ignoreGone: another server removed it first.
func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// onDisk is the room a file takes, in the blocks that are usual: also an empty one takes some.
func onDisk(size int64) int64 { return (size/4096 + 1) * 4096 }

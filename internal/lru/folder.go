package lru

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// Unfinished begins the names of files in a folder that are being written.
const Unfinished = "new-"

// leftAfter is when an unfinished file was left by a program that died.
const leftAfter = time.Hour

// Tidy counts what the folders of a folder hold and, above the limit in bytes,
// removes the files that were not used for longest, down to eight tenths, so that
// not every new one has to count. A file's time is when it was last used. Files
// beside the folders are not its matter. It returns the bytes that are left;
// other programs may use the folder meanwhile.
func Tidy(root *os.Root, limit int64) (int64, error) {
	type kept struct {
		path string
		size int64
		used time.Time
	}
	var all []kept
	var total int64
	err := fs.WalkDir(root.FS(), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Dir(file) == "." {
			return IgnoreGone(err)
		}
		info, err := entry.Info()
		if err != nil {
			return IgnoreGone(err)
		}
		if strings.HasPrefix(entry.Name(), Unfinished) {
			if time.Since(info.ModTime()) > leftAfter {
				return IgnoreGone(root.Remove(file))
			}
			return nil
		}
		all = append(all, kept{file, OnDisk(info.Size()), info.ModTime()})
		total += OnDisk(info.Size())
		return nil
	})
	if err != nil || total <= limit {
		return total, err
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path)) })
	for _, k := range all {
		if total <= limit/10*8 {
			break
		}
		if err := IgnoreGone(root.Remove(k.path)); err != nil {
			return total, err
		}
		total -= k.size
	}
	return total, nil
}

// IgnoreGone is for files that another program removes meanwhile.
func IgnoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// OnDisk is the room a file takes, in the blocks that are usual: also an empty one takes some.
func OnDisk(size int64) int64 { return (size/4096 + 1) * 4096 }

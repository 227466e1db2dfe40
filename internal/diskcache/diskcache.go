package diskcache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Unfinished begins the names of files in a folder that are being written.
const Unfinished = "new-"

// leftAfter is when an unfinished file was left by a program that died.
const leftAfter = time.Hour

// Folder is a folder of folders of files, bounded by what the files take on
// disk. A file's time is when it was last used. Files beside the folders are not
// its matter. Other programs may use it meanwhile.
type Folder struct {
	*os.Root

	limit int64
	bytes atomic.Int64
	sweep sync.Mutex
}

// NewFolder bounds a folder to limit bytes, of which there are none until Tidy
// has counted them.
func NewFolder(root *os.Root, limit int64) *Folder { return &Folder{Root: root, limit: limit} }

// Bytes is what the folder holds, as far as this program knows.
func (f *Folder) Bytes() int64 { return f.bytes.Load() }

// Full reports whether another file would soon push out others.
func (f *Folder) Full() bool { return f.Bytes() > f.limit/10*9 }

// Came counts bytes that a file takes more, or less, than before. Who brings the
// folder above its limit makes room; meanwhile it takes what else comes, for to
// wait would be of use to nobody.
func (f *Folder) Came(bytes int64) error {
	if f.bytes.Add(bytes) <= f.limit || !f.sweep.TryLock() {
		return nil
	}
	defer f.sweep.Unlock()
	return f.tidy()
}

// Tidy counts what the folder holds and makes room where that is too much.
func (f *Folder) Tidy() error {
	f.sweep.Lock()
	defer f.sweep.Unlock()
	return f.tidy()
}

func (f *Folder) tidy() error {
	before := f.Bytes()
	left, err := tidy(f.Root, f.limit)
	if err == nil {
		f.bytes.Add(left - before) // what came meanwhile may count twice, until the next time
	}
	return err
}

// tidy removes, above the limit, the files that were not used for longest, down
// to eight tenths, so that not every new one has to count. It returns the bytes
// that are left.
func tidy(root *os.Root, limit int64) (int64, error) {
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

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

// Unfinished is the prefix of the names of files that are being written.
const Unfinished = "new-"

// abandonedAfter is the age at which an unfinished file is treated as that of
// a crashed process.
const abandonedAfter = time.Hour

// Folder is a folder of subfolders with files, bounded by their disk usage. The
// modification time of a file is that of its last use. Files outside subfolders
// are ignored. Other processes may use the folder at the same time.
type Folder struct {
	*os.Root

	limit int64
	bytes atomic.Int64
	sweep sync.Mutex
}

// NewFolder bounds a folder to limit bytes. Its size is 0 until Evict has
// measured it.
func NewFolder(root *os.Root, limit int64) *Folder { return &Folder{Root: root, limit: limit} }

// Bytes returns the size of the folder in bytes, as counted by this process.
func (f *Folder) Bytes() int64 { return f.bytes.Load() }

// Full reports whether the folder has reached nine tenths of its limit, so that new
// files will soon evict others.
func (f *Folder) Full() bool { return f.Bytes() > f.limit/10*9 }

// Add records a change of size in bytes, which may be negative. The caller that
// exceeds the limit evicts; concurrent callers do not wait for it.
func (f *Folder) Add(bytes int64) error {
	if f.bytes.Add(bytes) <= f.limit || !f.sweep.TryLock() {
		return nil
	}
	defer f.sweep.Unlock()
	return f.evict()
}

// Evict measures the folder and evicts files if it exceeds the limit.
func (f *Folder) Evict() error {
	f.sweep.Lock()
	defer f.sweep.Unlock()
	return f.evict()
}

func (f *Folder) evict() error {
	before := f.Bytes()
	left, err := evictOldest(f.Root, f.limit)
	if err == nil {
		f.bytes.Add(left - before) // changes during the walk may count twice, until the next one
	}
	return err
}

// evictOldest removes the least recently used files of a folder above the
// limit, down to eight tenths of it, so that not every new file triggers a
// walk. It returns the remaining bytes.
func evictOldest(root *os.Root, limit int64) (int64, error) {
	type cachedFile struct {
		path string
		size int64
		used time.Time
	}
	var all []cachedFile
	var total int64
	err := fs.WalkDir(root.FS(), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Dir(file) == "." {
			return IgnoreNotExist(err)
		}
		info, err := entry.Info()
		if err != nil {
			return IgnoreNotExist(err)
		}
		if strings.HasPrefix(entry.Name(), Unfinished) {
			if time.Since(info.ModTime()) > abandonedAfter {
				return IgnoreNotExist(root.Remove(file))
			}
			return nil
		}
		all = append(all, cachedFile{file, OnDisk(info.Size()), info.ModTime()})
		total += OnDisk(info.Size())
		return nil
	})
	if err != nil || total <= limit {
		return total, err
	}
	slices.SortFunc(all, func(a, b cachedFile) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path)) })
	for _, k := range all {
		if total <= limit/10*8 {
			break
		}
		if err := IgnoreNotExist(root.Remove(k.path)); err != nil {
			return total, err
		}
		total -= k.size
	}
	return total, nil
}

// IgnoreNotExist ignores the error for a file that another process has removed.
func IgnoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// OnDisk returns the disk usage of a file in bytes, in the usual blocks of 4
// KiB; an empty file takes one too.
func OnDisk(size int64) int64 { return (size/4096 + 1) * 4096 }

package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// Folder is a Store in a folder. Files must be on the same file system to be
// moved in.
type Folder struct {
	path string
	root *os.Root
}

// NewFolder opens a folder, and creates it if it is missing.
func NewFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{path: path, root: root}, nil
}

// Close implements Store.
func (d *Folder) Close() error { return d.root.Close() }

// Check implements Store.
func (d *Folder) Check(context.Context) (string, error) { return d.path, nil }

// Sizes implements Store.
func (d *Folder) Sizes(ctx context.Context) (map[string]int64, error) {
	folder, err := d.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer func() { _ = folder.Close() }() // it was only read
	sizes := map[string]int64{}
	for {
		names, err := folder.Readdirnames(listBatch)
		if errors.Is(err, io.EOF) {
			return sizes, nil
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		for _, name := range names {
			// A file that was removed meanwhile, or a link out of the folder, cannot be read.
			if info, err := d.root.Stat(name); err == nil && info.Mode().IsRegular() && name[0] != '.' {
				sizes[name] = info.Size()
			}
		}
	}
}

// listBatch is how many names of a folder are read at once.
const listBatch = 1000

type folderFile struct {
	*os.File

	version string
}

func (f *folderFile) Version() string { return f.version }

// Open implements Store. os.Root keeps the name inside the folder.
func (d *Folder) Open(_ context.Context, name string) (File, error) {
	f, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%q is a folder", name)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &folderFile{f, versionOf(info)}, nil
}

// Version returns the version of a file without opening it. It is needed
// because the files in a folder may be changed manually.
func (d *Folder) Version(name string) (string, error) {
	info, err := d.root.Stat(name)
	if err != nil {
		return "", err
	}
	return versionOf(info), nil
}

func versionOf(info fs.FileInfo) string {
	return strconv.FormatInt(info.ModTime().UnixNano(), 36) + "-" + strconv.FormatInt(info.Size(), 36)
}

// Put implements Store.
func (d *Folder) Put(_ context.Context, paths map[string]string) error {
	for name, path := range paths {
		if !plain(name) {
			return fmt.Errorf("%q is not a file name", name)
		}
		if err := os.Rename(path, filepath.Join(d.path, name)); err != nil {
			return err
		}
	}
	return d.sync()
}

// sync makes directory entries durable.
func (d *Folder) sync() error {
	f, err := d.root.Open(".")
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, fs.ErrInvalid) {
		err = nil // not every file system supports it
	}
	return errors.Join(err, f.Close())
}

// Remove implements Store.
func (d *Folder) Remove(_ context.Context, name string) error {
	if !plain(name) {
		return nil
	}
	if err := d.root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

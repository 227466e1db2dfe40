// Package blob stores files under plain names: in a folder, or in a bucket of
// an S3-compatible store that several servers share. It does not know which
// records the files belong to.
package blob

import (
	"context"
	"io"
	"path/filepath"
)

// Store stores files. The bytes of a name do not change while it may be read:
// the caller stores other bytes under another name.
type Store interface {
	// Open opens a file. The error of a missing file is fs.ErrNotExist, and
	// *fault.Error of kind Unavailable while the store does not respond. The
	// file is readable until ctx ends.
	Open(ctx context.Context, name string) (File, error)
	// Put moves local files, given as paths by name, into the store. They are
	// durable when it returns. After an error some of them may have been moved.
	Put(ctx context.Context, paths map[string]string) error
	// Remove removes a file if it exists.
	Remove(ctx context.Context, name string) error
	// Sizes returns the size of each file in bytes, by name. It omits
	// subfolders, and files whose names begin with a dot.
	Sizes(ctx context.Context) (map[string]int64, error)
	// Check returns an error unless files can be stored, and describes the location.
	Check(ctx context.Context) (where string, err error)
	Close() error
}

// File is an open file with random access.
type File interface {
	io.ReadSeekCloser
	// Version differs for different bytes. It has only characters that are valid in an entity tag.
	Version() string
}

// plain reports whether a name is a single path element.
func plain(name string) bool {
	return filepath.IsLocal(name) && name == filepath.Base(name) && name != "."
}

// Package blob keeps the bytes of files under plain names: in a folder, or in a
// bucket of an S3-compatible store that several servers share. It does not know
// whose files they are, nor what they are called elsewhere.
package blob

import (
	"context"
	"io"
	"path/filepath"
)

// Depot keeps files. A name never gets other bytes while somebody may read it:
// the caller gives other bytes another name.
type Depot interface {
	// Open opens a file; for one that is not there the error is fs.ErrNotExist,
	// while a store does not answer *fault.Error of kind Unavailable. What is read
	// is read until ctx ends.
	Open(ctx context.Context, name string) (File, error)
	// Put takes over local files, given as their paths by name: they are gone
	// afterwards, and kept when it returns. After an error some may be kept.
	Put(ctx context.Context, paths map[string]string) error
	// Remove removes a file, if it is there.
	Remove(ctx context.Context, name string) error
	// Sizes returns how many bytes each file has, by name. Folders in it are left
	// out, and files whose names begin with a dot.
	Sizes(ctx context.Context) (map[string]int64, error)
	// Check tells whether files can be kept, and how to say where.
	Check(ctx context.Context) (where string, err error)
	Close() error
}

// File is a file being read, from anywhere in it.
type File interface {
	io.ReadSeekCloser
	// Version is another one for other bytes, in letters that an entity tag may have.
	Version() string
}

// plain reports whether a name stays where names belong, whatever a record says.
func plain(name string) bool {
	return filepath.IsLocal(name) && name == filepath.Base(name) && name != "."
}

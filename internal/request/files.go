package request

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ferrule/internal/fault"
	"ferrule/internal/incoming"
)

// What one request may bring.
const (
	MaxFiles     = 5
	MaxFileBytes = 10 << 20 // of each
)

// receiving is the folder, in that of the files, of bytes that are not whole yet.
const receiving = ".received"

// File is something that a visitor attached. Its bytes are in the folder of
// files, under its id.
type File struct {
	ID   string `json:"id"`
	Name string `json:"name"` // to save it under, with an ending of its type
	Type string `json:"type"` // read from the bytes: "application/pdf"
	Size int64  `json:"size"` // bytes
}

// Receive keeps a file until Add binds it to a request or SweepFiles drops it.
// Errors that the sender caused are *fault.Error: Invalid when it is empty or
// ends early, TooLarge, and Unsupported when the bytes are of no type that a
// supplier could open.
func (s *Store) Receive(ctx context.Context, name string, r io.Reader) (_ File, err error) {
	folder := filepath.Join(s.files, receiving)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return File{}, fmt.Errorf("receive a file: %w", err)
	}
	part, err := os.CreateTemp(folder, "*")
	if err != nil {
		return File{}, fmt.Errorf("receive a file: %w", err)
	}
	defer func() {
		if err = errors.Join(err, part.Close()); err != nil {
			_ = os.Remove(part.Name()) // else it is swept
		}
	}()
	f := File{ID: rand.Text()}
	digest := sha256.New()
	from := &incoming.Sender{R: io.LimitReader(r, MaxFileBytes+1)}
	f.Size, err = io.Copy(io.MultiWriter(part, digest), from)
	switch {
	case from.Err != nil:
		return File{}, fault.Wrap(fault.Invalid, from.Err, "The file %q ended early; send it again", name)
	case err != nil:
		return File{}, fmt.Errorf("receive %s: %w", name, err)
	case f.Size == 0:
		return File{}, fault.New(fault.Invalid, "The file %q is empty", name)
	case f.Size > MaxFileBytes:
		return File{}, fault.New(fault.TooLarge, "The file %q is too large: %d MB at most", name, MaxFileBytes>>20).WithCode("CONTENT_TOO_LARGE")
	}
	if f.Type, err = fileType(part, f.Size, name); err != nil {
		return File{}, err
	}
	f.Name = fileName(name, f.Type)
	if err := part.Sync(); err != nil {
		return File{}, fmt.Errorf("receive %s: %w", name, err)
	}
	// The row comes first: bytes that no row names would stay for ever.
	insert := s.write.Rebind(`INSERT INTO request_files (id, name, type, size, created_at, digest) VALUES (?, ?, ?, ?, ?, ?)`)
	if _, err := s.write.ExecContext(ctx, insert, f.ID, f.Name, f.Type, f.Size, stamp(s.now()), hex.EncodeToString(digest.Sum(nil))); err != nil {
		return File{}, fmt.Errorf("receive %s: %w", name, err)
	}
	if err := os.Rename(part.Name(), filepath.Join(s.files, f.ID)); err != nil {
		return File{}, fmt.Errorf("receive %s: %w", name, err)
	}
	return f, syncFolder(s.files)
}

// FilesOf returns the files of a request, in the order they were sent in.
func (s *Store) FilesOf(ctx context.Context, requestID int64) ([]File, error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT id, name, type, size FROM request_files WHERE request_id = ? ORDER BY position`), requestID)
	if err != nil {
		return nil, fmt.Errorf("list the files of a request: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var files []File
	for rows.Next() {
		var f File
		if err := rows.Scan(&f.ID, &f.Name, &f.Type, &f.Size); err != nil {
			return nil, fmt.Errorf("list the files of a request: %w", err)
		}
		files = append(files, f)
	}
	return files, rows.Err()
}

// OpenFile opens a file, sent with a request or not yet; the caller closes it.
// One that nobody has, or whose bytes are gone, is *fault.Error of kind NotFound.
func (s *Store) OpenFile(ctx context.Context, id string) (File, *os.File, error) {
	f := File{ID: id}
	err := s.read.QueryRowContext(ctx, s.read.Rebind(`SELECT name, type, size FROM request_files WHERE id = ?`), id).Scan(&f.Name, &f.Type, &f.Size)
	if errors.Is(err, sql.ErrNoRows) {
		return File{}, nil, fault.New(fault.NotFound, "There is no file %q", id)
	}
	if err != nil {
		return File{}, nil, fmt.Errorf("open file %s: %w", id, err)
	}
	bytes, err := os.Open(filepath.Join(s.files, id)) // the id is one of ours: the table has it
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, nil, fault.Wrap(fault.NotFound, err, "The bytes of %q are not in the data folder", f.Name)
	}
	return f, bytes, err
}

// syncFolder makes the names in a folder last beyond a power failure.
func syncFolder(path string) error {
	f, err := os.Open(path) //nolint:gosec // the folder of files
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, fs.ErrInvalid) {
		err = nil // not every file system knows how
	}
	return errors.Join(err, f.Close())
}

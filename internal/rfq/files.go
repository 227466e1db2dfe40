package rfq

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
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/fault"
	"ferrule/internal/upload"
)

// Limits of the files of one request.
const (
	MaxFiles     = 5
	MaxFileBytes = 10 << 20 // per file
)

// fileStoreTimeout limits the storing of one file, for which its sender waits.
const fileStoreTimeout = 30 * time.Second

// uploadFolder is the folder, within that of the files, of uploads in progress.
const uploadFolder = ".received"

// File is an attached file. Its bytes are stored under its id.
type File struct {
	ID   string `json:"id"`
	Name string `json:"name"` // to save it under, with an extension of its type
	Type string `json:"type"` // detected from the bytes: "application/pdf"
	Size int64  `json:"size"` // bytes
}

// AddFile stores a file until Add binds it to a request or SweepFiles deletes it.
// Errors that the sender caused are *fault.Error: Invalid when the file is empty or
// ends early, TooLarge, and Unsupported for a type that a supplier cannot open.
func (s *Store) AddFile(ctx context.Context, name string, r io.Reader) (_ File, err error) {
	files, err := s.files()
	if err != nil {
		return File{}, fmt.Errorf("create upload: %w", err)
	}
	folder := filepath.Join(s.folder, uploadFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return File{}, fmt.Errorf("create upload: %w", err)
	}
	part, err := os.CreateTemp(folder, "*")
	if err != nil {
		return File{}, fmt.Errorf("create upload: %w", err)
	}
	defer func() {
		if err = errors.Join(err, part.Close()); err != nil {
			_ = os.Remove(part.Name()) // SweepFiles removes it otherwise
		}
	}()
	f := File{ID: rand.Text()}
	digest := sha256.New()
	source := &upload.Source{R: io.LimitReader(r, MaxFileBytes+1)}
	f.Size, err = io.Copy(io.MultiWriter(part, digest), source)
	switch {
	case source.Err != nil:
		return File{}, fault.Wrap(fault.Invalid, source.Err, "The file %q ended early; send it again", name)
	case err != nil:
		return File{}, fmt.Errorf("store file %q: %w", name, err)
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
		return File{}, fmt.Errorf("store file %q: %w", name, err)
	}
	// The row is inserted first: bytes without a row would never be deleted.
	insert := s.write.Rebind(`INSERT INTO request_files (id, name, type, size, created_at, digest) VALUES (?, ?, ?, ?, ?, ?)`)
	if _, err := s.write.ExecContext(ctx, insert, f.ID, f.Name, f.Type, f.Size, stamp(s.now()), hex.EncodeToString(digest.Sum(nil))); err != nil {
		return File{}, fmt.Errorf("store file %q: %w", name, err)
	}
	ctx, cancel := context.WithTimeout(ctx, fileStoreTimeout)
	defer cancel()
	if err := files.Put(ctx, map[string]string{f.ID: part.Name()}); err != nil {
		return File{}, fmt.Errorf("store file %q: %w", name, err)
	}
	return f, nil
}

// FilesOf returns the files of a request, in the order of the request, without those of
// its letters.
func (s *Store) FilesOf(ctx context.Context, requestID int64) ([]File, error) {
	byLetter, err := s.AllFilesOf(ctx, requestID)
	return byLetter[0], err
}

// AllFilesOf returns the files of a request by the letter that they were attached to,
// with 0 for the request itself.
func (s *Store) AllFilesOf(ctx context.Context, requestID int64) (map[int64][]File, error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT letter_id, id, name, type, size FROM request_files WHERE request_id = ? ORDER BY position`), requestID)
	if err != nil {
		return nil, fmt.Errorf("list files of request: %w", err)
	}
	defer func() { _ = rows.Close() }()
	files := map[int64][]File{}
	for rows.Next() {
		var letter int64
		var f File
		if err := rows.Scan(&letter, &f.ID, &f.Name, &f.Type, &f.Size); err != nil {
			return nil, fmt.Errorf("list files of request: %w", err)
		}
		files[letter] = append(files[letter], f)
	}
	return files, rows.Err()
}

// File returns the record of a file, bound to a request or not. An unknown id is
// *fault.Error of kind NotFound.
func (s *Store) File(ctx context.Context, id string) (File, error) {
	f := File{ID: id}
	err := s.read.QueryRowContext(ctx, s.read.Rebind(`SELECT name, type, size FROM request_files WHERE id = ?`), id).Scan(&f.Name, &f.Type, &f.Size)
	if errors.Is(err, sql.ErrNoRows) {
		return File{}, fault.New(fault.NotFound, "There is no file %q", id)
	}
	if err != nil {
		return File{}, fmt.Errorf("look up file %s: %w", id, err)
	}
	return f, nil
}

// OpenFile returns the record of a file and its bytes; the caller closes them.
// Missing bytes are *fault.Error of kind NotFound, and Unavailable while the file
// store does not respond.
func (s *Store) OpenFile(ctx context.Context, id string) (File, blob.File, error) {
	f, err := s.File(ctx, id)
	if err != nil {
		return File{}, nil, err
	}
	files, err := s.files()
	if err != nil {
		return File{}, nil, fmt.Errorf("open file %s: %w", id, err)
	}
	bytes, err := files.Open(ctx, id)
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, nil, fault.Wrap(fault.NotFound, err, "The bytes of %q are not where the files of requests are kept", f.Name)
	}
	return f, bytes, err
}

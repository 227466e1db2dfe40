package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/media"
	"ferrule/internal/upload"
)

const (
	// receiving is the folder, in the data folder's files, of bytes that no
	// record names yet.
	receiving = ".received"
	// abandonedAfter is the age from which such bytes are removed: their upload
	// was interrupted.
	abandonedAfter = 24 * time.Hour
)

// Receive stores the bytes of a file, limit at most, until WriteFiles names them
// in a record or Discard removes them. Type and dimensions are read from the
// bytes. Errors that the sender caused are *fault.Error of kind Invalid or
// TooLarge.
func (s *Store) Receive(r io.Reader, name string, limit int64) (_ content.Upload, err error) {
	folder, err := s.openStaging()
	if err != nil {
		return content.Upload{}, fmt.Errorf("receive a file: %w", err)
	}
	f, err := os.CreateTemp(folder, "*")
	if err != nil {
		return content.Upload{}, fmt.Errorf("receive a file: %w", err)
	}
	u := content.Upload{Place: filepath.Base(f.Name()), Name: name}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			s.Discard(u)
		}
	}()
	source := &upload.Source{R: io.LimitReader(r, limit+1)}
	u.Size, err = io.Copy(f, source)
	switch {
	case source.Err != nil:
		return u, fault.Wrap(fault.Invalid, source.Err, "Invalid payload. The file %q ended early.", name).WithCode(content.CodeInvalidPayload)
	case err != nil:
		return u, fmt.Errorf("receive %s: %w", name, err)
	case u.Size > limit:
		return u, fault.New(fault.TooLarge, "The file %q is too large: %d bytes at most.", name, limit).WithCode("CONTENT_TOO_LARGE")
	}
	if u.Type, err = media.DetectType(f, name); err != nil {
		return u, fmt.Errorf("receive %s: %w", name, err)
	}
	// A picture that cannot be decoded is kept as a file without dimensions.
	u.Width, u.Height, _ = media.Dimensions(u.Type, f, u.Size)
	return u, f.Sync()
}

// openStaging creates the folder of bytes that no record names yet, and removes
// abandoned files from it.
func (s *Store) openStaging() (string, error) {
	if err := os.MkdirAll(s.staging, 0o700); err != nil {
		return "", err
	}
	removeAbandoned(s.staging, s.now())
	return s.staging, nil
}

// Discard removes received bytes that no record will name.
func (s *Store) Discard(u content.Upload) {
	_ = os.Remove(filepath.Join(s.staging, u.Place)) // else removeAbandoned removes it
}

// removeAbandoned removes files that are older than abandonedAfter.
func removeAbandoned(folder string, now time.Time) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // the next upload reports it
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) > abandonedAfter {
			_ = os.Remove(filepath.Join(folder, entry.Name())) // may be removed concurrently
		}
	}
}

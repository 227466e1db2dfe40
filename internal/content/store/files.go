package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/database"
	"ferrule/internal/fault"
	"ferrule/internal/media"
	"ferrule/internal/upload"
)

const (
	// stagingFolder is the folder, in the data folder's files, of uploads that no
	// record references yet.
	stagingFolder = ".received"
	// abandonedAfter is the age from which such files are removed: their upload
	// was interrupted.
	abandonedAfter = 24 * time.Hour
)

// Receive stages the bytes of a file, limit at most, until WriteFiles stores
// them for a record or Discard removes them. It detects type and dimensions from
// the bytes. Errors that the sender caused are *fault.Error of kind Invalid or
// TooLarge.
func (s *Store) Receive(r io.Reader, name string, limit int64) (_ content.Upload, err error) {
	folder, err := s.openStaging()
	if err != nil {
		return content.Upload{}, cannotStore(fmt.Errorf("receive file: %w", database.Advise(err, s.staging)))
	}
	f, err := os.CreateTemp(folder, "*")
	if err != nil {
		return content.Upload{}, cannotStore(fmt.Errorf("receive file: %w", database.Advise(err, s.staging)))
	}
	u := content.Upload{StagedName: filepath.Base(f.Name()), Name: name}
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
		return u, cannotStore(fmt.Errorf("receive %s: %w", name, database.Advise(err, s.staging)))
	case u.Size > limit:
		return u, fault.New(fault.TooLarge, "The file %q is too large: %d bytes at most.", name, limit).WithCode("CONTENT_TOO_LARGE")
	}
	if u.Type, err = media.DetectType(f, name); err != nil {
		return u, fmt.Errorf("receive %s: %w", name, err)
	}
	// An image that cannot be decoded is stored without dimensions.
	u.Width, u.Height, _ = media.Dimensions(u.Type, f, u.Size)
	return u, cannotStore(database.Advise(f.Sync(), s.staging))
}

// openStaging creates the staging folder and removes abandoned files from it.
func (s *Store) openStaging() (string, error) {
	if err := os.MkdirAll(s.staging, 0o700); err != nil {
		return "", err
	}
	removeAbandoned(s.staging, s.now())
	return s.staging, nil
}

// Discard removes staged bytes.
func (s *Store) Discard(u content.Upload) {
	_ = os.Remove(filepath.Join(s.staging, u.StagedName)) // on failure removeAbandoned removes it later
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

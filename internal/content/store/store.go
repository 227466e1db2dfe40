// Package store keeps content in SQLite and answers content queries: each bound
// query becomes one SQL statement whose single value is the reply's JSON. It
// owns the tables, their migrations and the revision counter, and knows nothing
// of HTTP.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"ferrule/internal/content"
)

// Store is a content.Source on <data>/content.db and <data>/files.
type Store struct {
	model   *content.Model
	dialect dialect
	files   string  // the folder of files' bytes
	writer  *sql.DB // one connection: SQLite has one writer
	readers *sql.DB
	cache   *statements

	revision revision
	sizes    sizes
	writing  sync.Mutex // one import at a time, waiting here and not on the lock of the file
	now      func() time.Time
	removed  func(disk string) // see WhenRemoved; may be nil
}

var _ content.Source = (*Store)(nil)

// Open opens or creates the store in dataDir and brings its tables up to the
// model. The folder is created when missing.
func Open(ctx context.Context, dataDir string, m *content.Model) (*Store, error) {
	dir, err := filepath.Abs(dataDir)
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	files := filepath.Join(dir, "files")
	if err := os.MkdirAll(files, 0o755); err != nil { //nolint:gosec // a web server's files are readable by others
		return nil, fmt.Errorf("data folder: %w", err)
	}
	file := filepath.Join(dir, "content.db")
	s := &Store{model: m, dialect: sqliteDialect{}, files: files, now: time.Now}
	s.writer = openSQLite(file, "_pragma", "journal_mode(WAL)", "_txlock", "immediate")
	s.writer.SetMaxOpenConns(1)
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), s.writer.Close())
	}
	s.readers = openSQLite(file, "_query_only", "1")
	readers := max(4, runtime.GOMAXPROCS(0))
	s.readers.SetMaxOpenConns(readers)
	s.readers.SetMaxIdleConns(readers) // statements are prepared per connection: keep them
	s.cache = newStatements(s.readers)
	if _, err := s.revision.read(ctx, s.readers, s.now()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close waits for running statements and closes the database.
func (s *Store) Close() error {
	s.cache.close()
	return errors.Join(s.readers.Close(), s.writer.Close())
}

// Revision returns the number of write transactions so far, including those of
// other processes on the same file.
func (s *Store) Revision(ctx context.Context) (int64, error) {
	return s.revision.read(ctx, s.readers, s.now())
}

// Empty reports whether no content has ever been written.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	n, err := s.Revision(ctx)
	return n == 0, err
}

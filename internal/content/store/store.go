// Package store keeps content in SQLite or PostgreSQL and executes content
// queries: sqlgen compiles each to one SQL statement whose single value is the
// reply's JSON. It owns the tables, their migrations and the revision counter.
// It does not depend on HTTP.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

// FileName is the name of SQLite's file in the data folder.
const FileName = "content.db"

// Store implements content.Source with a database and a blob store for the bytes of files.
type Store struct {
	model   *content.Model
	dialect sqlgen.Dialect
	file    string       // SQLite's file
	staging string       // folder of uploads that no record references yet
	files   blob.Store   // bytes that records reference
	writer  *database.DB // with SQLite a single connection: it allows one writer
	readers *database.DB

	revision revision
	sizes    sizes
	damaged  atomic.Bool // a read found damage in SQLite's file
	writing  sync.Mutex  // serialises imports, which would otherwise run into the timeout of the file's lock
	now      func() time.Time
	log      *slog.Logger
	removed  func(disk string) // see OnFileRemoved; may be nil
}

var _ content.Source = (*Store)(nil)

// Open opens the store with SQLite, see OpenAt.
func Open(ctx context.Context, dataDir string, m *content.Model) (*Store, error) {
	return OpenAt(ctx, "", dataDir, m)
}

// OpenAt opens or creates the store in the PostgreSQL database at an address
// (see database.OpenPostgres) or, if that is empty, in <data>/content.db, and
// migrates its tables to the model. Files are in <data>/files; the folder is
// created when missing.
func OpenAt(ctx context.Context, address, dataDir string, m *content.Model) (*Store, error) {
	dir, err := filepath.Abs(dataDir)
	if err != nil {
		return nil, fmt.Errorf("open data folder: %w", err)
	}
	folder := filepath.Join(dir, "files")
	files, err := blob.NewFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("open data folder: %w", err)
	}
	s := &Store{model: m, staging: filepath.Join(folder, stagingFolder), files: files, now: time.Now, log: slog.Default()}
	s.sizes.open(ctx)
	if address == "" {
		err = s.openSQLite(ctx, filepath.Join(dir, FileName))
	} else {
		err = s.openPostgres(ctx, address)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.revision.open(ctx, s.readers); err != nil {
		return nil, errors.Join(database.Advise(err, s.file), s.Close())
	}
	return s, nil
}

// SetFiles replaces the store of files; in the data folder they are then only
// staged. Call it before the first read or write. Close closes the store of files.
func (s *Store) SetFiles(d blob.Store) error {
	err := s.files.Close()
	s.files = d
	return err
}

// Files returns the store of files.
func (s *Store) Files() blob.Store { return s.files }

func (s *Store) openSQLite(ctx context.Context, file string) error {
	s.dialect, s.file = sqlgen.SQLite{}, file
	s.writer = database.OpenSQLiteWith(sqlgen.RegisterFunctions, file)
	s.writer.SetMaxOpenConns(1)
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("migrate %s: %w", file, database.Advise(err, file))
	}
	s.readers = database.OpenSQLiteWith(sqlgen.RegisterFunctions, file, "_query_only", "1", "_txlock", "deferred",
		"_stmt_cache_size", strconv.Itoa(maxStatements), "_cache_size", strconv.Itoa(-readersCache/sqliteReaders()))
	limitConnections(s.readers, sqliteReaders())
	return nil
}

// maxStatements is the number of prepared statements that a connection to SQLite
// caches. A site has a few dozen distinct queries; the others are for API
// clients.
const maxStatements = 256

// readersCache is the page cache of all readers of SQLite together, in kB: more
// processors have more readers, but use no more memory.
const readersCache = 48_000

// sqliteReaders is one for each processor, and one for an expensive query of a client.
func sqliteReaders() int { return max(4, runtime.GOMAXPROCS(0)) + 1 }

// Limits of connections to PostgreSQL. A server allows 100 by default.
// Readers wait for the network as well as for processors; writers are
// serialised, see begin.
const (
	postgresReaders = 16 // plus one for follow
	postgresWriters = 2
)

func (s *Store) openPostgres(ctx context.Context, address string) (err error) {
	s.dialect = sqlgen.Postgres{}
	if s.writer, err = database.OpenPostgres(ctx, address); err != nil {
		return err
	}
	limitConnections(s.writer, postgresWriters)
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("migrate content in PostgreSQL: %w", err)
	}
	// Planning a nested statement takes longer than running it.
	if s.readers, err = database.OpenPostgres(ctx, address, "default_transaction_read_only", "on", "plan_cache_mode", "force_generic_plan"); err != nil {
		return err
	}
	limitConnections(s.readers, postgresReaders+1)
	return nil
}

// Readers returns the maximum number of concurrent reads. With PostgreSQL the
// connection that follows the revision is not counted.
func (s *Store) Readers() int {
	if s.readers.Kind == database.Postgres {
		return postgresReaders
	}
	return sqliteReaders()
}

// limitConnections limits a pool and keeps its connections open, since each one
// caches prepared statements.
func limitConnections(db *database.DB, connections int) {
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
}

// Close waits for running statements and closes the database.
func (s *Store) Close() error {
	s.sizes.close()
	s.revision.close()
	errs := []error{s.files.Close()}
	for _, db := range []*database.DB{s.readers, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// begin begins a write transaction. Write transactions are serialised across
// processes: what one reads does not change until it ends, and revisions become
// visible in order.
func (s *Store) begin(ctx context.Context) (*sql.Tx, error) {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if err := s.lock(ctx, tx); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return tx, nil
}

// lock waits for other write transactions and excludes them until tx ends. With
// SQLite, BeginTx does this.
func (s *Store) lock(ctx context.Context, tx *sql.Tx) error {
	if s.writer.Kind == database.SQLite {
		return nil
	}
	return database.Lock(ctx, tx, database.LockContent)
}

// deferReferences defers the check of foreign keys to the end of a transaction,
// so that a record may refer to one that is written after it.
func (s *Store) deferReferences(ctx context.Context, tx *sql.Tx) error {
	text := "PRAGMA defer_foreign_keys=ON"
	if s.writer.Kind == database.Postgres {
		text = "SET CONSTRAINTS ALL DEFERRED"
	}
	_, err := tx.ExecContext(ctx, text)
	return err
}

// analyze updates the planner's statistics after a large write. Without them
// statements are slower, not wrong.
func (s *Store) analyze(ctx context.Context) {
	text := "PRAGMA analysis_limit=1000; ANALYZE"
	if s.writer.Kind == database.Postgres {
		text = "ANALYZE"
	}
	_, _ = s.writer.ExecContext(ctx, text)
	if s.writer.Kind == database.SQLite {
		// A connection reads the statistics when it is opened.
		s.readers.SetMaxIdleConns(0)
		limitConnections(s.readers, s.readers.Stats().MaxOpenConnections)
	}
}

// Empty reports whether no content was ever written.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	n, err := s.Revision(ctx)
	return n == 0, err
}

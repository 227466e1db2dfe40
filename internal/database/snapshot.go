package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Snapshot is a view of several SQLite files at one moment, which later writes do not
// change.
type Snapshot struct {
	// Held is the longest time for which writes had to wait.
	Held time.Duration

	files []snapshotFile
}

type snapshotFile struct {
	path  string
	write *DB // takes the write lock
	read  *DB
	lock  *sql.Tx   // nil while writes may continue
	view  *sql.Conn // of read, in a transaction
}

const (
	// snapshotTimeout is how long TakeSnapshot waits for a write in progress, such as
	// an import.
	snapshotTimeout = 10 * time.Minute
	// firstLockTimeout and nextLockTimeout are the times for which one attempt waits
	// for a lock, in milliseconds. Writes wait while the first lock is held and the
	// others are not yet.
	firstLockTimeout = "10000"
	nextLockTimeout  = "60"
	// snapshotPause is the pause after an attempt, in which writes continue.
	snapshotPause = 100 * time.Millisecond
)

// TakeSnapshot returns a view of SQLite files at one moment: it takes the write locks of
// all of them, begins a read of each, calls moment and releases the locks. Nothing is
// written between the reads. When a lock is not free within nextLockTimeout, it
// releases the others and tries again, so that no write waits longer than about twice
// that time. The file that is written in the longest transactions is the first. The
// caller closes the snapshot; until then the files' logs grow.
func TakeSnapshot(ctx context.Context, paths []string, moment func() error) (_ *Snapshot, err error) {
	ctx, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	s := &Snapshot{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	for i, path := range paths {
		timeout := nextLockTimeout
		if i == 0 {
			timeout = firstLockTimeout
		}
		f := snapshotFile{
			path:  path,
			write: OpenSQLite(path, "mode", "rw", "_journal_mode", "", "_busy_timeout", timeout),
			read:  OpenSQLite(path, "mode", "rw", "_journal_mode", "", "_query_only", "1"),
		}
		s.files = append(s.files, f)
		// Open the connections and read the schema before a lock is held.
		err := readSchema(ctx, f.write)
		if err == nil {
			s.files[i].view, err = f.read.Conn(ctx)
		}
		if err == nil {
			err = readSchema(ctx, s.files[i].view)
		}
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", path, err)
		}
	}
	for {
		err := s.lockAndRead(ctx, moment)
		if !IsLocked(err) {
			return s, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for the end of a write: %w", err)
		case <-time.After(snapshotPause):
		}
	}
}

// lockAndRead is one attempt.
func (s *Snapshot) lockAndRead(ctx context.Context, moment func() error) (err error) {
	// The context does not end a transaction that begins: the views outlive this call.
	ctx = context.WithoutCancel(ctx)
	var began time.Time
	defer func() {
		for i, f := range s.files {
			if f.lock != nil {
				err = errors.Join(err, f.lock.Rollback())
				s.files[i].lock = nil
			}
		}
		if !began.IsZero() {
			s.Held = max(s.Held, time.Since(began))
		}
	}()
	for i, f := range s.files {
		if s.files[i].lock, err = f.write.BeginTx(ctx, nil); err != nil {
			return fmt.Errorf("lock %s: %w", filepath.Base(f.path), err)
		}
		if began.IsZero() {
			began = time.Now()
		}
	}
	for _, f := range s.files {
		_, err := f.view.ExecContext(ctx, "BEGIN")
		if err == nil {
			err = readSchema(ctx, f.view) // the first read begins the view
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", filepath.Base(f.path), err)
		}
	}
	return moment()
}

func readSchema(ctx context.Context, from interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) error {
	var tables int
	return from.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables)
}

// snapshotPages is the number of pages that are copied at once.
const snapshotPages = 2000

// Copy writes the file of a path, as it was at the moment of the snapshot, to a new
// file. SQLite's backup API reads in the transaction that the connection has.
func (s *Snapshot) Copy(ctx context.Context, path, to string) error {
	for _, f := range s.files {
		if f.path == path {
			return f.view.Raw(func(from any) error { return copyPages(ctx, from.(*sqlite3.SQLiteConn), to, "OFF") }) //nolint:forcetypeassert // the driver of OpenSQLite
		}
	}
	return fmt.Errorf("copy %s: it is not in the snapshot", path)
}

// copyPages copies a database to a new file, with SQLite's level of syncing.
func copyPages(ctx context.Context, from *sqlite3.SQLiteConn, to, synchronous string) (err error) {
	target := OpenSQLite(to, "_journal_mode", "OFF", "_synchronous", synchronous)
	defer func() { err = errors.Join(err, target.Close()) }()
	out, err := target.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return out.Raw(func(into any) (err error) {
		pages, err := into.(*sqlite3.SQLiteConn).Backup("main", from, "main") //nolint:forcetypeassert // as above
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, pages.Finish()) }()
		for done := false; !done && err == nil; err = errors.Join(err, ctx.Err()) {
			done, err = pages.Step(snapshotPages)
		}
		return err
	})
}

// Close ends the views. It may be called again.
func (s *Snapshot) Close() error {
	var err error
	for _, f := range s.files {
		if f.view != nil {
			err = errors.Join(err, f.view.Close())
		}
		err = errors.Join(err, f.read.Close(), f.write.Close())
	}
	s.files = nil
	return err
}

// CheckSQLite verifies an SQLite file that no program uses and returns the number of
// rows of each table.
func CheckSQLite(ctx context.Context, path string) (rows map[string]int64, err error) {
	db := OpenSQLite(path, "mode", "ro", "immutable", "1", "_journal_mode", "", "_txlock", "deferred")
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // it was only read
	problems, err := texts(ctx, tx, `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'
		UNION ALL SELECT 'a row of '||"table"||' refers to a missing row of '||"parent" FROM pragma_foreign_key_check LIMIT 10`)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("integrity check: %s", strings.Join(problems, "; "))
	}
	tables, err := texts(ctx, tx, `SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	rows = make(map[string]int64, len(tables))
	for _, name := range tables {
		var n int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table{name: name}.quoted()).Scan(&n); err != nil {
			return nil, err
		}
		rows[name] = n
	}
	return rows, err
}

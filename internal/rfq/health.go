package rfq

import (
	"context"
	"errors"
	"fmt"
	"os"

	"ferrule/internal/blob"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// checkLock is how long Ready waits for a lock, in milliseconds.
const lockTimeout = "1000"

// Ready reports whether a request could be stored now. It is asked at intervals:
// in SQLite it has a connection of its own, so that visitors do not wait for it
// and the file on disk is examined, which may be another than the one that is
// open; it takes and releases the lock for writing and reads from each table. In
// PostgreSQL it writes one small record. Its errors are *fault.Error.
func (s *Store) Ready(ctx context.Context) error {
	if s.write.Kind == database.Postgres {
		const write = `INSERT INTO request_rounds (name, done_at) VALUES ('health', $1) ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at`
		if _, err := s.write.ExecContext(ctx, write, stamp(s.now())); err != nil {
			return fault.Wrap(fault.Unavailable, err, "requests cannot be stored")
		}
		return nil
	}
	if err := s.read.PingContext(ctx); err != nil {
		return fault.Wrap(fault.Unavailable, err, "requests.db cannot be opened")
	}
	db, err := s.openOnDisk()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // nothing was written
	if err := readTables(ctx, db); err != nil {
		if database.IsLocked(err) {
			return fault.Wrap(fault.Unavailable, err, "another process holds requests.db, so requests cannot be stored")
		}
		return fault.Wrap(fault.Unavailable, err, "requests.db is damaged; restore it from a backup")
	}
	return nil
}

// onDisk opens SQLite's file as it is on disk; the caller closes it.
func (s *Store) openOnDisk() (*database.DB, error) {
	if info, err := os.Stat(s.file); err != nil || info.Size() == 0 {
		return nil, fault.Wrap(fault.Unavailable, err, "requests.db is missing or empty; stop the server and restore it from a backup")
	}
	db := database.OpenSQLite(s.file, "mode", "rw", "_journal_mode", "", "_busy_timeout", lockTimeout)
	db.SetMaxOpenConns(1)
	return db, nil
}

// readTables reads the first row of each table while nobody else can write.
func readTables(ctx context.Context, db *database.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) FROM request_migrations`).Scan(&version); err != nil {
		return err
	}
	if version < len(migrations()) {
		return fmt.Errorf("the schema version is %d, not %d", version, len(migrations()))
	}
	for _, table := range []string{"requests", "request_files", "request_files_erased", "request_deliveries", "request_rounds", "request_secrets", "searches_without_result"} {
		var found int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT * FROM `+table+` LIMIT 1)`).Scan(&found); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

// Intact examines the whole of SQLite's file, in a time that grows with it;
// PostgreSQL looks after itself. What is wrong is a *fault.Error.
func (s *Store) QuickCheck(ctx context.Context) error {
	if s.write.Kind == database.Postgres {
		return nil
	}
	db, err := s.openOnDisk()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // it was only read
	var found string
	if err = db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found); err == nil && found != "ok" {
		err = errors.New(found)
	}
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "requests.db is damaged; restore it from a backup")
	}
	return nil
}

// CheckFiles compares the bytes of the files that came with requests with their
// records, see depot.Verify.
func (s *Store) CheckFiles(ctx context.Context) (blob.Differences, error) {
	files, err := s.files()
	if err != nil {
		return blob.Differences{}, err
	}
	// Of a file that belongs to no request yet, the bytes may be on their way.
	found, err := blob.Verify(ctx, files, func(ctx context.Context, each func(name string, size int64)) error {
		rows, err := s.read.QueryContext(ctx, `SELECT id, size FROM request_files WHERE request_id IS NOT NULL`)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var id string
			var size int64
			if err := rows.Scan(&id, &size); err != nil {
				return err
			}
			each(id, size)
		}
		return rows.Err()
	})
	if err != nil {
		return found, fmt.Errorf("check the files of requests: %w", err)
	}
	return found, nil
}

// Health is the outcome of Check.
type Health struct {
	Problems []string // what SQLite's integrity check complains of; empty when sound
	Requests int      // how many are stored
}

// Check examines the whole of SQLite's file; PostgreSQL looks after itself.
func (s *Store) Check(ctx context.Context) (Health, error) {
	if err := s.Ready(ctx); err != nil {
		return Health{}, err
	}
	var h Health
	if err := s.read.QueryRowContext(ctx, `SELECT count(*) FROM requests`).Scan(&h.Requests); err != nil {
		return Health{}, fmt.Errorf("count requests: %w", err)
	}
	if s.read.Kind == database.Postgres {
		return h, nil
	}
	rows, err := s.read.QueryContext(ctx, `PRAGMA integrity_check`)
	if err != nil {
		return Health{}, fmt.Errorf("check requests.db: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return Health{}, fmt.Errorf("check requests.db: %w", err)
		}
		if line != "ok" {
			h.Problems = append(h.Problems, line)
		}
	}
	return h, rows.Err()
}

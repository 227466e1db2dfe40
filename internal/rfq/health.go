package rfq

import (
	"context"
	"fmt"
	"os"

	"ferrule/internal/blob"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// lockTimeout is how long Ready waits for a lock, in milliseconds.
const lockTimeout = "1000"

// Ready returns an error if a request cannot be stored. With SQLite it uses a separate connection
// so that requests do not wait for it and the file on disk is examined,
// which may differ from the open one; it acquires and releases the write lock and
// reads from each table. With PostgreSQL it writes one small row. Errors are
// *fault.Error.
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
	defer func() { _ = db.Close() }() // only read
	if err := readTables(ctx, db); err != nil {
		if database.IsLocked(err) {
			return fault.Wrap(fault.Unavailable, err, "another process holds requests.db, so requests cannot be stored")
		}
		return fault.Wrap(fault.Unavailable, err, "requests.db is damaged; restore it from a backup")
	}
	return nil
}

// openOnDisk opens SQLite's file at its path; the caller closes it.
func (s *Store) openOnDisk() (*database.DB, error) {
	if info, err := os.Stat(s.file); err != nil || info.Size() == 0 {
		return nil, fault.Wrap(fault.Unavailable, err, "requests.db is missing or empty; stop the server and restore it from a backup")
	}
	db := database.OpenSQLite(s.file, "mode", "rw", "_journal_mode", "", "_busy_timeout", lockTimeout)
	db.SetMaxOpenConns(1)
	return db, nil
}

// readTables reads the first row of each table under the write lock.
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
		return fmt.Errorf("schema version is %d, want %d", version, len(migrations()))
	}
	for _, table := range []string{"requests", "request_files", "request_files_erased", "request_deliveries", "request_rounds", "request_letters", "request_mails", "request_mailboxes", "request_secrets", "searches_without_result"} {
		var found int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT * FROM `+table+` LIMIT 1)`).Scan(&found); err != nil {
			return fmt.Errorf("read table %s: %w", table, err)
		}
	}
	return nil
}

// QuickCheck checks the integrity of the whole SQLite file, in a time proportional
// to its size; PostgreSQL checks its own. Damage is *fault.Error.
func (s *Store) QuickCheck(ctx context.Context) error {
	if s.write.Kind == database.Postgres {
		return nil
	}
	db, err := s.openOnDisk()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // only read
	if err := database.QuickCheck(ctx, db); err != nil {
		return fault.Wrap(fault.Unavailable, err, "requests.db is damaged; restore it from a backup")
	}
	return nil
}

// FilesQuery selects the id and size of each file, and whether it is bound to a request.
const FilesQuery = `SELECT id, size, request_id IS NOT NULL FROM request_files`

// CheckFiles compares the bytes of files bound to requests with their records, see
// blob.Verify.
func (s *Store) CheckFiles(ctx context.Context) (blob.Differences, error) {
	files, err := s.files()
	if err != nil {
		return blob.Differences{}, err
	}
	// The bytes of a file without a request may still be in transit.
	found, err := blob.Verify(ctx, files, func(ctx context.Context, each func(name string, size int64)) error {
		rows, err := s.read.QueryContext(ctx, FilesQuery)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var id string
			var size int64
			var bound bool
			if err := rows.Scan(&id, &size, &bound); err != nil {
				return err
			}
			if bound {
				each(id, size)
			}
		}
		return rows.Err()
	})
	if err != nil {
		return found, fmt.Errorf("check files of requests: %w", err)
	}
	return found, nil
}

// Health is the outcome of Check.
type Health struct {
	Problems []string // messages of SQLite's integrity check; empty for a sound file
	Requests int      // number of stored requests
}

// Check runs a full integrity check of the SQLite file; PostgreSQL checks its own.
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
	if len(h.Problems) > 0 {
		h.Problems = append(h.Problems, "requests.db is damaged; stop the server and restore it from a backup")
	}
	return h, rows.Err()
}

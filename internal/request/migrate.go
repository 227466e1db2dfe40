package request

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// migrations are applied in order, each once, and never changed afterwards.
// Columns are what lists and exports select by; body is the whole Message.
func migrations() []string {
	return []string{
		`CREATE TABLE requests (
			id              INTEGER PRIMARY KEY AUTOINCREMENT,
			reference       TEXT NOT NULL UNIQUE,
			idempotency_key TEXT NOT NULL UNIQUE,
			created_at      TEXT NOT NULL,
			language        TEXT NOT NULL,
			form_id         INTEGER NOT NULL,
			form_key        TEXT NOT NULL,
			source          TEXT NOT NULL,
			name            TEXT NOT NULL,
			phone           TEXT NOT NULL,
			email           TEXT NOT NULL,
			line_count      INTEGER NOT NULL,
			body            TEXT NOT NULL CHECK (json_valid(body))
		) STRICT`,
		`CREATE TABLE searches_without_result (
			words    TEXT NOT NULL,
			language TEXT NOT NULL,
			count    INTEGER NOT NULL,
			last     TEXT NOT NULL,
			PRIMARY KEY (words, language)
		) STRICT, WITHOUT ROWID`,
	}
}

// migrate brings the database to the newest version. It holds the write lock
// throughout, so that two processes may start on one folder at once.
func migrate(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin migrations: %w", err)
	}
	defer func() { _ = tx.Rollback() }()

	const table = `CREATE TABLE IF NOT EXISTS request_migrations (
		version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT`
	if _, err := tx.ExecContext(ctx, table); err != nil {
		return fmt.Errorf("create the table of migrations: %w", err)
	}
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) FROM request_migrations`).Scan(&version); err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	steps := migrations()
	if version > len(steps) {
		return fmt.Errorf("requests.db has schema version %d, this program knows %d: run the newer program", version, len(steps))
	}
	for i, step := range steps[version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migration %d: %w", version+i+1, err)
		}
		const record = `INSERT INTO request_migrations (version, applied_at) VALUES (?, ?)`
		if _, err := tx.ExecContext(ctx, record, version+i+1, time.Now().UTC().Format(time.RFC3339)); err != nil {
			return fmt.Errorf("record migration %d: %w", version+i+1, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit migrations: %w", err)
	}
	return nil
}

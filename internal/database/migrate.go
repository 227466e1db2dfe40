package database

import (
	"context"
	"fmt"
	"time"

	"ferrule/internal/fault"
)

// Migrate applies the steps that the table does not yet record, in one
// transaction: all or none. Step 1 is the first; a step may be several statements
// and is never changed once it is released. Several processes may migrate one
// database at once. A database with more steps than given is an error. An SQLite file
// that already has steps is copied first, see CopyBeforeUpgrade.
func Migrate(ctx context.Context, db *DB, table string, steps []string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin migrations: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	create := `CREATE TABLE IF NOT EXISTS ` + table + ` (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)`
	if db.Kind == SQLite {
		create += ` STRICT`
	} else if err := Lock(ctx, tx, LockMigrations); err != nil {
		return fmt.Errorf("wait for other migrations: %w", err)
	}
	if _, err := tx.ExecContext(ctx, create); err != nil {
		return fmt.Errorf("create table %s: %w", table, err)
	}
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) FROM `+table).Scan(&version); err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if version > len(steps) {
		return NewerData(table, version, len(steps))
	}
	current := version == len(steps)
	if version > 0 && !current {
		if err := CopyBeforeUpgrade(ctx, db, tx); err != nil {
			return err
		}
	}
	for ; version < len(steps); version++ {
		if _, err := tx.ExecContext(ctx, steps[version]); err != nil {
			return fmt.Errorf("migration %d: %w", version+1, err)
		}
		record := db.Rebind(`INSERT INTO ` + table + ` (version, applied_at) VALUES (?, ?)`)
		if _, err := tx.ExecContext(ctx, record, version+1, time.Now().UTC().Format(time.RFC3339)); err != nil {
			return fmt.Errorf("record migration %d: %w", version+1, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit migrations: %w", err)
	}
	if current {
		return RemoveCopy(ctx, db, time.Now().Add(-CopyRetention))
	}
	return nil
}

// NewerData returns the error of a program that is older than stored data.
func NewerData(what string, version, known int) error {
	return fault.New(fault.Invalid, "the data were written by a newer version of Ferrule (%s %d; this one knows %d): run that version or a newer one, or restore a backup that is older than the upgrade", what, version, known)
}

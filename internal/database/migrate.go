package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/mattn/go-sqlite3"

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
	if version > 0 && version < len(steps) {
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
	return nil
}

// NewerData returns the error of a program that is older than stored data.
func NewerData(what string, version, known int) error {
	return fault.New(fault.Invalid, "the data were written by a newer version of Ferrule (%s %d; this one knows %d): run that version or a newer one, or restore a backup that is older than the upgrade", what, version, known)
}

// BeforeUpgrade is the end of the name of the copy of an SQLite file that is made before
// its tables are migrated.
const BeforeUpgrade = ".before-upgrade"

// CopyBeforeUpgrade copies an SQLite file, as it is before the write transaction tx, to a
// file beside it, and replaces the copy of an earlier upgrade. The former version of the
// program can be run on the copy. It does nothing for PostgreSQL, where a backup is to be
// taken before an upgrade.
func CopyBeforeUpgrade(ctx context.Context, db *DB, tx *sql.Tx) error {
	if db.Kind != SQLite {
		return nil
	}
	path, err := fileOf(ctx, tx)
	if err != nil || path == "" {
		return err
	}
	part := path + BeforeUpgrade + ".part"
	if err := os.RemoveAll(part); err != nil {
		return fmt.Errorf("copy database before upgrade: %w", err)
	}
	view := OpenSQLite(path, "mode", "rw", "_journal_mode", "", "_query_only", "1")
	conn, err := view.Conn(ctx)
	if err == nil {
		err = conn.Raw(func(from any) error { return copyPages(ctx, from.(*sqlite3.SQLiteConn), part, "FULL") }) //nolint:forcetypeassert // the driver of OpenSQLite
		err = errors.Join(err, conn.Close())
	}
	if err = errors.Join(err, view.Close()); err == nil {
		err = os.Rename(part, path+BeforeUpgrade)
	}
	if err != nil {
		return fmt.Errorf("copy database before upgrade: %w; free as much disk space as %s takes", errors.Join(err, os.RemoveAll(part)), path)
	}
	return nil
}

// fileOf returns the path of an SQLite file, "" for a database in memory.
func fileOf(ctx context.Context, on interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) (path string, err error) {
	err = on.QueryRowContext(ctx, `SELECT file FROM pragma_database_list WHERE name='main'`).Scan(&path)
	return path, err
}

// RemoveCopy removes the copy that CopyBeforeUpgrade made. It is called when personal
// data are erased, which the copy still has.
func RemoveCopy(ctx context.Context, db *DB) error {
	if db.Kind != SQLite {
		return nil
	}
	path, err := fileOf(ctx, db)
	if err == nil && path != "" {
		err = os.RemoveAll(path + BeforeUpgrade)
	}
	if err != nil {
		return fmt.Errorf("remove copy of database from before the upgrade: %w", err)
	}
	return nil
}

// CheckUnused returns an error if another connection, of this process or another, has an
// SQLite file open. It moves the contents of the file's log into the file.
func CheckUnused(ctx context.Context, path string) (err error) {
	db := OpenSQLite(path, "mode", "rw", "_journal_mode", "", "_busy_timeout", "100")
	defer func() { err = errors.Join(err, db.Close()) }()
	var mode string
	if err := db.QueryRowContext(ctx, `PRAGMA journal_mode=DELETE`).Scan(&mode); err != nil {
		if IsLocked(err) {
			return fault.Wrap(fault.Conflict, err, "%s is in use", path)
		}
		return nil //nolint:nilerr // a damaged file is unused as well
	}
	return nil
}

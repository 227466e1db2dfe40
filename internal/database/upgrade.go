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

// BeforeUpgrade is the end of the name of the copy of an SQLite file that is made before
// its tables are migrated.
const BeforeUpgrade = ".before-upgrade"

// CopyRetention is how long such a copy is stored, to return to the former version. Older
// ones are removed at a start.
const CopyRetention = 7 * 24 * time.Hour

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

// RemoveCopy removes the copy that CopyBeforeUpgrade made, if it was made before t. It is
// called when personal data are erased, which the copy still has.
func RemoveCopy(ctx context.Context, db *DB, t time.Time) error {
	if db.Kind != SQLite {
		return nil
	}
	path, err := fileOf(ctx, db)
	if err == nil && path != "" {
		info, missing := os.Stat(path + BeforeUpgrade)
		if missing != nil || !info.ModTime().Before(t) {
			return nil
		}
		err = os.Remove(path + BeforeUpgrade)
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

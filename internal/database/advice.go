package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// advisedError is an error with what the operator is to do.
type advisedError struct {
	error

	advice string
}

func (e *advisedError) Error() string { return e.error.Error() + ": " + e.advice }
func (e *advisedError) Unwrap() error { return e.error }

// Advise adds to an error of the disk, the system's limits or the SQLite file at a path
// what the operator is to do. Other errors are returned as they are.
func Advise(err error, path string) error {
	if _, done := errors.AsType[*advisedError](err); done || err == nil {
		return err
	}
	if advice := adviceFor(err, path); advice != "" {
		return &advisedError{err, advice}
	}
	return err
}

func adviceFor(err error, path string) string {
	const (
		full     = "the disk is full; free disk space"
		writable = "%s must be writable: check that it is not mounted read-only and belongs to the program's user"
	)
	var code sqlite3.ErrNo
	e, ofSQLite := errors.AsType[sqlite3.Error](err)
	if ofSQLite {
		code = e.Code
	}
	file, ofFile := errors.AsType[*fs.PathError](err)
	switch {
	case code == sqlite3.ErrCorrupt || code == sqlite3.ErrNotADB:
		return path + " is damaged; stop the server and restore a backup with: ferrule restore --replace"
	case code == sqlite3.ErrBusy:
		return "another process holds " + path + "; end it, or wait until it is done"
	case code == sqlite3.ErrFull || e.SystemErrno == syscall.ENOSPC || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return full
	case e.SystemErrno == syscall.EMFILE || errors.Is(err, syscall.EMFILE):
		return "the limit of open files is reached; raise it, with systemd by LimitNOFILE"
	case code == sqlite3.ErrReadonly || code == sqlite3.ErrCantOpen || code == sqlite3.ErrPerm:
		return fmt.Sprintf(writable, filepath.Dir(path))
	case ofFile && (errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EACCES)):
		return fmt.Sprintf(writable, file.Path)
	case code == sqlite3.ErrIoErr:
		return path + " could not be read or written; check the disk and its free space"
	default:
		return ""
	}
}

// CannotStore reports whether an error has a cause that the operator removes, so that
// storing the same succeeds later: a full disk, missing rights, a lock of another process.
func CannotStore(err error) bool { return adviceFor(err, "") != "" && !IsDamaged(err) }

// IsDamaged reports whether the contents of an SQLite file are damaged.
func IsDamaged(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// QuickCheck checks the integrity of a whole SQLite file, in a time proportional to its
// size; PostgreSQL checks its own.
func QuickCheck(ctx context.Context, db *DB) error {
	if db.Kind == Postgres {
		return nil
	}
	var found string
	err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found)
	if err == nil && found != "ok" {
		err = errors.New(found)
	}
	return err
}

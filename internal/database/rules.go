package database

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
)

// SQLSTATEs of PostgreSQL's errors, class 23: a rule of a table was broken.
const (
	stateNotNull    = "23502"
	stateForeignKey = "23503"
	stateUnique     = "23505"
)

// IsUnique reports whether err says that a value has to be unique, and which:
// "products.slug", or several columns as "t.a, t.b". It is the name of the
// constraint if the database does not tell its columns.
func (d *DB) IsUnique(err error) (constraint string, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == stateUnique {
		return columnsOf(e), true
	}
	if e, ok := errors.AsType[sqlite3.Error](err); ok && e.Code == sqlite3.ErrConstraint {
		return afterwards(e, "UNIQUE constraint failed: ")
	}
	return "", false
}

// IsForeignKey reports whether err says that a record refers to one that is not
// there, and by which column: "products.thumbnail". SQLite does not tell: "".
// When a record cannot be deleted, the column is the one that is referred to.
func (d *DB) IsForeignKey(err error) (constraint string, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == stateForeignKey {
		return columnsOf(e), true
	}
	e, ok := errors.AsType[sqlite3.Error](err)
	return "", ok && e.ExtendedCode == sqlite3.ErrConstraintForeignKey
}

// IsNotNull reports whether err says that a value is missing, and which:
// "products.status".
func (d *DB) IsNotNull(err error) (column string, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == stateNotNull {
		return e.TableName + "." + e.ColumnName, true
	}
	if e, ok := errors.AsType[sqlite3.Error](err); ok && e.ExtendedCode == sqlite3.ErrConstraintNotNull {
		return afterwards(e, "NOT NULL constraint failed: ")
	}
	return "", false
}

// IsLocked reports whether err says that another connection held SQLite's file
// for longer than this one waits.
func IsLocked(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && e.Code == sqlite3.ErrBusy
}

// columnsOf reads the columns from the detail of an error, `Key (a, b)=(1, 2)
// already exists.` in whatever language the server speaks.
func columnsOf(e *pgconn.PgError) string {
	_, rest, found := strings.Cut(e.Detail, "(")
	names, _, closed := strings.Cut(rest, ")=(")
	if !found || !closed || e.TableName == "" {
		return e.ConstraintName
	}
	columns := strings.Split(names, ", ")
	for i, name := range columns {
		columns[i] = e.TableName + "." + strings.Trim(name, `"`)
	}
	return strings.Join(columns, ", ")
}

// afterwards is what SQLite's message names: "UNIQUE constraint failed:
// products.slug".
func afterwards(e sqlite3.Error, introduction string) (string, bool) {
	if names, ok := strings.CutPrefix(e.Error(), introduction); ok {
		return names, true
	}
	return "", false
}

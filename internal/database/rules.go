package database

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
)

// SQLSTATEs of PostgreSQL, class 23: integrity constraint violation.
const (
	stateNotNull    = "23502"
	stateForeignKey = "23503"
	stateUnique     = "23505"
)

// IsUnique reports whether err is a violated unique constraint, and returns its
// columns: "products.slug", or "t.a, t.b". It returns the name of the constraint if
// the database does not report the columns.
func (d *DB) IsUnique(err error) (constraint string, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == stateUnique {
		return columnsOf(e), true
	}
	if e, ok := errors.AsType[sqlite3.Error](err); ok && e.Code == sqlite3.ErrConstraint {
		return afterwards(e, "UNIQUE constraint failed: ")
	}
	return "", false
}

// IsForeignKey reports whether err is a violated foreign key, and returns its column:
// "products.thumbnail", or "" for SQLite, which does not report it. If a record
// cannot be deleted, it is the referenced column.
func (d *DB) IsForeignKey(err error) (constraint string, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == stateForeignKey {
		return columnsOf(e), true
	}
	e, ok := errors.AsType[sqlite3.Error](err)
	return "", ok && e.ExtendedCode == sqlite3.ErrConstraintForeignKey
}

// IsNotNull reports whether err is a violated not-null constraint, and returns its
// column: "products.status".
func (d *DB) IsNotNull(err error) (column string, ok bool) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == stateNotNull {
		return e.TableName + "." + e.ColumnName, true
	}
	if e, ok := errors.AsType[sqlite3.Error](err); ok && e.ExtendedCode == sqlite3.ErrConstraintNotNull {
		return afterwards(e, "NOT NULL constraint failed: ")
	}
	return "", false
}

// IsLocked reports whether err is a timeout while another connection locked the
// SQLite file.
func IsLocked(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && e.Code == sqlite3.ErrBusy
}

// columnsOf parses the columns from the detail of an error, `Key (a, b)=(1, 2)
// already exists.`, in any language of the server.
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

// afterwards returns the text of an SQLite message after its introduction: "UNIQUE
// constraint failed: products.slug".
func afterwards(e sqlite3.Error, introduction string) (string, bool) {
	if names, ok := strings.CutPrefix(e.Error(), introduction); ok {
		return names, true
	}
	return "", false
}

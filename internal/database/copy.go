package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Copied is the result of Copy.
type Copied struct {
	Rows map[string]int64 // rows copied, by table
	Left []string         // tables, and columns as table.column, that the target lacks
}

// Copy replaces the rows of existing PostgreSQL tables with those of SQLite files, in
// one transaction. Each file is read in one snapshot. Sequences continue after the
// files' last keys, so that no key is reused. Tables for which skip returns true are
// not changed. The statements of finally run at the end of the transaction.
func Copy(ctx context.Context, to *DB, from []*DB, skip func(table string) bool, finally ...string) (Copied, error) {
	done := Copied{Rows: map[string]int64{}}
	conn, err := to.Conn(ctx)
	if err != nil {
		return done, err
	}
	defer func() { _ = conn.Close() }()
	err = conn.Raw(func(c any) error {
		return pgx.BeginFunc(ctx, c.(*stdlib.Conn).Conn(), func(tx pgx.Tx) error { //nolint:forcetypeassert // the driver of OpenPostgres
			if _, err := tx.Exec(ctx, "SET CONSTRAINTS ALL DEFERRED"); err != nil {
				return err
			}
			for _, file := range from {
				if err := copyFile(ctx, tx, file, skip, &done); err != nil {
					return err
				}
			}
			for _, statement := range finally {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return done, err
}

func copyFile(ctx context.Context, to pgx.Tx, file *DB, skip func(string) bool, done *Copied) error {
	from, err := file.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = from.Rollback() }() // it was only read
	// In the order of creation, referenced tables come first.
	names, err := texts(ctx, from, `SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`)
	if err != nil {
		return err
	}
	var tables []table
	for _, name := range names {
		if skip(name) {
			continue
		}
		t, err := pair(ctx, from, to, name)
		if err != nil {
			return fmt.Errorf("copy table %s: %w", name, err)
		}
		if t.columns == nil {
			done.Left = append(done.Left, name)
			continue
		}
		done.Left = append(done.Left, t.left...)
		tables = append(tables, t)
	}
	for _, t := range slices.Backward(tables) {
		if _, err := to.Exec(ctx, "DELETE FROM "+t.quoted()); err != nil {
			return fmt.Errorf("copy table %s: %w", t.name, err)
		}
	}
	for _, t := range tables {
		if done.Rows[t.name], err = t.copy(ctx, from, to); err != nil {
			return fmt.Errorf("copy table %s: %w", t.name, err)
		}
	}
	return nil
}

// table is a table of both databases.
type table struct {
	name     string
	columns  []string // that both have; nil if the target lacks the table
	booleans []bool   // by column: whether the target's type is boolean
	identity string   // the column with a sequence; may be empty
	left     []string // columns that the target lacks
}

func (t table) quoted() string { return pgx.Identifier{t.name}.Sanitize() }

func pair(ctx context.Context, from *sql.Tx, to pgx.Tx, name string) (table, error) {
	t := table{name: name}
	const describe = `SELECT attname,atttypid::regtype::text,attidentity<>'' FROM pg_attribute WHERE attrelid=to_regclass(quote_ident($1)) AND attnum>0 AND NOT attisdropped`
	rows, err := to.Query(ctx, describe, name)
	if err != nil {
		return t, err
	}
	kinds := map[string]string{}
	var column, kind string
	var identity bool
	if _, err := pgx.ForEachRow(rows, []any{&column, &kind, &identity}, func() error {
		kinds[column] = kind
		if identity {
			t.identity = column
		}
		return nil
	}); err != nil || len(kinds) == 0 {
		return t, err
	}
	columns, err := texts(ctx, from, `SELECT name FROM pragma_table_info(?)`, name)
	for _, c := range columns {
		if kinds[c] == "" {
			t.left = append(t.left, name+"."+c)
			continue
		}
		t.columns = append(t.columns, c)
		t.booleans = append(t.booleans, kinds[c] == "boolean")
	}
	return t, err
}

func (t table) copy(ctx context.Context, from *sql.Tx, to pgx.Tx) (int64, error) {
	rows, err := from.QueryContext(ctx, "SELECT "+list(t.columns)+" FROM "+t.quoted())
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }() // rows.Err is checked
	n, err := to.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, &rowsOf{Rows: rows, booleans: t.booleans})
	if err = errors.Join(err, rows.Err()); err != nil || t.identity == "" {
		return n, err
	}
	var last int64 // the last key assigned, even if its row was deleted
	const given = `SELECT coalesce(max(seq),0) FROM sqlite_sequence WHERE name=?`
	if err := from.QueryRowContext(ctx, given, t.name).Scan(&last); err != nil {
		return n, err
	}
	column := pgx.Identifier{t.identity}.Sanitize()
	ahead := "SELECT setval(pg_get_serial_sequence($1,$2),m) FROM (SELECT greatest($3,max(" + column + ")) m FROM " + t.quoted() + ") x WHERE m>0"
	_, err = to.Exec(ctx, ahead, t.quoted(), t.identity, last)
	return n, err
}

// rowsOf converts rows of SQLite to the types of the target.
type rowsOf struct {
	*sql.Rows

	booleans []bool
}

func (r *rowsOf) Values() ([]any, error) {
	values, into := make([]any, len(r.booleans)), make([]any, len(r.booleans))
	for i := range values {
		into[i] = &values[i]
	}
	if err := r.Scan(into...); err != nil {
		return nil, err
	}
	for i, boolean := range r.booleans {
		if n, ok := values[i].(int64); ok && boolean {
			values[i] = n != 0
		}
	}
	return values, nil
}

func list(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	return strings.Join(quoted, ",")
}

func texts(ctx context.Context, from *sql.Tx, query string, args ...any) (out []string, err error) {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}

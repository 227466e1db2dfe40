package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/mattn/go-sqlite3"
)

// Value is the text or blob that a query selects as its only value, nil for null
// and for no row. The driver is asked itself: for each statement database/sql
// starts a goroutine that waits for the end of ctx, which takes longer than a
// short one. Connections keep statements prepared, those to SQLite if they were
// opened with "_stmt_cache_size". With SQLite, args are of driver.Value's types.
func (d *DB) Value(ctx context.Context, query string, args ...any) (value []byte, err error) {
	conn, err := d.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // it goes back to the pool
	err = conn.Raw(func(c any) (err error) {
		switch c := c.(type) {
		case *sqlite3.SQLiteConn:
			value, err = sqliteValue(ctx, c, query, args)
		case *stdlib.Conn:
			err = c.Conn().QueryRow(ctx, query, args...).Scan(&value)
			if errors.Is(err, pgx.ErrNoRows) {
				err = nil
			}
		default:
			err = fmt.Errorf("database: a value cannot be read by %T", c)
		}
		return err
	})
	return value, err
}

func sqliteValue(ctx context.Context, c *sqlite3.SQLiteConn, query string, args []any) ([]byte, error) {
	named := make([]driver.NamedValue, len(args))
	for i, v := range args {
		named[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	rows, err := c.QueryContext(ctx, query, named)
	if err != nil {
		return nil, err
	}
	var row [1]driver.Value
	err = rows.Next(row[:])
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err = errors.Join(err, rows.Close()); err != nil {
		return nil, err
	}
	switch v := row[0].(type) {
	case nil:
		return nil, nil
	case []byte:
		return v, nil
	case string:
		return []byte(v), nil
	default:
		return nil, fmt.Errorf("database: %T is neither text nor blob", v)
	}
}

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

// Value returns the text or blob that a query selects as its only value, nil for null
// and for no row. It calls the driver directly: database/sql starts a goroutine per
// statement to wait for ctx, which takes longer than a short statement. Connections
// cache prepared statements, those to SQLite if opened with "_stmt_cache_size". With
// SQLite, args have the types of driver.Value.
func (d *DB) Value(ctx context.Context, query string, args ...any) (value []byte, err error) {
	conn, err := d.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // returns it to the pool
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
			err = fmt.Errorf("read value: unsupported driver connection %T", c)
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
		return nil, fmt.Errorf("read value: %T is neither text nor blob", v)
	}
}

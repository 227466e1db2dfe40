package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Listen reserves a PostgreSQL connection and calls poll with it: immediately, on
// every notification of the channel, and after an interval without one. It returns
// when the context ends, the connection is lost or poll fails.
func (d *DB) Listen(ctx context.Context, channel string, interval time.Duration, poll func(context.Context, *sql.Conn) error) error {
	conn, err := d.Conn(ctx)
	if err != nil {
		return err
	}
	// A listening connection must not return to the pool.
	defer func() { _ = errors.Join(conn.Raw(func(any) error { return driver.ErrBadConn }), conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return err
	}
	for {
		if err := poll(ctx, conn); err != nil {
			return err
		}
		if err := conn.Raw(func(c any) error { return await(ctx, c.(*stdlib.Conn).Conn(), interval) }); err != nil { //nolint:forcetypeassert // the driver of OpenPostgres
			return err
		}
	}
}

// await returns after a notification or the interval.
func await(ctx context.Context, conn *pgx.Conn, interval time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, interval)
	defer cancel()
	_, err := conn.WaitForNotification(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil && !conn.IsClosed() {
		return nil
	}
	return err
}

package database

import (
	"context"
	"database/sql"
)

// EachRow calls scan for each row of a query, until scan returns an error.
func EachRow(ctx context.Context, db querier, statement string, scan func(*sql.Rows) error, args ...any) (err error) {
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer func() {
		if closed := rows.Close(); err == nil {
			err = closed
		}
	}()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

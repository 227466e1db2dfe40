package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// maxReadTime ends a statement that the estimate of its cost let through all
// the same. Queries of the site take milliseconds.
const maxReadTime = 10 * time.Second

// Read answers a query with one SQL statement.
func (s *Store) Read(ctx context.Context, q content.Query) (content.Result, error) {
	plan, err := content.Bind(s.model, q, s.now())
	if err != nil {
		return content.Result{}, err
	}
	if q.Access != content.System {
		if err := s.checkCost(ctx, plan); err != nil {
			return content.Result{}, err
		}
	}
	text, args := compile(s.dialect, plan)
	limited, cancel := context.WithTimeout(ctx, maxReadTime)
	defer cancel()
	body, err := s.query(limited, text, args)
	switch {
	case err != nil && ctx.Err() != nil:
		return content.Result{}, fmt.Errorf("read %s: %w", q.Collection, ctx.Err())
	case err != nil && limited.Err() != nil:
		return content.Result{}, tooCostly()
	case database.IsLost(err):
		return content.Result{}, fault.Wrap(fault.Unavailable, err, "The content cannot be read at the moment. Try again later.").WithCode("SERVICE_UNAVAILABLE")
	case err != nil:
		return content.Result{}, fmt.Errorf("read %s: %w", q.Collection, err)
	case body == nil:
		return content.Result{}, content.ErrItem()
	}
	if !q.Trace {
		return content.Result{Body: body}, nil
	}
	body, touched := untrace(body)
	if plan.Identified && len(touched) == 0 {
		touched = []content.Tag{{Collection: q.Collection}} // any row may become the one
	}
	return content.Result{Body: body, Touched: append(plan.Watched, touched...)}, nil
}

func tooCostly() error {
	return fault.New(fault.Invalid, "Invalid query. It reads too much at once: ask for fewer relations or set limits.").WithCode(content.CodeInvalidQuery)
}

// query returns the one value of a statement, nil for null. One that was
// interrupted since the server went away is asked again, once.
func (s *Store) query(ctx context.Context, text string, args []any) (body []byte, err error) {
	for range 2 {
		err = s.cache.run(ctx, text, func(stmt *sql.Stmt) error { return stmt.QueryRowContext(ctx, args...).Scan(&body) })
		if !database.IsLost(err) {
			break
		}
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return body, err
}

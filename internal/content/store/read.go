package store

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// maxReadTime limits a statement whose cost was underestimated, from its start.
// Queries of the site take milliseconds.
const maxReadTime = 10 * time.Second

// Read executes a query as one SQL statement.
func (s *Store) Read(ctx context.Context, q content.Query) (content.Result, error) {
	p, err := s.Prepare(q)
	if err != nil {
		return content.Result{}, err
	}
	return p.Read(ctx)
}

// prepared is a compiled query.
type prepared struct {
	store *Store
	query content.Query
	plan  *query.Plan

	text          string // the statement
	args          []any
	acceptedCount atomic.Int64 // sequence number of the count of rows with which the cost was accepted
	expensive     atomic.Bool  // with these rows
}

// Prepare implements content.Preparer.
func (s *Store) Prepare(q content.Query) (content.Prepared, error) {
	plan, err := query.Bind(s.model, q, s.now())
	if err != nil {
		return nil, err
	}
	text, args := sqlgen.Compile(s.dialect, plan)
	return &prepared{store: s, query: q, plan: plan, text: text, args: args}, nil
}

// Read implements content.Prepared.
func (p *prepared) Read(ctx context.Context) (content.Result, error) {
	if p.query.Access != content.System {
		if err := p.checkCost(ctx); err != nil {
			return content.Result{}, err
		}
	}
	limited, cancel := context.WithTimeout(ctx, maxReadTime)
	defer cancel()
	body, err := p.store.query(limited, p.text, p.args)
	switch {
	case err != nil && ctx.Err() != nil:
		return content.Result{}, fmt.Errorf("read %s: %w", p.query.Collection, ctx.Err())
	case err != nil && limited.Err() != nil:
		return content.Result{}, errTooExpensive()
	case database.IsLost(err):
		return content.Result{}, fault.Wrap(fault.Unavailable, err, "The content cannot be read at the moment. Try again later.").WithCode("SERVICE_UNAVAILABLE")
	case err != nil:
		if database.IsDamaged(err) {
			p.store.damaged.Store(true)
		}
		return content.Result{}, fmt.Errorf("read %s: %w", p.query.Collection, database.Advise(err, p.store.file))
	case body == nil:
		return content.Result{}, content.ErrItem()
	}
	if !p.query.Trace {
		return content.Result{Body: body}, nil
	}
	body, touched := sqlgen.Untrace(body)
	if p.plan.Identified && len(touched) == 0 {
		touched = []content.Tag{{Collection: p.plan.Root.Collection.Name}} // any changed row may match the identifying filter
	}
	return content.Result{Body: body, Touched: slices.Concat(p.plan.Watched, touched)}, nil
}

func errTooExpensive() error {
	return fault.New(fault.Invalid, "Invalid query. It reads too much at once: ask for fewer relations, set limits, or filter and sort by keys, slugs or dates.").WithCode(content.CodeInvalidQuery)
}

// query returns the single value of a statement, nil for null. It retries once if
// the server closed the connection.
func (s *Store) query(ctx context.Context, text string, args []any) ([]byte, error) {
	body, err := s.readers.Value(ctx, text, args...)
	if database.IsLost(err) {
		body, err = s.readers.Value(ctx, text, args...)
	}
	return body, err
}

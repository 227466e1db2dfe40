package rfq

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// Filter says which requests are wanted. What is empty does not matter.
type Filter struct {
	From, To time.Time     // received at From or later, and before To
	States   []State       // one of these
	Form     string        // sent with this form: its key, or the number of its record
	Overdue  time.Duration // open, and received longer ago than this
	Limit    int           // the newest so many
}

// List returns the newest limit requests, newest first; all when limit is 0.
func (s *Store) List(ctx context.Context, limit int) ([]Request, error) {
	return s.Find(ctx, Filter{Limit: limit})
}

// Find returns the requests that pass a filter, newest first.
func (s *Store) Find(ctx context.Context, f Filter) ([]Request, error) {
	var list []Request
	for r, err := range s.Each(ctx, f) {
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// Each is Find one by one, for lists that need not fit into memory. After an
// error nothing follows.
func (s *Store) Each(ctx context.Context, f Filter) iter.Seq2[Request, error] {
	return func(yield func(Request, error) bool) {
		query, args := s.query(f)
		rows, err := s.read.QueryContext(ctx, s.read.Rebind(query), args...)
		if err != nil {
			yield(Request{}, fmt.Errorf("list requests: %w", err))
			return
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			r, err := scan(rows)
			if !yield(r, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Request{}, fmt.Errorf("list requests: %w", err))
		}
	}
}

// query is the statement of a filter. Whatever is asked for, an index leads to
// it: of the times, or of a state and the times within it.
func (s *Store) query(f Filter) (string, []any) {
	var where []string
	var args []any
	that := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	if f.Overdue > 0 {
		that(`created_at < ?`, stamp(s.now().Add(-f.Overdue)))
		f.States = []State{StateOpen}
	}
	if !f.From.IsZero() {
		that(`created_at >= ?`, stamp(f.From))
	}
	if !f.To.IsZero() {
		that(`created_at < ?`, stamp(f.To))
	}
	if f.Form != "" {
		that(`(form_key = ? OR CAST(form_id AS TEXT) = ?)`, f.Form, f.Form)
	}
	switch len(f.States) {
	case 0:
	case 1:
		that(`state = ?`, f.States[0])
	default: // by what they are not: IN would be several stretches of an index, and a sort
		for _, state := range []State{StateOpen, StateAnswered, StateSpam, StateForgotten} {
			if !slices.Contains(f.States, state) {
				that(`state <> ?`, state)
			}
		}
	}
	query := columns
	if len(where) > 0 {
		query += ` WHERE ` + strings.Join(where, ` AND `)
	}
	query += ` ORDER BY created_at DESC, id DESC`
	if f.Limit > 0 {
		query += ` LIMIT ?`
		args = append(args, f.Limit)
	}
	return query, args
}

package rfq

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// Filter selects requests. Empty fields do not restrict.
type Filter struct {
	From, To time.Time // created at From or later, and before To
	States   []State   // one of these
	Form     string    // sent with this form: its key, or the number of its record
	Overdue  bool      // open, and after its Deadline
	Limit    int       // at most this many, the newest first; 0 for all
}

// List returns the newest limit requests, newest first; all when limit is 0.
func (s *Store) List(ctx context.Context, limit int) ([]Request, error) {
	return s.Find(ctx, Filter{Limit: limit})
}

// Find returns the requests that match a filter, newest first; overdue ones by their
// Deadline.
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

// Each iterates over the requests of Find without loading all into memory. It stops
// after the first error.
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

// query returns the statement of a filter and its arguments. Every filter uses
// an index: on the times, or on the state and the times.
func (s *Store) query(f Filter) (string, []any) {
	var where []string
	var args []any
	add := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	if f.Overdue {
		add(isOverdue, stamp(s.now()))
		f.States = []State{StateOpen}
	}
	if !f.From.IsZero() {
		add(`created_at >= ?`, stamp(f.From))
	}
	if !f.To.IsZero() {
		add(`created_at < ?`, stamp(f.To))
	}
	if f.Form != "" {
		add(`(form_key = ? OR CAST(form_id AS TEXT) = ?)`, f.Form, f.Form)
	}
	switch len(f.States) {
	case 0:
	case 1:
		add(`state = ?`, f.States[0])
	default: // excludes the other states: IN would scan several index ranges, and sort
		for _, state := range []State{StateOpen, StateAnswered, StateSpam, StateForgotten} {
			if !slices.Contains(f.States, state) {
				add(`state <> ?`, state)
			}
		}
	}
	query := columns
	if len(where) > 0 {
		query += ` WHERE ` + strings.Join(where, ` AND `)
	}
	order := `created_at`
	if f.Overdue {
		order = `deadline_at`
	}
	query += ` ORDER BY ` + order + ` DESC, id DESC`
	if f.Limit > 0 {
		query += ` LIMIT ?`
		args = append(args, f.Limit)
	}
	return query, args
}

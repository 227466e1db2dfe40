package request

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// List returns the newest limit requests, newest first; all when limit is 0.
func (s *Store) List(ctx context.Context, limit int) ([]Request, error) {
	if limit <= 0 {
		limit = math.MaxInt
	}
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT id, reference, token, state, created_at, answered_at, answered_by, body FROM requests ORDER BY id DESC LIMIT ?`), limit)
	if err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []Request
	for rows.Next() {
		r, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	return list, nil
}

// Show returns one request by its reference, however it was written down.
// A reference nobody has is *fault.Error of kind NotFound.
func (s *Store) Show(ctx context.Context, reference string) (Request, error) {
	row := s.read.QueryRowContext(ctx, s.read.Rebind(`SELECT id, reference, token, state, created_at, answered_at, answered_by, body FROM requests WHERE reference = ?`), normalReference(reference))
	r, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return Request{}, fault.New(fault.NotFound, "There is no request %q", reference)
	}
	return r, err
}

func scan(row interface{ Scan(...any) error }) (Request, error) {
	var r Request
	var created, answered string
	var body []byte
	if err := row.Scan(&r.ID, &r.Reference, &r.Token, &r.State, &created, &answered, &r.AnsweredBy, &body); err != nil {
		return Request{}, fmt.Errorf("read a request: %w", err)
	}
	if err := json.Unmarshal(body, &r.Message); err != nil {
		return Request{}, fmt.Errorf("read request %s: %w", r.Reference, err)
	}
	var err error
	if r.Created, err = time.Parse(timeFormat, created); err != nil {
		return Request{}, fmt.Errorf("read request %s: %w", r.Reference, err)
	}
	if answered != "" {
		if r.AnsweredAt, err = time.Parse(timeFormat, answered); err != nil {
			return Request{}, fmt.Errorf("read request %s: %w", r.Reference, err)
		}
	}
	return r, nil
}

// Ready reports whether a request could be stored now: it takes and releases
// SQLite's write lock, or reaches the server.
func (s *Store) Ready(ctx context.Context) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("the store of requests: %w", err)
	}
	return tx.Rollback()
}

// Health is the outcome of Check.
type Health struct {
	Problems []string // what SQLite's integrity check complains of; empty when sound
	Requests int      // how many are stored
}

// Check examines the whole of SQLite's file; PostgreSQL looks after itself.
func (s *Store) Check(ctx context.Context) (Health, error) {
	if err := s.Ready(ctx); err != nil {
		return Health{}, err
	}
	var h Health
	if err := s.read.QueryRowContext(ctx, `SELECT count(*) FROM requests`).Scan(&h.Requests); err != nil {
		return Health{}, fmt.Errorf("count requests: %w", err)
	}
	if s.read.Kind == database.Postgres {
		return h, nil
	}
	rows, err := s.read.QueryContext(ctx, `PRAGMA integrity_check`)
	if err != nil {
		return Health{}, fmt.Errorf("check requests.db: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return Health{}, fmt.Errorf("check requests.db: %w", err)
		}
		if line != "ok" {
			h.Problems = append(h.Problems, line)
		}
	}
	return h, rows.Err()
}

package request

import (
	"context"
	"fmt"

	"ferrule/internal/database"
)

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

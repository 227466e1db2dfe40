package rfq

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"ferrule/internal/database"
)

// Delivery is one event on its way to one target.
type Delivery struct {
	ID        int64     `json:"-"`
	Reference string    `json:"-"` // of the request
	Event     Event     `json:"event"`
	Target    string    `json:"target"`
	Key       string    `json:"key"`      // the same however often it is tried: a receiver knows a repeat by it
	Attempts  int       `json:"attempts"` // this one included
	Created   time.Time `json:"created"`
	Settled   time.Time `json:"settled,omitzero"` // when it was delivered or given up
	Error     string    `json:"error,omitempty"`  // of the last attempt
}

// MaxWait is how long a delivery may wait for its next attempt, and MaxClaim
// how long one may be claimed for. What would wait twice as long does so since
// the clock was set back, and is taken at once: clocks of several servers
// differ by less.
const (
	MaxWait  = 4 * time.Hour
	MaxClaim = time.Minute
)

// claimable are the deliveries that may be tried now: due, claimed by nobody,
// and none before them of the same request to the same target waits. Those are
// not looked for by the word "waiting", lest a PostgreSQL that has no statistics
// yet goes through the index of all that waits. The parameters are the target,
// now twice, what no claim reaches, and how many.
const claimable = `SELECT d.id FROM request_deliveries d
	WHERE d.state = 'waiting' AND d.target = ? AND d.due_at <= ? AND (d.claimed_until <= ? OR d.claimed_until > ?)
	AND NOT EXISTS (SELECT 1 FROM request_deliveries e WHERE e.request_id = d.request_id AND e.target = d.target AND e.id < d.id AND e.state NOT IN ('done', 'dead'))
	ORDER BY d.due_at, d.id LIMIT ?`

// Claim takes up to n deliveries to a target for a time, at most MaxClaim, in
// which nobody else is given them. A claim that runs out, since the program
// died, leaves them to whoever asks next. Where there is nothing to do nothing
// is written.
func (s *Store) Claim(ctx context.Context, target string, n int, hold time.Duration) ([]Delivery, error) {
	now := s.now()
	args := []any{target, stamp(now), stamp(now), stamp(now.Add(2 * MaxClaim)), n}
	var one int64
	err := s.read.QueryRowContext(ctx, s.read.Rebind(claimable), args...).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for deliveries to %s: %w", target, err)
	}
	pick := claimable
	if s.write.Kind == database.Postgres {
		pick += ` FOR UPDATE OF d SKIP LOCKED`
	}
	var claimed []Delivery
	err = s.group.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, s.write.Rebind(`WITH picked AS MATERIALIZED (`+pick+`)
			UPDATE request_deliveries SET attempts = attempts + 1, claimed_until = ? WHERE id IN (SELECT id FROM picked)
			RETURNING `+deliveryColumns), append(args, stamp(now.Add(hold)))...)
		if err != nil {
			return err
		}
		claimed, err = deliveries(rows)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim deliveries to %s: %w", target, err)
	}
	slices.SortFunc(claimed, func(a, b Delivery) int { return cmp.Compare(a.ID, b.ID) })
	return claimed, nil
}

// Hold claims what is claimed already for a time from now on.
func (s *Store) RenewClaim(ctx context.Context, d Delivery, hold time.Duration) error {
	return s.updateClaimed(ctx, d, `claimed_until = ?`, stamp(s.now().Add(hold)))
}

// Unclaim gives back what was claimed, as if it had not been tried.
func (s *Store) ReleaseClaim(ctx context.Context, d Delivery) error {
	return s.updateClaimed(ctx, d, `claimed_until = '', attempts = attempts - 1`)
}

const deliveryColumns = `id, (SELECT reference FROM requests r WHERE r.id = request_id), event, target, key, attempts, created_at, settled_at, last_error`

// deliveries reads and closes rows of deliveryColumns.
func deliveries(rows *sql.Rows) (list []Delivery, err error) {
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var d Delivery
		var created, settled string
		if err := rows.Scan(&d.ID, &d.Reference, &d.Event, &d.Target, &d.Key, &d.Attempts, &created, &settled, &d.Error); err != nil {
			return nil, err
		}
		if d.Created, err = time.Parse(timeFormat, created); err != nil {
			return nil, err
		}
		if settled != "" {
			if d.Settled, err = time.Parse(timeFormat, settled); err != nil {
				return nil, err
			}
		}
		list = append(list, d)
	}
	return list, rows.Err()
}

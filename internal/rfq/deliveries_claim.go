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

// Delivery is the delivery of one event to one target.
type Delivery struct {
	ID        int64     `json:"-"`
	Reference string    `json:"-"` // of the request
	Event     Event     `json:"event"`
	Target    string    `json:"target"`
	Letter    int64     `json:"-"`        // id of the letter that is delivered; 0 for none
	Key       string    `json:"key"`      // the same for all attempts: receivers detect repetitions by it
	Attempts  int       `json:"attempts"` // including this one
	Created   time.Time `json:"created"`
	Settled   time.Time `json:"settled,omitzero"` // when it was done or became dead
	Error     string    `json:"error,omitempty"`  // of the last attempt
}

// MaxWait is the maximum time between attempts of a delivery, and MaxClaim the
// maximum duration of a claim. A time more than twice as far in the future dates
// from before the clock was set back, and the delivery is due at once: the clocks of
// several servers differ by less.
const (
	MaxWait  = 4 * time.Hour
	MaxClaim = time.Minute
)

// claimable selects the deliveries that may be attempted: due, unclaimed, and
// without an earlier pending delivery of the same request to the same target.
// Earlier deliveries are not matched by the state 'waiting', because PostgreSQL
// without statistics would then scan the index of all waiting deliveries.
// Parameters: the target, twice the current time, a time beyond any valid claim, and
// the limit.
const claimable = `SELECT d.id FROM request_deliveries d
	WHERE d.state = 'waiting' AND d.target = ? AND d.due_at <= ? AND (d.claimed_until <= ? OR d.claimed_until > ?)
	AND NOT EXISTS (SELECT 1 FROM request_deliveries e WHERE e.request_id = d.request_id AND e.target = d.target AND e.id < d.id AND e.state NOT IN ('done', 'dead'))
	ORDER BY d.due_at, d.id LIMIT ?`

// Claim claims up to n deliveries to a target for a duration of at most MaxClaim,
// during which no other caller receives them. A claim that expires, because its
// process died, frees its deliveries. Claim writes nothing when no delivery is due.
func (s *Store) Claim(ctx context.Context, target string, n int, duration time.Duration) ([]Delivery, error) {
	now := s.now()
	args := []any{target, stamp(now), stamp(now), stamp(now.Add(2 * MaxClaim)), n}
	var one int64
	err := s.read.QueryRowContext(ctx, s.read.Rebind(claimable), args...).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find deliveries to %s: %w", target, err)
	}
	pick := claimable
	if s.write.Kind == database.Postgres {
		pick += ` FOR UPDATE OF d SKIP LOCKED`
	}
	var claimed []Delivery
	err = s.group.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, s.write.Rebind(`WITH picked AS MATERIALIZED (`+pick+`)
			UPDATE request_deliveries SET attempts = attempts + 1, claimed_until = ? WHERE id IN (SELECT id FROM picked)
			RETURNING `+deliveryColumns), append(args, stamp(now.Add(duration)))...)
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

// RenewClaim extends the claim of a delivery to a duration from now.
func (s *Store) RenewClaim(ctx context.Context, d Delivery, duration time.Duration) error {
	return s.updateClaimed(ctx, d, "", `claimed_until = ?`, stamp(s.now().Add(duration)))
}

// ReleaseClaim releases a claimed delivery and does not count the attempt.
func (s *Store) ReleaseClaim(ctx context.Context, d Delivery) error {
	return s.updateClaimed(ctx, d, "", `claimed_until = '', attempts = attempts - 1`)
}

const deliveryColumns = `id, (SELECT reference FROM requests r WHERE r.id = request_id), event, target, letter_id, key, attempts, created_at, settled_at, last_error`

// deliveries scans rows of deliveryColumns and closes them.
func deliveries(rows *sql.Rows) (list []Delivery, err error) {
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var d Delivery
		var created, settled string
		if err := rows.Scan(&d.ID, &d.Reference, &d.Event, &d.Target, &d.Letter, &d.Key, &d.Attempts, &created, &settled, &d.Error); err != nil {
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

package rfq

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/database"
)

// ExpireOffers marks the offers whose validity is over, and returns their number.
func (s *Store) ExpireOffers(ctx context.Context) (int, error) {
	query := s.read.Rebind(`SELECT r.reference, o.number FROM request_offers o JOIN requests r ON r.id = o.request_id
		WHERE o.state = ? AND o.valid_until <= ? ORDER BY o.valid_until LIMIT 1000`)
	var pairs [][2]string
	err := database.EachRow(ctx, s.read, query, func(rows *sql.Rows) error {
		var pair [2]string
		err := rows.Scan(&pair[0], &pair[1])
		pairs = append(pairs, pair)
		return err
	}, OfferOpen, stamp(s.now()))
	if err != nil {
		return 0, fmt.Errorf("find expired offers: %w", err)
	}
	for i, pair := range pairs {
		if err := s.expire(ctx, pair[0], pair[1]); err != nil {
			return i, err
		}
	}
	return len(pairs), nil
}

// expire marks an offer as expired unless it was decided meanwhile.
func (s *Store) expire(ctx context.Context, reference, number string) error {
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		update := s.write.Rebind(`UPDATE request_offers SET state = ? WHERE number = ? AND state = ?`)
		result, err := tx.ExecContext(ctx, update, OfferExpired, number, OfferOpen)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err
		}
		update = s.write.Rebind(`UPDATE requests SET expires_at = '', outcome = CASE outcome WHEN ? THEN ? ELSE outcome END WHERE id = ?`)
		if _, err := tx.ExecContext(ctx, update, OutcomeOffered, OutcomeExpired, r.ID); err != nil {
			return err
		}
		if err := s.record(ctx, tx, r.ID, Person{}, KindExpired, number); err != nil || r.Outcome != OutcomeOffered {
			return err
		}
		return s.plan(ctx, tx, EventExpired, r.ID, r.Reference, r.Message)
	})
}

// AnnounceExpiry plans EventExpiring for open offers that end within ExpiringTime, once
// for each, and returns their number. An offer that was sent less than a day ago is fresh
// in memory.
func (s *Store) AnnounceExpiry(ctx context.Context) (int, error) {
	now := s.now()
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("begin transaction: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	var requests []int64
	update := s.write.Rebind(`UPDATE request_offers SET reminded_at = ?
		WHERE state = 'open' AND reminded_at = '' AND valid_until > ? AND valid_until <= ? AND sent_at <= ? RETURNING request_id`)
	err = database.EachRow(ctx, tx, update, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		requests = append(requests, id)
		return err
	}, stamp(now), stamp(now), stamp(now.Add(ExpiringTime)), stamp(now.AddDate(0, 0, -1)))
	if err != nil {
		return 0, fmt.Errorf("find offers that expire soon: %w", err)
	}
	for _, id := range requests {
		r, err := scan(tx.QueryRowContext(ctx, s.write.Rebind(columns+` WHERE id = ?`), id))
		if err != nil {
			return 0, err
		}
		if r.Outcome != OutcomeOffered {
			continue
		}
		if err := s.plan(ctx, tx, EventExpiring, r.ID, r.Reference, r.Message); err != nil {
			return 0, err
		}
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("commit announcements of expiry: %w", err)
	}
	s.notifyPlanned()
	return len(requests), nil
}

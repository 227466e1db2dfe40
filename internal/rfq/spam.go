package rfq

import (
	"context"
	"database/sql"

	"ferrule/internal/fault"
)

// MarkSpam calls an open request spam: what it has not told yet is held back,
// and it is kept apart. Spam stays as it is; an answered or forgotten request
// is *fault.Error of kind Conflict.
func (s *Store) MarkSpam(ctx context.Context, reference, who string) error {
	if who == "" {
		return fault.New(fault.Invalid, "Say who calls it spam")
	}
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		switch r.State {
		case StateSpam:
			return nil
		case StateAnswered:
			return fault.New(fault.Conflict, "%s was answered; reopen it before it is called spam", r.Reference)
		case StateForgotten:
			return forgotten(r)
		default:
		}
		update := s.write.Rebind(`UPDATE requests SET state = ?, spam_at = ?, spam_by = ? WHERE id = ?`)
		if _, err := tx.ExecContext(ctx, update, StateSpam, stamp(s.now()), who, r.ID); err != nil {
			return err
		}
		// What is under way may arrive all the same. If it is released, that goes
		// again, under its key: nobody has noted that it is done.
		hold := s.write.Rebind(`UPDATE request_deliveries SET state = 'held', claimed_until = '' WHERE request_id = ? AND state IN ('waiting', 'dead')`)
		_, err := tx.ExecContext(ctx, hold, r.ID)
		return err
	})
}

// Release calls spam a request like any other: it is told from now on, or what
// was held back of it. What is none stays as it is; a forgotten one is
// *fault.Error of kind Conflict.
func (s *Store) Release(ctx context.Context, reference string) error {
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		if r.State == StateForgotten {
			return forgotten(r)
		}
		if r.State != StateSpam {
			return nil
		}
		update := s.write.Rebind(`UPDATE requests SET state = ?, spam_at = '', spam_by = '' WHERE id = ?`)
		if _, err := tx.ExecContext(ctx, update, StateOpen, r.ID); err != nil {
			return err
		}
		var told bool // before it was called spam
		query := s.write.Rebind(`SELECT EXISTS (SELECT 1 FROM request_deliveries WHERE request_id = ? AND event = ?)`)
		if err := tx.QueryRowContext(ctx, query, r.ID, EventCreated).Scan(&told); err != nil {
			return err
		}
		if !told {
			return s.plan(ctx, tx, EventCreated, r.ID, r.Reference, r.Message)
		}
		_, err := s.requeue(ctx, tx, r, "held")
		return err
	})
}

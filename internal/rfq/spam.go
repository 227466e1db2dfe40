package rfq

import (
	"context"
	"database/sql"

	"ferrule/internal/fault"
)

// MarkSpam marks an open request as spam and suspends its pending deliveries. Spam
// stays unchanged; for answered and forgotten requests the error is *fault.Error of
// kind Conflict.
func (s *Store) MarkSpam(ctx context.Context, reference, by string) error {
	return s.By(Person{Name: by}).MarkSpam(ctx, reference)
}

// MarkSpam is Store.MarkSpam.
func (a Acting) MarkSpam(ctx context.Context, reference string) error {
	s := a.store
	if a.by.Name == "" {
		return fault.New(fault.Invalid, "Name the person who marks the request as spam")
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
		if _, err := tx.ExecContext(ctx, update, StateSpam, stamp(s.now()), a.by.Name, r.ID); err != nil {
			return err
		}
		if err := s.record(ctx, tx, r.ID, a.by, KindSpam, ""); err != nil {
			return err
		}
		// A running attempt may still succeed. Released, its delivery is sent again
		// with the same key, because it is not recorded as done.
		hold := s.write.Rebind(`UPDATE request_deliveries SET state = 'held', claimed_until = '' WHERE request_id = ? AND state IN ('waiting', 'dead')`)
		_, err := tx.ExecContext(ctx, hold, r.ID)
		return err
	})
}

// Release reopens spam: its clock starts anew, unless the same person undoes MarkSpam
// within undoTime. It plans the deliveries of the request, or requeues those that were
// suspended. Other requests stay unchanged; for a forgotten request the error
// is *fault.Error of kind Conflict.
func (s *Store) Release(ctx context.Context, reference string) error {
	return s.By(Person{}).Release(ctx, reference)
}

// Release is Store.Release.
func (a Acting) Release(ctx context.Context, reference string) error {
	s := a.store
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
		undone, err := a.undoes(ctx, tx, r.ID, KindSpam)
		if err == nil && !undone {
			err = s.startClock(ctx, tx, r.ID)
		}
		if err != nil {
			return err
		}
		if err := s.record(ctx, tx, r.ID, a.by, KindReleased, ""); err != nil {
			return err
		}
		var planned bool // before the request was marked as spam
		query := s.write.Rebind(`SELECT EXISTS (SELECT 1 FROM request_deliveries WHERE request_id = ? AND event = ?)`)
		if err := tx.QueryRowContext(ctx, query, r.ID, EventCreated).Scan(&planned); err != nil {
			return err
		}
		if !planned {
			return s.plan(ctx, tx, EventCreated, r.ID, r.Reference, r.Message)
		}
		_, err = s.requeue(ctx, tx, r, "held")
		return err
	})
}

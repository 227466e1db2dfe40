package rfq

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// Answer marks a request as answered by a person. An answered request stays unchanged;
// for spam and forgotten requests the error is *fault.Error of kind Conflict.
func (s *Store) Answer(ctx context.Context, reference, by string) error {
	return s.By(Person{Name: by}).Answer(ctx, reference)
}

// Answer is Store.Answer.
func (a Acting) Answer(ctx context.Context, reference string) error {
	s := a.store
	if a.by.Name == "" {
		return fault.New(fault.Invalid, "Name the person who answered the request")
	}
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		switch r.State {
		case StateAnswered:
			return nil
		case StateSpam:
			return fault.New(fault.Conflict, "%s is spam; release it before it is answered", r.Reference)
		case StateForgotten:
			return forgotten(r)
		default:
		}
		outcome := r.Outcome // won, if the sender wrote after that
		if s.now().Before(r.Expires) {
			outcome = OutcomeOffered
		}
		if err := s.setAnswered(ctx, tx, r, a.by, outcome, r.OutcomeReason); err != nil {
			return err
		}
		if err := s.record(ctx, tx, r.ID, a.by, KindAnswered, ""); err != nil {
			return err
		}
		return s.plan(ctx, tx, EventAnswered, r.ID, r.Reference, r.Message)
	})
}

// Reopen opens an answered request again: its clock starts anew, unless the same person
// undoes an Answer within undoTime. An open request stays unchanged;
// for spam and forgotten requests the error is *fault.Error of kind Conflict.
func (s *Store) Reopen(ctx context.Context, reference string) error {
	return s.By(Person{}).Reopen(ctx, reference)
}

// Reopen is Store.Reopen.
func (a Acting) Reopen(ctx context.Context, reference string) error {
	s := a.store
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		switch r.State {
		case StateOpen:
			return nil
		case StateSpam:
			return fault.New(fault.Conflict, "%s is spam; release it", r.Reference)
		case StateForgotten:
			return forgotten(r)
		default:
		}
		undone, err := a.undoes(ctx, tx, r.ID, KindAnswered)
		if err != nil {
			return err
		}
		if err := s.reopen(ctx, tx, r, "", undone); err != nil {
			return err
		}
		return s.record(ctx, tx, r.ID, a.by, KindReopened, "")
	})
}

// reopen opens an answered request again with an outcome and starts its clock, unless an
// answer is undone.
func (s *Store) reopen(ctx context.Context, tx *sql.Tx, r Request, outcome Outcome, undone bool) error {
	update := s.write.Rebind(`UPDATE requests SET state = ?, answered_at = '', answered_by = '', outcome = ?, outcome_reason = '' WHERE id = ?`)
	if _, err := tx.ExecContext(ctx, update, StateOpen, outcome, r.ID); err != nil {
		return err
	}
	if !undone {
		if err := s.startClock(ctx, tx, r.ID); err != nil {
			return err
		}
	}
	return s.plan(ctx, tx, EventReopened, r.ID, r.Reference, r.Message)
}

// Resend requeues the dead deliveries of a request. Without any, the error is
// *fault.Error of kind Conflict.
func (s *Store) Resend(ctx context.Context, reference string) error {
	return s.By(Person{}).Resend(ctx, reference)
}

// Resend is Store.Resend.
func (a Acting) Resend(ctx context.Context, reference string) error {
	s := a.store
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		n, err := s.requeue(ctx, tx, r, "dead")
		if err == nil && n == 0 {
			return fault.New(fault.Conflict, "No delivery of %s was given up; there is nothing to send again", r.Reference)
		}
		if err != nil {
			return err
		}
		return s.record(ctx, tx, r.ID, a.by, KindResent, "")
	})
}

// requeue resets a request's deliveries of a state to waiting, with new attempts and
// a new time limit, and returns their number.
func (s *Store) requeue(ctx context.Context, tx *sql.Tx, r Request, state string) (int64, error) {
	now := stamp(s.now())
	update := s.write.Rebind(`UPDATE request_deliveries SET state = 'waiting', attempts = 0, created_at = ?, due_at = ?, claimed_until = '', settled_at = ''
		WHERE request_id = ? AND state = ?`)
	result, err := tx.ExecContext(ctx, update, now, now, r.ID, state)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// forgotten returns the error of a change to a forgotten request.
func forgotten(r Request) error {
	return fault.New(fault.Conflict, "%s was forgotten; there is nothing left of it but its times", r.Reference)
}

// change runs do for one request in a transaction that locks the request.
func (s *Store) change(ctx context.Context, reference string, do func(*sql.Tx, Request) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin change of request: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	query := columns + ` WHERE reference = ?`
	if s.write.Kind == database.Postgres {
		query += ` FOR UPDATE`
	}
	r, err := scanOne(tx.QueryRowContext(ctx, s.write.Rebind(query), normalizeReference(reference)), reference)
	if err != nil {
		return err
	}
	if err := do(tx, r); err != nil {
		return fmt.Errorf("change request %s: %w", r.Reference, err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("change request %s: %w", r.Reference, err)
	}
	s.notifyPlanned()
	return nil
}

package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// forgetAtOnce is how many requests one transaction forgets: others write in between.
const forgetBatch = 100

// Forget erases whatever a request says of people: name, phone, e-mail
// address, IP address, message, notes, files, the link to it, and what was not
// delivered.
// Left are the reference, form, language and times, and which articles of the
// content were asked for. One that was forgotten stays as it is. What was
// delivered before is with whoever got it.
func (s *Store) Forget(ctx context.Context, reference string) error {
	if err := s.change(ctx, reference, func(tx *sql.Tx, r Request) error { return s.forget(ctx, tx, r) }); err != nil {
		return err
	}
	if err := s.eraseBytes(ctx); err != nil {
		return fmt.Errorf("%s is forgotten but for the bytes of its files: %w", normalizeReference(reference), err)
	}
	return nil
}

// ForgetBefore forgets all requests that were received before a time, answered
// or not, and says how many that were.
func (s *Store) ForgetBefore(ctx context.Context, t time.Time) (int, error) {
	all := 0
	for _, state := range []State{StateOpen, StateAnswered, StateSpam} {
		old := Filter{To: t, States: []State{state}, Limit: forgetBatch}
		for n := forgetBatch; n == forgetBatch; all += n {
			var err error
			if n, err = s.forgetSome(ctx, old); err != nil {
				return all, fmt.Errorf("forget requests: %w", err)
			}
		}
	}
	return all, nil
}

// ForgetAddressesBefore erases the IP addresses of requests that were received
// before a time, and returns how many.
func (s *Store) ForgetAddressesBefore(ctx context.Context, t time.Time) (int64, error) {
	erase := s.write.Rebind(`UPDATE requests SET client_address = '' WHERE client_address <> '' AND created_at < ?`)
	done, err := s.write.ExecContext(ctx, erase, stamp(t))
	if err != nil {
		return 0, fmt.Errorf("erase addresses of requests: %w", err)
	}
	return done.RowsAffected()
}

func (s *Store) forgetSome(ctx context.Context, f Filter) (int, error) {
	list, err := s.Find(ctx, f)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	for _, r := range list {
		if err := s.forget(ctx, tx, r); err != nil {
			return 0, fmt.Errorf("%s: %w", r.Reference, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}
	return len(list), s.eraseBytes(ctx)
}

func (s *Store) forget(ctx context.Context, tx *sql.Tx, r Request) error {
	if r.State == StateForgotten {
		return nil
	}
	body, err := json.Marshal(r.anonymized())
	if err != nil {
		return err
	}
	for _, statement := range []string{
		// A message was told in full or not at all; what waits would tell what is gone.
		`DELETE FROM request_deliveries WHERE request_id = ? AND state <> 'done'`,
		`UPDATE request_deliveries SET last_error = '' WHERE request_id = ? AND last_error <> ''`,
	} {
		if _, err := tx.ExecContext(ctx, s.write.Rebind(statement), r.ID); err != nil {
			return err
		}
	}
	// The key may be a sum of what was sent. It has to be unique.
	update := s.write.Rebind(`UPDATE requests SET state = ?, name = '', phone = '', email = '', client_address = '', token = '', digest = '', idempotency_key = ?, body = ? WHERE id = ?`)
	if _, err := tx.ExecContext(ctx, update, StateForgotten, "forgotten:"+r.Reference, string(body), r.ID); err != nil {
		return err
	}
	_, err = s.eraseFiles(ctx, tx, `request_id = ?`, r.ID)
	return err
}

// anonymous is what may be kept of a message.
func (m Message) anonymized() Message {
	lines := m.Lines
	m = Message{FormID: m.FormID, FormKey: m.FormKey, FormTitle: m.FormTitle, Source: m.Source, Language: m.Language, Agree: m.Agree}
	for _, l := range lines {
		kept := Line{Quantity: l.Quantity}
		if l.Known() { // then these are the content's; anything else may be what somebody typed
			kept.Slug, kept.SKU, kept.Type = l.Slug, l.SKU, l.Type
		}
		m.Lines = append(m.Lines, kept)
	}
	return m
}

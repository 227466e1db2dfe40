package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ferrule/internal/database"
)

// forgetBatch is the number of requests that one transaction forgets; other writers
// run between batches.
const forgetBatch = 100

// Forget erases the personal data of a request: name, phone, e-mail address, IP
// address, message, notes, letters, drafts, reasons, the names of its history, files, the
// token of its link, and pending deliveries. It retains the reference, form, language,
// times, the articles of the content that were requested, and sent offers with their
// acceptance, see SetRetainOffers. A forgotten request stays unchanged. Completed deliveries remain
// with their receivers.
func (s *Store) Forget(ctx context.Context, reference string) error {
	return s.By(Person{}).Forget(ctx, reference)
}

// Forget is Store.Forget.
func (a Acting) Forget(ctx context.Context, reference string) error {
	s := a.store
	if err := s.change(ctx, reference, func(tx *sql.Tx, r Request) error { return s.forget(ctx, tx, r, a.by) }); err != nil {
		return err
	}
	if err := s.eraseBytes(ctx); err != nil {
		return fmt.Errorf("remove files of forgotten request %s: %w", normalizeReference(reference), err)
	}
	return database.RemoveCopy(ctx, s.write, time.Now())
}

// ForgetBefore forgets all requests that were created before t, answered or not, and
// returns their number.
func (s *Store) ForgetBefore(ctx context.Context, t time.Time) (int, error) {
	total := 0
	for _, state := range []State{StateOpen, StateAnswered, StateSpam} {
		old := Filter{To: t, States: []State{state}, Limit: forgetBatch}
		for n := forgetBatch; n == forgetBatch; total += n {
			var err error
			if n, err = s.forgetSome(ctx, old); err != nil {
				return total, fmt.Errorf("forget requests: %w", err)
			}
		}
	}
	return total, nil
}

// Forgotten returns the references of all forgotten requests.
func (s *Store) Forgotten(ctx context.Context) (references []string, err error) {
	for r, err := range s.Each(ctx, Filter{States: []State{StateForgotten}}) {
		if err != nil {
			return nil, fmt.Errorf("list forgotten requests: %w", err)
		}
		references = append(references, r.Reference)
	}
	return references, nil
}

// ForgetAddressesBefore erases the IP addresses of requests that were created before
// t, and returns their number.
func (s *Store) ForgetAddressesBefore(ctx context.Context, t time.Time) (int64, error) {
	erase := s.write.Rebind(`UPDATE requests SET client_address = '' WHERE client_address <> '' AND created_at < ?`)
	done, err := s.write.ExecContext(ctx, erase, stamp(t))
	if err != nil {
		return 0, fmt.Errorf("erase addresses of requests: %w", err)
	}
	return done.RowsAffected()
}

// RemoveCopyBefore removes the copy of the database from before an upgrade, if it was made
// before t: it has addresses that are erased meanwhile.
func (s *Store) RemoveCopyBefore(ctx context.Context, t time.Time) error {
	return database.RemoveCopy(ctx, s.write, t)
}

// forgetSome forgets the requests of a filter in one transaction and returns
// their number.
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
		if err := s.forget(ctx, tx, r, Person{}); err != nil {
			return 0, fmt.Errorf("forget request %s: %w", r.Reference, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}
	return len(list), errors.Join(s.eraseBytes(ctx), database.RemoveCopy(ctx, s.write, time.Now()))
}

func (s *Store) forget(ctx context.Context, tx *sql.Tx, r Request, by Person) error {
	if r.State == StateForgotten {
		return nil
	}
	body, err := json.Marshal(r.anonymized())
	if err != nil {
		return err
	}
	for _, statement := range []string{
		// Pending deliveries would deliver the erased data.
		`DELETE FROM request_deliveries WHERE request_id = ? AND state <> 'done'`,
		`UPDATE request_deliveries SET last_error = '' WHERE request_id = ? AND last_error <> ''`,
		`UPDATE request_history SET by_id = '', by_name = '', text = '' WHERE request_id = ?`,
		`DELETE FROM request_words WHERE request_id = ?`,
		`DELETE FROM request_reads WHERE request_id = ?`,
		`DELETE FROM request_letters WHERE request_id = ?`,
		`DELETE FROM request_drafts WHERE request_id = ?`,
		`UPDATE request_mails SET digest = '' WHERE request_id = ?`,
	} {
		if _, err := tx.ExecContext(ctx, s.write.Rebind(statement), r.ID); err != nil {
			return err
		}
	}
	// The key may be a digest of what was sent, and must stay unique.
	update := s.write.Rebind(`UPDATE requests SET state = ?, name = '', phone = '', email = '', client_address = '', token = '', digest = '', assignee = '', deadline_at = '', expires_at = '', outcome_reason = '', idempotency_key = ?, body = ? WHERE id = ?`)
	if _, err := tx.ExecContext(ctx, update, StateForgotten, "forgotten:"+r.Reference, string(body), r.ID); err != nil {
		return err
	}
	if err := s.forgetOffers(ctx, tx, r.ID); err != nil {
		return err
	}
	if err := s.record(ctx, tx, r.ID, by, KindForgotten, ""); err != nil {
		return err
	}
	_, err = s.eraseFiles(ctx, tx, `request_id = ?`, r.ID)
	return err
}

// anonymized returns the message without personal data.
func (m Message) anonymized() Message {
	lines := m.Lines
	m = Message{FormID: m.FormID, FormKey: m.FormKey, FormTitle: m.FormTitle, Source: m.Source, Language: m.Language, Agree: m.Agree}
	for _, l := range lines {
		anonymous := Line{Quantity: l.Quantity}
		if l.Known() { // of the content; fields of an unknown line may be typed text
			anonymous.Slug, anonymous.SKU, anonymous.Type = l.Slug, l.SKU, l.Type
		}
		m.Lines = append(m.Lines, anonymous)
	}
	return m
}

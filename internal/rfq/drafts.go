package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ferrule/internal/fault"
)

// Draft is an answer to a request that a person has not sent.
type Draft struct {
	Kind       LetterKind      `json:"kind"` // question, offer or decline
	Subject    string          `json:"subject"`
	Text       string          `json:"text"`
	Offer      json.RawMessage `json:"offer"`      // as typed: it may be no offer.Offer yet
	LastLetter int64           `json:"lastLetter"` // the last letter that they have seen
	Saved      time.Time       `json:"savedAt"`
}

// SaveDraft stores the draft of an account for a request in place of a former one, and
// returns the time. The error is *fault.Error: of kind Invalid for another
// kind of letter, and of kind Conflict for a forgotten request.
func (s *Store) SaveDraft(ctx context.Context, reference, user string, d Draft) (time.Time, error) {
	if d.Kind != LetterQuestion && d.Kind != LetterOffer && d.Kind != LetterDecline {
		return d.Saved, fault.New(fault.Invalid, "There is no kind of answer %q; use question, offer or decline", d.Kind)
	}
	d.Saved = s.now().UTC().Truncate(time.Millisecond)
	d.Subject, d.Text = plain(d.Subject), plain(d.Text)
	body, err := json.Marshal(d)
	if err != nil {
		return d.Saved, fmt.Errorf("encode draft: %w", err)
	}
	return d.Saved, s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		if r.State == StateForgotten {
			return forgotten(r)
		}
		insert := s.write.Rebind(`INSERT INTO request_drafts (user_id, request_id, saved_at, body) VALUES (?, ?, ?, ?)
			ON CONFLICT (user_id, request_id) DO UPDATE SET saved_at = excluded.saved_at, body = excluded.body`)
		_, err := tx.ExecContext(ctx, insert, user, r.ID, stamp(d.Saved), string(body))
		return err
	})
}

// Draft returns the draft of an account for a request; nil if there is none.
func (s *Store) Draft(ctx context.Context, requestID int64, user string) (*Draft, error) {
	var body []byte
	err := s.read.QueryRowContext(ctx, s.read.Rebind(`SELECT body FROM request_drafts WHERE user_id = ? AND request_id = ?`), user, requestID).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // none
	}
	d := &Draft{}
	if err == nil {
		err = json.Unmarshal(body, d)
	}
	if err != nil {
		return nil, fmt.Errorf("read draft: %w", err)
	}
	return d, nil
}

// DeleteDraft deletes the draft of an account for a request.
func (s *Store) DeleteDraft(ctx context.Context, reference, user string) error {
	r, err := s.ByReference(ctx, reference)
	if err != nil {
		return err
	}
	return s.deleteDraft(ctx, s.write, r.ID, user)
}

func (s *Store) deleteDraft(ctx context.Context, db executor, requestID int64, user string) error {
	if _, err := db.ExecContext(ctx, s.write.Rebind(`DELETE FROM request_drafts WHERE user_id = ? AND request_id = ?`), user, requestID); err != nil {
		return fmt.Errorf("delete draft: %w", err)
	}
	return nil
}

// executor is the database or a transaction.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

package rfq

import (
	"context"
	"database/sql"
	"fmt"
	"unicode/utf8"

	"ferrule/internal/fault"
)

// Assign assigns a request to a person, or to nobody for the zero value. An unchanged
// assignment is not recorded; for spam and forgotten requests the error is *fault.Error
// of kind Conflict.
func (a Acting) Assign(ctx context.Context, reference string, to Person) error {
	s := a.store
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		switch {
		case r.State == StateForgotten:
			return forgotten(r)
		case r.State == StateSpam:
			return fault.New(fault.Conflict, "%s is spam; release it before it is assigned", r.Reference)
		case r.Assignee == to.ID:
			return nil
		}
		if _, err := tx.ExecContext(ctx, s.write.Rebind(`UPDATE requests SET assignee = ? WHERE id = ?`), to.ID, r.ID); err != nil {
			return err
		}
		kind := KindAssigned
		if to.ID == "" {
			kind = KindUnassigned
		}
		return s.record(ctx, tx, r.ID, a.by, kind, to.Name)
	})
}

// maxNote is the maximum length of a note, in characters.
const maxNote = 10_000

// Note adds an internal note to the history of a request. A forgotten request has none:
// the error is *fault.Error of kind Conflict.
func (a Acting) Note(ctx context.Context, reference, text string) error {
	s := a.store
	text = cleanText(text)
	switch {
	case text == "":
		return fault.New(fault.Invalid, "The note has no text; write one")
	case utf8.RuneCountInString(text) > maxNote:
		return fault.New(fault.Invalid, "The note has more than %d characters; shorten it", maxNote)
	}
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		if r.State == StateForgotten {
			return forgotten(r)
		}
		return s.record(ctx, tx, r.ID, a.by, KindNote, text)
	})
}

// MarkRead records that an account has read a request, or has not. A forgotten request
// stays unread.
func (s *Store) MarkRead(ctx context.Context, reference, user string, read bool) error {
	r, err := s.ByReference(ctx, reference)
	if err != nil || r.State == StateForgotten {
		return err
	}
	statement := `DELETE FROM request_reads WHERE user_id = ? AND request_id = ?`
	if read {
		statement = `INSERT INTO request_reads (user_id, request_id) VALUES (?, ?) ON CONFLICT DO NOTHING`
	}
	if _, err := s.write.ExecContext(ctx, s.write.Rebind(statement), user, r.ID); err != nil {
		return fmt.Errorf("mark request %s as read: %w", r.Reference, err)
	}
	return nil
}

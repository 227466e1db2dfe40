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

// columns are what scan reads.
const columns = `SELECT id, reference, token, state, created_at, answered_at, answered_by, spam_at, spam_by, client_address, body FROM requests`

// Show returns one request by its reference, however it was written down.
// A reference nobody has is *fault.Error of kind NotFound.
func (s *Store) ByReference(ctx context.Context, reference string) (Request, error) {
	return scanOne(s.read.QueryRowContext(ctx, s.read.Rebind(columns+` WHERE reference = ?`), normalizeReference(reference)), reference)
}

// ByToken returns the request of a link that its sender was given. A token
// nobody has is *fault.Error of kind NotFound.
func (s *Store) ByToken(ctx context.Context, token string) (Request, error) {
	r, err := scan(s.read.QueryRowContext(ctx, s.read.Rebind(columns+` WHERE token = ? AND token <> ''`), token))
	if errors.Is(err, sql.ErrNoRows) {
		return Request{}, fault.New(fault.NotFound, "There is no such request")
	}
	return r, err
}

// one scans the request of a reference.
func scanOne(row *sql.Row, reference string) (Request, error) {
	r, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return Request{}, fault.New(fault.NotFound, "There is no request %q", reference)
	}
	return r, err
}

func scan(row interface{ Scan(...any) error }) (Request, error) {
	var r Request
	var created, answered, spam string
	var body []byte
	if err := row.Scan(&r.ID, &r.Reference, &r.Token, &r.State, &created, &answered, &r.AnsweredBy, &spam, &r.SpamBy, &r.ClientAddress, &body); err != nil {
		return Request{}, fmt.Errorf("read a request: %w", err)
	}
	if err := json.Unmarshal(body, &r.Message); err != nil {
		return Request{}, fmt.Errorf("read request %s: %w", r.Reference, err)
	}
	for _, m := range []struct {
		text string
		into *time.Time
	}{{created, &r.Created}, {answered, &r.AnsweredAt}, {spam, &r.SpamAt}} {
		if m.text == "" {
			continue
		}
		var err error
		if *m.into, err = time.Parse(timeFormat, m.text); err != nil {
			return Request{}, fmt.Errorf("read request %s: %w", r.Reference, err)
		}
	}
	return r, nil
}

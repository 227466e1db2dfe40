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

// columns selects what scan reads.
const columns = `SELECT id, reference, token, state, created_at, answered_at, answered_by, spam_at, spam_by, assignee, client_address, deadline_at, expires_at, outcome, outcome_reason, body FROM requests`

// ByReference returns a request by its reference, in any spelling that
// normalizeReference accepts. An unknown reference is *fault.Error of kind NotFound.
func (s *Store) ByReference(ctx context.Context, reference string) (Request, error) {
	return scanOne(s.read.QueryRowContext(ctx, s.read.Rebind(columns+` WHERE reference = ?`), normalizeReference(reference)), reference)
}

// ByToken returns the request with the token of its link. An unknown token is
// *fault.Error of kind NotFound.
func (s *Store) ByToken(ctx context.Context, token string) (Request, error) {
	if !isID(token) { // PostgreSQL rejects some texts
		return Request{}, errUnknownToken()
	}
	r, err := scan(s.read.QueryRowContext(ctx, s.read.Rebind(columns+` WHERE token = ? AND token <> ''`), token))
	if errors.Is(err, sql.ErrNoRows) {
		return Request{}, errUnknownToken()
	}
	return r, err
}

func errUnknownToken() error { return fault.New(fault.NotFound, "There is no such request") }

// scanOne scans the request of a reference.
func scanOne(row *sql.Row, reference string) (Request, error) {
	r, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return Request{}, fault.New(fault.NotFound, "There is no request %q", reference)
	}
	return r, err
}

// scan reads one row of columns.
func scan(row interface{ Scan(...any) error }) (Request, error) {
	var r Request
	var created, answered, spam, deadline, expires string
	var body []byte
	if err := row.Scan(&r.ID, &r.Reference, &r.Token, &r.State, &created, &answered, &r.AnsweredBy, &spam, &r.SpamBy, &r.Assignee, &r.ClientAddress, &deadline, &expires, &r.Outcome, &r.OutcomeReason, &body); err != nil {
		return Request{}, fmt.Errorf("read request: %w", err)
	}
	if err := json.Unmarshal(body, &r.Message); err != nil {
		return Request{}, fmt.Errorf("read request %s: %w", r.Reference, err)
	}
	for _, c := range []struct {
		text string
		into *time.Time
	}{{created, &r.Created}, {answered, &r.AnsweredAt}, {spam, &r.SpamAt}, {deadline, &r.Deadline}, {expires, &r.Expires}} {
		if c.text == "" {
			continue
		}
		var err error
		if *c.into, err = time.Parse(timeFormat, c.text); err != nil {
			return Request{}, fmt.Errorf("read request %s: %w", r.Reference, err)
		}
	}
	return r, nil
}

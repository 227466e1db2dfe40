package rfq

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// Person is who changes a request: an account, or a name given on the command line,
// whose ID is empty. The zero value is the visitor or the program.
type Person struct {
	ID   string `json:"id,omitempty"` // of the account
	Name string `json:"name"`
}

// Acting changes requests in the name of a person.
type Acting struct {
	store *Store
	by    Person
}

// By returns the changes of requests in the name of a person.
func (s *Store) By(p Person) Acting { return Acting{s, p} }

// Kind is the kind of a change of a request.
type Kind string

// The kinds of changes. Delivered and failed are of a delivery, whose target is the
// text of the entry; the text of assigned is the assignee's name. Letters to the sender,
// and their decisions, have the kinds of Letter, and the number of the offer as text.
const (
	KindCreated    Kind = "created"
	KindAssigned   Kind = "assigned"
	KindUnassigned Kind = "unassigned"
	KindNote       Kind = "note"
	KindAnswered   Kind = "answered"
	KindReopened   Kind = "reopened"
	KindSpam       Kind = "spam"
	KindReleased   Kind = "released"
	KindForgotten  Kind = "forgotten"
	KindDelivered  Kind = "delivered"
	KindFailed     Kind = "failed"
	KindResent     Kind = "resent"
	KindReply      Kind = "reply"     // of the sender
	KindAutomatic  Kind = "automatic" // an absence notice, see LetterAutomatic
	KindExpired    Kind = "expired"   // an offer, whose number is the text
	KindWon        Kind = "won"       // by hand; the text is the reason
	KindLost       Kind = "lost"
)

// Entry is one change of a request.
type Entry struct {
	ID   int64 // rises with each change; 0 for what a former build did without a history
	At   time.Time
	By   Person
	Kind Kind
	Text string
}

// record adds an entry within the transaction of the change.
func (s *Store) record(ctx context.Context, tx *sql.Tx, request int64, by Person, kind Kind, text string) error {
	insert := s.write.Rebind(`INSERT INTO request_history (request_id, at, by_id, by_name, kind, text) VALUES (?, ?, ?, ?, ?, ?)`)
	if _, err := tx.ExecContext(ctx, insert, request, stamp(s.now()), by.ID, by.Name, kind, text); err != nil {
		return fmt.Errorf("record change of request: %w", err)
	}
	return nil
}

// History returns the changes of a request, oldest first. Those of a former build, which
// recorded none, are taken from the request itself.
func (s *Store) History(ctx context.Context, r Request) ([]Entry, error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT id, at, by_id, by_name, kind, text FROM request_history WHERE request_id = ? ORDER BY id`), r.ID)
	if err != nil {
		return nil, fmt.Errorf("read history of request: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []Entry
	recorded := map[Kind]bool{}
	for rows.Next() {
		var e Entry
		var at string
		if err := rows.Scan(&e.ID, &at, &e.By.ID, &e.By.Name, &e.Kind, &e.Text); err != nil {
			return nil, fmt.Errorf("read history of request: %w", err)
		}
		if e.At, err = time.Parse(timeFormat, at); err != nil {
			return nil, fmt.Errorf("read history of request: %w", err)
		}
		recorded[e.Kind] = true
		list = append(list, e)
	}
	if err := rows.Err(); err != nil || recorded[KindCreated] {
		return list, err
	}
	former := []Entry{{At: r.Created, Kind: KindCreated}}
	if !r.AnsweredAt.IsZero() && !recorded[KindAnswered] {
		former = append(former, Entry{At: r.AnsweredAt, By: Person{Name: r.AnsweredBy}, Kind: KindAnswered})
	}
	return append(former, list...), nil
}

// Change is an Entry with the reference of its request.
type Change struct {
	Entry

	Reference string
}

// LastChange returns the ID of the latest change; 0 for none.
func (s *Store) LastChange(ctx context.Context) (id int64, err error) {
	if err := s.read.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM request_history`).Scan(&id); err != nil {
		return 0, fmt.Errorf("read last change: %w", err)
	}
	return id, nil
}

// Changes returns the changes after an ID, and those of the IDs in late, ordered by ID:
// in PostgreSQL a transaction may be committed after another that got its ID later.
func (s *Store) Changes(ctx context.Context, after int64, late []int64, limit int) ([]Change, error) {
	condition, args := `h.id > ?`, []any{after}
	if len(late) > 0 {
		condition += ` OR h.id IN (` + placeholders(len(late)) + `)`
		for _, id := range late {
			args = append(args, id)
		}
	}
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT h.id, h.at, h.by_id, h.by_name, h.kind, r.reference
		FROM request_history h JOIN requests r ON r.id = h.request_id WHERE `+condition+` ORDER BY h.id LIMIT ?`), append(args, limit)...)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []Change
	for rows.Next() {
		var c Change
		var at string
		if err := rows.Scan(&c.ID, &at, &c.By.ID, &c.By.Name, &c.Kind, &c.Reference); err != nil {
			return nil, fmt.Errorf("read changes: %w", err)
		}
		if c.At, err = time.Parse(timeFormat, at); err != nil {
			return nil, fmt.Errorf("read changes: %w", err)
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// placeholders returns n question marks, separated by commas.
func placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"ferrule/internal/database"
)

// Event is something of a request that has to be told.
type Event string

// What is told: that a request came, that nobody has answered it for twenty
// hours, that somebody has, and that it is open again.
const (
	EventCreated  Event = "created"
	EventDue      Event = "due"
	EventAnswered Event = "answered"
	EventReopened Event = "reopened"
)

// unrouted is the target of what a program planned that does not know who is
// told, as a command beside the server. The server knows, see Route.
const unrouted = ""

// Tell sets who is told of an event: the names of targets, in their order. It
// is set before the store is used. A target gets the events of one request in
// their order, each at least once and always under the same key.
func (s *Store) SetRouter(targets func(Event, Message) []string) { s.router = targets }

// WhenPlanned sets what is called after deliveries were planned here and are on
// disk. It is set before the store is used, and must not wait.
func (s *Store) SetOnPlanned(wake func()) { s.onPlanned = wake }

// planned is called after the commit of a transaction that may have planned.
func (s *Store) notifyPlanned() {
	if s.onPlanned != nil {
		s.onPlanned()
	}
}

// plan stores the deliveries of an event within tx, so that they are there
// exactly when the event is. What happens once more has another key, by its
// number: a receiver takes the same key for a repeat.
func (s *Store) plan(ctx context.Context, tx *sql.Tx, event Event, request int64, reference string, m Message) error {
	targets := []string{unrouted}
	if s.router != nil {
		targets = s.router(event, m)
	}
	now := stamp(s.now())
	for _, target := range targets {
		// It is due whatever the clock says later: due_at is empty.
		insert := s.write.Rebind(`INSERT INTO request_deliveries (request_id, event, target, key, created_at, due_at) VALUES (?, ?, ?, ?, ?, '')`)
		key := fmt.Sprintf("%s.%s.%s", reference, event, target)
		var before int
		count := s.write.Rebind(`SELECT count(*) FROM request_deliveries WHERE request_id = ? AND event = ? AND target = ?`)
		if err := tx.QueryRowContext(ctx, count, request, event, target).Scan(&before); err != nil {
			return fmt.Errorf("plan the delivery to %q: %w", target, err)
		}
		if before > 0 {
			key = fmt.Sprintf("%s.%d", key, before+1)
		}
		if _, err := tx.ExecContext(ctx, insert, request, event, target, key, now); err != nil {
			return fmt.Errorf("plan the delivery to %q: %w", target, err)
		}
	}
	return nil
}

// Route plans the deliveries of what happened in programs that do not know who
// is told. The store has to know it, see Tell.
func (s *Store) Route(ctx context.Context) error {
	var any bool
	const look = `SELECT EXISTS (SELECT 1 FROM request_deliveries WHERE state = 'waiting' AND target = '')`
	if err := s.read.QueryRowContext(ctx, look).Scan(&any); err != nil || !any {
		return err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	events, err := s.takeUnrouted(ctx, tx)
	if err != nil {
		return fmt.Errorf("read what is to be told: %w", err)
	}
	for _, e := range events {
		if err := s.plan(ctx, tx, e.event, e.request, e.reference, e.message); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit deliveries: %w", err)
	}
	s.notifyPlanned()
	return nil
}

type pendingEvent struct {
	id, request int64
	event       Event
	reference   string
	message     Message
}

// takeUnrouted removes what is not routed yet, in its order, and returns it.
func (s *Store) takeUnrouted(ctx context.Context, tx *sql.Tx) (list []pendingEvent, err error) {
	query := `SELECT d.id, d.request_id, d.event, r.reference, r.body FROM request_deliveries d JOIN requests r ON r.id = d.request_id
		WHERE d.state = 'waiting' AND d.target = '' ORDER BY d.id`
	if s.write.Kind == database.Postgres {
		query += ` FOR UPDATE OF d SKIP LOCKED` // another server is at it
	}
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e pendingEvent
		var body []byte
		if err := rows.Scan(&e.id, &e.request, &e.event, &e.reference, &body); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &e.message); err != nil {
			return nil, fmt.Errorf("request %s: %w", e.reference, err)
		}
		list = append(list, e)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for _, e := range list {
		if _, err := tx.ExecContext(ctx, s.write.Rebind(`DELETE FROM request_deliveries WHERE id = ?`), e.id); err != nil {
			return nil, err
		}
	}
	return list, nil
}

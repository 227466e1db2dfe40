package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"ferrule/internal/database"
)

// Event is a change of a request that is delivered to targets.
type Event string

// Events: a request was stored, is still open after twenty hours, was answered, and
// was reopened; a letter to its sender was written; the sender replied, accepted an
// offer, and refused one, or a person said so; an open offer ends within ExpiringTime; it
// has ended without a decision.
const (
	EventCreated  Event = "created"
	EventDue      Event = "due"
	EventAnswered Event = "answered"
	EventReopened Event = "reopened"
	EventLetter   Event = "letter"
	EventReply    Event = "reply"
	EventWon      Event = "won"
	EventLost     Event = "lost"
	EventExpiring Event = "expiring"
	EventExpired  Event = "expired"
)

// unrouted is the target of events planned by a process without a router, such as a
// command beside the server. The server routes them, see Route.
const unrouted = ""

// SetRouter sets the function that returns the names of the targets of an event, in
// delivery order. It must be called before the store is used. A target receives the
// events of one request in order, each at least once and always with the same key.
func (s *Store) SetRouter(targets func(Event, Message) []string) { s.router.Store(&targets) }

// SetOnPlanned sets a function that is called after planned deliveries are
// committed. It must be set before the store is used, and must not block.
func (s *Store) SetOnPlanned(wake func()) { s.onPlanned.Store(&wake) }

// notifyPlanned must be called after the commit of a transaction that may have
// planned deliveries.
func (s *Store) notifyPlanned() {
	if wake := s.onPlanned.Load(); wake != nil {
		(*wake)()
	}
}

// plan stores the deliveries of an event without a letter, see planEvent.
func (s *Store) plan(ctx context.Context, tx *sql.Tx, event Event, request int64, reference string, m Message) error {
	return s.planEvent(ctx, tx, pendingEvent{event: event, request: request, reference: reference, message: m})
}

// planEvent stores the deliveries of an event within tx, so that both are committed
// together. Repeated events get numbered keys, since a receiver treats the same key
// as a repetition.
func (s *Store) planEvent(ctx context.Context, tx *sql.Tx, e pendingEvent) error {
	targets := []string{unrouted}
	if router := s.router.Load(); router != nil {
		targets = (*router)(e.event, e.message)
	}
	now := stamp(s.now())
	for _, target := range targets {
		// An empty due_at is due at any later time of the clock.
		insert := s.write.Rebind(`INSERT INTO request_deliveries (request_id, event, target, key, letter_id, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, '')`)
		key := fmt.Sprintf("%s.%s.%s", e.reference, e.event, target)
		var before int
		count := s.write.Rebind(`SELECT count(*) FROM request_deliveries WHERE request_id = ? AND event = ? AND target = ?`)
		if err := tx.QueryRowContext(ctx, count, e.request, e.event, target).Scan(&before); err != nil {
			return fmt.Errorf("plan delivery to %q: %w", target, err)
		}
		if before > 0 {
			key = fmt.Sprintf("%s.%d", key, before+1)
		}
		if _, err := tx.ExecContext(ctx, insert, e.request, e.event, target, key, e.letter, now); err != nil {
			return fmt.Errorf("plan delivery to %q: %w", target, err)
		}
	}
	return nil
}

// Route plans the deliveries of events that processes without a router stored. The
// store must have a router, see SetRouter.
func (s *Store) Route(ctx context.Context) error {
	var any bool
	const query = `SELECT EXISTS (SELECT 1 FROM request_deliveries WHERE state = 'waiting' AND target = '')`
	if err := s.read.QueryRowContext(ctx, query).Scan(&any); err != nil || !any {
		return err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	events, err := s.takeUnrouted(ctx, tx)
	if err != nil {
		return fmt.Errorf("read unrouted events: %w", err)
	}
	for _, e := range events {
		if err := s.planEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit deliveries: %w", err)
	}
	s.notifyPlanned()
	return nil
}

// pendingEvent is an event whose deliveries are yet to be planned.
type pendingEvent struct {
	id, request int64
	event       Event
	reference   string
	message     Message
	letter      int64 // id; 0 for none
}

// takeUnrouted deletes the unrouted events and returns them in order.
func (s *Store) takeUnrouted(ctx context.Context, tx *sql.Tx) (list []pendingEvent, err error) {
	query := `SELECT d.id, d.request_id, d.event, d.letter_id, r.reference, r.body FROM request_deliveries d JOIN requests r ON r.id = d.request_id
		WHERE d.state = 'waiting' AND d.target = '' ORDER BY d.id`
	if s.write.Kind == database.Postgres {
		query += ` FOR UPDATE OF d SKIP LOCKED` // locked rows are being routed by another server
	}
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e pendingEvent
		var body []byte
		if err := rows.Scan(&e.id, &e.request, &e.event, &e.letter, &e.reference, &body); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &e.message); err != nil {
			return nil, fmt.Errorf("decode request %s: %w", e.reference, err)
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

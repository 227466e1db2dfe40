package request

import (
	"context"
	"database/sql"
	"fmt"
)

// Event is something of a request that has to be told.
type Event string

// What is told: that a request came, that nobody has answered it for twenty
// hours, and that somebody has.
const (
	EventCreated  Event = "created"
	EventDue      Event = "due"
	EventAnswered Event = "answered"
)

// Tell sets who is told of an event: the names of targets, in their order. It
// is set before the store is used. A target gets the events of one request in
// their order, each at least once and always under the same key.
func (s *Store) Tell(targets func(Event, Message) []string) { s.targets = targets }

// plan stores the deliveries of an event within tx, so that they are there
// exactly when the event is.
func (s *Store) plan(ctx context.Context, tx *sql.Tx, event Event, request int64, reference string, m Message) error {
	if s.targets == nil {
		return nil
	}
	now := s.now().UTC().Format(timeFormat)
	for _, target := range s.targets(event, m) {
		insert := s.write.Rebind(`INSERT INTO request_deliveries (request_id, event, target, key, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?)`)
		key := fmt.Sprintf("%s.%s.%s", reference, event, target)
		if _, err := tx.ExecContext(ctx, insert, request, event, target, key, now, now); err != nil {
			return fmt.Errorf("plan the delivery to %s: %w", target, err)
		}
	}
	return nil
}

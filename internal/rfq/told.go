package rfq

import (
	"context"
	"fmt"
	"time"
)

// Told is what became of one delivery, for whoever looks at its request.
type Told struct {
	Event    Event     `json:"event"`
	Target   string    `json:"target"` // "" while no server has said who is told
	State    string    `json:"state"`  // waiting, done, dead or, of what was called spam, held
	Attempts int       `json:"attempts"`
	Due      time.Time `json:"due,omitzero"`     // of one that waits: when it is tried next; zero for at once
	Settled  time.Time `json:"settled,omitzero"` // when it was delivered or given up
	Error    string    `json:"error,omitempty"`  // of the last attempt
}

// ToldOf returns the deliveries of a request, in their order.
func (s *Store) ToldOf(ctx context.Context, requestID int64) ([]Told, error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT event, target, state, attempts, due_at, settled_at, last_error
		FROM request_deliveries WHERE request_id = ? ORDER BY id`), requestID)
	if err != nil {
		return nil, fmt.Errorf("list the deliveries of a request: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []Told
	for rows.Next() {
		var t Told
		var due, settled string
		if err := rows.Scan(&t.Event, &t.Target, &t.State, &t.Attempts, &due, &settled, &t.Error); err != nil {
			return nil, fmt.Errorf("list the deliveries of a request: %w", err)
		}
		if t.State == "waiting" {
			t.Due, _ = time.Parse(timeFormat, due) // empty: at once
		}
		t.Settled, _ = time.Parse(timeFormat, settled) // empty: not yet
		list = append(list, t)
	}
	return list, rows.Err()
}

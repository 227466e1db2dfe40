package rfq

import (
	"context"
	"fmt"
	"time"
)

// DeliveryStatus is the state of one delivery of a request.
type DeliveryStatus struct {
	Event    Event     `json:"event"`
	Target   string    `json:"target"` // "" while no server has planned its targets
	State    string    `json:"state"`  // waiting, done, dead, or held for spam
	Attempts int       `json:"attempts"`
	Due      time.Time `json:"due,omitzero"`     // when one that waits is tried next; zero for at once
	Settled  time.Time `json:"settled,omitzero"` // when it was delivered or given up
	Error    string    `json:"error,omitempty"`  // of the last attempt
}

// DeliveryStatuses returns those of a request's deliveries, in their order.
func (s *Store) DeliveryStatuses(ctx context.Context, requestID int64) ([]DeliveryStatus, error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT event, target, state, attempts, due_at, settled_at, last_error
		FROM request_deliveries WHERE request_id = ? ORDER BY id`), requestID)
	if err != nil {
		return nil, fmt.Errorf("list the deliveries of a request: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []DeliveryStatus
	for rows.Next() {
		var d DeliveryStatus
		var due, settled string
		if err := rows.Scan(&d.Event, &d.Target, &d.State, &d.Attempts, &due, &settled, &d.Error); err != nil {
			return nil, fmt.Errorf("list the deliveries of a request: %w", err)
		}
		if d.State == "waiting" {
			d.Due, _ = time.Parse(timeFormat, due) // empty: at once
		}
		d.Settled, _ = time.Parse(timeFormat, settled) // empty: not yet
		list = append(list, d)
	}
	return list, rows.Err()
}

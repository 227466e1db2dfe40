package rfq

import (
	"context"
	"fmt"
	"time"
)

// DeliveryStatus is the state of one delivery of a request.
type DeliveryStatus struct {
	Event    Event     `json:"event"`
	Target   string    `json:"target"` // "" until a server routes the event
	State    string    `json:"state"`  // waiting, done, dead, or held for spam
	Attempts int       `json:"attempts"`
	Due      time.Time `json:"due,omitzero"`     // next attempt of a waiting delivery; zero for due now
	Settled  time.Time `json:"settled,omitzero"` // when it was done or became dead
	Error    string    `json:"error,omitempty"`  // of the last attempt
}

// DeliveryStatuses returns the statuses of a request's deliveries, in order.
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
			d.Due, _ = time.Parse(timeFormat, due) // empty: due now
		}
		d.Settled, _ = time.Parse(timeFormat, settled) // empty: not yet
		list = append(list, d)
	}
	return list, rows.Err()
}

package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// maxReminderAge is the maximum time since the Deadline of a request for a reminder; older
// open requests appear in the daily report only.
const maxReminderAge = 7 * 24 * time.Hour

// Remind plans EventDue for open requests RemindBefore their Deadline, once for each
// start of the clock, and returns their number.
func (s *Store) Remind(ctx context.Context) (int, error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("begin transaction: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	due, err := s.takeDue(ctx, tx)
	if err != nil {
		return 0, fmt.Errorf("find requests that are due: %w", err)
	}
	for _, r := range due {
		if err := s.plan(ctx, tx, EventDue, r.request, r.reference, r.message); err != nil {
			return 0, err
		}
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("commit reminders: %w", err)
	}
	s.notifyPlanned()
	return len(due), nil
}

// takeDue marks the requests that are due for a reminder and returns them.
func (s *Store) takeDue(ctx context.Context, tx *sql.Tx) (list []pendingEvent, err error) {
	now := s.now()
	rows, err := tx.QueryContext(ctx, s.write.Rebind(`UPDATE requests SET reminded_at = ?
		WHERE state = 'open' AND reminded_at = '' AND deadline_at BETWEEN ? AND ? RETURNING id, reference, body`),
		stamp(now), stamp(now.Add(-maxReminderAge)), stamp(now.Add(RemindBefore)))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var r pendingEvent
		var body []byte
		if err := rows.Scan(&r.request, &r.reference, &body); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &r.message); err != nil {
			return nil, fmt.Errorf("decode request %s: %w", r.reference, err)
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// ClaimJob reports whether the periodic job of a name is due, and records it as
// done: of several servers only one claims it. After a failure ReleaseJob makes it
// due again.
func (s *Store) ClaimJob(ctx context.Context, name string, interval time.Duration) (bool, error) {
	now := s.now()
	// A time in the future dates from before the clock was set back; the clocks of
	// several servers differ by less.
	err := s.write.QueryRowContext(ctx, s.write.Rebind(`INSERT INTO request_rounds (name, done_at) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at
		WHERE request_rounds.done_at <= ? OR request_rounds.done_at > ? RETURNING name`),
		name, stamp(now), stamp(now.Add(-interval)), stamp(now.Add(interval))).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("claim job %s: %w", name, err)
	}
	return true, nil
}

// ReleaseJob makes a periodic job due at once.
func (s *Store) ReleaseJob(ctx context.Context, name string) error {
	if _, err := s.write.ExecContext(ctx, s.write.Rebind(`UPDATE request_rounds SET done_at = '' WHERE name = ?`), name); err != nil {
		return fmt.Errorf("release job %s: %w", name, err)
	}
	return nil
}

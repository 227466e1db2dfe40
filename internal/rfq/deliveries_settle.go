package rfq

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// maxError is the maximum size of a stored error, in bytes.
const maxError = 1000

// MarkDone records a delivery as done, even if another worker has claimed it since.
func (s *Store) MarkDone(ctx context.Context, d Delivery) error {
	update := s.write.Rebind(`UPDATE request_deliveries SET state = 'done', settled_at = ?, claimed_until = '', last_error = '' WHERE id = ? AND state = 'waiting'`)
	return s.updateDelivery(ctx, d, KindDelivered, update, stamp(s.now()), d.ID)
}

// MarkFailed records a failed attempt and schedules the next one after wait, at most
// MaxWait.
func (s *Store) MarkFailed(ctx context.Context, d Delivery, cause error, wait time.Duration) error {
	return s.updateClaimed(ctx, d, "", `claimed_until = '', due_at = ?, last_error = ?`, stamp(s.now().Add(wait)), errorText(cause))
}

// MarkDead records a failed attempt and makes the delivery dead: it is attempted
// again only after Resend. Later deliveries of the request to the target no longer
// wait for it.
func (s *Store) MarkDead(ctx context.Context, d Delivery, cause error) error {
	return s.updateClaimed(ctx, d, KindFailed, `state = 'dead', claimed_until = '', settled_at = ?, last_error = ?`, stamp(s.now()), errorText(cause))
}

// updateClaimed changes a delivery if the caller's claim is still the latest one,
// which the number of attempts identifies.
func (s *Store) updateClaimed(ctx context.Context, d Delivery, kind Kind, change string, args ...any) error {
	update := s.write.Rebind(`UPDATE request_deliveries SET ` + change + ` WHERE state = 'waiting' AND id = ? AND attempts = ?`)
	return s.updateDelivery(ctx, d, kind, update, append(args, d.ID, d.Attempts)...)
}

// updateDelivery executes an update of a delivery. If it changes the delivery, it also
// records a kind in the history of the request, unless kind is empty.
func (s *Store) updateDelivery(ctx context.Context, d Delivery, kind Kind, update string, args ...any) error {
	err := s.group.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var request int64
		err := tx.QueryRowContext(ctx, update+` RETURNING request_id`, args...).Scan(&request)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil || kind == "" {
			return err
		}
		return s.record(ctx, tx, request, Person{}, kind, d.Target)
	})
	if err != nil {
		return fmt.Errorf("update delivery %s: %w", d.Key, err)
	}
	return nil
}

// errorText returns the text of an error as databases accept it, at most maxError
// bytes: PostgreSQL requires UTF-8 without NUL.
func errorText(err error) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(err.Error(), "?"), "\x00", "?")
	for len(text) > maxError {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return text
}

// ResetDueTimes makes deliveries due that are scheduled more than twice MaxWait
// ahead: the clock was set back after they were scheduled.
func (s *Store) ResetDueTimes(ctx context.Context) error {
	far := stamp(s.now().Add(2 * MaxWait))
	var any bool
	query := s.read.Rebind(`SELECT EXISTS (SELECT 1 FROM request_deliveries WHERE state = 'waiting' AND due_at > ?)`)
	if err := s.read.QueryRowContext(ctx, query, far).Scan(&any); err != nil || !any {
		return err
	}
	_, err := s.write.ExecContext(ctx, s.write.Rebind(`UPDATE request_deliveries SET due_at = '' WHERE state = 'waiting' AND due_at > ?`), far)
	return err
}

package rfq

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// maxError is how much of an error is kept, in bytes.
const maxError = 1000

// Done says that a delivery has arrived, whoever has claimed it meanwhile.
func (s *Store) MarkDone(ctx context.Context, d Delivery) error {
	update := s.write.Rebind(`UPDATE request_deliveries SET state = 'done', settled_at = ?, claimed_until = '', last_error = '' WHERE id = ? AND state = 'waiting'`)
	return s.updateDelivery(ctx, d, update, stamp(s.now()), d.ID)
}

// Fail says that an attempt was in vain and when to try again, at most MaxWait
// from now.
func (s *Store) MarkFailed(ctx context.Context, d Delivery, cause error, wait time.Duration) error {
	return s.updateClaimed(ctx, d, `claimed_until = '', due_at = ?, last_error = ?`, stamp(s.now().Add(wait)), errorText(cause))
}

// Kill says that an attempt was in vain and that there will be no other, unless
// somebody wants it (Resend). What waits behind it may go.
func (s *Store) MarkDead(ctx context.Context, d Delivery, cause error) error {
	return s.updateClaimed(ctx, d, `state = 'dead', claimed_until = '', settled_at = ?, last_error = ?`, stamp(s.now()), errorText(cause))
}

// settle changes a delivery that is still claimed as it was when it was taken:
// by that attempt, which its number says.
func (s *Store) updateClaimed(ctx context.Context, d Delivery, change string, args ...any) error {
	update := s.write.Rebind(`UPDATE request_deliveries SET ` + change + ` WHERE state = 'waiting' AND id = ? AND attempts = ?`)
	return s.updateDelivery(ctx, d, update, append(args, d.ID, d.Attempts)...)
}

func (s *Store) updateDelivery(ctx context.Context, d Delivery, update string, args ...any) error {
	err := s.group.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, update, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("settle delivery %s: %w", d.Key, err)
	}
	return nil
}

// reason is an error as a database takes it: PostgreSQL wants UTF-8 without zeros.
func errorText(err error) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(err.Error(), "?"), "\x00", "?")
	for len(text) > maxError {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return text
}

// Forward makes due what would wait far longer than anything may: the clock was
// set back since.
func (s *Store) ResetDueTimes(ctx context.Context) error {
	far := stamp(s.now().Add(2 * MaxWait))
	var any bool
	look := s.read.Rebind(`SELECT EXISTS (SELECT 1 FROM request_deliveries WHERE state = 'waiting' AND due_at > ?)`)
	if err := s.read.QueryRowContext(ctx, look, far).Scan(&any); err != nil || !any {
		return err
	}
	_, err := s.write.ExecContext(ctx, s.write.Rebind(`UPDATE request_deliveries SET due_at = '' WHERE state = 'waiting' AND due_at > ?`), far)
	return err
}

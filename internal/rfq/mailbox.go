package rfq

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// HoldMailbox reports whether a reader holds a mailbox for a duration from now: of several
// servers one reads it. The holder calls it again in time; a hold that ends, because its
// process died, frees the mailbox.
func (s *Store) HoldMailbox(ctx context.Context, mailbox, holder string, duration time.Duration) (bool, error) {
	now := s.now()
	// A hold that ends in the far future dates from before the clock was set back.
	err := s.write.QueryRowContext(ctx, s.write.Rebind(`INSERT INTO request_mailboxes (mailbox, holder, held_until) VALUES (?, ?, ?)
		ON CONFLICT (mailbox) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
		WHERE request_mailboxes.holder IN ('', excluded.holder) OR request_mailboxes.held_until <= ? OR request_mailboxes.held_until > ? RETURNING holder`),
		mailbox, holder, stamp(now.Add(duration)), stamp(now), stamp(now.Add(2*duration))).Scan(&holder)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("hold mailbox: %w", err)
	}
	return true, nil
}

// ReleaseMailbox frees a mailbox for other readers.
func (s *Store) ReleaseMailbox(ctx context.Context, mailbox, holder string) error {
	update := s.write.Rebind(`UPDATE request_mailboxes SET holder = '' WHERE mailbox = ? AND holder = ?`)
	if _, err := s.write.ExecContext(ctx, update, mailbox, holder); err != nil {
		return fmt.Errorf("release mailbox: %w", err)
	}
	return nil
}

// ReadUpTo returns the UID up to which a mailbox was read; 0 for a mailbox that was created
// again, with another validity.
func (s *Store) ReadUpTo(ctx context.Context, mailbox string, validity uint32) (uid uint32, err error) {
	query := s.read.Rebind(`SELECT uid FROM request_mailboxes WHERE mailbox = ? AND validity = ?`)
	err = s.read.QueryRowContext(ctx, query, mailbox, validity).Scan(&uid)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("read position in mailbox: %w", err)
	}
	return uid, nil
}

// SetReadUpTo records that all mails of a mailbox up to a place are done with. It has no
// effect once another reader holds the mailbox.
func (s *Store) SetReadUpTo(ctx context.Context, holder string, p MailPlace) error {
	update := s.write.Rebind(`UPDATE request_mailboxes SET validity = ?, uid = ? WHERE mailbox = ? AND holder = ?`)
	if _, err := s.write.ExecContext(ctx, update, p.Validity, p.UID, p.Mailbox, holder); err != nil {
		return fmt.Errorf("store position in mailbox: %w", err)
	}
	return nil
}

// ErasedMails returns the mails of erased requests that are still in a mailbox.
func (s *Store) ErasedMails(ctx context.Context, mailbox string) (list []MailPlace, err error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT validity, uid FROM request_mails WHERE mailbox = ? AND digest = '' ORDER BY validity, uid`), mailbox)
	if err != nil {
		return nil, fmt.Errorf("list mails of erased requests: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		p := MailPlace{Mailbox: mailbox}
		if err := rows.Scan(&p.Validity, &p.UID); err != nil {
			return nil, fmt.Errorf("list mails of erased requests: %w", err)
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// MailsRemoved records that mails of erased requests are not in the mailbox any more.
func (s *Store) MailsRemoved(ctx context.Context, list []MailPlace) error {
	return s.group.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, p := range list {
			remove := s.write.Rebind(`DELETE FROM request_mails WHERE mailbox = ? AND validity = ? AND uid = ? AND digest = ''`)
			if _, err := tx.ExecContext(ctx, remove, p.Mailbox, p.Validity, p.UID); err != nil {
				return fmt.Errorf("record removal of mails: %w", err)
			}
		}
		return nil
	})
}

package rfq

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/fault"
)

// Mail is what a letter received by mail has besides its text.
type Mail struct {
	ID     string   `json:"id,omitempty"`     // Message-ID, without angle brackets
	From   string   `json:"from"`             // address of the sender
	Other  bool     `json:"other,omitempty"`  // it is not the address of the request
	Quoted string   `json:"quoted,omitempty"` // what the mail repeats of former ones
	Absent []string `json:"absent,omitempty"` // names of attachments that were not stored; they are in the mailbox
	Cut    bool     `json:"cut,omitempty"`    // the mail was too large or damaged: the rest is in the mailbox
}

// encode returns the mail as it is stored, "" for nil.
func (m *Mail) encode() (string, error) {
	if m == nil {
		return "", nil
	}
	body, err := json.Marshal(m)
	if err != nil {
		return "", fmt.Errorf("encode mail: %w", err)
	}
	return string(body), nil
}

func decodeMail(stored string) (*Mail, error) {
	if stored == "" {
		return nil, nil //nolint:nilnil // the letter was not received by mail
	}
	m := &Mail{}
	return m, json.Unmarshal([]byte(stored), m)
}

// MailPlace is where a mail lies: its UID in a mailbox is unique as long as the mailbox
// has the same validity (RFC 9051, section 2.3.1.1).
type MailPlace struct {
	Mailbox  string
	Validity uint32
	UID      uint32
}

// Incoming is a mail that a mailbox received for a request.
type Incoming struct {
	Place     MailPlace
	Copy      string // the same for all copies of the mail, and for no other mail
	Subject   string
	Text      string
	Automatic bool     // no person wrote it
	Files     []string // ids of attached files, from AddFile
	Mail
}

// maxMails is the maximum number of mails that are stored for one request.
const maxMails = 1000

// CodeTooManyMails is the code of the error for a request with maxMails mails.
const CodeTooManyMails = "TOO_MANY_MAILS"

// ByReplyToken returns the request of a reply token. The error is *fault.Error of kind
// NotFound if there is none, or if it is erased.
func (s *Store) ByReplyToken(ctx context.Context, key ReplyKey, token string) (Request, error) {
	id, ok := key.requestID(token)
	if !ok {
		return Request{}, errUnknownToken()
	}
	r, err := scan(s.read.QueryRowContext(ctx, s.read.Rebind(columns+` WHERE id = ? AND state <> ?`), id, StateForgotten))
	if errors.Is(err, sql.ErrNoRows) {
		return Request{}, errUnknownToken()
	}
	return r, err
}

// MailKnown reports whether a copy of a mail is stored for a request.
func (s *Store) MailKnown(ctx context.Context, requestID int64, duplicate string) (known bool, err error) {
	query := s.read.Rebind(`SELECT EXISTS (SELECT 1 FROM request_mails WHERE request_id = ? AND digest = ?)`)
	if err := s.read.QueryRowContext(ctx, query, requestID, digestOfMail(duplicate)).Scan(&known); err != nil {
		return false, fmt.Errorf("look up mail: %w", err)
	}
	return known, nil
}

// ReceiveMail adds a mail to a request as a letter from its sender, see Reply: an
// automatic one changes no state. A further copy of a stored mail changes nothing. The
// error is *fault.Error: of kind NotFound for an erased request, and with
// CodeTooManyMails.
func (s *Store) ReceiveMail(ctx context.Context, reference string, in Incoming) error {
	return s.receive(ctx, reference, in, func(tx *sql.Tx, r Request) error { return s.addMail(ctx, tx, r, in) })
}

// ReceiveBounce marks a delivery to the sender of a request as dead, because its mail came
// back. It is named by its key without the reference. A mail that names no such delivery
// is added as an automatic letter. Errors are those of ReceiveMail.
func (s *Store) ReceiveBounce(ctx context.Context, reference string, in Incoming, delivery, reason string) error {
	in.Automatic = true
	return s.receive(ctx, reference, in, func(tx *sql.Tx, r Request) error {
		update := s.write.Rebind(`UPDATE request_deliveries SET state = 'dead', settled_at = ?, last_error = ? WHERE request_id = ? AND key = ? AND state = 'done' RETURNING target`)
		var target string
		err := tx.QueryRowContext(ctx, update, stamp(s.now()), errorText(errors.New(reason)), r.ID, r.Reference+delivery).Scan(&target)
		if errors.Is(err, sql.ErrNoRows) {
			return s.addMail(ctx, tx, r, in)
		}
		if err != nil {
			return err
		}
		return s.record(ctx, tx, r.ID, Person{}, KindFailed, target)
	})
}

// receive records a mail of a request and runs do in the same transaction, unless a copy
// of the mail was recorded before.
func (s *Store) receive(ctx context.Context, reference string, in Incoming, do func(*sql.Tx, Request) error) error {
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		if r.State == StateForgotten {
			return errUnknownToken()
		}
		digest := digestOfMail(in.Copy)
		var copies, all int
		count := s.write.Rebind(`SELECT coalesce(sum(CASE WHEN digest = ? THEN 1 ELSE 0 END), 0), count(*) FROM request_mails WHERE request_id = ?`)
		if err := tx.QueryRowContext(ctx, count, digest, r.ID).Scan(&copies, &all); err != nil {
			return fmt.Errorf("look up mail: %w", err)
		}
		if all >= maxMails {
			return fault.New(fault.Conflict, "%s has %d mails already", r.Reference, all).WithCode(CodeTooManyMails)
		}
		insert := s.write.Rebind(`INSERT INTO request_mails (mailbox, validity, uid, request_id, digest) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (mailbox, validity, uid) DO UPDATE SET request_id = excluded.request_id, digest = excluded.digest`)
		if _, err := tx.ExecContext(ctx, insert, in.Place.Mailbox, in.Place.Validity, in.Place.UID, r.ID, digest); err != nil {
			return fmt.Errorf("record mail: %w", err)
		}
		if copies > 0 {
			return nil
		}
		return do(tx, r)
	})
}

// addMail adds a mail as a letter, with its files.
func (s *Store) addMail(ctx context.Context, tx *sql.Tx, r Request, in Incoming) (err error) {
	mail := in.Mail
	mail.Other = !strings.EqualFold(mail.From, r.Email)
	l := Letter{Subject: in.Subject, Text: in.Text, Mail: &mail}
	var id int64
	if in.Automatic {
		l.Kind, l.Language = LetterAutomatic, r.Language
		if id, err = s.addLetter(ctx, tx, r.ID, l); err != nil {
			return err
		}
		err = s.record(ctx, tx, r.ID, Person{}, KindAutomatic, "")
	} else {
		id, err = s.addReplyLetter(ctx, tx, r, l)
	}
	if err != nil {
		return err
	}
	return s.bind(ctx, tx, r.ID, id, in.Files)
}

// addFiles adds the attached files to the letters of a request.
func (s *Store) addFiles(ctx context.Context, requestID int64, list []Letter) error {
	files, err := s.AllFilesOf(ctx, requestID)
	for i := range list {
		list[i].Files = files[list[i].ID]
	}
	return err
}

// RepliedTo returns the Message-ID of the last mail from the sender of a request before a
// letter to them; "" if there is none.
func (s *Store) RepliedTo(ctx context.Context, requestID, letter int64) (string, error) {
	var stored string
	query := s.read.Rebind(`SELECT mail FROM request_letters WHERE request_id = ? AND id < ? AND kind = ? AND mail <> '' ORDER BY id DESC LIMIT 1`)
	err := s.read.QueryRowContext(ctx, query, requestID, letter, LetterReply).Scan(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read last mail of request: %w", err)
	}
	mail, err := decodeMail(stored)
	if err != nil {
		return "", fmt.Errorf("read last mail of request: %w", err)
	}
	return mail.ID, nil
}

func digestOfMail(duplicate string) string {
	sum := sha256.Sum256([]byte(duplicate))
	return hex.EncodeToString(sum[:])
}

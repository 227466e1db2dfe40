package app

import (
	"context"
	"fmt"

	"ferrule/internal/rfq/mailbox"
)

// MailboxConfig names the mailbox from which replies to mails are read.
type MailboxConfig struct {
	IMAP         string `help:"Mailbox from which replies to mails are read: imaps://user:password@host/INBOX, or imap:// for STARTTLS, see docs/requests.md." placeholder:"URL"`
	ReplyAddress string `help:"Mail address whose mails arrive in the mailbox of --imap, also with +… before its @. If not given, the user of --imap." placeholder:"ADDRESS"`
}

// Mailbox returns the mailbox and its address for replies. ok is false without --imap.
func (c MailboxConfig) Mailbox() (a mailbox.Address, replies string, ok bool, err error) {
	if c.IMAP == "" {
		if c.ReplyAddress != "" {
			err = fmt.Errorf("--imap: missing; --reply-address has no effect without it")
		}
		return a, "", false, err
	}
	if a, err = mailbox.ParseAddress(c.IMAP); err != nil {
		return a, "", false, fmt.Errorf("--imap: %w", err)
	}
	if replies, err = a.ReplyAddress(c.ReplyAddress); err != nil {
		return a, "", false, fmt.Errorf("--reply-address: %w", err)
	}
	return a, replies, true, nil
}

// Validate implements kong's check.
func (c MailboxConfig) Validate() error {
	_, _, _, err := c.Mailbox()
	return err
}

// startMailbox starts to read replies to mails, until Close.
func (a *App) startMailbox(ctx context.Context) error {
	address, _, ok, err := a.config.Mailbox()
	if err != nil || !ok {
		return err
	}
	key, err := a.requests.ReplyKey(ctx)
	if err != nil {
		return err
	}
	a.mailbox = mailbox.New(mailbox.Options{Address: address, Store: a.requests, Key: key, Log: a.log})
	a.metrics.Register(a.mailbox.Metrics())
	a.start(context.WithoutCancel(ctx), a.mailbox.Run)
	return nil
}

package mailbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Time limits of the connection; a command that exceeds its limit closes it.
const (
	dialTimeout    = 30 * time.Second
	commandTimeout = time.Minute
	fetchTimeout   = 5 * time.Minute // of a whole mail
)

// connection is a connection to a server, with the mailbox selected by selectMailbox.
type connection struct {
	*imapclient.Client

	validity uint32
	mails    uint32        // at the time of the selection
	changed  chan struct{} // capacity 1: the server reported a change of the mailbox
}

// connect connects to the server and signs in. The connection is closed when the context
// ends. Errors say what is wrong and what to do.
func connect(ctx context.Context, a Address) (*connection, error) {
	c := &connection{changed: make(chan struct{}, 1)}
	options := &imapclient.Options{TLSConfig: a.tls, UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(*imapclient.UnilateralDataMailbox) {
			select {
			case c.changed <- struct{}{}:
			default: // a wake-up is pending
			}
		},
	}}
	var err error
	if c.Client, err = dial(ctx, a, options); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = c.Close() })
	if err := c.open(a); err != nil {
		_ = c.Close() // the error of the command is the cause
		return nil, err
	}
	return c, nil
}

// dial connects to the server, with TLS if it is required.
func dial(ctx context.Context, a Address, options *imapclient.Options) (*imapclient.Client, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", a.Host)
	if err != nil {
		return nil, fmt.Errorf("%s does not respond: %w; check host and port of --imap, and that the network allows it", a.Host, err)
	}
	_ = conn.SetDeadline(time.Now().Add(dialTimeout)) // the client sets its own with each command
	switch {
	case a.tls == nil:
		return imapclient.New(conn, options), nil
	case a.implicit:
		secure := tls.Client(conn, a.tls)
		if err := secure.HandshakeContext(ctx); err != nil {
			_ = conn.Close()
			return nil, fmt.Errorf("no TLS with %s: %w; check that the certificate is valid and names the host, and that the port is that of IMAP over TLS (993)", a.Host, err)
		}
		_ = conn.SetDeadline(time.Time{})
		return imapclient.New(secure, options), nil
	default:
		client, err := imapclient.NewStartTLS(conn, options)
		if err != nil {
			_ = conn.Close()
			return nil, fmt.Errorf("no TLS by STARTTLS with %s: %w; use imaps:// for a port with TLS (993)", a.Host, err)
		}
		return client, nil
	}
}

// open signs in.
func (c *connection) open(a Address) error {
	err := c.within(commandTimeout, func() error { return c.WaitGreeting() })
	if err != nil {
		return fmt.Errorf("%s is not an IMAP server: %w; check the port of --imap", a.Host, err)
	}
	err = c.within(commandTimeout, func() error { return c.Login(a.User, a.password).Wait() })
	if _, refused := errors.AsType[*imap.Error](err); refused {
		return fmt.Errorf("%s refuses the user %s: %w; check user and password of --imap (some providers require a password for programs, or allow none)", a.Host, a.User, err)
	}
	if err != nil {
		return fmt.Errorf("sign in to %s: %w", a.Host, err)
	}
	return nil
}

// selectMailbox selects the mailbox, which may have been created again since.
func (c *connection) selectMailbox(a Address) error {
	var selected *imap.SelectData
	err := c.within(commandTimeout, func() (err error) {
		selected, err = c.Select(a.Mailbox, nil).Wait()
		return err
	})
	if _, refused := errors.AsType[*imap.Error](err); refused {
		return fmt.Errorf("%s has no mailbox %q for the user %s: %w; it has %s", a.Host, a.Mailbox, a.User, err, c.mailboxes())
	}
	if err != nil {
		return fmt.Errorf("select mailbox on %s: %w", a.Host, err)
	}
	c.validity, c.mails = selected.UIDValidity, selected.NumMessages
	return nil
}

// mailboxes lists the mailboxes of the user.
func (c *connection) mailboxes() string {
	var names []string
	err := c.within(commandTimeout, func() error {
		list, err := c.List("", "*", nil).Collect()
		for _, one := range list {
			names = append(names, one.Mailbox)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		return "no others"
	}
	slices.Sort(names)
	return strings.Join(names[:min(len(names), 20)], ", ")
}

// within runs a command, and closes the connection if it exceeds the limit.
func (c *connection) within(limit time.Duration, command func() error) error {
	timer := time.AfterFunc(limit, func() { _ = c.Close() })
	defer timer.Stop()
	return command()
}

// Examine connects to a mailbox and describes it.
func Examine(ctx context.Context, a Address) (string, error) {
	c, err := connect(ctx, a)
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }() // nothing was changed
	if err := c.selectMailbox(a); err != nil {
		return "", err
	}
	how := "new ones are reported at once"
	if !c.Caps().Has(imap.CapIdle) {
		how = fmt.Sprintf("without IDLE, new ones are read within %s", pollInterval)
	}
	return fmt.Sprintf("%s of %s, %d mails; %s", a.Mailbox, a.User, c.mails, how), nil
}

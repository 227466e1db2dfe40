package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"ferrule/internal/fault"
)

// SMTP sends messages to a mail server, with one connection for each.
type SMTP struct {
	host    string
	options []gomail.Option
	from    *netmail.Address
}

// timeout bounds the sending of a message, from the dial to the last reply of the
// server.
const timeout = 30 * time.Second

// NewSMTP parses the server's address: smtp://user:password@host:587 (STARTTLS,
// required except for a server on this machine) or smtps://host:465 (implicit TLS).
// from is the sender of every message.
func NewSMTP(address, from string) (*SMTP, error) {
	sender, err := parseSender(from)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		// The error must not repeat the address, which may contain a password.
		return nil, errors.New("the mail server's address is not valid; use smtp://user:password@host:587 or smtps://…:465")
	}
	s := &SMTP{host: u.Hostname(), from: sender, options: []gomail.Option{gomail.WithTimeout(timeout), gomail.WithoutNoop()}}
	switch {
	case u.Scheme == "smtps":
		s.add(gomail.WithSSL(), gomail.WithPort(465))
	case isLocal(u.Hostname()):
		// A local server usually has a self-signed certificate.
		s.add(gomail.WithTLSPolicy(gomail.TLSOpportunistic), gomail.WithPort(25), gomail.WithTLSConfig(&tls.Config{
			MinVersion: tls.VersionTLS12, InsecureSkipVerify: true, //nolint:gosec // the loopback interface cannot be intercepted
		}))
	default:
		s.add(gomail.WithTLSPolicy(gomail.TLSMandatory), gomail.WithPort(587))
	}
	if u.Port() != "" {
		port, err := strconv.Atoi(u.Port())
		if err != nil {
			return nil, fmt.Errorf("the mail server's port %q is not a number", u.Port())
		}
		s.add(gomail.WithPort(port))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		s.add(gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	// Invalid options, such as a port out of range, fail at the start.
	if _, err := s.client(); err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return s, nil
}

func (s *SMTP) add(o ...gomail.Option) { s.options = append(s.options, o...) }

func (s *SMTP) client() (*gomail.Client, error) { return gomail.NewClient(s.host, s.options...) }

// Send returns when the server has accepted the message. A permanent refusal is an
// error of kind Invalid; a temporary failure is one of kind Unavailable.
func (s *SMTP) Send(ctx context.Context, in Message) error {
	m, err := compose(s.from, in)
	if err != nil {
		return err
	}
	c, err := s.client()
	if err != nil {
		return fmt.Errorf("mail server: %w", err)
	}
	err = c.DialAndSendWithContext(ctx, m)
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*gomail.SendError](err); ok && !refused.IsTemp() && refused.ErrorCode() >= 500 {
		return fault.Wrap(fault.Invalid, err, "The mail server refused the message.")
	}
	return fault.Wrap(fault.Unavailable, err, "The mail could not be delivered. Try again later.")
}

// isLocal reports whether the server is on this machine.
func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}

package mailbox

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strings"
)

// Address is the address of a mailbox on an IMAP server.
type Address struct {
	Host     string // with port
	User     string
	Mailbox  string // "INBOX"
	password string
	implicit bool        // TLS from the first byte, not by STARTTLS
	tls      *tls.Config // nil for none
}

// ParseAddress parses imaps://user:password@host/INBOX (implicit TLS, port 993) or
// imap://… (STARTTLS, port 143). TLS is required, except for imap:// to this machine.
func ParseAddress(address string) (Address, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "imap" && u.Scheme != "imaps") || u.User.Username() == "" || u.RawQuery != "" {
		// The error must not repeat the address, which may contain a password.
		return Address{}, errors.New("it is not the address of a mailbox; use imaps://user:password@host/INBOX, with special characters of the password as %40")
	}
	a := Address{User: u.User.Username(), Mailbox: strings.Trim(u.Path, "/"), implicit: u.Scheme == "imaps"}
	a.password, _ = u.User.Password()
	if a.Mailbox == "" {
		a.Mailbox = "INBOX"
	}
	port := u.Port()
	if port == "" {
		port = map[bool]string{true: "993", false: "143"}[a.implicit]
	}
	a.Host = net.JoinHostPort(u.Hostname(), port)
	ip := net.ParseIP(u.Hostname())
	local := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	if local && !a.implicit {
		return a, nil
	}
	a.tls = &tls.Config{
		ServerName: u.Hostname(), MinVersion: tls.VersionTLS12, NextProtos: []string{"imap"},
		InsecureSkipVerify: local, //nolint:gosec // the loopback interface cannot be intercepted, and its server has no other certificate
	}
	return a, nil
}

// Name names the mailbox in the store: it stays the same with another password.
func (a Address) Name() string { return a.User + "@" + a.Host + "/" + a.Mailbox }

// maxLocal is the maximum length of the address for replies before its @: with a token it
// must not exceed 64 characters (RFC 5321, section 4.5.3.1.1).
const maxLocal = 64 - 1 - 26

// ReplyAddress returns the address whose mails the mailbox receives: the given one, else
// the user if it is an address.
func (a Address) ReplyAddress(given string) (string, error) {
	if given == "" {
		given = a.User
	}
	parsed, err := netmail.ParseAddress(given)
	if err != nil || parsed.Address != given {
		return "", fmt.Errorf("%q is not a mail address; give the one whose mails the mailbox receives", given)
	}
	if local := given[:strings.LastIndexByte(given, '@')]; len(local) > maxLocal {
		return "", fmt.Errorf("%q has more than %d characters before its @; with a token for each request it would be too long", given, maxLocal)
	}
	return given, nil
}

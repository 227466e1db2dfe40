// Package mail sends messages over SMTP, or writes them to a folder where no server
// is configured. It does not depend on the content of messages.
package mail

import (
	"bytes"
	"crypto/rand"
	"fmt"
	netmail "net/mail"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"ferrule/internal/fault"
)

// Message is one mail. Text is required; with HTML both are sent as alternatives.
type Message struct {
	To          []string // addresses, with or without a name: `Ada <ada@example.com>`
	ReplyTo     string   // one address; empty for the sender's
	Subject     string
	Text        string
	HTML        string
	Attachments []Attachment
	ID          string   // Message-ID without its angle brackets; empty for a new one
	Automatic   bool     // written by the program, not by a person
	References  []string // Message-IDs of the thread, oldest first; the last one is replied to
}

// Attachment is a file attached to a message.
type Attachment struct {
	Name string
	Type string // media type; empty for application/octet-stream
	Data []byte
}

// compose builds an RFC 5322 message. An invalid message is an error of kind
// Invalid.
func compose(from *netmail.Address, in Message) (*gomail.Msg, error) {
	if len(in.To) == 0 || in.Text == "" {
		return nil, fault.New(fault.Invalid, "A mail needs a recipient and a text.")
	}
	m := gomail.NewMsg()
	m.FromMailAddress(from)
	if err := m.To(in.To...); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "A recipient's address is not valid.")
	}
	if in.ReplyTo != "" {
		to, err := netmail.ParseAddress(in.ReplyTo)
		if err == nil {
			err = m.ReplyTo((&netmail.Address{Address: to.Address}).String()) // without a name, which mail programs may fail to read
		}
		if err != nil {
			return nil, fault.Wrap(fault.Invalid, err, "The address for replies is not valid.")
		}
	}
	m.Subject(oneLine(in.Subject))
	m.SetDate()
	if in.ID == "" {
		in.ID = NewID(from.Address)
	}
	m.SetMessageIDWithValue(oneLine(in.ID))
	if n := len(in.References); n > 0 {
		m.SetGenHeaderPreformatted(gomail.HeaderReferences, "<"+oneLine(strings.Join(in.References, "> <"))+">")
		m.SetGenHeaderPreformatted(gomail.HeaderInReplyTo, "<"+oneLine(in.References[n-1])+">")
	}
	if in.Automatic { // absence notices must not answer: RFC 3834, and Exchange's own header
		m.SetGenHeader("Auto-Submitted", "auto-generated")
		m.SetGenHeader("X-Auto-Response-Suppress", "OOF, AutoReply")
	}
	m.SetBodyString(gomail.TypeTextPlain, in.Text)
	if in.HTML != "" {
		m.AddAlternativeString(gomail.TypeTextHTML, in.HTML)
	}
	for _, a := range in.Attachments {
		kind := a.Type
		if kind == "" {
			kind = "application/octet-stream"
		}
		m.AttachReadSeeker(oneLine(a.Name), bytes.NewReader(a.Data), gomail.WithFileContentType(gomail.ContentType(oneLine(kind))))
	}
	return m, nil
}

// NewID returns a Message-ID, without angle brackets, in the domain of the sender's
// address.
func NewID(sender string) string {
	_, domain, ok := strings.Cut(sender, "@")
	if !ok {
		domain = "localhost"
	}
	return rand.Text() + "@" + domain
}

// oneLine replaces control characters by spaces, so that user input cannot inject a
// header.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

func parseSender(from string) (*netmail.Address, error) {
	a, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("parse sender %q: %w", from, err)
	}
	return a, nil
}

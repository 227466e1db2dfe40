package mail

import (
	"bytes"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
)

// What visitors type adds neither a header nor a recipient.
func FuzzCompose(f *testing.F) {
	f.Add("ada@example.com", "Ada <ada@example.com>", "Subject", "Text", "list.xlsx")
	f.Add("ada@example.com\r\nBcc: eve@example.com", "ada@example.com", "A\r\nBcc: eve@example.com", "\r\n.\r\nDATA", "a\"\r\nX: y")
	f.Fuzz(func(t *testing.T, to, replyTo, subject, text, name string) {
		from := &netmail.Address{Name: "Ferrule", Address: "site@example.com"}
		m, err := compose(from, Message{To: []string{to}, ReplyTo: replyTo, Subject: subject, Text: text, Attachments: []Attachment{{Name: name, Data: []byte("x")}}})
		if err != nil {
			return
		}
		var sent bytes.Buffer
		if _, err := m.WriteTo(&sent); err != nil {
			return // it is not sent
		}
		read, err := netmail.ReadMessage(&sent)
		if err != nil {
			t.Fatalf("%v: %q", err, sent.String())
		}
		known := []string{"Date", "Mime-Version", "Message-Id", "Subject", "User-Agent", "X-Mailer", "From", "To", "Reply-To", "Content-Type", "Content-Transfer-Encoding"}
		for header, values := range read.Header {
			if !slices.Contains(known, header) || len(values) != 1 {
				t.Errorf("header %s: %q", header, values)
			}
		}
		recipients, err := m.GetRecipients()
		if err != nil || len(recipients) != 1 || strings.ContainsAny(recipients[0], "\r\n") {
			t.Errorf("recipients %q, %v", recipients, err)
		}
	})
}

// FuzzReplyTo checks that an address that is valid for replies prevents no mail, and
// that replies go to it.
func FuzzReplyTo(f *testing.F) {
	for _, address := range []string{
		"ada@example.com", "Ada <ada@example.com>", "\"a b\"@example.com", "müller@bücher.example", "=?utf-8?q?=0a?= <a@b.de>", "<a@b.de> (x)", "a@[127.0.0.1]", "\"a\\\"\"@b.de",
	} {
		f.Add(address)
	}
	from := &netmail.Address{Address: "site@example.com"}
	f.Fuzz(func(t *testing.T, address string) {
		want, err := netmail.ParseAddress(address)
		if err != nil {
			return // it is omitted
		}
		m, err := compose(from, Message{To: []string{"shop@example.com"}, ReplyTo: address, Subject: "S", Text: "T"})
		if err != nil {
			t.Fatalf("%q: %v", address, err)
		}
		var sent bytes.Buffer
		if _, err := m.WriteTo(&sent); err != nil {
			t.Fatalf("%q: %v", address, err)
		}
		read, err := netmail.ReadMessage(&sent)
		if err != nil {
			t.Fatalf("%q: %v", address, err)
		}
		if got, err := read.Header.AddressList("Reply-To"); err != nil || len(got) != 1 || got[0].Address != want.Address {
			t.Errorf("%q: replies to %q, %v; want %q", address, read.Header.Get("Reply-To"), err, want.Address)
		}
	})
}

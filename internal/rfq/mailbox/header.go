package mailbox

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // decodes the charsets of mails
	"github.com/emersion/go-message/mail"
)

// header is what the header of a mail says.
type header struct {
	ID        string // Message-ID, without angle brackets
	From      string // address; empty if it is not readable
	Subject   string
	Copy      string   // identifies the mail among its copies; empty without Message-ID
	Tokens    []string // that may be reply tokens, the most reliable first
	Own       string   // that may be the reply token of a mail that this program sent
	Automatic bool     // no person wrote it
	Report    bool     // a delivery status notification (RFC 3464)
}

var (
	// A token stands in a subaddress or at the beginning of a Message-ID.
	addressToken = regexp.MustCompile(`\+([A-Za-z2-7]{26})@`)
	idToken      = regexp.MustCompile(`<?\b([A-Za-z2-7]{26})(\.[^@<>\s]*)@`)
)

// recipientFields have the address that a mail was delivered to, as senders and servers
// write it.
//
//nolint:gochecknoglobals // a constant list
var recipientFields = []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc", "Resent-To"}

// headerOf reads what h says.
func headerOf(h message.Header) header {
	m := mail.Header{Header: h}
	out := header{Report: isReport(h), Automatic: isAutomatic(h)}
	out.ID = cleanLine(strings.Trim(strings.TrimSpace(h.Get("Message-Id")), "<>"), maxLine)
	if list, err := m.AddressList("From"); err == nil && len(list) > 0 {
		out.From = cleanLine(list[0].Address, maxLine)
		local, _, _ := strings.Cut(strings.ToLower(out.From), "@")
		out.Automatic = out.Automatic || local == "mailer-daemon" || local == "postmaster"
	}
	subject, err := m.Subject()
	if err != nil {
		subject = h.Get("Subject")
	}
	out.Subject = cleanLine(subject, maxLine)
	if out.ID != "" {
		out.Copy = fmt.Sprintf("%s\n%s\n%s", out.ID, h.Get("Date"), out.Subject)
	}
	if own := idToken.FindStringSubmatch(out.ID); own != nil {
		out.Own = own[1]
	}
	for _, name := range recipientFields {
		for _, value := range h.Values(name) {
			out.Tokens = appendTokens(out.Tokens, addressToken, value)
		}
	}
	for _, name := range []string{"In-Reply-To", "References"} {
		out.Tokens = appendTokens(out.Tokens, idToken, h.Get(name))
	}
	return out
}

// maxTokens is the maximum number of tokens that are looked up for one mail.
const maxTokens = 20

func appendTokens(list []string, pattern *regexp.Regexp, value string) []string {
	for _, found := range pattern.FindAllStringSubmatch(value, maxTokens-len(list)) {
		list = append(list, found[1])
	}
	return list
}

// isReport reports whether a mail is a report about the delivery of another.
func isReport(h message.Header) bool {
	kind, params, err := h.ContentType()
	return err == nil && kind == "multipart/report" && strings.EqualFold(params["report-type"], "delivery-status")
}

// isAutomatic reports whether no person wrote a mail: by RFC 3834, and by the fields that
// were used before it. Mailing lists set Precedence to list, also for mails of persons.
func isAutomatic(h message.Header) bool {
	field := func(name string) string { return strings.ToLower(strings.TrimSpace(h.Get(name))) }
	if submitted, _, _ := strings.Cut(field("Auto-Submitted"), ";"); submitted != "" && strings.TrimSpace(submitted) != "no" {
		return true
	}
	for _, name := range []string{"X-Autoreply", "X-Auto-Reply", "X-Autorespond", "X-Autoresponder"} {
		if v := field(name); v != "" && v != "no" {
			return true
		}
	}
	switch field("Precedence") {
	case "bulk", "junk", "auto_reply":
		return true
	}
	kind, _, err := h.ContentType()
	return err == nil && kind == "multipart/report" || field("Return-Path") == "<>"
}

// copyOf identifies a mail without a Message-ID by its bytes.
func copyOf(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw)) }

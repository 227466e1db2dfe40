package mailbox

import (
	"bufio"
	"strings"

	"github.com/emersion/go-message/textproto"
)

// returned is what a delivery status notification says about a mail of this program.
type returned struct {
	Token    string // reply token of the mail
	Delivery string // key of its delivery, without the reference of the request
	Failed   bool   // it was not delivered, and will not be
	Reason   string // in the words of the mail server
}

// readStatus reads the status, groups of fields that empty lines separate.
func (b *returned) readStatus(text string) {
	r := bufio.NewReader(strings.NewReader(text))
	for {
		fields, err := textproto.ReadHeader(r)
		if strings.EqualFold(strings.TrimSpace(fields.Get("Action")), "failed") {
			b.Failed = true
			reason := fields.Get("Diagnostic-Code")
			if _, words, ok := strings.Cut(reason, ";"); ok {
				reason = words
			}
			if reason == "" {
				reason = fields.Get("Status")
			}
			b.Reason = cleanLine(reason, maxLine)
		}
		if err != nil || fields.Len() == 0 {
			return
		}
	}
}

// readOriginal reads the header of the mail that came back.
func (b *returned) readOriginal(text string) {
	fields, _ := textproto.ReadHeader(bufio.NewReader(strings.NewReader(text))) // what is readable of it
	if found := idToken.FindStringSubmatch(fields.Get("Message-Id")); found != nil {
		b.Token, b.Delivery = found[1], found[2]
	}
}

package delivery

import (
	"context"
	"fmt"

	"ferrule/internal/mail"
)

// confirmation tells who sent a request that it has come, in their language. It
// carries nothing that was typed into the form: the address may be a stranger's,
// and the supplier's domain must not send them a text of the visitor's choice.
type confirmation struct{ *Mailer }

// Deliver implements Target.
func (t confirmation) Deliver(ctx context.Context, p Payload) error {
	r := p.Request
	w := textsIn(r.Language)
	received := fmt.Sprintf(w.thanks, r.Reference) + " " + fmt.Sprintf(w.received, w.formatTime(r.Created))
	if n := len(r.Lines); n > 0 {
		received += " " + fmt.Sprintf(w.contains, w.count(n))
	}
	l := mailContent{
		Language: w.code, Title: fmt.Sprintf(w.confirmed, r.Reference), Link: link(t.BaseURL, r), LinkText: w.open,
		Lead: []string{w.greeting, received, w.within}, Foot: []string{w.notYou},
	}
	m := mail.Message{ReplyTo: t.ReplyTo, ID: t.messageID(p.Key), Subject: l.Title}
	return t.send(ctx, t.ToVisitor, r.Email, l, m)
}

package delivery

import (
	"context"
	"fmt"

	"ferrule/internal/rfq"
)

// confirmation mails the sender of a request that it was received, in their
// language. It contains no input of the form: the address may belong
// to a third party, and the supplier's domain must not send texts of the visitor's
// choice.
type confirmation struct{ *Mailer }

// Deliver implements Target.
func (t confirmation) Deliver(ctx context.Context, p Payload) error {
	r := p.Request
	w := textsIn(r.Language)
	received := fmt.Sprintf(w.thanks, r.Reference) + " " + fmt.Sprintf(w.received, rfq.LocalTime(r.Created, t.Calendar.Zone, w.code))
	if n := len(r.Lines); n > 0 {
		received += " " + fmt.Sprintf(w.contains, w.count(n))
	}
	c := mailContent{
		Language: w.code, Title: fmt.Sprintf(w.confirmed, r.Reference), Link: r.Link(t.BaseURL), LinkText: w.open,
		Lead: []string{w.greeting, received, fmt.Sprintf(w.within, w.hours(t.Calendar))}, Foot: []string{w.notYou},
	}
	m := t.toVisitor(r, p.Key)
	m.Subject, m.Automatic = c.Title, true
	return t.send(ctx, t.ToVisitor, r.Email, c, m)
}

package delivery

import (
	"context"
	"strings"

	"ferrule/internal/rfq"
)

// visitorLetter mails a letter of the supplier to the sender of a request, with the PDF of
// an offer, and notices about an offer.
type visitorLetter struct{ *Mailer }

// Deliver implements Target.
func (t visitorLetter) Deliver(ctx context.Context, p Payload) error {
	if p.Event != rfq.EventLetter {
		return t.deliverNotice(ctx, p)
	}
	r, l := p.Request, p.Letter
	w := textsIn(l.Language)
	c := mailContent{
		Language: w.code, Title: l.Subject, Lead: paragraphs(l.Text), Link: r.Link(t.BaseURL), LinkText: w.open,
	}
	m := t.toVisitor(r, p.Key)
	if m.ReplyTo != "" {
		c.Foot = []string{w.reply}
	}
	m.Subject, m.Attachments = l.Subject, attachedOffer(p)
	if p.InReply != "" {
		m.References = append(m.References, p.InReply)
	}
	return t.send(ctx, t.ToVisitor, r.Email, c, m)
}

// paragraphs returns the paragraphs of a text, which empty lines separate.
func paragraphs(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(text, "\n\n", "\x00"), func(r rune) bool { return r == 0 })
}

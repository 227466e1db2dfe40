package delivery

import (
	"context"
	"fmt"
	"html/template"
	"net/url"

	"ferrule/internal/mail"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/offer"
)

// deliverAnswer mails the supplier what the sender of a request has answered. Of what the
// supplier did itself there is no mail.
func (t supplierMail) deliverAnswer(ctx context.Context, to string, p Payload) error {
	if p.Letter.ID == 0 || p.Letter.By != (rfq.Person{}) {
		return nil
	}
	w := answerTextsIn(t.Language)
	title := map[rfq.Event]string{rfq.EventReply: w.replied, rfq.EventWon: w.accepted, rfq.EventLost: w.refused}[p.Event]
	c := t.answerContent(p, fmt.Sprintf(title, p.Request.Reference, p.Request.Name))
	c.Message = p.Letter.Text
	if o := p.Offer; o != nil {
		c.add(w.orderNumber, o.Decision.OrderNumber, "")
	}
	m := mail.Message{Automatic: true, Subject: c.Title, ReplyTo: replyTo(p.Request.Email), ID: t.messageID(p.Key), References: []string{t.createdID(p)}}
	if p.Event == rfq.EventWon {
		m.Attachments = attachedOffer(p)
	}
	return t.send(ctx, t.ToSupplier, to, c, m)
}

// createdID returns the Message-ID of the first mail to the same address about a request.
func (t supplierMail) createdID(p Payload) string {
	target := supplierTarget
	if t.to != "" {
		target += ":" + t.to
	}
	return t.messageID(p.Request.Reference + "." + string(rfq.EventCreated) + "." + target)
}

// answerContent returns a mail to the supplier about a request and its offer.
func (o *Mailer) answerContent(p Payload, title string) mailContent {
	w, a := textsIn(o.Language), answerTextsIn(o.Language)
	r := p.Request
	c := mailContent{Language: w.code, Title: title}
	c.add(w.name, r.Name, "")
	c.add(w.phone, r.Phone, telLink(r.Phone))
	c.add(w.email, r.Email, template.URL("mailto:"+url.PathEscape(r.Email))) //nolint:gosec // escaped
	if p.Offer != nil {
		c.add(a.offer, p.Offer.Offer.Number, "")
		c.add(a.total, amountOf(p.Offer.Offer, o.Language), "")
	}
	if o.BaseURL != "" {
		c.Link, c.LinkText = o.BaseURL+"/desk/requests/"+r.Reference, a.open
	}
	return c
}

// add adds a fact unless it is empty.
func (c *mailContent) add(name, value string, link template.URL) {
	if value != "" {
		c.Facts = append(c.Facts, fact{Name: name, Value: value, Link: link})
	}
}

// amountOf returns the total of an offer in a language: "CHF 2 187,60".
func amountOf(o offer.Offer, language string) string {
	return o.Currency + "\u00a0" + offer.FormatIn(language).Number(o.Total().Total, offer.MinorUnits(o.Currency))
}

func attachedOffer(p Payload) []mail.Attachment {
	if p.Offer == nil || len(p.Offer.Document) == 0 {
		return nil
	}
	o := p.Offer.Offer
	return []mail.Attachment{{Name: document.OfferName(o.Language, o.Number), Type: "application/pdf", Data: p.Offer.Document}}
}

// assigneeMail mails the person who works on a request about its offer; without one, the
// supplier.
type assigneeMail struct {
	*Mailer

	supplier func(form string) string // returns the supplier's address for a form; empty for the contact
}

// Deliver implements Target.
func (t assigneeMail) Deliver(ctx context.Context, p Payload) error {
	if p.Offer == nil {
		return nil
	}
	to := ""
	if id := p.Request.Assignee; id != "" && t.Person != nil {
		address, err := t.Person(ctx, id)
		if err != nil {
			return fmt.Errorf("read address of assignee: %w", err)
		}
		to = address
	}
	if to == "" {
		to = t.supplier(p.Request.FormKey)
	}
	if to == "" {
		to = t.Contact(ctx)
	}
	w := answerTextsIn(t.Language)
	title, lead := w.expired, w.expiredLead
	if p.Event == rfq.EventExpiring {
		title, lead = w.expiring, w.expiringLead
	}
	o := p.Offer.Offer
	c := t.answerContent(p, fmt.Sprintf(title, o.Number))
	c.Lead = []string{fmt.Sprintf(lead, o.Number, offer.FormatIn(t.Language).Day(o.ValidUntil))}
	return t.send(ctx, t.ToSupplier, to, c, mail.Message{Automatic: true, Subject: c.Title, ReplyTo: replyTo(p.Request.Email), ID: t.messageID(p.Key)})
}

// deliverNotice mails the sender of a request that their acceptance is stored, or that
// their offer ends soon.
func (t visitorLetter) deliverNotice(ctx context.Context, p Payload) error {
	if p.Offer == nil || p.Request.Email == "" || p.Event == rfq.EventWon && p.Letter.ID == 0 {
		return nil // won outside of the program
	}
	r, o := p.Request, p.Offer.Offer
	w, a := textsIn(r.Language), answerTextsIn(r.Language)
	c := mailContent{Language: w.code, Link: r.Link(t.BaseURL), LinkText: w.open}
	m := t.toVisitor(r, p.Key)
	m.Automatic = true
	if p.Event == rfq.EventWon {
		c.Title = fmt.Sprintf(a.thanks, o.Number)
		c.Lead = []string{w.greeting, fmt.Sprintf(a.thanksLead, o.Number, amountOf(o, r.Language))}
		c.Message = p.Offer.Decision.Words
		m.Attachments = attachedOffer(p)
	} else {
		c.Title = fmt.Sprintf(a.soon, o.Number)
		c.Lead = []string{w.greeting, fmt.Sprintf(a.soonLead, o.Number, offer.FormatIn(r.Language).Day(o.ValidUntil))}
	}
	m.Subject = c.Title
	return t.send(ctx, t.ToVisitor, r.Email, c, m)
}

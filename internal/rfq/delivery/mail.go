package delivery

import (
	"context"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"ferrule/internal/mail"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// maxAttached is how much is attached to one mail, in bytes: many servers take
// no more than 20 MB, and base64 makes 15 of them 20.
const maxAttached = 15 << 20

// supplierMail tells one address of the supplier.
type supplierMail struct {
	*Mailer

	to string // empty for the contact
}

// Deliver implements Target.
func (t supplierMail) Deliver(ctx context.Context, p Payload) error {
	to := t.to
	if to == "" {
		to = t.Contact(ctx)
	}
	m := mail.Message{ReplyTo: replyTo(p.Request.Email), ID: t.messageID(p.Key)}
	l := t.content(p.Request)
	if p.Event == rfq.EventDue {
		m.References = []string{t.messageID(strings.Replace(p.Key, "."+string(rfq.EventDue)+".", "."+string(rfq.EventCreated)+".", 1))}
		l = t.reminder(p.Request)
	} else if err := t.attach(ctx, p, &m, &l); err != nil {
		return err
	}
	m.Subject = subject(textsIn(t.Language), l.Title, p.Request)
	return t.send(ctx, t.ToSupplier, to, l, m)
}

// subject is the same in all mails of a request as far as programs compare
// it that have no look at References: it has the reference.
func subject(w texts, title string, r rfq.Request) string {
	out := title
	if r.Name != "" {
		out += ": " + r.Name
	}
	if n := len(r.Lines); n > 0 {
		out += ", " + w.count(n)
	}
	return out
}

func (t supplierMail) content(r rfq.Request) mailContent {
	w := textsIn(t.Language)
	l := mailContent{
		Language: w.code, Title: fmt.Sprintf(w.request, r.Reference), Lead: []string{fmt.Sprintf(w.received, w.formatTime(r.Created))},
		Message: r.Message.Message,
	}
	add := func(name, value string, link template.URL) {
		if value != "" {
			l.Facts = append(l.Facts, fact{Name: name, Value: value, Link: link})
		}
	}
	add(w.name, r.Name, "")
	add(w.phone, r.Phone, telLink(r.Phone))
	add(w.email, r.Email, template.URL("mailto:"+url.PathEscape(r.Email)))
	add(w.subject, r.Subject, "")
	add(w.form, r.FormTitle, "")
	add(w.language, r.Language, "")
	add(w.page, r.Page, "")
	add(w.answerBy, w.formatTime(r.Created.Add(rfq.AnswerTime)), "")
	l.Head, l.Rows = table(w, r, t.Language)
	return l
}

// dial is a link that calls a number, however it was typed.
func telLink(phone string) template.URL {
	return template.URL("tel:" + strings.Map(func(r rune) rune { //nolint:gosec // nothing is left but these
		if strings.ContainsRune("+0123456789", r) {
			return r
		}
		return -1
	}, phone))
}

func (t supplierMail) reminder(r rfq.Request) mailContent {
	w := textsIn(t.Language)
	l := t.content(r)
	l.Title = fmt.Sprintf(w.due, r.Reference)
	l.Lead = []string{fmt.Sprintf(w.dueLead, r.Reference, w.formatTime(r.Created))}
	l.Foot = []string{w.overdueHow}
	return l
}

// attach adds the lines as CSV, and what the visitor attached as far as there
// is room. What there is none for is named, with how to get it.
func (t supplierMail) attach(ctx context.Context, p Payload, m *mail.Message, l *mailContent) error {
	w := textsIn(t.Language)
	if len(p.Request.Lines) > 0 {
		r := p.Request
		r.Language = t.Language
		data, err := document.CSV(r, p.Files)
		if err != nil {
			return fmt.Errorf("write the lines as CSV: %w", err)
		}
		m.Attachments = append(m.Attachments, mail.Attachment{Name: p.Request.Reference + ".csv", Type: "text/csv; charset=utf-8", Data: data})
	}
	room := int64(maxAttached)
	for _, f := range p.Files {
		how := w.attached
		if f.Size > room {
			how = fmt.Sprintf(w.fetch, fmt.Sprintf("ferrule requests file %s %s -o %q", p.Request.Reference, f.ID, f.Name))
		} else {
			data, err := t.readFile(ctx, f.ID)
			if err != nil {
				return err
			}
			room -= f.Size
			m.Attachments = append(m.Attachments, mail.Attachment{Name: f.Name, Type: f.Type, Data: data})
		}
		l.Facts = append(l.Facts, fact{Name: w.files, Value: fmt.Sprintf("%s (%.1f MB, %s)", f.Name, float64(f.Size)/1e6, how)})
	}
	return nil
}

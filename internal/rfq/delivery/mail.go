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

// maxAttached is the maximum size of the attachments of one mail, in bytes: many
// servers accept at most 20 MB, which base64 makes of 15.
const maxAttached = 15 << 20

// maxRows is the maximum number of lines in a mail's own table: mail programs cut off
// or lose longer mails (some at 100 KB). All lines are in the attachment.
const maxRows = 100

// supplierMail mails one address of the supplier.
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
	if p.Event != rfq.EventCreated && p.Event != rfq.EventDue {
		return t.deliverAnswer(ctx, to, p)
	}
	m := mail.Message{ReplyTo: replyTo(p.Request.Email), ID: t.messageID(p.Key), Automatic: true}
	c := t.content(p.Request)
	if err := t.attachLines(ctx, p, &m); err != nil {
		return err
	}
	if p.Event == rfq.EventDue {
		m.References = []string{t.messageID(strings.Replace(p.Key, "."+string(rfq.EventDue)+".", "."+string(rfq.EventCreated)+".", 1))}
		c = t.reminder(p.Request)
	} else if err := t.attachFiles(ctx, p, &m, &c); err != nil {
		return err
	}
	m.Subject = subject(textsIn(t.Language), c.Title, p.Request)
	return t.send(ctx, t.ToSupplier, to, c, m)
}

// subject returns the subject of a mail. It begins with the reference in all mails
// of a request, for programs that group by subject instead of References.
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

// content returns the mail about a new request.
func (t supplierMail) content(r rfq.Request) mailContent {
	w := textsIn(t.Language)
	c := mailContent{
		Language: w.code, Title: fmt.Sprintf(w.request, r.Reference), Lead: []string{fmt.Sprintf(w.received, rfq.LocalTime(r.Created, t.Calendar.Zone, w.code))},
		Message: r.Message.Message,
	}
	c.add(w.name, r.Name, "")
	c.add(w.phone, r.Phone, telLink(r.Phone))
	c.add(w.email, r.Email, template.URL("mailto:"+url.PathEscape(r.Email)))
	c.add(w.subject, r.Subject, "")
	c.add(w.form, r.FormTitle, "")
	c.add(w.language, r.Language, "")
	c.add(w.page, r.Page, "")
	c.add(w.answerBy, rfq.LocalTime(t.Calendar.DeadlineOf(r), t.Calendar.Zone, w.code), "")
	c.Head, c.Rows = table(w, r, t.Language)
	if n := len(c.Rows); n > maxRows {
		c.Rows, c.More = c.Rows[:maxRows], fmt.Sprintf(w.more, maxRows, w.count(n), csvName(r))
	}
	return c
}

// telLink returns a link that dials a number.
func telLink(phone string) template.URL {
	return template.URL("tel:" + strings.Map(func(r rune) rune { //nolint:gosec // contains these characters only
		if strings.ContainsRune("+0123456789", r) {
			return r
		}
		return -1
	}, phone))
}

// reminder returns the mail about a request that is still open.
func (t supplierMail) reminder(r rfq.Request) mailContent {
	w := textsIn(t.Language)
	c := t.content(r)
	c.Title = fmt.Sprintf(w.due, r.Reference)
	c.Lead = []string{fmt.Sprintf(w.dueLead, r.Reference, rfq.LocalTime(r.Created, t.Calendar.Zone, w.code), w.hours(t.Calendar))}
	c.Foot = []string{w.overdueHow}
	return c
}

// csvName returns the name of the attachment with the lines of a request.
func csvName(r rfq.Request) string { return r.Reference + ".csv" }

// attachLines attaches the lines as CSV.
func (t supplierMail) attachLines(ctx context.Context, p Payload, m *mail.Message) error {
	if len(p.Request.Lines) == 0 {
		return nil
	}
	r := p.Request
	r.Language = t.Language
	options := []document.Option{document.Calendar(t.Calendar), document.Link(r.Link(t.BaseURL))}
	if t.About != nil {
		supplier, err := t.About(ctx, t.Language)
		if err != nil {
			return fmt.Errorf("read supplier: %w", err)
		}
		options = append(options, document.Supplier(supplier))
	}
	data, err := document.CSV(r, p.Files, options...)
	if err != nil {
		return fmt.Errorf("write lines as CSV: %w", err)
	}
	m.Attachments = append(m.Attachments, mail.Attachment{Name: csvName(r), Type: "text/csv; charset=utf-8", Data: data})
	return nil
}

// attachFiles attaches files up to maxAttached. For other files the mail names the
// command that retrieves them.
func (t supplierMail) attachFiles(ctx context.Context, p Payload, m *mail.Message, c *mailContent) error {
	w := textsIn(t.Language)
	left := int64(maxAttached)
	for _, f := range p.Files {
		how := w.attached
		if f.Size > left {
			how = fmt.Sprintf(w.fetch, fmt.Sprintf("ferrule requests file %s %s -o %q", p.Request.Reference, f.ID, f.Name))
		} else {
			data, err := t.readFile(ctx, f.ID)
			if err != nil {
				return err
			}
			left -= f.Size
			m.Attachments = append(m.Attachments, mail.Attachment{Name: f.Name, Type: f.Type, Data: data})
		}
		c.Facts = append(c.Facts, fact{Name: w.files, Value: fmt.Sprintf("%s (%.1f MB, %s)", f.Name, float64(f.Size)/1e6, how)})
	}
	return nil
}

// Package document writes documents of requests, in the language of the request: a
// table for spreadsheets (CSV, XLSX) and a document to print or file (PDF). Each is
// complete. It depends on requests, but must not depend on their store.
package document

import (
	"strings"
	"time"

	"ferrule/internal/rfq"
)

// Option configures a document.
type Option func(*document)

// Supplier sets the supplier in the header of a document.
func Supplier(s rfq.Supplier) Option { return func(d *document) { d.supplier = s } }

// Link sets the address of the request's page; "" for none.
func Link(address string) Option { return func(d *document) { d.link = address } }

// Calendar sets the calendar of the site; the default is that of rfq.Store.
func Calendar(c rfq.Calendar) Option { return func(d *document) { d.calendar = c } }

// document is the content that all formats have in common.
type document struct {
	supplier rfq.Supplier
	link     string
	calendar rfq.Calendar
	request  rfq.Request
	texts    texts
	facts    []fact
	rows     []Row
}

// fact is a named value of the request as a whole.
type fact struct{ name, value string }

func newDocument(r rfq.Request, files []rfq.File, options []Option) document {
	d := document{calendar: rfq.Calendar{Zone: time.Local}, request: r, texts: textsIn(r.Language), rows: Rows(r)}
	for _, option := range options {
		option(&d)
	}
	add := func(name, value string) {
		if value != "" {
			d.facts = append(d.facts, fact{name, withoutSoftHyphens(value)})
		}
	}
	add(d.texts.received, rfq.LocalTime(r.Created, d.calendar.Zone, r.Language))
	if r.AnsweredAt.IsZero() {
		add(d.texts.deadline, rfq.LocalTime(d.calendar.DeadlineOf(r), d.calendar.Zone, r.Language))
	} else {
		add(d.texts.answered, rfq.LocalTime(r.AnsweredAt, d.calendar.Zone, r.Language))
	}
	add(d.texts.name, r.Name)
	add(d.texts.phone, r.Phone)
	add(d.texts.email, r.Email)
	add(d.texts.form, r.FormTitle)
	add(d.texts.message, r.Message.Message)
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name + " (" + d.texts.size(f.Size) + ")"
	}
	add(d.texts.files, strings.Join(names, "\n"))
	add(d.texts.link, d.link)
	return d
}

func (d document) title() string { return d.texts.title + " " + d.request.Reference }

// withoutSoftHyphens removes the hyphenation points of texts: documents would print
// them, and a search for the word would fail.
func withoutSoftHyphens(text string) string { return strings.ReplaceAll(text, "\u00ad", "") }

// columns returns the header of the table of lines.
func (d document) columns() []string {
	w := d.texts
	return []string{w.position, w.customer, w.part, w.article, w.values, w.quantity, w.note}
}

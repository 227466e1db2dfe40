// Package document makes documents of requests, in the language they were sent in:
// a table for spreadsheets (CSV, XLSX) and a page to print or to file (PDF).
// Who reads one needs nothing else. It knows requests and nothing of where
// they are kept.
package document

import (
	"strings"
	"time"

	"ferrule/internal/rfq"
)

// Option changes how a document is made.
type Option func(*document)

// Site sets the name that stands at the head of a document.
func Site(name string) Option { return func(d *document) { d.site = name } }

// In sets the zone of the times in a document; without it, the server's.
func In(zone *time.Location) Option { return func(d *document) { d.zone = zone } }

// document is what all formats say of a request.
type document struct {
	site    string
	zone    *time.Location
	request rfq.Request
	words   words
	facts   []fact
	rows    []Row
}

// fact is something named that is said of the request as a whole.
type fact struct{ name, value string }

func newDocument(r rfq.Request, files []rfq.File, options []Option) document {
	d := document{zone: time.Local, request: r, words: wording(r.Language), rows: Rows(r)}
	for _, option := range options {
		option(&d)
	}
	add := func(name, value string) {
		if value != "" {
			d.facts = append(d.facts, fact{name, value})
		}
	}
	add(d.words.received, d.words.moment(r.Created.In(d.zone)))
	if !r.AnsweredAt.IsZero() {
		add(d.words.answered, d.words.moment(r.AnsweredAt.In(d.zone)))
	}
	add(d.words.name, r.Name)
	add(d.words.phone, r.Phone)
	add(d.words.email, r.Email)
	add(d.words.form, r.FormTitle)
	add(d.words.message, r.Message.Message)
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name + " (" + d.words.size(f.Size) + ")"
	}
	add(d.words.files, strings.Join(names, "\n"))
	return d
}

func (d document) title() string { return d.words.title + " " + d.request.Reference }

// columns are the heads of the table of lines.
func (d document) columns() []string {
	w := d.words
	return []string{w.position, w.part, w.article, w.values, w.quantity, w.note}
}

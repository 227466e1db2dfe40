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

// Site sets the site's name in the header of a document.
func Site(name string) Option { return func(d *document) { d.site = name } }

// TimeZone sets the zone of the times in a document; the default is the server's.
func TimeZone(zone *time.Location) Option { return func(d *document) { d.zone = zone } }

// document is the content that all formats have in common.
type document struct {
	site    string
	zone    *time.Location
	request rfq.Request
	texts   texts
	facts   []fact
	rows    []Row
}

// fact is a named value of the request as a whole.
type fact struct{ name, value string }

func newDocument(r rfq.Request, files []rfq.File, options []Option) document {
	d := document{zone: time.Local, request: r, texts: textsIn(r.Language), rows: Rows(r)}
	for _, option := range options {
		option(&d)
	}
	add := func(name, value string) {
		if value != "" {
			d.facts = append(d.facts, fact{name, value})
		}
	}
	add(d.texts.received, d.texts.formatTime(r.Created.In(d.zone)))
	if !r.AnsweredAt.IsZero() {
		add(d.texts.answered, d.texts.formatTime(r.AnsweredAt.In(d.zone)))
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
	return d
}

func (d document) title() string { return d.texts.title + " " + d.request.Reference }

// columns returns the header of the table of lines.
func (d document) columns() []string {
	w := d.texts
	return []string{w.position, w.part, w.article, w.values, w.quantity, w.note}
}

package delivery

import (
	"context"
	"fmt"

	"ferrule/internal/mail"
)

// confirmation tells who sent a request that it has come, in their language.
type confirmation struct{ *Letters }

// Deliver implements Target.
func (t confirmation) Deliver(ctx context.Context, p Parcel) error {
	r := p.Request
	w := wording(r.Language)
	l := letter{
		Language: w.code, Title: fmt.Sprintf(w.confirmed, r.Reference), Typed: r.Message.Message, Link: link(t.BaseURL, r), LinkText: w.open,
		Lead: []string{fmt.Sprintf(w.greeting, r.Name), fmt.Sprintf(w.thanks, r.Reference) + " " + w.within}, Foot: []string{w.notYou},
	}
	for _, f := range p.Files {
		l.Facts = append(l.Facts, fact{Name: w.files, Value: f.Name})
	}
	l.Head, l.Rows = table(w, r, r.Language)
	m := mail.Message{ReplyTo: t.ReplyTo, ID: t.id(p.Key), Subject: l.Title}
	return t.send(ctx, t.ToVisitor, r.Email, l, m)
}

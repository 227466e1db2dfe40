package delivery

import (
	"context"
	"errors"
	"fmt"
	"io"
	netmail "net/mail"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/blob"
	"ferrule/internal/fault"
	"ferrule/internal/mail"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// Sender sends mails. An error of kind fault.Invalid is a permanent refusal.
type Sender interface {
	Send(ctx context.Context, m mail.Message) error
}

// Mailer mails the supplier and visitors.
type Mailer struct {
	ToSupplier Sender
	ToVisitor  Sender
	Contact    func(ctx context.Context) string // returns the supplier's address where none is configured
	// About returns the supplier as named in the attached CSV; nil for none.
	About func(ctx context.Context, language string) (rfq.Supplier, error)
	// Person returns the address of an account, empty for one that has none any more; nil
	// without accounts.
	Person   func(ctx context.Context, id string) (string, error)
	ReplyTo  string // of mails to visitors without Mailbox; empty for the sender's address
	Mailbox  string // address whose mails are read, with a reply token as subaddress; empty for none
	ReplyKey rfq.ReplyKey
	Domain   string // of Message-IDs
	Calendar rfq.Calendar
	Language string                                                            // of mails to the supplier: "de-DE"
	BaseURL  string                                                            // of the site, without a trailing slash; empty for mails without links
	OpenFile func(ctx context.Context, id string) (rfq.File, blob.File, error) // opens an attached file; the caller closes it
}

// send sends a mail to one recipient.
func (o *Mailer) send(ctx context.Context, via Sender, to string, c mailContent, m mail.Message) error {
	var err error
	if m.HTML, err = c.html(); err != nil {
		return err
	}
	m.To, m.Text = []string{to}, c.text()
	err = via.Send(ctx, m)
	if fault.KindOf(err) == fault.Invalid {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// replyTo returns the address if it is valid, else "": a mistyped address must not
// prevent the mail.
func replyTo(address string) string {
	if _, err := netmail.ParseAddress(address); err != nil {
		return ""
	}
	return address
}

// messageID returns the Message-ID of a delivery key: the same for all attempts, so
// that mail programs recognize a repetition.
func (o *Mailer) messageID(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, key) + "@" + o.Domain
}

// toVisitor returns the headers of a mail to the sender of a request, in the thread of the
// confirmation. Replies find the request by the token in the address or in the Message-ID.
func (o *Mailer) toVisitor(r rfq.Request, key string) mail.Message {
	m := mail.Message{ReplyTo: o.ReplyTo, ID: o.visitorID(r, key)}
	if first := r.Reference + "." + string(rfq.EventCreated) + "." + confirmationTarget; key != first {
		m.References = []string{o.visitorID(r, first)}
	}
	if at := strings.LastIndexByte(o.Mailbox, '@'); at > 0 {
		m.ReplyTo = o.Mailbox[:at] + "+" + o.ReplyKey.Token(r.ID) + o.Mailbox[at:]
	}
	return m
}

// visitorID returns the Message-ID of a delivery key in mails to the sender of a request,
// with a reply token instead of the reference.
func (o *Mailer) visitorID(r rfq.Request, key string) string {
	return o.messageID(o.ReplyKey.Token(r.ID) + strings.TrimPrefix(key, r.Reference))
}

// table returns the header and the rows of a request's lines, in a language.
func table(w texts, r rfq.Request, language string) (head []string, rows [][]string) {
	r.Language = language
	for i, line := range document.Rows(r) {
		if !line.Known {
			line.Note = strings.TrimSuffix(w.unknown+"; "+line.Note, "; ")
		}
		rows = append(rows, []string{strconv.Itoa(i + 1), line.Position, line.Part, line.Name, line.Values, strconv.FormatInt(line.Quantity, 10), line.Note})
	}
	head = []string{w.number, w.customer, w.part, w.article, w.values, w.quantity, w.note}
	const customer = 1
	if !slices.ContainsFunc(rows, func(row []string) bool { return row[customer] != "" }) {
		head = slices.Delete(head, customer, customer+1)
		for i := range rows {
			rows[i] = slices.Delete(rows[i], customer, customer+1)
		}
	}
	return head, rows
}

// readFile returns the bytes of an attached file.
func (o *Mailer) readFile(ctx context.Context, id string) (_ []byte, err error) {
	_, f, err := o.OpenFile(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("open file %s: %w", id, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(f)
}

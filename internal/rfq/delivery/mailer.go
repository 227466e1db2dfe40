package delivery

import (
	"context"
	"errors"
	"fmt"
	"io"
	netmail "net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"

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
	Contact    func(ctx context.Context) string                                  // returns the supplier's address where none is configured
	ReplyTo    string                                                            // of confirmations; empty for the sender's address
	Domain     string                                                            // of Message-IDs
	TimeZone   *time.Location                                                    // of times, and of working days
	Language   string                                                            // of mails to the supplier: "de-DE"
	BaseURL    string                                                            // of the site, without a trailing slash; empty for mails without links
	OpenFile   func(ctx context.Context, id string) (rfq.File, blob.File, error) // opens an attached file; the caller closes it
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

// link returns the address of a request's page for its sender, on a site without a
// trailing slash; "" for none. The language is the sender's input: anything but a
// language subtag would add their text to the mail.
func link(site string, r rfq.Request) string {
	prefix, _, _ := strings.Cut(r.Language, "-")
	if site == "" || r.Token == "" || !subtag.MatchString(prefix) {
		return ""
	}
	return site + "/" + prefix + "/request/" + r.Token
}

var subtag = regexp.MustCompile(`^[a-zA-Z]{2,3}$`)

// table returns the header and the rows of a request's lines, in a language.
func table(w texts, r rfq.Request, language string) (head []string, rows [][]string) {
	r.Language = language
	for i, line := range document.Rows(r) {
		if !line.Known {
			line.Note = strings.TrimSuffix(w.unknown+"; "+line.Note, "; ")
		}
		name := strings.ReplaceAll(line.Name, "\u00ad", "") // soft hyphens, which mail programs display
		rows = append(rows, []string{strconv.Itoa(i + 1), line.Part, name, line.Values, strconv.FormatInt(line.Quantity, 10), line.Note})
	}
	return []string{w.number, w.part, w.article, w.values, w.quantity, w.note}, rows
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

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

	"ferrule/internal/blob"
	"ferrule/internal/fault"
	"ferrule/internal/mail"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

// Sender takes mails. An error of kind fault.Invalid is a refusal for good.
type Sender interface {
	Send(ctx context.Context, m mail.Message) error
}

// Letters are how the supplier and visitors are written to.
type Mailer struct {
	ToSupplier Sender
	ToVisitor  Sender
	Contact    func(ctx context.Context) string                                  // whom the supplier's mails go to where no address is configured
	ReplyTo    string                                                            // where answers to confirmations go; empty for the sender's address
	Domain     string                                                            // of Message-IDs
	Language   string                                                            // the supplier's: "de-DE"
	BaseURL    string                                                            // of the site, without a slash at its end; empty for mails without links
	OpenFile   func(ctx context.Context, id string) (rfq.File, blob.File, error) // what a visitor attached
}

// send writes a letter to one person.
func (o *Mailer) send(ctx context.Context, via Sender, to string, l mailContent, m mail.Message) error {
	var err error
	if m.HTML, err = l.html(); err != nil {
		return err
	}
	m.To, m.Text = []string{to}, l.text()
	err = via.Send(ctx, m)
	if fault.KindOf(err) == fault.Invalid {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// replyTo is an address if it is one: a mail must not fail for what a visitor
// mistyped.
func replyTo(address string) string {
	if _, err := netmail.ParseAddress(address); err != nil {
		return ""
	}
	return address
}

// id is the Message-ID of what has a key: the same each time, so that a mail
// that was sent twice is known as one.
func (o *Mailer) messageID(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, key) + "@" + o.Domain
}

// link is the address of a request's page for its sender, on a site whose
// address has no slash at its end; empty if there is none. The language is the
// sender's word: what is no language subtag would be a text of theirs in a mail.
func link(site string, r rfq.Request) string {
	prefix, _, _ := strings.Cut(r.Language, "-")
	if site == "" || r.Token == "" || !subtag.MatchString(prefix) {
		return ""
	}
	return site + "/" + prefix + "/request/" + r.Token
}

var subtag = regexp.MustCompile(`^[a-zA-Z]{2,3}$`)

// table is the lines of a request, in a language.
func table(w texts, r rfq.Request, language string) (head []string, rows [][]string) {
	r.Language = language
	for i, line := range document.Rows(r) {
		if !line.Known {
			line.Note = strings.TrimSuffix(w.unknown+"; "+line.Note, "; ")
		}
		name := strings.ReplaceAll(line.Name, "\u00ad", "") // hyphens of pages, which mail programs show
		rows = append(rows, []string{strconv.Itoa(i + 1), line.Part, name, line.Values, strconv.FormatInt(line.Quantity, 10), line.Note})
	}
	return []string{w.number, w.part, w.article, w.values, w.quantity, w.note}, rows
}

// readFile returns the bytes of what a visitor attached.
func (o *Mailer) readFile(ctx context.Context, id string) (_ []byte, err error) {
	_, f, err := o.OpenFile(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("open file %s: %w", id, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(f)
}

package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ferrule/internal/app"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/answer"
	"ferrule/internal/rfq/offer"
	"ferrule/internal/rfq/rfqcontent"
)

// letterFlags are those of a letter to the sender of a request.
type letterFlags struct {
	storeFlags
	app.OfferConfig

	Reference string `arg:"" help:"Reference of the request, in any spelling."`
	By        string `help:"Name of the person who answers." required:"" placeholder:"NAME"`
	Subject   string `help:"Subject of the mail. If not given, that of the template in the language of the request." placeholder:"TEXT"`
	Text      string `help:"File with the text of the mail, or - for standard input. If not given, the template." placeholder:"FILE"`
	BaseURL   string `help:"Public URL of the site, for the link to the request." placeholder:"URL"`
}

// letterTo is a request with what a letter about it begins with.
type letterTo struct {
	writer answer.Writer
	by     rfq.Acting
	r      rfq.Request
	link   string
	last   int64 // ID of the last letter
}

// with calls do with the request and the content that a letter needs.
func (f letterFlags) with(ctx context.Context, do func(letterTo) error) error {
	defaults, err := f.OfferDefaults()
	if err != nil {
		return err
	}
	return f.use(ctx, func(contents *store.Store) error {
		return referenceFlags{f.DataConfig, f.Reference}.with(ctx, func(s *rfq.Store, r rfq.Request) error {
			letters, err := s.Letters(ctx, r.ID)
			if err != nil {
				return err
			}
			to := letterTo{
				writer: answer.Writer{Requests: s, Content: rfqcontent.Reader{Source: contents}, Defaults: defaults},
				by:     s.By(rfq.Person{Name: f.By}), r: r, link: r.Link(strings.TrimSuffix(f.BaseURL, "/")),
			}
			if n := len(letters); n > 0 {
				to.last = letters[n-1].ID
			}
			return do(to)
		})
	})
}

// letter returns the letter of the flags, with the template where they have no text.
func (f letterFlags) letter(ctx context.Context, to letterTo, kind rfq.LetterKind, o offer.Offer) (rfq.Letter, error) {
	templates, err := to.writer.Templates(ctx, to.r, o, f.By, to.link)
	if err != nil {
		return rfq.Letter{}, err
	}
	l := rfq.Letter{Language: to.r.Language, Subject: cmp.Or(f.Subject, templates[kind].Subject), Text: templates[kind].Text, After: to.last}
	if f.Text == "" {
		return l, nil
	}
	text, err := readInput(f.Text)
	l.Text = string(text)
	return l, err
}

// readInput returns the bytes of a file, or of standard input for "-".
func readInput(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name) //nolint:gosec // the operator names the file
}

// withFields returns an error with the problems of its fields.
func withFields(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || len(f.Fields) == 0 {
		return err
	}
	var problems []string
	for field, problem := range f.Fields {
		problems = append(problems, "  "+field+": "+problem)
	}
	slices.Sort(problems)
	return fmt.Errorf("%s\n%s", f.Message, strings.Join(problems, "\n"))
}

type questionCommand struct{ letterFlags }

// Run sends a question.
func (c *questionCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(to letterTo) error {
		l, err := c.letter(ctx, to, rfq.LetterQuestion, offer.Offer{})
		if err == nil {
			err = to.by.Ask(ctx, to.r.Reference, l)
		}
		if err != nil {
			return withFields(err)
		}
		_, err = fmt.Fprintf(out, "The question about %s will be mailed to %s; the clock is stopped until the reply.\n", to.r.Reference, to.r.Email)
		return err
	})
}

type declineCommand struct{ letterFlags }

// Run declines a request.
func (c *declineCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(to letterTo) error {
		l, err := c.letter(ctx, to, rfq.LetterDecline, offer.Offer{})
		if err == nil {
			err = to.by.Decline(ctx, to.r.Reference, l)
		}
		if err != nil {
			return withFields(err)
		}
		_, err = fmt.Fprintf(out, "%s is declined; the letter will be mailed to %s.\n", to.r.Reference, to.r.Email)
		return err
	})
}

type offerCommand struct {
	letterFlags

	File string `arg:"" optional:"" help:"Offer as JSON, or - for standard input. If not given, the command prints what an offer for the request begins with."`
}

// Run sends an offer, or prints a new one.
func (c *offerCommand) Run(ctx context.Context, out io.Writer) error {
	return c.with(ctx, func(to letterTo) error {
		o, _, err := to.writer.NewOffer(ctx, to.r, c.By)
		if err != nil {
			return err
		}
		if c.File == "" {
			return writeIndented(out, o)
		}
		text, err := readInput(c.File)
		if err != nil {
			return err
		}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		given := offer.Offer{}
		if err := decoder.Decode(&given); err != nil {
			return fmt.Errorf("read offer %s: %w", c.File, err)
		}
		given.Number, given.Version = cmp.Or(given.Number, o.Number), cmp.Or(given.Version, o.Version)
		l, err := c.letter(ctx, to, rfq.LetterOffer, given)
		if err == nil {
			err = to.writer.SendOffer(ctx, to.by, to.r, l, given, to.link)
		}
		if err != nil {
			return withFields(err)
		}
		total := given.Total().Total.StringFixed(offer.MinorUnits(given.Currency))
		_, err = fmt.Fprintf(out, "Offer %s over %s %s, valid until %s, will be mailed to %s.\n", given.Number, given.Currency, total, given.ValidUntil, to.r.Email)
		return err
	})
}

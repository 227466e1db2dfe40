// Package answer writes answers to requests: what a letter and an offer begin with, and
// how an offer is sent with its document. The desk and the command line use it. The caller
// supplies the content.
package answer

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/offer"
)

// Content reads the site's content.
type Content interface {
	rfq.Articles
	// Stock returns the stock of articles by part number, without those whose stock is
	// unknown.
	Stock(ctx context.Context, numbers []string) (map[string]int64, error)
	// Prices returns the prices of articles by part number, without those that have none.
	Prices(ctx context.Context, numbers []string) (map[string]decimal.Decimal, error)
	// Supplier returns the supplier, in a language.
	Supplier(ctx context.Context, language string) (rfq.Supplier, error)
}

// Defaults are what an offer begins with.
type Defaults struct {
	Currencies []string        // that may be chosen; the first is that of the catalogue's prices
	VATRate    decimal.Decimal // percent
}

// Writer writes answers.
type Writer struct {
	Requests *rfq.Store
	Content  Content
	Defaults Defaults
}

// validDays is the number of days for which an offer is valid unless its writer chooses
// others.
const validDays = 14

// Day returns the current day of the site.
func (w Writer) Day() offer.Date { return offer.NewDate(time.Now().In(w.Requests.Calendar().Zone)) }

// NewOffer returns what an offer of a person for a request begins with, with a line for
// each of the request, and the articles of today by the position of their line.
func (w Writer) NewOffer(ctx context.Context, r rfq.Request, by string) (o offer.Offer, articles map[string]Today, err error) {
	if o, err = w.Requests.NewOffer(ctx, r); err != nil {
		return o, nil, err
	}
	day, _ := time.Parse(time.DateOnly, string(o.Date)) // of NewOffer
	o.ValidUntil = offer.NewDate(day.AddDate(0, 0, validDays))
	o.Recipient = slices.DeleteFunc([]string{r.Company(), r.Name}, func(line string) bool { return line == "" })
	o.Contact = offer.Contact{Name: by}
	o.Terms = rfq.StandardTerms(r.Language)
	if currencies := w.Defaults.Currencies; len(currencies) > 0 {
		o.Currency = currencies[0]
	}
	current, err := w.Today(ctx, r)
	if err != nil {
		return o, nil, err
	}
	o.Lines, articles = w.lines(r, current)
	return o, articles, nil
}

func (w Writer) lines(r rfq.Request, current []*Today) ([]offer.Line, map[string]Today) {
	lines, articles := make([]offer.Line, len(r.Lines)), map[string]Today{}
	taken := map[string]bool{}
	for i, shown := range document.Rows(r) {
		position := shown.Position
		if position == "" || taken[position] {
			position = strconv.Itoa(i + 1)
		}
		taken[position] = true
		l := offer.Line{Position: position, Name: shown.Title(), Quantity: decimal.NewFromInt(shown.Quantity), VATRate: w.Defaults.VATRate, Deliveries: []offer.Delivery{}}
		if now := current[i]; now != nil {
			l.SKU = now.SKU
			if now.Price != nil {
				l.Price = *now.Price
			}
			if now.Stock != nil && *now.Stock >= shown.Quantity {
				l.Deliveries = []offer.Delivery{{Quantity: l.Quantity}}
			}
			articles[position] = *now
		}
		lines[i] = l
	}
	return lines, articles
}

// Templates returns what letters of a person about a request begin with. link is the
// address of its page.
func (w Writer) Templates(ctx context.Context, r rfq.Request, o offer.Offer, by, link string) (map[rfq.LetterKind]rfq.Template, error) {
	supplier, err := w.Content.Supplier(ctx, r.Language)
	format := offer.FormatIn(r.Language)
	received := offer.NewDate(r.Created.In(w.Requests.Calendar().Zone))
	return rfq.Templates(r.Language, rfq.TemplateFields{
		Name: r.Name, Reference: r.Reference, Received: format.Day(received), Offer: o.Number, Until: format.Day(o.ValidUntil), Link: link, By: by, Supplier: supplier.Name,
	}), err
}

// Supplier returns the supplier in a language. A document without it is not written: the
// error is *fault.Error of kind Unavailable.
func (w Writer) Supplier(ctx context.Context, language string) (rfq.Supplier, error) {
	supplier, err := w.Content.Supplier(ctx, language)
	if err != nil {
		err = fault.Wrap(fault.Unavailable, err, "The content with your address cannot be read. Try again in a moment.")
	}
	return supplier, err
}

// SendOffer sends an offer of today in the language of its request, as a PDF with a link
// to the request's page. Errors are those of rfq.Acting.SendOffer and of Supplier.
func (w Writer) SendOffer(ctx context.Context, by rfq.Acting, r rfq.Request, l rfq.Letter, o offer.Offer, link string) error {
	o.Language, o.Date = r.Language, w.Day()
	supplier, err := w.Supplier(ctx, r.Language)
	if err != nil {
		return err
	}
	return by.SendOffer(ctx, r.Reference, l, o, func() ([]byte, error) {
		return document.OfferPDF(o, r.Reference, time.Now(), supplier, link)
	})
}

package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
	"golang.org/x/text/currency"

	"ferrule/internal/catalogue"
	"ferrule/internal/desk"
	"ferrule/internal/rfq/answer"
)

// OfferConfig is the configuration of offers for requests.
type OfferConfig struct {
	OfferCurrency []string `help:"Currencies of offers; the first is that of the catalogue's prices." default:"CHF,EUR" placeholder:"CODE"`
	OfferVAT      string   `help:"Rate of value-added tax that the lines of a new offer begin with, in percent." default:"0" placeholder:"PERCENT"`
}

// RetentionConfig is the configuration of what is kept of a forgotten request.
type RetentionConfig struct {
	RetainOffers int `help:"Years that a sent offer of a forgotten request is kept, as a business letter; 0 to erase it with its request." default:"10" placeholder:"YEARS"`
}

// Validate returns every problem of the configuration, joined. kong calls it after
// parsing.
func (c RetentionConfig) Validate() error {
	if c.RetainOffers < 0 {
		return fmt.Errorf("--retain-offers: %d is not a number of years; use 1 or more, or 0 to erase offers with their request", c.RetainOffers)
	}
	return nil
}

// Validate returns every problem of the configuration, joined. kong calls it after
// parsing.
func (c OfferConfig) Validate() error {
	var problems []error
	for _, code := range c.OfferCurrency {
		if _, err := currency.ParseISO(code); err != nil {
			problems = append(problems, fmt.Errorf("--offer-currency: %q is no currency; use three letters of ISO 4217, such as CHF", code))
		}
	}
	if len(c.OfferCurrency) == 0 {
		problems = append(problems, errors.New("--offer-currency: missing; use one such as CHF"))
	}
	if rate, err := decimal.NewFromString(c.OfferVAT); err != nil || rate.IsNegative() || rate.GreaterThan(decimal.NewFromInt(100)) {
		problems = append(problems, fmt.Errorf("--offer-vat: %q is no percentage; use 0 to 100, such as 8.1", c.OfferVAT))
	}
	return errors.Join(problems...)
}

// OfferDefaults returns what an offer begins with.
func (c OfferConfig) OfferDefaults() (answer.Defaults, error) {
	rate, err := decimal.NewFromString(c.OfferVAT)
	return answer.Defaults{Currencies: c.OfferCurrency, VATRate: rate}, err
}

// foundArticles is the number of articles of a search at the desk.
const foundArticles = 20

// findArticles finds articles with the search of the site. With a limit it counts no
// search without results.
func (a *App) findArticles(ctx context.Context, words, language string) ([]desk.Found, error) {
	data, _, _, err := a.catalogue.Read(ctx, catalogue.SearchPath, url.Values{"q": {words}, "language": {language}, "limit": {strconv.Itoa(foundArticles)}})
	if err != nil {
		return nil, err
	}
	type record struct {
		SKU          string
		Translations []struct {
			Language string `json:"languages_code"`
			Name     string
			Title    string
		}
	}
	var reply struct {
		Articles []struct {
			Product   record
			Variation *record
		}
	}
	if err := json.Unmarshal(data, &reply); err != nil {
		return nil, fmt.Errorf("read search: %w", err)
	}
	text := func(r record) (name, title string) {
		for _, t := range r.Translations {
			if name == "" && title == "" || t.Language == language {
				name, title = t.Name, t.Title
			}
		}
		return name, title
	}
	found := make([]desk.Found, len(reply.Articles))
	for i, article := range reply.Articles {
		name, _ := text(article.Product)
		found[i] = desk.Found{SKU: article.Product.SKU, Name: name}
		if v := article.Variation; v != nil {
			_, title := text(*v)
			found[i] = desk.Found{SKU: v.SKU, Name: strings.TrimSpace(name + " " + title)}
		}
	}
	return found, nil
}

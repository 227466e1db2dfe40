package offer

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"
	"golang.org/x/text/currency"
)

// Total holds the amounts of an offer, each rounded half up to the minor unit of its
// currency.
type Total struct {
	Lines    []decimal.Decimal `json:"lines"`             // of each line, less its discount; 0 for a line that is not offered
	Sum      decimal.Decimal   `json:"sum"`               // of Lines
	Discount decimal.Decimal   `json:"discount,omitzero"` // on Sum
	Net      decimal.Decimal   `json:"net"`               // Sum - Discount + charges
	VAT      []VAT             `json:"vat,omitempty"`     // by rate, ascending; empty unless VAT is added
	Rounding decimal.Decimal   `json:"rounding,omitzero"` // to 0.05
	Total    decimal.Decimal   `json:"total"`             // to pay: Net + VAT + Rounding
}

// VAT is the value-added tax at one rate.
type VAT struct {
	Rate   decimal.Decimal `json:"rate"` // percent
	Base   decimal.Decimal `json:"base"`
	Amount decimal.Decimal `json:"amount"`
}

// Total calculates the amounts. The discount is rounded for each rate of VAT, so that
// the bases of VAT add up to Net.
func (o Offer) Total() Total {
	places := MinorUnits(o.Currency)
	var t Total
	bases := map[string]*VAT{}
	base := func(rate decimal.Decimal) *VAT {
		key := rate.String()
		if bases[key] == nil {
			bases[key] = &VAT{Rate: rate}
		}
		return bases[key]
	}
	for _, l := range o.Lines {
		amount := l.amount(places)
		t.Lines = append(t.Lines, amount)
		t.Sum = t.Sum.Add(amount)
		if l.NotOffered == "" {
			b := base(l.VATRate)
			b.Base = b.Base.Add(amount)
		}
	}
	for _, b := range bases {
		discount := percent(b.Base, o.Discount).Round(places)
		t.Discount = t.Discount.Add(discount)
		b.Base = b.Base.Sub(discount)
	}
	t.Net = t.Sum.Sub(t.Discount)
	for _, c := range o.Charges {
		amount := c.Amount.Round(places)
		t.Net = t.Net.Add(amount)
		b := base(c.VATRate)
		b.Base = b.Base.Add(amount)
	}
	t.Total = t.Net
	if o.VAT {
		for _, b := range bases {
			b.Amount = percent(b.Base, b.Rate).Round(places)
			t.Total = t.Total.Add(b.Amount)
			t.VAT = append(t.VAT, *b)
		}
		slices.SortFunc(t.VAT, func(a, b VAT) int { return a.Rate.Cmp(b.Rate) })
	}
	if o.Round5 {
		rounded := t.Total.Mul(decimal.NewFromInt(20)).Round(0).Div(decimal.NewFromInt(20))
		t.Rounding, t.Total = rounded.Sub(t.Total), rounded
	}
	return t
}

// amount returns the amount of a line with a number of decimal places.
func (l Line) amount(places int32) decimal.Decimal {
	if l.NotOffered != "" {
		return decimal.Zero
	}
	price := l.Price.Mul(l.Quantity).Mul(hundred().Sub(l.Discount))
	// An exact division: per and 100 are powers of ten.
	return price.Shift(-2 - decimals(cmp.Or(l.Per, 1))).Round(places)
}

// decimals returns the power of ten of 1, 100 or 1,000.
func decimals(per int64) int32 {
	switch per {
	case 100:
		return 2
	case 1000:
		return 3
	default:
		return 0
	}
}

func hundred() decimal.Decimal { return decimal.NewFromInt(100) }

func percent(of, rate decimal.Decimal) decimal.Decimal { return of.Mul(rate).Shift(-2) }

// MinorUnits returns the number of decimal places of a currency's amounts: 2 for CHF,
// 0 for JPY. It is 2 for unknown currencies, which Check refuses.
func MinorUnits(code string) int32 {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	scale, _ := currency.Standard.Rounding(unit)
	return int32(scale) //nolint:gosec // at most 4
}

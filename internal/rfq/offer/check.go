package offer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
	"golang.org/x/text/currency"
)

// Limits of an offer.
const (
	maxLines    = 5000
	maxText     = 10_000 // characters of intro, notes and terms each
	maxName     = 300
	maxShort    = 100
	maxDecimals = 4 // of a price; a quantity has up to three
)

// isCertificate reports whether a text names a document of EN 10204:2004, table A.1, or none.
func isCertificate(text string) bool {
	return slices.Contains([]string{"", "2.1", "2.2", "3.1", "3.2"}, text)
}

// Problem is what hinders an offer from being sent.
type Problem struct {
	Field   string `json:"field"` // "lines.2.price"; lines count from 0
	Code    string `json:"code"`  // for translations: required, article, delivery, sum, decimals, range, date, past, per, certificate, currency, long, lines
	Message string `json:"message"`
}

// Calculable reports whether the amounts of an offer can be calculated: no number has too
// many digits.
func (o Offer) Calculable() bool {
	c := &checker{}
	ok := c.number("", o.Discount, 0)
	for _, l := range o.Lines {
		ok = c.number("", l.Price, 0) && c.number("", l.Quantity, 0) && c.number("", l.Discount, 0) && c.number("", l.VATRate, 0) && ok
	}
	for _, charge := range o.Charges {
		ok = c.number("", charge.Amount, 0) && c.number("", charge.VATRate, 0) && ok
	}
	return ok
}

// Check returns the problems of an offer that is to be sent on a day; none if it may be.
func (o Offer) Check(today Date) []Problem {
	c := &checker{}
	if _, err := currency.ParseISO(o.Currency); err != nil {
		c.add("currency", "currency", "The currency %q is none of ISO 4217; give three letters, such as CHF", o.Currency)
	}
	if _, ok := o.ValidUntil.End(time.UTC); !ok {
		c.add("validUntil", "date", "Give the last day of validity as 2026-12-07, not %q", o.ValidUntil)
	} else if o.ValidUntil < today {
		c.add("validUntil", "past", "The offer would be valid until %s, which is over", o.ValidUntil)
	}
	if len(o.Recipient) == 0 || strings.TrimSpace(o.Recipient[0]) == "" {
		c.add("recipient", "required", "Name the recipient")
	}
	if strings.TrimSpace(o.Contact.Name) == "" {
		c.add("contact.name", "required", "Name the person whom the recipient may ask")
	}
	c.text("intro", o.Intro, maxText)
	c.text("notes", o.Notes, maxText)
	c.text("terms", o.Terms, maxText)
	c.rate("discount", o.Discount)
	c.lines(o.Lines)
	for i, charge := range o.Charges {
		field := fmt.Sprintf("charges.%d", i)
		c.required(field+".text", charge.Text, maxName)
		c.number(field+".amount", charge.Amount, maxDecimals)
		c.rate(field+".vatRate", charge.VATRate)
	}
	return c.problems
}

type checker struct{ problems []Problem }

func (c *checker) add(field, code, message string, args ...any) {
	c.problems = append(c.problems, Problem{field, code, fmt.Sprintf(message, args...)})
}

func (c *checker) lines(lines []Line) {
	switch {
	case len(lines) == 0:
		c.add("lines", "lines", "The offer has no lines")
	case len(lines) > maxLines:
		c.add("lines", "range", "The offer has %d lines; at most %d are possible", len(lines), maxLines)
	case !slices.ContainsFunc(lines, func(l Line) bool { return l.NotOffered == "" }):
		c.add("lines", "lines", "No line is offered; decline the request instead")
	}
	for i, l := range lines[:min(len(lines), maxLines)] {
		c.line(fmt.Sprintf("lines.%d", i), l)
	}
}

func (c *checker) line(field string, l Line) {
	c.required(field+".name", l.Name, maxName)
	c.text(field+".sku", l.SKU, maxShort)
	c.text(field+".note", l.Note, maxText)
	if l.NotOffered != "" {
		c.text(field+".notOffered", l.NotOffered, maxName)
		return
	}
	if l.SKU == "" {
		c.add(field+".sku", "article", "Assign an article to this line, or state why it is not offered")
	}
	if !l.Price.IsPositive() {
		c.add(field+".price", "required", "Give a price above 0, or state why the line is not offered")
	}
	c.number(field+".price", l.Price, maxDecimals)
	if !slices.Contains([]int64{0, 1, 100, 1000}, l.Per) {
		c.add(field+".per", "per", "A price is per 1, 100 or 1,000 units, not per %d", l.Per)
	}
	if !l.Quantity.IsPositive() {
		c.add(field+".quantity", "required", "Give a quantity above 0")
	}
	calculable := c.number(field+".quantity", l.Quantity, 3)
	c.rate(field+".discount", l.Discount)
	c.rate(field+".vatRate", l.VATRate)
	if !isCertificate(l.Certificate) {
		c.add(field+".certificate", "certificate", "EN 10204 has the certificates 2.1, 2.2, 3.1 and 3.2, not %q", l.Certificate)
	}
	if calculable {
		c.deliveries(field+".deliveries", l)
	}
}

func (c *checker) deliveries(field string, l Line) {
	if len(l.Deliveries) == 0 {
		c.add(field, "delivery", "State when the line is delivered")
		return
	}
	sum := decimal.Zero
	for i, d := range l.Deliveries {
		if !c.number(fmt.Sprintf("%s.%d.quantity", field, i), d.Quantity, 3) {
			return
		}
		sum = sum.Add(d.Quantity)
		if _, ok := d.Date.End(time.UTC); d.Date != "" && !ok {
			c.add(fmt.Sprintf("%s.%d.date", field, i), "date", "Give the day of delivery as 2026-12-02, not %q", d.Date)
		}
		if d.Days < 0 || d.Days > 1000 {
			c.add(fmt.Sprintf("%s.%d.days", field, i), "range", "Give 0 to 1,000 working days, not %d", d.Days)
		}
		if !d.Quantity.IsPositive() {
			c.add(fmt.Sprintf("%s.%d.quantity", field, i), "required", "Give a quantity above 0")
		}
	}
	if !sum.Equal(l.Quantity) {
		c.add(field, "sum", "The deliveries add up to %s, the line has %s", sum, l.Quantity)
	}
}

func (c *checker) required(field, text string, limit int) {
	if strings.TrimSpace(text) == "" {
		c.add(field, "required", "This text is missing")
	}
	c.text(field, text, limit)
}

func (c *checker) text(field, text string, limit int) {
	if n := len([]rune(text)); n > limit {
		c.add(field, "long", "The text has %d characters; at most %d are possible", n, limit)
	}
}

// IsCalculable reports whether a number that somebody sent can be calculated and compared
// with: 1e999999999 has a billion digits.
func IsCalculable(d decimal.Decimal) bool {
	e := d.Exponent()
	return e >= -20 && e <= 9 && d.NumDigits() <= 40
}

// number checks the decimal places and the size of a number, and reports whether it
// can be calculated with.
func (c *checker) number(field string, d decimal.Decimal, places int32) bool {
	switch {
	case !IsCalculable(d):
		c.add(field, "range", "The number has too many digits")
		return false
	case !d.Equal(d.Truncate(places)):
		c.add(field, "decimals", "%s has more than %d decimal places", d, places)
	case d.IsNegative():
		c.add(field, "range", "%s is below 0", d)
	case d.GreaterThan(decimal.NewFromInt(1_000_000_000)):
		c.add(field, "range", "%s is above 1,000,000,000", d)
	}
	return true
}

// rate checks a percentage.
func (c *checker) rate(field string, d decimal.Decimal) {
	if c.number(field, d, 2) && d.GreaterThan(hundred()) {
		c.add(field, "range", "%s %% is above 100 %%", d)
	}
}

// Package offer owns offers for requests: their content, the checks before they are
// sent, and exact amounts. It depends on neither the store nor HTTP.
package offer

import (
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// Offer is an offer for a request. It is not changed once it is sent: a new offer has
// the next version.
type Offer struct {
	Number     string          `json:"number"`   // see Number
	Version    int             `json:"version"`  // from 1
	Language   string          `json:"language"` // "de-DE"
	Currency   string          `json:"currency"` // ISO 4217
	Date       Date            `json:"date"`
	ValidUntil Date            `json:"validUntil"` // the last day, in the site's time zone
	Recipient  []string        `json:"recipient"`  // lines of the address; the first is company or name
	Contact    Contact         `json:"contact"`
	Intro      string          `json:"intro,omitempty"`
	Lines      []Line          `json:"lines"`
	Discount   decimal.Decimal `json:"discount,omitzero"` // percent of the lines
	Charges    []Charge        `json:"charges,omitempty"`
	VAT        bool            `json:"vat,omitempty"`    // whether VAT is added, at the rates of lines and charges; otherwise the offer is net
	Round5     bool            `json:"round5,omitempty"` // whether the total is rounded to 0.05, as in cash of CHF
	Notes      string          `json:"notes,omitempty"`  // what to know about the lines
	Terms      string          `json:"terms,omitempty"`  // the terms of sale that apply
}

// Contact is the person at the supplier whom the recipient may ask.
type Contact struct {
	Name  string `json:"name"`
	Phone string `json:"phone,omitempty"`
}

// Line offers an article for a line of the request, or states why none is offered.
type Line struct {
	Position    string          `json:"position"` // as in the request: "1"
	Name        string          `json:"name"`
	SKU         string          `json:"sku,omitempty"`
	Replaces    string          `json:"replaces,omitempty"` // part number in the request that this article replaces
	Quantity    decimal.Decimal `json:"quantity"`
	Unit        string          `json:"unit,omitempty"`        // "m"; empty for pieces
	Price       decimal.Decimal `json:"price"`                 // per Per units, with up to four decimals
	Per         int64           `json:"per,omitempty"`         // 1, 100 or 1,000; 0 is 1
	Discount    decimal.Decimal `json:"discount,omitzero"`     // percent
	VATRate     decimal.Decimal `json:"vatRate,omitzero"`      // percent
	Deliveries  []Delivery      `json:"deliveries"`            // in order; their quantities add up to Quantity
	Certificate string          `json:"certificate,omitempty"` // of EN 10204: 2.1, 2.2, 3.1 or 3.2; empty for none
	Note        string          `json:"note,omitempty"`
	NotOffered  string          `json:"notOffered,omitempty"` // the reason; the line has no price then
}

// Delivery is a part of a line's quantity that is delivered together: on a date, or a
// number of working days after the order.
type Delivery struct {
	Quantity decimal.Decimal `json:"quantity"`
	Date     Date            `json:"date,omitzero"`
	Days     int             `json:"days,omitempty"` // without Date; 0 is at once
}

// Charge is an amount besides the lines: freight, a certificate, packing.
type Charge struct {
	Text    string          `json:"text"`
	Amount  decimal.Decimal `json:"amount"`
	VATRate decimal.Decimal `json:"vatRate,omitzero"` // percent
}

// Date is a day of the calendar, "2026-12-07"; the zero value is none.
type Date string

// NewDate returns the day of a time in its zone.
func NewDate(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// End returns the first moment after the day in a time zone. ok is false for a text
// that is no day.
func (d Date) End(zone *time.Location) (end time.Time, ok bool) {
	day, err := time.ParseInLocation(time.DateOnly, string(d), zone)
	if err != nil {
		return time.Time{}, false
	}
	return day.AddDate(0, 0, 1), true
}

// Number returns the number of a version of the offer for a request: "A-7K3-94Q" for
// F-7K3-94Q, then "A-7K3-94Q-2".
func Number(reference string, version int) string {
	number := "A-" + strings.TrimPrefix(reference, "F-")
	if version > 1 {
		number += "-" + strconv.Itoa(version)
	}
	return number
}

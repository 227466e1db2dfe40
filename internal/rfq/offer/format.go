package offer

import (
	"fmt"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// Format is how a language writes numbers and days.
type Format struct{ DateLayout, Decimal, Group string }

// FormatIn returns the format of a language, by its primary subtag; the English format
// for other languages.
func FormatIn(language string) Format {
	switch tagOf(language) {
	case "de":
		return Format{DateLayout: "02.01.2006", Decimal: ",", Group: "\u00a0"}
	case "fr", "it":
		return Format{DateLayout: "02/01/2006", Decimal: ",", Group: "\u00a0"}
	default:
		return Format{DateLayout: "Jan 2, 2006", Decimal: ".", Group: ","}
	}
}

// tagOf returns the primary subtag of a language.
func tagOf(language string) string {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	return tag
}

// Day returns a day in the language; the text itself if it is no day.
func (f Format) Day(d Date) string {
	day, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return string(d)
	}
	return day.Format(f.DateLayout)
}

// Number returns a number with at least some decimal places, and more if it has more:
// "2 187,60", "0,3345".
func (f Format) Number(d decimal.Decimal, places int32) string {
	for !d.Equal(d.Truncate(places)) {
		places++
	}
	whole, fraction, _ := strings.Cut(d.Abs().StringFixed(places), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + f.Group + whole[i:]
	}
	if fraction != "" {
		whole += f.Decimal + fraction
	}
	if d.IsNegative() {
		whole = "−" + whole
	}
	return whole
}

// Acceptance returns the sentence by which the recipient accepts the offer, in its
// language: with number, day and total.
func (o Offer) Acceptance() string {
	f := FormatIn(o.Language)
	total := o.Currency + "\u00a0" + f.Number(o.Total().Total, MinorUnits(o.Currency))
	net := map[string][2]string{"de": {"netto", "inkl. MwSt"}, "fr": {"net", "TVA comprise"}, "it": {"netti", "IVA inclusa"}}[tagOf(o.Language)]
	sentence := map[string]string{
		"de": "Ich nehme das Angebot %s vom %s über %s %s an.",
		"fr": "J’accepte l’offre %s du %s pour %s %s.",
		"it": "Accetto l’offerta %s del %s per %s %s.",
	}[tagOf(o.Language)]
	if sentence == "" {
		sentence, net = "I accept offer %s of %s for %s %s.", [2]string{"net", "including VAT"}
	}
	kind := net[0]
	if o.VAT {
		kind = net[1]
	}
	return fmt.Sprintf(sentence, o.Number, f.Day(o.Date), total, kind)
}

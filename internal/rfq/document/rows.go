package document

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"ferrule/internal/rfq"
)

// Row is a line of a request in human-readable form.
type Row struct {
	Position string // the buyer's own number of the line; may be empty
	Part     string // part number; of a free-text line, its text if that has the form of one
	Name     string // of the article, in the request's language where available; the text of a free-text line
	Values   string // attributes of the article, "DN 80 · PN 40"; the parts of a set, "2 × FR-UM-12S-71"
	Quantity int64
	Note     string
	Known    bool // not marked as unknown to the catalogue
}

// Title returns the name of the article with its values.
func (r Row) Title() string {
	if r.Values == "" || r.Name == "" {
		return r.Name + r.Values
	}
	return r.Name + ", " + r.Values
}

// Rows returns the lines of a request, in its language.
func Rows(r rfq.Request) []Row {
	rows := make([]Row, len(r.Lines))
	for i, line := range r.Lines {
		rows[i] = row(line, r.Language)
	}
	return rows
}

// row returns one line in a language.
func row(l rfq.Line, language string) Row {
	type named struct{ Name, Title string }
	var variation struct {
		Title      string
		Attributes []struct{ Value string }
	}
	var parts []rfq.Part
	var chips, known []rfq.Value
	texts := map[string]named{}
	out := Row{Part: l.SKU, Quantity: l.Quantity, Known: string(l.Meta["known"]) != "false" && string(l.Meta["free"]) != "true"}
	// Browsers sent these; malformed values are ignored.
	_ = json.Unmarshal(l.Translations, &texts)
	_ = json.Unmarshal(l.Variation, &variation)
	_ = json.Unmarshal(l.Meta["chips"], &chips)
	_ = json.Unmarshal(l.Meta["values"], &known)
	_ = json.Unmarshal(l.Meta["parts"], &parts)
	_ = json.Unmarshal(l.Meta["note"], &out.Note)
	_ = json.Unmarshal(l.Meta["position"], &out.Position)

	text, ok := texts[language]
	for _, other := range append([]string{"en-US"}, slices.Sorted(maps.Keys(texts))...) {
		if !ok {
			text, ok = texts[other]
		}
	}
	if text.Title == "" {
		text.Title = variation.Title
	}
	out.Name = strings.TrimSpace(text.Name + " " + text.Title)
	if out.Name == "" {
		out.Name = l.Slug
	}
	if string(l.Meta["free"]) == "true" {
		out.Part, out.Name = "", l.SKU
		if isPartNumber(l.SKU) {
			out.Part, out.Name = l.SKU, ""
		}
	}
	var values []string
	if known != nil { // the same for all lines of an article, however it came into the cart
		chips, variation.Attributes = known, nil
	}
	var shown []string
	for _, c := range chips {
		values = append(values, strings.TrimSpace(c.Code+" "+textsIn(language).decimals(nameOf(c, language))))
		shown = append(shown, c.Value, c.Code+c.Value, nameOf(c, language))
	}
	for _, a := range variation.Attributes {
		if isSelfExplanatory(a.Value) && !slices.Contains(shown, a.Value) && !slices.Contains(shown, strings.ReplaceAll(a.Value, " ", "")) {
			values = append(values, a.Value) // in the language of the visitor
		}
	}
	if string(l.Meta["open"]) == "true" {
		values = append(values, textsIn(language).open)
	}
	for _, p := range parts {
		values = append(values, fmt.Sprintf("%d × %s", p.Quantity, p.SKU))
	}
	out.Name, out.Values = withoutSoftHyphens(out.Name), withoutSoftHyphens(strings.Join(values, " · "))
	return out
}

// nameOf returns the name of a value in a language, else in another, else the value.
func nameOf(v rfq.Value, language string) string {
	if name, ok := v.Names[language]; ok {
		return name
	}
	for _, other := range append([]string{"en-US"}, slices.Sorted(maps.Keys(v.Names))...) {
		if name, ok := v.Names[other]; ok {
			return name
		}
	}
	return v.Value
}

// isPartNumber reports whether a typed text has the form of a part number: one word with
// a digit.
func isPartNumber(text string) bool {
	return !strings.ContainsFunc(text, unicode.IsSpace) && strings.ContainsFunc(text, unicode.IsDigit)
}

// isSelfExplanatory reports whether a value is clear without its name: a material or
// "G 1/2" is, a number is not.
func isSelfExplanatory(value string) bool {
	return strings.ContainsFunc(value, unicode.IsLetter) || materialNumber().MatchString(value)
}

// materialNumber matches a text that begins with the number of a material, EN 10027-2:
// 1.4404 (316L).
var materialNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^1\.\d{4}\b`) }) //nolint:gochecknoglobals // compiled once

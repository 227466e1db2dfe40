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

// Row is a line of a request as a person reads it.
type Row struct {
	Part     string // the part number; a free line has none
	Name     string // of the article, in the request's language where there is one; of a free line, what was typed
	Values   string // what tells the article from others of its kind, "DN 80 · PN 40"; of a set its parts, "2 × FR-UM-12S-71"
	Quantity int64
	Note     string
	Known    bool // an article of the catalogue, as far as anybody looked
}

// Rows are the lines of a request, in the language it was sent in.
func Rows(r rfq.Request) []Row {
	rows := make([]Row, len(r.Lines))
	for i, line := range r.Lines {
		rows[i] = row(line, r.Language)
	}
	return rows
}

func row(l rfq.Line, language string) Row {
	type named struct{ Name, Title string }
	var variation struct {
		Title      string
		Attributes []struct{ Value string }
	}
	var parts []rfq.Part
	texts, chips := map[string]named{}, []struct{ Code, Value string }{}
	out := Row{Part: l.SKU, Quantity: l.Quantity, Known: string(l.Meta["known"]) != "false" && string(l.Meta["free"]) != "true"}
	// Browsers sent these. What is not as it should be says nothing.
	_ = json.Unmarshal(l.Translations, &texts)
	_ = json.Unmarshal(l.Variation, &variation)
	_ = json.Unmarshal(l.Meta["chips"], &chips)
	_ = json.Unmarshal(l.Meta["parts"], &parts)
	_ = json.Unmarshal(l.Meta["note"], &out.Note)

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
	}
	decimals := textsIn(language).decimals
	var values, told []string
	for _, c := range chips {
		values = append(values, strings.TrimSpace(c.Code+" "+decimals(c.Value)))
		told = append(told, c.Value, c.Code+c.Value)
	}
	for _, a := range variation.Attributes {
		if isSelfExplanatory(a.Value) && !slices.Contains(told, strings.ReplaceAll(a.Value, " ", "")) {
			values = append(values, a.Value) // in the language it was chosen in
		}
	}
	if string(l.Meta["open"]) == "true" {
		values = append(values, textsIn(language).open)
	}
	for _, p := range parts {
		values = append(values, fmt.Sprintf("%d × %s", p.Quantity, p.SKU))
	}
	out.Values = strings.Join(values, " · ")
	return out
}

// speaks reports whether a value says what it is without its name: a material
// or "G 1/2" does, a number does not.
func isSelfExplanatory(value string) bool {
	return strings.ContainsFunc(value, unicode.IsLetter) || materialNumber().MatchString(value)
}

// steel is the number of a material as in EN 10027-2: 1.4404.
var materialNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^1\.\d{4}$`) }) //nolint:gochecknoglobals // compiled once

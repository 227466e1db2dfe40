// Package bom parses bills of materials as people write them: cells of a
// spreadsheet, CSV, or lines of a mail. It distinguishes part numbers, quantities,
// headings and totals, and resolves the article of each line through an interface.
// It depends on neither the catalogue nor HTTP.
package bom

import (
	"strings"

	"ferrule/internal/fault"
)

// Limits of one bill of materials.
const (
	MaxLines = 500
	MaxBytes = 64 << 10

	maxQuantity = 999_999 // that of a line of the cart
	maxChoices  = 24      // maximum number of articles with a common prefix to choose from
)

// State is the result of resolving a line.
type State string

// The states of a line.
const (
	Resolved  State = "resolved"  // the part number is that of an article
	Ambiguous State = "ambiguous" // several articles match, or a search of the words found some
	Unknown   State = "unknown"   // no article matches; the line can still be requested as text
	Heading   State = "heading"   // requests nothing: a heading, a total, an empty row
)

// Hint is a remark on the interpretation of a line.
type Hint string

// The hints; all but Many concern the quantity.
const (
	Assumed   Hint = "assumed"   // no quantity; 1 is assumed
	Rounded   Hint = "rounded"   // not a whole number; rounded up
	Separator Hint = "separator" // 1.000 may be 1 or 1000
	Zero      Hint = "zero"      // the quantity is 0
	Limited   Hint = "limited"   // above the maximum of a line of the cart
	Many      Hint = "many"      // too many articles match to propose any
)

// Line is one line of a bill of materials.
type Line struct {
	Number      int    // line number in the input, from 1; the first line of a cell with several
	Text        string // the line unchanged
	Part        string // part number; "" where the line has only words
	Description string // the remaining words of the line
	Quantity    int    // whole pieces or metres, at least 1
	Note        string
	Hint        Hint
	State       State
	Articles    []uint32 // matching articles, the most likely first
	All         int      // number of matching articles, of which Articles are the first

	amount string // the quantity as written; "" for none
}

// Articles looks up articles. The numbers of articles are opaque to this package.
type Articles interface {
	// Number returns the article with a part number, in any spelling, and exact
	// true. Otherwise it returns the first articles whose part numbers have the
	// prefix, and their number.
	Number(text string) (articles []uint32, all int, exact bool)
	// Words searches articles by a description and returns the best matches and
	// their number; no articles where there are too many to choose from.
	Words(text string) (articles []uint32, all int)
}

// Read parses a pasted text. Each line of it that is not blank belongs to exactly
// one returned line; Resolve looks those up. language decides what the text leaves
// open, such as whether 1.000 is a thousand, and is that of errors. A text beyond
// the limits is fault.TooLarge.
func Read(text, language string, a Articles) ([]Line, error) {
	if len(text) > MaxBytes {
		return nil, fault.New(fault.TooLarge, "%s", textsIn(language).tooLong)
	}
	rows, cells := split(normalize(text))
	if len(rows) > MaxLines {
		return nil, fault.New(fault.TooLarge, "%s", textsIn(language).tooMany)
	}
	lines := make([]Line, len(rows))
	if cells {
		t := newTable(rows, a)
		for i := range rows {
			lines[i] = t.line(&rows[i])
		}
	} else {
		for i := range rows {
			lines[i] = plainLine(&rows[i], a)
		}
	}
	setQuantities(lines, decimalOf(lines, text, language))
	return lines, nil
}

// NewLine returns a line whose part number and quantity are known separately, as in
// a shared cart.
func NewLine(number int, part string, quantity int, note string) Line {
	return Line{Number: number, Text: part, Part: strings.TrimSpace(part), Quantity: min(max(quantity, 1), maxQuantity), Note: note}
}

// Resolve looks up the articles of the lines.
func Resolve(lines []Line, a Articles) {
	resolved := map[[2]string]Line{}
	for i := range lines {
		l := &lines[i]
		if l.State == Heading {
			continue
		}
		key := [2]string{l.Part, l.Description}
		found, done := resolved[key]
		if !done {
			found = lookUp(l.Part, l.Description, a)
			resolved[key] = found
		}
		l.State, l.Articles, l.All = found.State, found.Articles, found.All
		if l.Hint == "" {
			l.Hint = found.Hint
		}
		// A greeting or the name of an assembly requests nothing.
		if l.State == Unknown && l.Part == "" && l.amount == "" && l.Note == "" && !strings.ContainsAny(l.Text, "0123456789") {
			l.State = Heading
		}
		if l.State == Heading {
			l.Hint = ""
		}
	}
}

// lookUp returns the state, the hint and the articles of a line, by its part
// number, else by its words.
func lookUp(part, description string, a Articles) Line {
	many := 0
	if part != "" {
		articles, all, exact := a.Number(part)
		if exact {
			return Line{State: Resolved, Articles: articles, All: 1}
		}
		if all > 0 && all <= maxChoices {
			return Line{State: Ambiguous, Articles: articles, All: all}
		}
		many = all
	}
	for _, words := range []string{part, description} {
		if words == "" {
			continue
		}
		articles, all := a.Words(words)
		if len(articles) > 0 {
			return Line{State: Ambiguous, Articles: articles, All: all}
		}
		many = max(many, all)
	}
	if many > 0 {
		return Line{State: Unknown, Hint: Many, All: many}
	}
	return Line{State: Unknown}
}

// Package bom reads bills of materials as people have them: cells from a
// spreadsheet, CSV, or lines typed into a mail. It tells part numbers,
// quantities, headings and totals apart, and which article each line stands
// for. What the articles are it asks its caller; it knows neither the catalogue
// nor HTTP.
package bom

import (
	"strings"

	"ferrule/internal/fault"
)

// Limits of one bill of materials.
const (
	MaxLines = 500
	MaxBytes = 64 << 10

	maxQuantity = 999_999 // as of a line of the cart
	maxChoices  = 24      // part numbers with one beginning that are still a choice
)

// State says what became of a line.
type State string

// The states of a line.
const (
	Resolved  State = "resolved"  // its part number is an article's
	Ambiguous State = "ambiguous" // it may be one of several articles, or words propose it
	Unknown   State = "unknown"   // no article; what is written may still be asked for
	Heading   State = "heading"   // asks for nothing: a heading, a total, an empty row
)

// Hint says what was read into a line that does not quite say it.
type Hint string

// The hints, each about the quantity, but for Many.
const (
	Assumed   Hint = "assumed"   // no quantity: 1 stands for it
	Rounded   Hint = "rounded"   // not a whole number: the next one above
	Separator Hint = "separator" // 1.000 may be one or a thousand
	Zero      Hint = "zero"      // a quantity of 0
	Limited   Hint = "limited"   // more than a line of the cart holds
	Many      Hint = "many"      // so many articles fit that none is proposed
)

// Line is one line of a bill of materials.
type Line struct {
	Number      int    // of the input's lines, from 1; the first where a cell has several
	Text        string // the line as it came
	Part        string // the part number; "" where only words say what is meant
	Description string // the other words of the line
	Quantity    int    // whole pieces or metres, at least 1
	Note        string
	Hint        Hint
	State       State
	Articles    []uint32 // what it may stand for, the likeliest first
	All         int      // how many articles fit, of which Articles are the first

	amount string // the quantity as it is written; "" for none
}

// Articles is what can be asked for. Articles are numbers that mean something
// to it alone.
type Articles interface {
	// Number finds the article with a part number, written in any way; exact is
	// true then. Else the first of those whose number begins so, and how many
	// there are.
	Number(text string) (articles []uint32, all int, exact bool)
	// Words finds articles by what is said of them: the best, and how many there
	// are. Where those are too many to choose from, none.
	Words(text string) (articles []uint32, all int)
}

// Read reads a pasted text. Each of its lines that is not blank is in exactly
// one of the lines that it returns, which Resolve has yet to look up. language
// decides what nothing in the text tells, such as whether 1.000 is a thousand;
// errors are in it as well. A text beyond the limits is fault.TooLarge.
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

// Given is a line of which part and quantity are known apart, as a shared cart
// has it.
func NewLine(number int, part string, quantity int, note string) Line {
	return Line{Number: number, Text: part, Part: strings.TrimSpace(part), Quantity: min(max(quantity, 1), maxQuantity), Note: note}
}

// Resolve looks the lines up.
func Resolve(lines []Line, a Articles) {
	known := map[[2]string]Line{}
	for i := range lines {
		l := &lines[i]
		if l.State == Heading {
			continue
		}
		key := [2]string{l.Part, l.Description}
		found, done := known[key]
		if !done {
			found = lookUp(l.Part, l.Description, a)
			known[key] = found
		}
		l.State, l.Articles, l.All = found.State, found.Articles, found.All
		if l.Hint == "" {
			l.Hint = found.Hint
		}
		// A greeting or the name of an assembly asks for nothing.
		if l.State == Unknown && l.Part == "" && l.amount == "" && l.Note == "" && !strings.ContainsAny(l.Text, "0123456789") {
			l.State = Heading
		}
		if l.State == Heading {
			l.Hint = ""
		}
	}
}

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

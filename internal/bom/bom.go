// Package bom parses bills of materials as people write them: cells of a
// spreadsheet, CSV, or lines of a mail. It distinguishes part numbers, quantities,
// headings and totals, and resolves the article of each line through an interface.
// A line that requests several articles, each with a quantity, is one line for each;
// all of them have its position, since an offer names it beside each article.
// Of a sentence only what follows its quantity is an article.
// It depends on neither the catalogue nor HTTP.
package bom

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/fault"
)

// Limits of one bill of materials.
const (
	MaxLines = 5000
	MaxBytes = 1 << 20

	maxQuantity = 999_999 // that of a line of the cart
	maxChoices  = 24      // maximum number of articles with a common prefix to choose from
)

// State is the result of resolving a line.
type State string

// The states of a line.
const (
	Resolved  State = "resolved"  // the part number or the words are those of one article
	Ambiguous State = "ambiguous" // several articles match, or a search of the words found some
	Unknown   State = "unknown"   // no article matches; the line can still be requested as text
	Heading   State = "heading"   // requests nothing, for a Reason
)

// Hint is a remark on the interpretation of a line.
type Hint string

// The hints; all but Many and Contradiction concern the quantity.
const (
	Assumed       Hint = "assumed"       // no quantity; 1 is assumed
	Rounded       Hint = "rounded"       // not a whole number; rounded up
	Separator     Hint = "separator"     // 1.000 may be 1 or 1000
	Zero          Hint = "zero"          // the quantity is 0
	Limited       Hint = "limited"       // above the maximum of a line of the cart
	Many          Hint = "many"          // too many articles match to propose any
	Contradiction Hint = "contradiction" // the words ask for another part than the part number
)

// Line is one line of a bill of materials: a position, or a line of the input that
// requests nothing.
type Line struct {
	Number      int    // line number in the input, from 1; the first of several
	Position    string // the buyer's own number of the position: 10, 1.2, A-3; "" for none
	Text        string // the line unchanged, or its part with one of several articles; the lines of a position that were joined, with line breaks
	Part        string // part number; "" where the line has only words
	Description string // the remaining words of the line
	Quantity    int    // whole pieces or metres, at least 1
	Note        string // remarks: a certificate, a date of delivery, a column of remarks
	Hint        Hint
	State       State
	Reason      Reason   // of a Heading
	DuplicateOf int      // the first line with the same article or text, counted from 1; 0 for none
	Articles    []uint32 // matching articles, the most likely first
	All         int      // number of matching articles, of which Articles are the first

	amount   string // the quantity as written; "" for none
	metres   bool   // the quantity is a length
	column   int    // of the words in a row with cells
	unlikely bool   // has no quantity, unlike the other lines: a title unless its words find articles
}

// Articles looks up articles. The numbers of articles are opaque to this package.
type Articles interface {
	// Number returns the article with a part number, in any spelling, and exact
	// true. Otherwise it returns the first articles whose part numbers have the
	// prefix, and their number.
	Number(text string) (articles []uint32, all int, exact bool)
	// Words searches articles by a description and returns the best matches and
	// their number; no articles where there are too many to choose from. sure is
	// whether the words ask for exactly one article.
	Words(text string) (articles []uint32, all int, sure bool)
	// Names reports whether a description names a kind of part, and a size of it.
	Names(text string) (kind, size bool)
	// Begins reports whether a description begins with a kind of part, or with
	// properties of one before it.
	Begins(text string) bool
	// Contradicts reports whether a description asks for another part than an article.
	Contradicts(description string, article uint32) bool
	// Differs returns the only attribute in which articles differ; "" for several or
	// none.
	Differs(articles []uint32) string
}

// Read parses a pasted text. Each line of it that is not blank belongs to exactly
// one returned line, or to several that share its text, one for each article that it
// requests; Resolve looks those up. language decides what the text leaves
// open, such as whether 1.000 is a thousand, and is that of errors. A text beyond
// the limits is fault.TooLarge.
func Read(text, language string, a Articles) ([]Line, error) {
	if len(text) > MaxBytes {
		return nil, fault.New(fault.TooLarge, "%s", textsIn(language).tooLong)
	}
	text = normalize(text)
	rows := splitArticles(joinBroken(split(text), a), language, a)
	if len(rows) > MaxLines {
		return nil, fault.New(fault.TooLarge, "%s", textsIn(language).tooMany)
	}
	markTimes(rows)
	entries := readEntries(rows, language, a)
	markQuoted(entries)
	markFooter(entries)
	markPositions(entries, a)
	groups := join(entries)
	shareArticles(groups)
	numbered := endInNumbers(groups)
	lines := make([]Line, len(groups))
	for i := range groups {
		lines[i] = groups[i].line(numbered, a)
	}
	repeatWords(lines)
	setTitles(lines)
	setQuantities(lines, decimalOf(lines, text, language))
	for i := range lines {
		if l := &lines[i]; l.metres && l.State != Heading {
			l.Note = joinNotes(textsIn(language).metres, l.Note)
		}
	}
	return lines, nil
}

// readEntries reads rows with cells as tables, of which each begins with its header,
// and the others as plain text.
func readEntries(rows []row, language string, a Articles) []entry {
	entries := make([]entry, len(rows))
	for from := 0; from < len(rows); {
		var cells []*row
		to := from
		for ; to < len(rows); to++ {
			r := &rows[to]
			if r.header && len(cells) > 0 && !slices.Equal(r.cells, cells[0].cells) {
				break
			}
			if r.hasCells() {
				cells = append(cells, r)
			}
		}
		t := newTable(cells, a)
		t.letterhead = to < len(rows) && len(cells) > 0 && !cells[0].header
		for i := from; i < to; i++ {
			if r := &rows[i]; r.hasCells() {
				l := t.line(r)
				entries[i] = entry{row: r, line: l, reason: l.Reason}
			} else {
				entries[i] = readEntry(r, language, a)
			}
		}
		from = to
	}
	return entries
}

// setTitles makes lines titles that have no quantity, part number or position where
// most positions have a quantity, unless they have a size.
func setTitles(lines []Line) {
	counted, positions := 0, 0
	for i := range lines {
		if l := &lines[i]; l.State != Heading {
			positions++
			if l.amount != "" {
				counted++
			}
		}
	}
	for i := range lines {
		l := &lines[i]
		if l.State != Heading && l.amount == "" && l.Part == "" && l.Position == "" && counted > 1 && 2*counted > positions {
			l.unlikely = true
		}
	}
}

// NewLine returns a line whose part number and quantity are known separately, as in
// a shared cart.
func NewLine(number int, part string, quantity int, note string) Line {
	return Line{Number: number, Text: part, Part: strings.TrimSpace(part), Quantity: min(max(quantity, 1), maxQuantity), Note: note}
}

// Resolve looks up the articles of the lines. It stops with the context's error.
func Resolve(ctx context.Context, lines []Line, a Articles) error {
	resolved := map[[2]string]Line{}
	first := map[string]int{}
	for i := range lines {
		if err := ctx.Err(); err != nil {
			return err
		}
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
		if l.State == Unknown && (l.unlikely || l.Part+l.amount+l.Note+l.Position == "" && !strings.ContainsAny(l.Text, "0123456789")) {
			l.State, l.Reason, l.Hint, l.Note = Heading, Title, "", ""
			continue
		}
		same := strings.ToLower(l.Part + "\n" + l.Description)
		if l.State == Resolved {
			same = strconv.Itoa(int(l.Articles[0]))
		}
		if first[same] == 0 {
			first[same] = i + 1
		} else {
			l.DuplicateOf = first[same]
		}
	}
	return nil
}

// specialPattern matches the words of a part that is made to a drawing, which is none
// of the articles that its words find.
var specialPattern = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:sonder(?:teil|anfertigung|ausführung)(?:e|en)?|(?:nach|lt\.?|laut|gem\.?|gemäß) (?:\w+ )?(?:zeichnung|skizze|muster|zchn?g)|special parts?|(?:custom|purpose)[- ]made|(?:as per|per|according to|acc\.? to|to) (?:our |your |attached |customer )*(?:drawing|sketch|sample|dwg)|` +
	`pièces? spéciales?|(?:selon|suivant|sur) (?:notre |votre )?(?:plan|dessin|croquis|échantillon)|pezz[oi] special[ei]|(?:a|come da|secondo|su) (?:ns\.? |vs\.? |nostro |vostro )?(?:disegno|campione|schizzo))`)

// furtherPattern matches a second quantity in the words of a line, of an article that
// is not known: und 2 Stk Blechhauben. Whether the line is the first article alone is
// left to the buyer.
var furtherPattern = regexp.MustCompile(`(?i)(?:^|\s)(?:und|sowie|and|plus|et|ainsi que|ed?|nonché|[+&])\s+\d{1,6}\s*(?:[x×]|(?:` + units + `)\.?)\s`)

// lookUp returns the state, the hint and the articles of a line, by its part
// number, else by its words.
func lookUp(part, description string, a Articles) Line {
	many, special, further := 0, specialPattern.MatchString(description), furtherPattern.MatchString(description)
	if part != "" {
		articles, all, exact := a.Number(part)
		if exact {
			return compared(articles[0], description, further, a)
		}
		if all > 0 && all <= maxChoices {
			return Line{State: Ambiguous, Articles: articles, All: all}
		}
		many = all
	}
	// A word such as 3-way looks like a part number; a number of the buyer's own says
	// nothing about the part.
	for _, words := range []string{strings.TrimSpace(part + " " + description), description, part} {
		if words == "" || special {
			continue
		}
		articles, all, sure := a.Words(words)
		if sure && words != part && !further {
			return Line{State: Resolved, Articles: articles[:1], All: 1}
		}
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

// compared returns the line of a part number beside a description. Words that ask for
// another article leave the choice; what they ask for is the question if the two
// differ in one attribute only, such as the material.
func compared(article uint32, description string, further bool, a Articles) Line {
	l := Line{State: Resolved, Articles: []uint32{article}, All: 1}
	others, _, sure := a.Words(description)
	sure = sure && others[0] != article
	contradicts := a.Contradicts(description, article)
	if sure && (contradicts || a.Differs([]uint32{article, others[0]}) != "") {
		l.Articles, l.All = append(l.Articles, others[0]), 2
	}
	if contradicts && (l.All == 1 || a.Differs(l.Articles) == "") {
		l.Hint = Contradiction
	}
	if contradicts || further || l.All > 1 {
		l.State = Ambiguous
	}
	return l
}

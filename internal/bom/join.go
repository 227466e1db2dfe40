package bom

import (
	"regexp"
	"strings"
)

// group is the entries of one position, or one entry that requests nothing.
type group struct {
	entries  []*entry
	position string
	article  bool   // an entry has the part number of an article
	words    bool   // an entry has words
	amount   bool   // an entry has a quantity
	leads    bool   // the first entry begins with one
	remark   string // of all articles of the line
	several  bool   // the position stands alone in its line, so that others follow
}

func (g *group) add(e *entry) {
	g.entries = append(g.entries, e)
	if g.position == "" {
		g.position = e.position
	}
	if e.line != nil {
		g.position = e.line.Position
		g.article, g.words, g.amount = e.line.Part != "", true, e.line.amount != ""
		return
	}
	g.article = g.article || e.article
	g.amount = g.amount || e.amount || e.only && !e.price
	g.leads = g.leads || e.leads
	g.words = g.words || e.text != "" && !e.only && !e.remark && !e.price
	g.several = g.several || e.position != "" && (e.text == "" || e.only)
}

// layout is how the positions of a text are spread over lines.
type layout int

const (
	oneLine      layout = iota
	amountsLast         // the quantity is in the last line of a position
	amountsFirst        // and in the first
	pairs               // positions of two lines, with the quantity in the second
	pairsFirst          // and in the first
)

// layoutOf returns the layout of positions without position numbers.
func layoutOf(entries []entry) layout {
	only, paired, pairedFirst := 0, true, true
	first, last := -1, -1
	var counted []bool
	for i := range entries {
		e := &entries[i]
		if e.reason != "" || e.line != nil || e.price || e.remark {
			continue
		}
		if e.position != "" {
			return oneLine
		}
		if e.only {
			only++
		}
		if first < 0 {
			first = i
		}
		last = i
		counted = append(counted, e.amount || e.leads)
	}
	for i, has := range counted {
		paired = paired && has == (i%2 == 1)
		pairedFirst = pairedFirst && has == (i%2 == 0)
	}
	even := only == 0 && len(counted) >= 4 && len(counted)%2 == 0
	switch {
	case even && paired:
		return pairs
	case even && pairedFirst:
		return pairsFirst
	case only == 0:
		return oneLine
	case entries[first].only && !entries[last].only:
		return amountsFirst
	default:
		return amountsLast
	}
}

// join groups the entries of each position.
func join(entries []entry) []group {
	var groups []group
	s := styleOf(entries)
	open := false // the last group may be continued
	for i := range entries {
		e := &entries[i]
		if open && groups[len(groups)-1].continuedBy(e, &s) {
			groups[len(groups)-1].add(e)
			continue
		}
		groups = append(groups, group{})
		groups[len(groups)-1].add(e)
		open = e.reason == "" && (e.line == nil || e.line.State != Heading)
	}
	return groups
}

// style is how a text writes its positions.
type style struct {
	layout   layout
	lower    bool // most entries with a quantity begin in lower case, which is no sign of a continuation then
	remarked bool // several positions have a remark in a line of its own
}

func styleOf(entries []entry) style {
	lower, counted, remarks := 0, 0, 0
	for i := range entries {
		if entries[i].remark {
			remarks++
		}
		if e := &entries[i]; e.reason == "" && e.line == nil && e.amount {
			counted++
			if lowerStart.MatchString(e.text) {
				lower++
			}
		}
	}
	return style{layoutOf(entries), lower > 1 && 2*lower > counted, remarks > 1}
}

// continuedBy reports whether an entry belongs to the position of the group.
func (g *group) continuedBy(e *entry, s *style) bool {
	l := s.layout
	switch {
	case e.row.follows():
		return false
	case e.position != "" || g.article && e.article || (g.amount || g.leads) && (e.amount || e.leads) && !e.only && !g.several:
		return false
	case e.line != nil:
		return e.continuesRow(g)
	case e.remark && !e.row.apart:
		// A date of delivery at the end of a list is that of the whole list.
		return (e.reason == "" || g.several || e.indented || g.position != "" && g.entries[0].line == nil && s.remarked) && !ofAll.MatchString(e.text)
	case e.reason != "":
		return false
	case e.price:
		return !e.row.apart || g.position != ""
	case e.only:
		return !g.amount || g.several && !e.amount
	case g.several:
		return !e.row.apart || !g.words && !g.article || !g.amount && e.amount
	case e.row.apart, e.bullet && g.entries[0].bullet && g.position == "":
		return false
	case g.entries[0].line == nil && (g.position != "" && (!g.amount || !g.words) || l == amountsLast && !g.amount || l == amountsFirst && g.entries[0].only || l == pairs && !g.amount || l == pairsFirst && len(g.entries) == 1 && !e.amount || g.position != "" && g.article && !e.leads):
		return true
	}
	above := g.entries[len(g.entries)-1]
	return e.indented && !g.entries[0].indented || openEnd.MatchString(above.text) || lowerStart.MatchString(e.text) && (!s.lower || !e.amount) && !dittoPattern.MatchString(e.text) || onlyMeasures.MatchString(e.text)
}

// ofAll matches a word of a remark on the whole list.
var ofAll = regexp.MustCompile(`(?i)(?:^|\s)(?:all|alle[sn]?|sämtliche[ns]?|everything|tous|toutes|tutt[ei])(?:\s|$)`)

var (
	openEnd      = regexp.MustCompile(`(?i)(?:[,/&+-]|\s(?:mit|und|für|nach|aus|with|and|for|of|to|avec|et|pour|de|en|con|e|per|di|in))$`)
	lowerStart   = regexp.MustCompile(`^(?:\p{Ll}{2,}\s|\(\D|\([^)]*\)$|->|=>|\+\s)`)
	onlyMeasures = regexp.MustCompile(`(?i)^(?:(?:werkstoff|material|matière|materiale|wst|größe|size|taille|dn|pn|form|typ|nr)[.:]?\s*)*(?:\d[\d.,/"°x×+-]*[a-z]{0,3}|["°x×+/-]+(?:\s|\d|$)|(?:dn|pn|g|m|r|npt|class|cl|v[24]a|edelstahl|stainless|inox|en|din|iso|form|bar|mm|zoll|psi|steel|stahl|verzinkt|zinc|acier|acciaio|zingué|zincato)\.?\d*|,|\s)+$`)
)

// continuesRow reports whether a row with cells continues the row above: it has
// neither a position nor a part number, and words in the column of those above.
func (e *entry) continuesRow(g *group) bool {
	above := g.entries[0].line
	if above == nil || above.State == Heading || e.row.apart || e.row.cells[0] != "" || e.line.Part != "" || e.line.Position != "" {
		return false
	}
	if above.amount != "" && e.line.amount != "" || e.line.Reason != "" && e.line.Reason != Title {
		return false
	}
	if e.line.State == Heading && e.line.column != above.column {
		return false
	}
	return e.line.State != Heading || e.line.Note != "" || e.line.Description != "" && !headingPattern.MatchString(e.line.Description)
}

// remarks returns the remarks in lines of their own.
func (g *group) remarks() string {
	notes := ""
	for _, e := range g.entries {
		if e.remark {
			notes = joinNotes(notes, strings.Trim(e.text, "- ()"))
		}
	}
	return notes
}

// line returns the line of a group. With numbered, the positions of the text are
// known to end in a quantity.
func (g *group) line(numbered bool, a Articles) Line {
	first := g.entries[0]
	l := Line{Number: first.row.number, Position: g.position}
	var texts, words []string
	notes := joinNotes(g.remarks(), g.remark)
	if first.row.article != nil {
		l.amount, notes = first.row.article.amount, joinNotes(first.row.article.remark, notes)
	}
	for _, e := range g.entries {
		notes = joinNotes(notes, e.dates)
		texts = append(texts, e.row.text)
		switch {
		case e.line != nil && e == first, e.price:
		case e.line != nil:
			words, notes = append(words, e.line.Description), joinNotes(notes, e.line.Note)
			if l.amount == "" {
				l.amount = e.line.amount
			}
		case e.only && l.amount == "":
			l.amount = amountOf(labelledOnly.FindStringSubmatch(e.text)[1])
		case e.only && len(g.entries) > 1: // a price or a sum
		case e.remark:
		case e.text != "":
			words = append(words, e.text)
		}
	}
	l.Text = strings.Join(texts, "\n")
	if first.reason != "" {
		l.State, l.Reason, l.Position = Heading, first.reason, ""
		return l
	}
	if row := first.line; row != nil {
		text, amount := l.Text, l.amount
		l = *row
		l.Text = text
		if l.amount == "" {
			l.amount = amount
		}
		l.Description = trimWords(otherNumber.ReplaceAllString(strings.Join(append([]string{l.Description}, words...), " "), " "))
	} else {
		readPlain(&l, strings.Join(words, " "), numbered || g.position != "", a)
		if m := ownNumber.FindStringSubmatch(l.Description); m != nil && first.columns && l.Part == "" {
			l.Part, l.Description = m[1], m[2]
		}
	}
	l.Note = joinNotes(l.Note, notes)
	if l.State != Heading && l.Part == "" && l.Description == "" {
		l.State, l.Reason = Heading, Blank // a number alone
		if l.Note != "" {
			l.Reason, l.Note = Title, ""
		}
	}
	return l
}

// endInNumbers reports whether all positions of a plain text end in a number that is
// neither a size nor marked as a quantity: that is the quantity then.
func endInNumbers(groups []group) bool {
	lines := 0
	for i := range groups {
		g := &groups[i]
		if g.entries[0].reason != "" {
			continue
		}
		text := g.entries[len(g.entries)-1].text
		if g.amount || g.entries[0].line != nil || !bareEnd.MatchString(text) || isSizeLabel(wordBefore(text, strings.LastIndexByte(text, ' '))) || leadingPattern.MatchString(text) {
			return false
		}
		lines++
	}
	return lines > 1
}

var bareEnd = regexp.MustCompile(`\s\d{1,5}$`)

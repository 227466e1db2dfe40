package bom

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

const (
	maxColumns = 64
)

// table contains the roles of the columns of rows under one header; an index of -1 is
// a missing column.
type table struct {
	articles       Articles
	letterhead     bool // the rows are those before a header
	roles          []role
	sizes          []string // sizeLabel of the headers
	part, quantity int
	numbering      []bool // columns that number the rows
}

// newTable finds the roles of the columns of rows with cells, of which the first may
// be the header.
func newTable(rows []*row, a Articles) *table {
	t := &table{articles: a, part: -1, quantity: -1}
	width := 0
	for _, r := range rows {
		width = max(width, len(r.cells))
	}
	t.roles, t.sizes, t.numbering = make([]role, width), make([]string, width), make([]bool, width)
	if len(rows) > 0 && rows[0].header {
		for c, cell := range rows[0].cells {
			if t.roles[c], t.sizes[c] = roleOf(cell), sizeLabel(cell); t.sizes[c] != "" {
				t.roles[c] = roleDescription
			}
		}
	}
	columns := make([]columnStats, width)
	for c := range columns {
		columns[c] = t.measure(rows, c)
		t.numbering[c] = columns[c].numbering
	}
	t.part = t.choosePartColumn(columns)
	t.quantity = t.chooseQuantityColumn(columns)
	return t
}

// isHeaderRow reports whether a row is the header of the columns: it names them and
// has no numbers.
func isHeaderRow(cells []string) bool {
	headers, decisive := 0, false
	for _, cell := range cells {
		if amountOf(cell) != "" {
			return false
		}
		r := roleOf(cell)
		if r != roleNone {
			headers++
		}
		decisive = decisive || r == rolePart || r == roleQuantity
	}
	return decisive && (headers > 1 || len(cells) <= 2)
}

// columnStats counts the kinds of cells of a column.
type columnStats struct {
	exact, likely  int // part numbers of articles; prefixes of them and what looks like one
	amounts, whole int // quantities; those without decimals
	long           int // quantities that look like the number of an article
	filled         int
	numbering      bool
}

// measure returns the statistics of column c.
func (t *table) measure(rows []*row, c int) columnStats {
	var found columnStats
	first, running, filled := 0, true, 0
	var positions []string
	for _, r := range rows {
		if c >= len(r.cells) || r.cells[c] == "" || r.header {
			continue
		}
		cell := r.cells[c]
		filled++
		if isPosition(cell) {
			positions = append(positions, cell)
		}
		_, all, exact := t.articles.Number(cell)
		amount := amountOf(cell)
		switch {
		case exact:
			found.exact++
		case amount == "" && (all > 0 || looksLikePartNumber(cell)):
			found.likely++
		}
		if amount == "" {
			continue
		}
		found.amounts++
		if decimalSign(amount) == 0 {
			found.whole++
		}
		n, err := strconv.Atoi(cell)
		if n > maxCounted {
			found.long++
		}
		if found.amounts == 1 {
			first = n
		}
		running = running && err == nil && n == found.amounts*first
	}
	// 1, 2, 3 or 10, 20, 30; 1.1, 1.2 or A1, A2 before the other columns.
	found.filled = filled
	found.numbering = found.exact == 0 && (running && found.amounts > 1 || c == 0 && filled > 1 && len(positions) == filled && areSteps(positions))
	return found
}

// maxCounted is the number above which all the numbers of a column are rather those
// of articles than quantities.
const maxCounted = 20_000

// choosePartColumn returns the column with the most part numbers of articles;
// without any, the one with such a header, else the one with the most cells that
// look like one; -1 for none.
func (t *table) choosePartColumn(columns []columnStats) int {
	best := -1
	for c := range columns {
		if columns[c].exact > 0 && (best < 0 || columns[c].exact > columns[best].exact) {
			best = c
		}
	}
	for c := 0; best < 0 && c < len(columns); c++ {
		if t.roles[c] == rolePart {
			best = c
		}
	}
	if best >= 0 {
		return best
	}
	for c := range columns {
		all := t.roles[c] == roleDescription && columns[c].likely == columns[c].filled // Material may be a number
		if (t.roles[c] == roleNone || all) && columns[c].likely > 0 && (best < 0 || columns[c].likely > columns[best].likely) {
			best = c
		}
	}
	return best
}

// chooseQuantityColumn returns the column with such a header, else the first with
// the most whole numbers that does not number the rows; -1 for none. A short
// sequence of numbers in the only column of numbers is quantities.
func (t *table) chooseQuantityColumn(columns []columnStats) int {
	const numbering = 4 // rows from which a numbering is not a coincidence
	for c := range columns {
		if t.roles[c] == roleQuantity && c != t.part && columns[c].amounts > 0 {
			return c
		}
	}
	best, short := -1, -1
	for c := range columns {
		switch {
		case c == t.part || t.roles[c] != roleNone || columns[c].amounts == 0 || columns[c].long == columns[c].amounts:
		case columns[c].numbering:
			if columns[c].amounts < numbering && short < 0 {
				short = c
			}
		case best < 0 || columns[c].whole > columns[best].whole:
			best = c
		}
	}
	if best < 0 && short >= 0 {
		best = short
	}
	if best >= 0 {
		t.numbering[best] = false
	}
	return best
}

// line parses a row.
func (t *table) line(r *row) *Line {
	l := &Line{Number: r.number, Text: r.text}
	filled := 0
	for _, cell := range r.cells {
		if cell != "" {
			filled++
		}
	}
	switch {
	case rulePattern.MatchString(strings.TrimSpace(r.text)):
		l.State, l.Reason = Heading, Blank
		return l
	case r.header:
		l.State, l.Reason = Heading, Header
		return l
	}
	from := t.partOf(l, r.cells, filled)
	if _, _, exact := t.articles.Number(l.Part); !exact && (t.letterhead || filled == 1) {
		reason := classOf(strings.Join(strings.Fields(strings.Join(r.cells, " ")), " "), false)
		if t.letterhead || reason != "" {
			*l = Line{Number: r.number, Text: r.text, State: Heading, Reason: cmp.Or(reason, Title)}
			return l
		}
	}
	if l.Part == "" && slices.ContainsFunc(r.cells, totalPattern.MatchString) {
		l.State, l.Reason = Heading, Total
		return l
	}
	t.describe(l, r.cells, from)
	if l.Part == "" && (l.Description == "" || filled == 1 && l.amount == "") {
		l.State, l.Reason = Heading, Title
	}
	return l
}

// isShort reports whether a row ends before the column of quantities: a cell was
// omitted, and the last one may be the quantity.
func (t *table) isShort(cells []string) bool { return t.quantity >= len(cells) }

// isPosition reports whether a cell can be the position of a row: 10, 1.2, A-3. In a
// row with fewer cells than the header the column may contain something else.
func isPosition(cell string) bool { return len(cell) <= 8 && !strings.Contains(cell, " ") }

// partOf finds the part number of a row: in its column, else the part number of an
// article in any other, else the content of its column beside other filled cells. It
// returns the index of the cell, -1 for none.
func (t *table) partOf(l *Line, cells []string, filled int) int {
	own := ""
	if t.part >= 0 && t.part < len(cells) {
		own = cells[t.part]
	}
	if _, all, exact := t.articles.Number(own); exact || (all > 0 && all <= maxChoices) {
		l.Part = own
		return t.part
	}
	for c, cell := range cells {
		if c == t.quantity || cell == "" {
			continue
		}
		s := findArticle(cell, wordsOf(cell), t.articles)
		if s.to == 0 {
			continue
		}
		l.Part = cell[s.from:s.to]
		readWords(l, cell[:s.from]+placeholder+cell[s.to:], false)
		return c
	}
	if t.isShort(cells) && amountOf(own) != "" {
		return -1
	}
	if looksLikePartNumber(own) || (filled > 1 && t.part >= 0 && t.roles[t.part] == rolePart && strings.ContainsAny(own, "0123456789")) {
		l.Part = own
		return t.part
	}
	return -1
}

// describe adds the position, the quantity, the remarks and the words of a row,
// except those of the cell with the part number.
func (t *table) describe(l *Line, cells []string, part int) {
	var words, notes []string
	if l.Description != "" {
		words = append(words, l.Description)
	}
	described := false // left of the quantity
	for c, cell := range cells {
		amount := amountOf(cell)
		switch {
		case cell == "":
		case (t.numbering[c] || t.roles[c] == rolePosition) && isPosition(cell) && c != t.quantity:
			if l.Position == "" {
				l.Position = strings.Trim(cell, ".)")
			}
		case c == part:
		case c == t.quantity && amount != "":
			l.amount, l.metres = amount, l.metres || isLength(cell, amount)
		case t.isShort(cells) && c == len(cells)-1 && amount != "":
			l.amount = amount
		case t.roles[c] == roleRemark, described && c > t.quantity && t.roles[c] == roleNone && !strings.ContainsAny(cell, "0123456789") && len(cell) > 3 && !unitPattern.MatchString(cell):
			notes = append(notes, cell)
		case t.roles[c] == rolePart && c != t.part && l.Part != "": // the number of another company
		case t.roles[c] == roleUnit || t.roles[c] == roleOther || unitPattern.MatchString(cell):
			l.metres = l.metres || t.roles[c] != roleOther && isMetre.MatchString(cell)
		case amount != "" && t.roles[c] == roleNone:
			// A row with fewer cells has its quantity before the unit.
			shifted := t.quantity >= 0 && t.quantity < len(cells) && amountOf(cells[t.quantity]) == "" && c+1 < len(cells) && unitPattern.MatchString(cells[c+1])
			if (t.quantity < 0 || shifted) && l.amount == "" {
				l.amount = amount
			}
		case t.roles[c] == roleNone && onlyDate.MatchString(cell):
			notes = append(notes, cell)
		case t.roles[c] == roleNone && strings.TrimSpace(cutPrices(cell)) == "":
		default:
			words = append(words, t.sizes[c]+cell)
			l.column = c
			described = described || c < t.quantity
		}
	}
	note := l.Note
	l.Description = strings.Join(words, " ")
	misplaced := t.quantity < len(cells) && (t.quantity < 0 || cells[t.quantity] != "")
	if l.amount == "" && misplaced && l.Description != "" {
		readWords(l, l.Description, false)
	} else {
		l.Note, l.Description = splitRemarks(l.Description)
		l.Description = trimWords(l.Description)
	}
	l.Note = joinNotes(append([]string{note, l.Note}, notes...)...)
}

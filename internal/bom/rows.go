package bom

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// row is one line of the input, or several lines with a quoted cell across them.
type row struct {
	number int    // of its first line, from 1
	text   string // unchanged
	cells  []string
	apart  bool // a blank line precedes it
	header bool // its cells name columns
	// timesLast is whether it ends in a times sign and its quantity.
	timesLast bool
	// countFirst is whether it begins with a quantity in brackets.
	countFirst bool
	// article is the article of a row of which the line has several; nil for other rows.
	article *article
}

// follows reports whether a row continues the line of the row above with another
// article.
func (r *row) follows() bool { return r.article != nil && !r.article.first }

// hasCells reports whether a row has cells; other rows are plain text.
func (r *row) hasCells() bool { return len(r.cells) > 1 }

const (
	// maxCellLines is the maximum number of lines of a quoted cell; a quotation mark
	// that is closed later is an inch sign.
	maxCellLines = 12
	// maxParsed is the number of bytes of a row that are parsed. It keeps the time
	// for a text proportional to its length.
	maxParsed = 600
)

// normalize unifies what programs write differently: line ends, non-breaking spaces
// and dashes; and removes invisible characters.
func normalize(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u2028", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\u00ad' || unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case r == '‐' || r == '‑' || r == '–' || r == '—' || r == '−':
			return '-'
		}
		return r
	}, text)
}

// split splits a text into rows. Blank lines are none.
func split(text string) []row {
	var rows []row
	sign := delimiterOf(text)
	apart, header := false, ""
	for number := 1; text != ""; {
		length := lineLength(text)
		r := row{number: number, text: text[:length], apart: apart}
		if sign == spaces {
			r.cells = cellsUnder(header, r.text)
		} else if sign != 0 {
			r.cells, length = readRow(text, sign)
			r.text = text[:length]
		}
		number += 1 + strings.Count(r.text, "\n")
		apart = strings.TrimSpace(r.text) == ""
		if !apart {
			r.cells = r.cells[:min(len(r.cells), maxColumns)]
			r.header = r.hasCells() && isHeaderRow(r.cells)
			rows = append(rows, r)
			if r.header {
				header = r.text
			}
		}
		text = text[min(length+1, len(text)):]
	}
	return rows
}

// lineLength returns the length of the first line of a text.
func lineLength(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// spaces stands for a delimiter of two or more spaces, as in columns that are copied
// from a PDF.
const spaces = ' '

// delimiterOf returns the delimiter of the cells of a text: one that most lines
// contain, or a tab in two lines; 0 for plain text. A comma is one only where no
// number contains it: between cells that look like part numbers or quantities.
func delimiterOf(text string) byte {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	for _, sign := range []byte{'\t', ';', '|', ','} {
		with := 0
		for _, line := range lines {
			if strings.Contains(line, string(sign)) && (sign != ',' || separates(line)) {
				with++
			}
		}
		if with > 0 && 2*with >= len(lines) || sign == '\t' && with > 1 || sign != ',' && with > 1 && hasHeader(lines, sign) {
			return sign
		}
	}
	for _, line := range lines {
		if cells := cellsBySpaces(line); len(cells) > 2 && isHeaderRow(cells) {
			return spaces
		}
	}
	return 0
}

// hasHeader reports whether one of the lines is the header of a table with a
// delimiter.
func hasHeader(lines []string, sign byte) bool {
	for _, line := range lines {
		if !strings.Contains(line, string(sign)) {
			continue
		}
		if cells, _ := readRow(line, sign); len(cells) > 2 && isHeaderRow(cells) {
			return true
		}
	}
	return false
}

var (
	// cellPattern matches a cell of a line that is aligned with spaces.
	cellPattern = regexp.MustCompile(`\S+(?: \S+)*`)
	wordOfCell  = regexp.MustCompile(`\S+`)
)

// cellsBySpaces splits a line at runs of two or more spaces.
func cellsBySpaces(line string) []string {
	var cells []string
	for _, c := range columnsOf(line) {
		cells = append(cells, line[c[0]:c[1]])
	}
	return cells
}

// columnsOf returns the ranges of the cells of a line. Words that each name a column
// are cells of their own.
func columnsOf(line string) [][]int {
	var columns [][]int
	for _, c := range cellPattern.FindAllStringIndex(line, -1) {
		cell := line[c[0]:c[1]]
		if roleOf(cell) != roleNone || !isHeaderLine(cell) {
			columns = append(columns, c)
			continue
		}
		for _, word := range wordOfCell.FindAllStringIndex(cell, -1) {
			columns = append(columns, []int{c[0] + word[0], c[0] + word[1]})
		}
	}
	return columns
}

// cellsUnder returns the cells of a line below the header of columns that are aligned
// with spaces. Where few cells are missing each belongs to the column that it overlaps.
func cellsUnder(header, line string) []string {
	columns, found := columnsOf(header), columnsOf(line)
	if 2*len(found) < len(columns) || len(found) >= len(columns) {
		return cellsBySpaces(line)
	}
	column := func(text string, at int) int { return utf8.RuneCountInString(text[:at]) }
	cells := make([]string, len(columns))
	c := 0
	for _, cell := range found {
		from, to := column(line, cell[0]), column(line, cell[1])
		for c+1 < len(columns) && (cells[c] != "" || column(header, columns[c][1]) <= from) && (cells[c] != "" || column(header, columns[c+1][0]) < to) {
			c++
		}
		cells[c] = strings.TrimSpace(cells[c] + " " + line[cell[0]:cell[1]])
	}
	return cells
}

// separates reports whether commas delimit the cells of a line.
func separates(line string) bool {
	cells, _ := readRow(line, ',')
	headers := 0
	for _, cell := range cells {
		if looksLikePartNumber(cell) {
			return true
		}
		if roleOf(cell) != roleNone {
			headers++
		}
	}
	return headers > 1
}

// readRow returns the cells of one row, and its size in bytes.
func readRow(text string, sign byte) (cells []string, used int) {
	for at := 0; ; {
		cell, end := readQuoted(text[at:], sign)
		if end < 0 {
			end = 0
			for at+end < len(text) && text[at+end] != sign && text[at+end] != '\n' {
				end++
			}
			cell = text[at : at+end]
		}
		cells = append(cells, strings.TrimSpace(cell))
		at += end
		if at >= len(text) || text[at] == '\n' {
			return cells, at
		}
		at++
	}
}

// readQuoted reads a cell in quotation marks; end is -1 for any other cell. A cell
// with a quotation mark inside that is not doubled is not quoted: the mark is an
// inch sign.
func readQuoted(text string, sign byte) (cell string, end int) {
	open := len(text) - len(strings.TrimLeft(text, " "))
	if open == len(text) || text[open] != '"' {
		return "", -1
	}
	var b strings.Builder
	lines := 0
	for i := open + 1; i < len(text) && b.Len() < maxParsed; i++ {
		switch text[i] {
		case '\n':
			if lines++; lines == maxCellLines {
				return "", -1
			}
			b.WriteByte(' ')
		case '"':
			if i+1 < len(text) && text[i+1] == '"' {
				b.WriteByte('"')
				i++
				continue
			}
			after := strings.TrimLeft(text[i+1:], " ")
			if after == "" || after[0] == sign || after[0] == '\n' {
				return b.String(), len(text) - len(after)
			}
			return "", -1
		default:
			b.WriteByte(text[i])
		}
	}
	return "", -1
}

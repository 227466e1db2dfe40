package bom

import (
	"strings"
	"unicode"
)

// row is one line of the input, or several lines with a quoted cell across them.
type row struct {
	number int
	text   string
	cells  []string // nil for plain text
}

// maxCellLines is the maximum number of lines of a quoted cell; a quotation mark
// that is closed later is an inch sign.
const maxCellLines = 12

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

// split splits a text into rows, and reports whether they have cells.
func split(text string) (rows []row, cells bool) {
	sign := delimiterOf(text)
	for number := 1; text != ""; {
		length := strings.IndexByte(text+"\n", '\n')
		r := row{number: number, text: text[:length]}
		if sign != 0 {
			r.cells, length = readRow(text, sign)
			r.text = text[:length]
		}
		number += 1 + strings.Count(r.text, "\n")
		if strings.TrimSpace(r.text) != "" {
			rows = append(rows, r)
		}
		text = text[min(length+1, len(text)):]
	}
	return rows, sign != 0
}

// delimiterOf returns the delimiter of cells in most lines; 0 for plain text. A
// comma is one only where no number contains it: between cells that look like part
// numbers or quantities.
func delimiterOf(text string) byte {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	for _, sign := range []byte{'\t', ';', '|', ','} {
		with := 0
		for _, line := range lines {
			if i := strings.IndexByte(strings.TrimSpace(line), sign); i >= 0 && (sign != ',' || separates(line)) {
				with++
			}
		}
		if with > 0 && 2*with >= len(lines) {
			return sign
		}
	}
	return 0
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
			end = strings.IndexAny(text[at:]+"\n", string(sign)+"\n")
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
	for i := open + 1; i < len(text); i++ {
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

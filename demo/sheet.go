package demo

import (
	"bytes"
	"fmt"
	"strings"
	"testing/fstest"
)

func sheetName(slug, language string) string {
	return "datasheet-" + slug + "-" + language[:2] + ".pdf"
}

// dataSheets writes a product's data sheet in each of its languages.
func (c *catalogue) dataSheets(all *content, out fstest.MapFS, r row, p preset, variants []variant) {
	for i, language := range languages {
		if without(atoi(r["id"]))[language] {
			continue
		}
		name := sheetName(r["slug"], language)
		head, lines := c.sheetTable(variants, i)
		title := plain(r.texts()[i])
		out["files/"+name] = &fstest.MapFile{Mode: 0o644, Data: writePDF(sheet{
			title: title, sku: r["sku"], note: wordsOf(language).sheetNote, text: p.use[i], head: head, lines: lines,
		})}
		all.Files = append(all.Files, object{"id": fileID(name), "filename": name, "title": fmt.Sprintf(wordsOf(language).sheet, r["sku"])})
	}
}

// sheetTable is the table of sizes with its head, in one language.
func (c *catalogue) sheetTable(variants []variant, language int) (head []string, lines [][]string) {
	const most = 9 // columns that fit the width of the page
	column := []string{"de", "en", "fr", "it"}[language]
	for _, cell := range variants[0].cells {
		if len(head) < most {
			head = append(head, c.attributes[cell[0]][column])
		}
	}
	head = append(head, "SKU")
	for _, v := range variants {
		line := make([]string, 0, len(head))
		for i := range min(len(v.cells), len(head)-1) {
			text := v.cells[i][1]
			if r, known := c.keys[v.cells[i][0]+"/"+text]; known {
				text = r[column]
			} else if column != "en" {
				text = strings.ReplaceAll(text, ".", ",")
			}
			line = append(line, text)
		}
		for len(line) < len(head)-1 {
			line = append(line, "")
		}
		lines = append(lines, append(line, v.sku))
	}
	return head, lines
}

// sheet is what a data sheet says.
type sheet struct {
	title, sku, note, text string
	head                   []string
	lines                  [][]string
}

// Measures of a sheet in points: A4 across.
const (
	sheetWidth, sheetHeight = 842, 595
	margin                  = 42
	lineHeight              = 13
	linesOnSheet            = 30
)

// writePDF is all of PDF that a data sheet needs: pages of text in Helvetica
// and hairlines. A library would bring fonts, images and half a megabyte of
// code for the same page, and stamp it with the time.
func writePDF(s sheet) []byte {
	var pages [][]byte
	for first := 0; first == 0 || first < len(s.lines); first += linesOnSheet {
		pages = append(pages, s.page(s.lines[first:min(first+linesOnSheet, len(s.lines))], len(pages)+1))
	}
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n", len(offsets))
		fmt.Fprintf(&b, format, args...)
		b.WriteString("\nendobj\n")
	}
	b.WriteString("%PDF-1.4\n")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 5+2*i)
	}
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object("<< /Type /Pages /Count %d /Kids [ %s] >>", len(pages), kids.String())
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
	for i, page := range pages {
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents %d 0 R >>", sheetWidth, sheetHeight, 6+2*i)
		object("<< /Length %d >>\nstream\n%s\nendstream", len(page), page)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

func (s sheet) page(lines [][]string, number int) []byte {
	var b bytes.Buffer
	text := func(font string, size, x, y int, t string) {
		fmt.Fprintf(&b, "BT /%s %d Tf %d %d Td (%s) Tj ET\n", font, size, x, y, winAnsi(t))
	}
	top := sheetHeight - margin
	text("F2", 20, margin, top-16, s.title)
	text("F1", 9, margin, top-32, s.sku+"  ·  "+s.note)
	text("F1", 9, sheetWidth-margin-90, top-16, fmt.Sprintf("Ferrule AG  ·  %d", number))
	y := top - 52
	if number == 1 {
		for _, line := range wrap(s.text, 150) {
			text("F1", 9, margin, y, line)
			y -= lineHeight
		}
	}
	y -= 6
	width := (sheetWidth - 2*margin) / len(s.head)
	for i, cell := range s.head {
		text("F1", 6, margin+i*width, y, shorten(cell, width*2/7))
	}
	fmt.Fprintf(&b, "0.6 w %d %d m %d %d l S 0.2 w\n", margin, y-4, sheetWidth-margin, y-4)
	for _, line := range lines {
		y -= lineHeight
		for i, cell := range line {
			text("F1", 8, margin+i*width, y-2, cell)
		}
		fmt.Fprintf(&b, "%d %d m %d %d l S\n", margin, y-5, sheetWidth-margin, y-5)
	}
	return b.Bytes()
}

func shorten(s string, letters int) string {
	r := []rune(plain(s))
	if len(r) <= letters {
		return string(r)
	}
	return string(r[:letters-1]) + "."
}

func wrap(s string, letters int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && len(line)+len(word) >= letters {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}

// winAnsi encodes a text for the standard fonts and escapes it for a string of
// a PDF. What the encoding lacks becomes the nearest sign that it has.
func winAnsi(s string) []byte {
	special := map[rune]byte{'–': 0x96, '—': 0x97, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '„': 0x84, '•': 0x95, '…': 0x85, '€': 0x80, 'œ': 0x9c, 'Œ': 0x8c, '−': 0x96, '≤': '<', '≥': '>', '\u00a0': ' ', '\u202f': ' '}
	var out []byte
	for _, r := range s {
		code, known := special[r]
		switch {
		case r == '\u00ad':
			continue
		case known:
			out = append(out, code)
		case r == '(' || r == ')' || r == '\\':
			out = append(out, '\\', byte(r))
		case r < 256:
			out = append(out, byte(r))
		default:
			out = append(out, '?')
		}
	}
	return out
}

package document

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"ferrule/internal/fault"
)

// Workbook writes an XLSX file (ECMA-376) row by row, so that memory does not grow
// with the table. Texts are stored as inline strings, which are never evaluated.
//
// It implements the part of the format that tables of texts and numbers need; a
// library would add formulas, charts and megabytes.
type Workbook struct {
	zip        *zip.Writer
	part       *bufio.Writer // current sheet; returns its first error from Flush
	sheets     []string
	sheetCount int // sheets
	row        int
	widths     []int // of the columns of the current sheet, in characters
}

// style is the index of a cell format in styles.xml.
type style int

const (
	plainStyle style = iota
	headerStyle
	wrappedStyle
)

// Limits of Excel: rows of a sheet, characters of a cell.
const (
	maxRows = 1 << 20
	maxCell = 32_767
)

// NewWorkbook begins a file with sheets of the given names.
func NewWorkbook(w io.Writer, sheets ...string) (*Workbook, error) {
	b := &Workbook{zip: zip.NewWriter(w), sheets: sheets}
	var types, entries, relations strings.Builder
	for i, name := range sheets {
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`, i+1)
		fmt.Fprintf(&entries, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escaped(name), i+1, i+1)
		fmt.Fprintf(&relations, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, office, i+1)
	}
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packages + `"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="` + main + `" xmlns:r="` + office + `"><sheets>` + entries.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packages + `">` + relations.String() + `<Relationship Id="rId0" Type="` + office + `/styles" Target="styles.xml"/></Relationships>`},
		{"xl/styles.xml", `<styleSheet xmlns="` + main + `"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
			`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>` +
			`<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf applyAlignment="1"><alignment vertical="top"/></xf><xf fontId="1" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`},
	} {
		if err := b.write(part[0], part[1]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// XML namespaces of the format.
const (
	main     = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	office   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packages = "http://schemas.openxmlformats.org/package/2006/relationships"
)

// write adds a part of the package.
func (b *Workbook) write(name, text string) error {
	w, err := b.zip.Create(name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+text)
	return err
}

// Sheet ends the current sheet and begins the next. Widths are those of its columns,
// in characters; the first frozen rows stay visible when scrolling.
func (b *Workbook) Sheet(frozen int, widths ...int) error {
	if err := b.endSheet(); err != nil {
		return err
	}
	b.sheetCount++
	b.row, b.widths = 0, widths
	w, err := b.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", b.sheetCount))
	if err != nil {
		return err
	}
	b.part = bufio.NewWriter(w)
	fmt.Fprintf(b.part, `%s<worksheet xmlns="%s"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">`, xml.Header, main)
	if frozen > 0 {
		fmt.Fprintf(b.part, `<pane ySplit="%d" topLeftCell="A%d" activePane="bottomLeft" state="frozen"/>`, frozen, frozen+1)
	}
	fmt.Fprint(b.part, `</sheetView></sheetViews><cols>`)
	for i, width := range widths {
		fmt.Fprintf(b.part, `<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, width)
	}
	_, err = b.part.WriteString(`</cols><sheetData>`)
	return err
}

// HeaderRow writes a row of column titles.
func (b *Workbook) HeaderRow(texts []string) error {
	cells := make([]any, len(texts))
	for i, text := range texts {
		cells[i] = bold(text)
	}
	return b.Row(cells...)
}

// bold is a text in the format of headers.
type bold string

// Row writes a row of texts and whole numbers. It fails above maxRows.
func (b *Workbook) Row(cells ...any) error {
	if b.row++; b.row > maxRows {
		return fault.New(fault.Invalid, "a workbook has at most %d rows; select fewer requests, or use another format", maxRows)
	}
	fmt.Fprintf(b.part, `<row r="%d" ht="%d" customHeight="1">`, b.row, b.height(cells))
	for i, cell := range cells {
		at := column(i) + strconv.Itoa(b.row)
		switch v := cell.(type) {
		case int64:
			fmt.Fprintf(b.part, `<c r="%s" s="%d"><v>%d</v></c>`, at, plainStyle, v)
		case bold:
			b.text(at, headerStyle, string(v))
		case string:
			b.text(at, wrappedStyle, v)
		default:
			return fmt.Errorf("write cell: unsupported type %T", cell)
		}
	}
	_, err := b.part.WriteString(`</row>`)
	return err
}

// Height of a line of text and of the highest row that programs accept, in points.
const (
	lineHeightPoints = 15
	maxRowHeight     = 405
)

// height returns the height of a row whose texts are wrapped, in points. Programs that
// do not measure a row would print the next one over it.
func (b *Workbook) height(cells []any) int {
	lines := 1
	for i, cell := range cells {
		if text, ok := cell.(string); ok && i < len(b.widths) {
			lines = max(lines, wrappedLines(text, b.widths[i]))
		}
	}
	return min(lines*lineHeightPoints, maxRowHeight)
}

// wrappedLines estimates the number of lines of a text in a column of width characters.
// Words are as wide as ten percent more characters in fonts that replace Calibri.
func wrappedLines(text string, width int) int {
	width = max(1, width*9/10)
	lines := 0
	for paragraph := range strings.SplitSeq(text, "\n") {
		used := width // the first word begins a line
		for word := range strings.FieldsSeq(paragraph) {
			n := utf8.RuneCountInString(word)
			switch {
			case used+1+n <= width:
				used += 1 + n
			default: // a word that is wider than the column is broken
				lines += (n-1)/width + 1
				used = (n-1)%width + 1
			}
		}
		if used == width && strings.TrimSpace(paragraph) == "" {
			lines++
		}
	}
	return lines
}

// text writes a cell with a text, truncated to maxCell characters.
func (b *Workbook) text(at string, s style, text string) {
	if text == "" {
		return
	}
	if utf8.RuneCountInString(text) > maxCell {
		text = string([]rune(text)[:maxCell])
	}
	fmt.Fprintf(b.part, `<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, at, s, escaped(text))
}

// endSheet ends the current sheet, if any.
func (b *Workbook) endSheet() error {
	if b.part == nil {
		return nil
	}
	fmt.Fprint(b.part, `</sheetData><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>`) // A4
	return b.part.Flush()
}

// Close ends the file. All sheets must have been written.
func (b *Workbook) Close() error {
	if err := b.endSheet(); err != nil {
		return err
	}
	if b.sheetCount != len(b.sheets) {
		return fmt.Errorf("close workbook: %d of %d sheets written", b.sheetCount, len(b.sheets))
	}
	return b.zip.Close()
}

// column returns the name of a column: A … Z, AA …
func column(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return column(i/26-1) + string(rune('A'+i%26))
}

// escaped returns a text as XML. Characters that XML does not allow become U+FFFD.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // writing to a builder does not fail
	return b.String()
}

package demo

import (
	"bytes"
	"fmt"
	"strings"
	"testing/fstest"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/encoding/charmap"
)

func sheetName(slug, language string) string {
	return "datasheet-" + slug + "-" + language[:2] + ".pdf"
}

// dataSheets writes a product's data sheet in each of its languages.
func (c *catalogue) dataSheets(all *content, out fstest.MapFS, r row, p preset, variants []variant) error {
	for i, language := range languages {
		if without(atoi(r["id"]))[language] {
			continue
		}
		name := sheetName(r["slug"], language)
		head, lines := c.sheetTable(variants, i)
		file, err := sheet{
			language: language, created: created(atoi(r["id"])), title: r.texts()[i],
			sku: r["sku"], note: wordsOf(language).sheetNote, text: p.use[i], head: head, lines: lines,
		}.pdf()
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		out["files/"+name] = &fstest.MapFile{Mode: 0o644, Data: file}
		all.Files = append(all.Files, object{"id": fileID(name), "filename": name, "title": fmt.Sprintf(wordsOf(language).sheet, r["sku"])})
	}
	return nil
}

// sheetTable returns the table of sizes with its header, in one language.
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

// sheet is the content of a data sheet.
type sheet struct {
	language, title, sku, note, text string
	created                          time.Time
	head                             []string
	lines                            [][]string
}

// Dimensions of a sheet in points: A4 landscape.
const (
	sheetWidth = 842
	margin     = 42
	lineHeight = 13
)

// latin replaces characters that Windows-1252 lacks, the only character set of the
// standard fonts of PDF. Embedding a font would take eight times as long for each of the
// hundreds of sheets.
//
//nolint:gochecknoglobals // a constant
var latin = strings.NewReplacer("\u00ad", "", "\u202f", "\u00a0", "−", "–", "≤", "max.")

// pdf returns the sheet as a file, always the same bytes for the same sheet, or
// an error if a text has a character that the font lacks.
func (s sheet) pdf() ([]byte, error) {
	p := fpdf.New("L", "pt", "A4", "")
	p.SetCatalogSort(true)
	p.SetCreationDate(s.created)
	p.SetModificationDate(s.created)
	p.SetCompression(false) // compression would take longer than everything else
	p.SetLang(s.language)
	p.SetTitle(plain(s.title), true)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	p.SetCellMargin(0)
	p.SetDrawColor(190, 190, 190)
	p.SetHeaderFunc(func() { s.drawHead(p) })
	p.AddPage()
	p.SetFont("Helvetica", "", 8)
	for _, line := range s.lines {
		for _, cell := range line {
			p.CellFormat(s.columnWidth(), lineHeight, encoded(p, cell), "B", 0, "L", false, 0, "")
		}
		p.Ln(lineHeight)
	}
	var b bytes.Buffer
	err := p.Output(&b)
	return b.Bytes(), err
}

func (s sheet) columnWidth() float64 {
	return (sheetWidth - 2*margin) / float64(len(s.head))
}

// drawHead draws the header of a page; that of the first page includes the text.
func (s sheet) drawHead(p *fpdf.Fpdf) {
	p.SetFont("Helvetica", "", 9)
	p.CellFormat(0, 20, encoded(p, fmt.Sprintf("Ferrule AG  ·  %d", p.PageNo())), "", 0, "R", false, 0, "")
	p.SetX(margin)
	p.SetFont("Helvetica", "B", 20)
	p.CellFormat(0, 20, encoded(p, s.title), "", 1, "L", false, 0, "")
	p.SetFont("Helvetica", "", 9)
	p.CellFormat(0, 18, encoded(p, s.sku+"  ·  "+s.note), "", 1, "L", false, 0, "")
	if p.PageNo() == 1 {
		p.Ln(3)
		p.MultiCell(0, lineHeight, encoded(p, s.text), "", "L", false)
	}
	p.Ln(3)
	p.SetFont("Helvetica", "", 6.5)
	for _, cell := range s.head {
		p.CellFormat(s.columnWidth(), lineHeight, fitting(p, encoded(p, cell), s.columnWidth()-4), "B", 0, "L", false, 0, "")
	}
	p.Ln(lineHeight)
}

// fitting returns a text truncated to a width in the current font.
func fitting(p *fpdf.Fpdf, text string, width float64) string {
	if p.GetStringWidth(text) <= width {
		return text
	}
	for p.GetStringWidth(text+".") > width {
		text = text[:len(text)-1] // one byte per character
	}
	return text + "."
}

// encoded returns a text in the encoding of the standard fonts.
func encoded(p *fpdf.Fpdf, text string) string {
	bytes, err := charmap.Windows1252.NewEncoder().String(latin.Replace(text))
	p.SetError(err)
	return bytes
}

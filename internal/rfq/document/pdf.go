package document

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"

	"ferrule/internal/rfq"
)

// Measures of a page in millimetres: A4 portrait.
const (
	pageWidth, pageHeight = 210, 297
	margin                = 18
	bottom                = pageHeight - 24 // start of the footer
	nameWidth             = 34              // of the column of names
	lineHeight            = 4.6
	textSize, smallSize   = 9.5, 8.5 // points
)

// PDF returns a request as a PDF. The same request always results in the same bytes.
// Characters without a glyph in the fonts, which cover European languages, are
// drawn as boxes.
func PDF(r rfq.Request, files []rfq.File, options ...Option) ([]byte, error) {
	d := newDocument(r, files, options)
	pages, err := newPages(d.title(), d.texts.tag, d.request.Created)
	if err != nil {
		return nil, err
	}
	p := requestPages{pages, d}
	p.SetFooterFunc(p.drawFooter)
	p.AddPage()
	p.drawHeader()
	if len(d.rows) > 0 {
		p.drawTable(d.rows)
	}
	return p.bytes()
}

// requestPages is the PDF of a request.
type requestPages struct {
	*pages

	document document
}

// pages is a PDF that is being written. Output returns its first error.
type pages struct {
	*fpdf.Fpdf

	font   *sfnt.Font
	buffer sfnt.Buffer
}

// newPages returns a PDF without pages.
func newPages(title, language string, created time.Time) (*pages, error) {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	p := &pages{Fpdf: fpdf.New("P", "mm", "A4", ""), font: font}
	p.SetCreationDate(created)
	p.SetModificationDate(created)
	p.SetCatalogSort(true)
	p.SetLang(language)
	p.SetTitle(title, true)
	p.AddUTF8FontFromBytes("go", "", goregular.TTF)
	p.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	p.SetMargins(margin, margin, margin)
	p.SetCellMargin(0)
	p.SetAutoPageBreak(false, 0)
	p.AliasNbPages("{pages}")
	return p, nil
}

// bytes ends the PDF.
func (p *pages) bytes() ([]byte, error) {
	var b bytes.Buffer
	err := p.Output(&b)
	return b.Bytes(), err
}

// drawFooter draws the title and the number of the page.
func (p requestPages) drawFooter() {
	p.SetXY(margin, pageHeight-16)
	p.setMuted(smallSize)
	p.cell(pageWidth-2*margin, p.document.title()+" · "+fmt.Sprintf(p.document.texts.page, p.PageNo(), "{pages}"), "L")
}

// setBold sets the font of headings and its size in points.
func (p *pages) setBold(size float64) {
	p.SetFont("go", "B", size)
	p.SetTextColor(20, 20, 20)
}

// setRegular sets the font of texts.
func (p *pages) setRegular(size float64) {
	p.SetFont("go", "", size)
	p.SetTextColor(20, 20, 20)
}

// setMuted sets the font of names and of the footer.
func (p *pages) setMuted(size float64) {
	p.SetFont("go", "", size)
	p.SetTextColor(105, 105, 105)
}

// cell draws one line of text in a width in millimetres.
func (p *pages) cell(width float64, text, align string) {
	p.CellFormat(width, lineHeight, p.drawable(text), "", 0, align, false, 0, "")
}

// drawable returns a text in which characters without a glyph are replaced.
func (p *pages) drawable(text string) string {
	return strings.Map(func(r rune) rune {
		switch i, err := p.font.GlyphIndex(&p.buffer, r); {
		case r == '\n':
			return r
		case r == '\t', r == '\u202f':
			return ' '
		case err != nil || i == 0:
			return '□'
		default:
			return r
		}
	}, norm.NFC.String(text))
}

// splitLines splits a text into lines of at most a width in the current font; one
// empty line for an empty text.
func (p *pages) splitLines(text string, width float64) []string {
	if lines := p.SplitText(p.drawable(text), width); len(lines) > 0 {
		return lines
	}
	return []string{""}
}

// advance moves down by a distance, and to a new page unless a block of the given
// height fits below. It reports whether it began a page.
func (p *pages) advance(by, height float64) bool {
	p.SetXY(margin, p.GetY()+by)
	if p.GetY()+height <= bottom {
		return false
	}
	p.AddPage()
	return true
}

// drawHeader draws the supplier, the code of the link, the title and the facts of the
// request.
func (p requestPages) drawHeader() {
	p.drawSupplier()
	p.setBold(18)
	p.cell(pageWidth-2*margin, p.document.title(), "L")
	p.advance(10, 0)
	for _, f := range p.document.facts {
		p.setRegular(textSize)
		for i, line := range p.splitLines(f.value, pageWidth-2*margin-nameWidth) {
			if i == 0 {
				p.setMuted(textSize)
				p.cell(nameWidth, f.name, "L")
			}
			p.setRegular(textSize)
			p.SetX(margin + nameWidth)
			p.cell(pageWidth-2*margin-nameWidth, line, "L")
			p.advance(lineHeight, lineHeight)
		}
		p.advance(1, lineHeight)
	}
	p.advance(4, 0)
}

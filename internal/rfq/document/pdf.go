package document

import (
	"bytes"
	"fmt"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"

	"ferrule/internal/rfq"
)

// Measures of a page in millimetres: A4 upright.
const (
	pageWidth, pageHeight = 210, 297
	margin                = 18
	bottom                = pageHeight - 24 // where the footer begins
	nameWidth             = 34              // of a fact's name
	lineHeight            = 4.6
	textSize, smallSize   = 9.5, 8.5 // points
)

// PDF is a request as pages to print, always the same bytes for the same
// request. Letters that its fonts lack (they have those of Europe) are boxes.
func PDF(r rfq.Request, files []rfq.File, options ...Option) ([]byte, error) {
	d := newDocument(r, files, options)
	p, err := newPages(d)
	if err != nil {
		return nil, err
	}
	p.head()
	if len(d.rows) > 0 {
		p.table(d.rows)
	}
	var b bytes.Buffer
	err = p.Output(&b)
	return b.Bytes(), err
}

// pages are a PDF that is being written. Its first failure is told by Output.
type pages struct {
	*fpdf.Fpdf

	document document
	font     *sfnt.Font
	found    sfnt.Buffer
}

func newPages(d document) (*pages, error) {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	p := &pages{Fpdf: fpdf.New("P", "mm", "A4", ""), document: d, font: font}
	p.SetCreationDate(d.request.Created)
	p.SetModificationDate(d.request.Created)
	p.SetCatalogSort(true)
	p.SetLang(d.words.tag)
	p.SetTitle(d.title(), true)
	p.AddUTF8FontFromBytes("go", "", goregular.TTF)
	p.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	p.SetMargins(margin, margin, margin)
	p.SetCellMargin(0)
	p.SetAutoPageBreak(false, 0)
	p.AliasNbPages("{pages}")
	p.SetFooterFunc(func() {
		p.SetXY(margin, pageHeight-16)
		p.quiet(smallSize)
		p.cell(pageWidth-2*margin, d.title()+" · "+fmt.Sprintf(d.words.page, p.PageNo(), "{pages}"), "L")
	})
	p.AddPage()
	return p, nil
}

func (p *pages) loud(size float64) {
	p.SetFont("go", "B", size)
	p.SetTextColor(20, 20, 20)
}

func (p *pages) usual(size float64) {
	p.SetFont("go", "", size)
	p.SetTextColor(20, 20, 20)
}

func (p *pages) quiet(size float64) {
	p.SetFont("go", "", size)
	p.SetTextColor(105, 105, 105)
}

func (p *pages) cell(width float64, text, align string) {
	p.CellFormat(width, lineHeight, p.drawable(text), "", 0, align, false, 0, "")
}

// drawable is a text in letters that the fonts have.
func (p *pages) drawable(text string) string {
	return strings.Map(func(r rune) rune {
		switch i, err := p.font.GlyphIndex(&p.found, r); {
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

// lines is a text in lines of a width, of the font that is set; one line if
// there is no text.
func (p *pages) lines(text string, width float64) []string {
	if lines := p.SplitText(p.drawable(text), width); len(lines) > 0 {
		return lines
	}
	return []string{""}
}

// down moves to the next line, and to the next page where there is no room for
// another of the height. It reports whether the page is a new one.
func (p *pages) down(by, room float64) bool {
	p.SetXY(margin, p.GetY()+by)
	if p.GetY()+room <= bottom {
		return false
	}
	p.AddPage()
	return true
}

// head says which request this is, whose, and what was said.
func (p *pages) head() {
	if site := p.document.site; site != "" {
		p.quiet(textSize)
		p.cell(pageWidth-2*margin, site, "L")
		p.down(8, 0)
	}
	p.loud(18)
	p.cell(pageWidth-2*margin, p.document.title(), "L")
	p.down(10, 0)
	for _, f := range p.document.facts {
		p.usual(textSize)
		for i, line := range p.lines(f.value, pageWidth-2*margin-nameWidth) {
			if i == 0 {
				p.quiet(textSize)
				p.cell(nameWidth, f.name, "L")
			}
			p.usual(textSize)
			p.SetX(margin + nameWidth)
			p.cell(pageWidth-2*margin-nameWidth, line, "L")
			p.down(lineHeight, lineHeight)
		}
		p.down(1, lineHeight)
	}
	p.down(4, 0)
}

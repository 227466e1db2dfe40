package document

import (
	"image/color"

	"github.com/boombuler/barcode/qr"
)

// codeSize is the edge of the QR code in millimetres, with its margin of four modules.
const codeSize = 30

// drawSupplier draws the supplier at the left, and at the right the QR code of the
// address of the request's page.
func (p requestPages) drawSupplier() {
	top, width := p.GetY(), float64(pageWidth-2*margin)
	coded := p.drawCode(pageWidth-margin-codeSize, top-6)
	if coded {
		width -= codeSize
	}
	if supplier := p.document.supplier; supplier.Name != "" {
		p.setBold(textSize)
		p.cell(width, supplier.Name, "L")
		p.advance(lineHeight, 0)
		p.setMuted(smallSize)
		for _, text := range supplier.Contact {
			for _, line := range p.splitLines(withoutSoftHyphens(text), width) {
				p.cell(width, line, "L")
				p.advance(lineHeight, 0)
			}
		}
		p.advance(5, 0)
	}
	if coded {
		p.SetY(max(p.GetY(), top-6+codeSize-10)) // the title fits beside the rest of the code
	}
}

// drawCode draws the QR code of the link, whose square begins at x and y, in
// millimetres. It reports whether there is one: without a link, or with one that is too
// long, there is none.
func (p requestPages) drawCode(x, y float64) bool {
	if p.document.link == "" {
		return false
	}
	code, err := qr.Encode(p.document.link, qr.M, qr.Unicode)
	if err != nil {
		return false
	}
	modules := code.Bounds().Dx()
	size := float64(codeSize) / float64(modules+8) // of a module, with a margin of four on each side
	p.SetFillColor(0, 0, 0)
	for row := range modules {
		for from := 0; from < modules; {
			to := from
			for to < modules && isBlack(code.At(to, row)) {
				to++
			}
			if to > from { // a run of black modules, without gaps between them
				p.Rect(x+float64(from+4)*size, y+float64(row+4)*size, float64(to-from)*size, size, "F")
			}
			from = to + 1
		}
	}
	return true
}

func isBlack(c color.Color) bool {
	gray, ok := color.GrayModel.Convert(c).(color.Gray)
	return ok && gray.Y < 128
}

package document

import (
	"fmt"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/offer"
)

// OfferPDF returns an offer for a request as a PDF of A4 sheets: each repeats the head
// of the table, and the last ends with the amounts and the title block. The same offer
// always results in the same bytes.
func OfferPDF(o offer.Offer, reference string, sent time.Time, supplier rfq.Supplier, link string) ([]byte, error) {
	return offerPDF(o, offerTextsIn(o.Language), reference, sent, supplier, link)
}

// OfferDraft is OfferPDF for an offer that is not sent, which it says.
func OfferDraft(o offer.Offer, reference string, at time.Time, supplier rfq.Supplier) ([]byte, error) {
	w := offerTextsIn(o.Language)
	w.title = w.draft + ": " + w.title
	return offerPDF(o, w, reference, at, supplier, "")
}

func offerPDF(o offer.Offer, w offerTexts, reference string, sent time.Time, supplier rfq.Supplier, link string) ([]byte, error) {
	pages, err := newPages(w.title+" "+o.Number, w.tag, sent)
	if err != nil {
		return nil, err
	}
	p := offerPages{pages, o, o.Total(), w, reference, supplier, link}
	p.SetFooterFunc(p.drawTitleBlock)
	p.AddPage()
	p.drawHead()
	p.drawLines()
	p.drawTotal()
	p.drawRemarks()
	return p.bytes()
}

// offerPages is the PDF of an offer.
type offerPages struct {
	*pages

	offer     offer.Offer
	amounts   offer.Total
	texts     offerTexts
	reference string
	supplier  rfq.Supplier
	link      string
}

// drawHead draws supplier, recipient, title and introduction.
func (p offerPages) drawHead() {
	width := float64(pageWidth - 2*margin)
	top := p.GetY()
	p.setBold(16)
	p.cell(width/2, p.supplier.Name, "L")
	p.setMuted(smallSize)
	for _, line := range p.supplier.Contact {
		p.SetXY(margin+width/2, top)
		p.cell(width/2, withoutSoftHyphens(line), "R")
		top += lineHeight
	}
	p.SetXY(margin, max(top, p.GetY()+lineHeight)+8)
	p.setRegular(textSize)
	for _, line := range p.offer.Recipient {
		p.cell(width, line, "L")
		p.advance(lineHeight, 0)
	}
	p.advance(8, 0)
	p.setBold(20)
	p.cell(width, p.texts.title+" "+p.offer.Number, "L")
	p.advance(11, 0)
	p.drawText(p.offer.Intro, width)
	p.advance(3, 0)
}

// drawText draws a text of several lines, and continues it on the next page.
func (p offerPages) drawText(text string, width float64) {
	if text == "" {
		return
	}
	p.setRegular(textSize)
	for _, line := range p.splitLines(withoutSoftHyphens(text), width) {
		p.cell(width, line, "L")
		p.advance(lineHeight, lineHeight)
	}
}

// offerColumn is a column of the table of lines, with its width in millimetres.
type offerColumn struct {
	title string
	width float64
	align string
}

func (p offerPages) columns() []offerColumn {
	w, currency := p.texts, " "+p.offer.Currency
	columns := []offerColumn{
		{w.position, 12, "L"}, {w.article, 0, "L"}, {w.quantity, 20, "R"}, {w.price + currency, 24, "R"}, {w.total + currency, 26, "R"}, {w.delivery, 28, "L"}, {w.certificate, 15, "L"},
	}
	columns[1].width = pageWidth - 2*margin
	for i, c := range columns {
		if i != 1 {
			columns[1].width -= c.width
		}
	}
	return columns
}

func (p offerPages) drawLines() {
	columns := p.columns()
	p.drawColumnTitles(columns)
	for i, l := range p.offer.Lines {
		cells := p.cells(i, l)
		height := 1
		split := make([][]string, len(columns))
		p.setRegular(smallSize)
		for c, column := range columns {
			for _, text := range cells[c] {
				split[c] = append(split[c], p.splitLines(withoutSoftHyphens(text), column.width-gap)...)
			}
			split[c] = shortened(split[c], maxRowLines)
			height = max(height, len(split[c]))
		}
		if p.advance(0, float64(height)*lineHeight+2*padding) {
			p.drawColumnTitles(columns)
		}
		p.drawCells(columns, split, len(p.splitLines(l.Name, columns[1].width-gap)), height)
	}
}

// cells returns the texts of a line's cells, each of several paragraphs.
func (p offerPages) cells(i int, l offer.Line) [][]string {
	w := p.texts
	article := []string{l.Name}
	add := func(format, value string) {
		if value != "" {
			article = append(article, fmt.Sprintf(format, value))
		}
	}
	add("%s", l.SKU)
	add(w.replaces, l.Replaces)
	add(w.notOffered, l.NotOffered)
	if !l.Discount.IsZero() {
		add(w.lineDiscount, w.Number(l.Discount, 0))
	}
	add("%s", l.Note)
	if l.NotOffered != "" {
		return [][]string{{l.Position}, article, {"–"}, {"–"}, {"–"}, {"–"}, {"–"}}
	}
	places := offer.MinorUnits(p.offer.Currency)
	price := []string{w.Number(l.Price, places)}
	if l.Per > 1 {
		price = append(price, fmt.Sprintf(w.per, w.Number(decimal.NewFromInt(l.Per), 0)))
	}
	certificate := l.Certificate
	if certificate == "" {
		certificate = "–"
	}
	quantity := strings.TrimSpace(w.Number(l.Quantity, 0) + " " + l.Unit)
	return [][]string{{l.Position}, article, {quantity}, price, {w.Number(p.amounts.Lines[i], places)}, w.deliveries(l), {certificate}}
}

func (p offerPages) drawColumnTitles(columns []offerColumn) {
	p.setMuted(smallSize)
	x, top := float64(margin), p.GetY()
	for _, c := range columns {
		p.SetXY(x, top)
		p.cell(c.width-gap, c.title, c.align)
		x += c.width
	}
	p.drawRule(top+lineHeight+padding, 0.3)
}

// drawCells draws the cells of a line, whose article's name has a number of lines.
func (p offerPages) drawCells(columns []offerColumn, cells [][]string, nameLines, height int) {
	x, top := float64(margin), p.GetY()+padding
	for c, column := range columns {
		for i, text := range cells[c] {
			p.setRegular(smallSize)
			if c == 1 && i < nameLines {
				p.setBold(smallSize)
			} else if c == 1 {
				p.setMuted(smallSize)
			}
			p.SetXY(x, top+float64(i)*lineHeight)
			p.cell(column.width-gap, text, column.align)
		}
		x += column.width
	}
	p.drawRule(top+float64(height)*lineHeight+padding, 0.15)
}

// drawRule draws a horizontal line and continues below it; measures in millimetres.
func (p offerPages) drawRule(y, width float64) {
	p.SetDrawColor(120, 120, 120)
	p.SetLineWidth(width)
	p.Line(margin, y, pageWidth-margin, y)
	p.SetXY(margin, y)
}

// drawTotal draws the amounts at the right edge.
func (p offerPages) drawTotal() {
	w, t, places := p.texts, p.amounts, offer.MinorUnits(p.offer.Currency)
	type row struct {
		name, value string
		bold        bool
	}
	amount := func(d decimal.Decimal) string { return w.Number(d, places) }
	rows := []row{{name: w.sum, value: amount(t.Sum)}}
	if !t.Discount.IsZero() {
		rows = append(rows, row{name: w.discount + " " + w.Number(p.offer.Discount, 0) + " %", value: amount(t.Discount.Neg())})
	}
	for _, c := range p.offer.Charges {
		rows = append(rows, row{name: c.Text, value: amount(c.Amount)})
	}
	rows = append(rows, row{name: w.net + " " + p.offer.Currency, value: amount(t.Net), bold: !p.offer.VAT && t.Rounding.IsZero()})
	for _, v := range t.VAT {
		rows = append(rows, row{name: w.vat + " " + w.Number(v.Rate, 0) + " %", value: amount(v.Amount)})
	}
	if !t.Rounding.IsZero() {
		rows = append(rows, row{name: w.rounding, value: amount(t.Rounding)})
	}
	if p.offer.VAT || !t.Rounding.IsZero() {
		rows = append(rows, row{name: w.gross + " " + p.offer.Currency, value: amount(t.Total), bold: true})
	}
	if !p.offer.VAT {
		rows = append(rows, row{name: w.excluded})
	}
	p.advance(3, float64(len(rows)+1)*lineHeight)
	const valueWidth = 34.0
	for _, r := range rows {
		p.setRegular(textSize)
		if r.bold {
			p.setBold(13)
			p.advance(1, 0)
		}
		p.SetX(margin)
		p.cell(pageWidth-2*margin-valueWidth, r.name, "R")
		p.cell(valueWidth, r.value, "R")
		p.advance(lineHeight, 0)
		if r.bold {
			p.advance(1.5, 0)
		}
	}
}

// drawRemarks draws what to know and how to accept, one below the other.
func (p offerPages) drawRemarks() {
	width := float64(pageWidth - 2*margin)
	heading := func(text string) {
		p.advance(5, 3*lineHeight)
		p.setBold(textSize)
		p.cell(width, text, "L")
		p.advance(lineHeight, 0)
	}
	if p.offer.Notes != "" {
		heading(p.texts.toKnow)
		p.drawText(p.offer.Notes, width)
	}
	if p.link == "" && p.offer.Terms == "" {
		return
	}
	heading(p.texts.accept)
	if p.link != "" {
		p.drawText(fmt.Sprintf(p.texts.acceptHow, p.texts.Day(p.offer.ValidUntil)), width)
		p.drawText(p.link, width)
	}
	p.drawText(p.offer.Terms, width)
}

// drawTitleBlock draws the facts of the offer in cells at the foot of a sheet.
func (p offerPages) drawTitleBlock() {
	w := p.texts
	contact := []string{p.offer.Contact.Name, p.offer.Contact.Phone}
	cells := []struct {
		name  string
		lines []string
		width float64
	}{
		{w.request, []string{p.reference}, 30},
		{w.date, []string{w.Day(p.offer.Date)}, 26},
		{w.validUntil, []string{w.Day(p.offer.ValidUntil)}, 34},
		{w.contact, contact, 44},
		{w.version, []string{fmt.Sprint(p.offer.Version)}, 18},
		{w.sheet, []string{fmt.Sprintf(w.sheetOf, p.PageNo(), "{pages}")}, 22},
	}
	const top = pageHeight - 22
	p.SetDrawColor(20, 20, 20)
	p.SetLineWidth(0.3)
	p.Line(margin, top, pageWidth-margin, top)
	x := float64(margin)
	for i, c := range cells {
		if i > 0 {
			p.SetDrawColor(190, 190, 190)
			p.Line(x-2, top, x-2, top+3.2*lineHeight)
		}
		p.setMuted(7.5)
		p.SetXY(x, top+1)
		p.cell(c.width-4, c.name, "L")
		p.setRegular(smallSize)
		for n, line := range c.lines {
			p.SetXY(x, top+1+float64(n+1)*4.2)
			p.cell(c.width-4, line, "L")
		}
		x += c.width
	}
}

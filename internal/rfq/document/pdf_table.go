package document

import (
	"slices"
	"strconv"
)

// Maximum numbers of lines of a row's cells and of its note, which must fit on a page.
const (
	maxRowLines  = 30
	maxNoteLines = 15
)

// pdfColumn is a column of the table of lines. Its width is that of its widest text
// between min and max millimetres; the article, without a max, has the rest.
type pdfColumn struct {
	title    string
	min, max float64
	align    string
	text     func(i int, r Row) string
	width    float64 // millimetres, set by fit
}

// drawTable draws the lines of a request, with the header on each page. A note has
// lines of its own below its row, from the article to the margin.
func (p requestPages) drawTable(rows []Row) {
	columns := p.columns(rows)
	p.drawHeaderRow(columns)
	noteX := float64(margin)
	for _, c := range columns[:slices.IndexFunc(columns, func(c pdfColumn) bool { return c.max == 0 })] {
		noteX += c.width
	}
	for i, row := range rows {
		p.setRegular(smallSize)
		cells, height := make([][]string, len(columns)), 1
		for c, column := range columns {
			cells[c] = shortened(p.splitLines(column.text(i, row), column.width-gap), maxRowLines)
			height = max(height, len(cells[c]))
		}
		var note []string
		if row.Note != "" {
			note = shortened(p.splitLines(p.document.texts.note+": "+row.Note, pageWidth-margin-noteX), maxNoteLines)
		}
		if p.advance(0, float64(height+len(note))*lineHeight+2*padding) {
			p.drawHeaderRow(columns)
		}
		p.setRegular(smallSize)
		p.drawRow(columns, cells, height, note, noteX)
	}
}

// shortened returns at most a number of lines, the last of which is … if there are more.
func shortened(lines []string, limit int) []string {
	if len(lines) <= limit {
		return lines
	}
	return append(lines[:limit-1:limit-1], "…")
}

const (
	gap     = 3.0 // between columns
	padding = 1.1 // above and below a row
)

// columns returns the columns that have content, with their widths.
func (p requestPages) columns(rows []Row) []pdfColumn {
	w := p.document.texts
	columns := []pdfColumn{
		{title: w.position, max: 14, align: "L", text: func(i int, _ Row) string { return strconv.Itoa(i + 1) }},
		{title: w.customer, max: 24, align: "L", text: func(_ int, r Row) string { return r.Position }},
		{title: w.part, max: 42, align: "L", text: func(_ int, r Row) string { return r.Part }},
		{title: w.article, align: "L", text: func(_ int, r Row) string {
			if !r.Known {
				return withRemark(r.Name, "("+w.unknown+")")
			}
			return r.Name
		}},
		{title: w.values, min: 20, max: 46, align: "L", text: func(_ int, r Row) string { return r.Values }},
		{title: w.quantity, max: 24, align: "R", text: func(_ int, r Row) string { return strconv.FormatInt(r.Quantity, 10) }},
	}
	columns = slices.DeleteFunc(columns, func(c pdfColumn) bool {
		return c.max > 0 && !slices.ContainsFunc(rows, func(r Row) bool { return c.text(0, r) != "" })
	})
	p.fit(columns, rows)
	return columns
}

// fit sets the widths of columns.
func (p *pages) fit(columns []pdfColumn, rows []Row) {
	rest := float64(pageWidth - 2*margin)
	for i := range columns {
		c := &columns[i]
		if c.max == 0 {
			continue
		}
		p.setBold(smallSize)
		c.width = p.GetStringWidth(c.title)
		p.setRegular(smallSize)
		for n, row := range rows {
			c.width = max(c.width, p.GetStringWidth(p.drawable(c.text(n, row))))
		}
		c.width = min(max(c.width+gap+1, c.min), c.max)
		rest -= c.width
	}
	for i := range columns {
		if columns[i].max == 0 {
			columns[i].width = rest
		}
	}
}

// withRemark returns a name followed by a remark.
func withRemark(name, remark string) string {
	if name == "" {
		return remark
	}
	return name + " " + remark
}

// drawNote draws the lines of a note.
func (p *pages) drawNote(lines []string, x, y float64) {
	for i, line := range lines {
		p.SetXY(x, y+float64(i)*lineHeight)
		p.cell(pageWidth-margin-x, line, "L")
	}
}

// drawHeaderRow draws the titles of the columns.
func (p *pages) drawHeaderRow(columns []pdfColumn) {
	p.setBold(smallSize)
	cells := make([][]string, len(columns))
	for i, c := range columns {
		cells[i] = []string{c.title}
	}
	p.drawRow(columns, cells, 1, nil, 0)
}

// drawRow draws the cells of a row in the current font, the note below them from noteX
// on, and a rule.
func (p *pages) drawRow(columns []pdfColumn, cells [][]string, height int, note []string, noteX float64) {
	top, x := p.GetY()+padding, float64(margin)
	for c, column := range columns {
		for i, line := range cells[c] {
			p.SetXY(x, top+float64(i)*lineHeight)
			p.cell(column.width-gap, line, column.align)
		}
		x += column.width
	}
	p.drawNote(note, noteX, top+float64(height)*lineHeight)
	end := top + float64(height+len(note))*lineHeight + padding
	p.SetDrawColor(190, 190, 190)
	p.SetLineWidth(0.15)
	p.Line(margin, end, pageWidth-margin, end)
	p.SetXY(margin, end)
}

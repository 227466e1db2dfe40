package document

import (
	"slices"
	"strconv"
)

// maxRowLines is the maximum number of lines of a row, which must fit on a page.
const maxRowLines = 45

// pdfColumn is a column of the table of lines.
type pdfColumn struct {
	title string
	width float64 // millimetres
	align string
	text  func(i int, r Row) string
}

// drawTable draws the lines of a request, with the header on each page. It omits
// empty columns and gives their width to the article.
func (p *pages) drawTable(rows []Row) {
	columns := p.columns(rows)
	p.drawHeaderRow(columns)
	for i, row := range rows {
		p.setRegular(smallSize)
		cells, height := make([][]string, len(columns)), 1
		for c, column := range columns {
			cells[c] = p.splitLines(column.text(i, row), column.width-gap)
			if len(cells[c]) > maxRowLines {
				cells[c] = append(cells[c][:maxRowLines-1], "…")
			}
			height = max(height, len(cells[c]))
		}
		if p.advance(0, float64(height)*lineHeight+2*padding) {
			p.drawHeaderRow(columns)
		}
		p.setRegular(smallSize)
		p.drawRow(columns, cells, height)
	}
}

const (
	gap     = 3.0 // between columns
	padding = 1.1 // above and below a row
)

// columns returns the columns that have content, with their widths.
func (p *pages) columns(rows []Row) []pdfColumn {
	w := p.document.texts
	columns := []pdfColumn{
		{w.position, 13, "L", func(i int, _ Row) string { return strconv.Itoa(i + 1) }},
		{w.part, 36, "L", func(_ int, r Row) string { return r.Part }},
		{w.article, 0, "L", func(_ int, r Row) string {
			if !r.Known {
				return withRemark(r.Name, "("+w.unknown+")")
			}
			return r.Name
		}},
		{w.values, 34, "L", func(_ int, r Row) string { return r.Values }},
		{w.quantity, 18, "R", func(_ int, r Row) string { return strconv.FormatInt(r.Quantity, 10) }},
		{w.note, 34, "L", func(_ int, r Row) string { return r.Note }},
	}
	columns = slices.DeleteFunc(columns, func(c pdfColumn) bool {
		return c.width > 0 && !slices.ContainsFunc(rows, func(r Row) bool { return c.text(0, r) != "" })
	})
	rest := float64(pageWidth - 2*margin)
	for _, c := range columns {
		rest -= c.width
	}
	for i := range columns {
		if columns[i].width == 0 {
			columns[i].width = rest
		}
	}
	return columns
}

// withRemark returns a name followed by a remark.
func withRemark(name, remark string) string {
	if name == "" {
		return remark
	}
	return name + " " + remark
}

// drawHeaderRow draws the titles of the columns.
func (p *pages) drawHeaderRow(columns []pdfColumn) {
	p.setBold(smallSize)
	cells := make([][]string, len(columns))
	for i, c := range columns {
		cells[i] = []string{c.title}
	}
	p.drawRow(columns, cells, 1)
}

// drawRow draws the cells of a row in the current font, and a rule below.
func (p *pages) drawRow(columns []pdfColumn, cells [][]string, height int) {
	top, x := p.GetY()+padding, float64(margin)
	for c, column := range columns {
		for i, line := range cells[c] {
			p.SetXY(x, top+float64(i)*lineHeight)
			p.cell(column.width-gap, line, column.align)
		}
		x += column.width
	}
	end := top + float64(height)*lineHeight + padding
	p.SetDrawColor(190, 190, 190)
	p.SetLineWidth(0.15)
	p.Line(margin, end, pageWidth-margin, end)
	p.SetXY(margin, end)
}

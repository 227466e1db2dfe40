package document

import (
	"bytes"
	"strings"

	"ferrule/internal/rfq"
)

// XLSX returns a workbook with two sheets: the lines of a request, and its other
// fields.
func XLSX(r rfq.Request, files []rfq.File, options ...Option) ([]byte, error) {
	d := newDocument(r, files, options)
	var b bytes.Buffer
	err := d.workbook(&b)
	return b.Bytes(), err
}

func (d document) workbook(to *bytes.Buffer) error {
	b, err := NewWorkbook(to, d.texts.parts, d.title())
	if err != nil {
		return err
	}
	if err := b.Sheet(1, 6, 14, 22, 50, 34, 10, 40); err != nil {
		return err
	}
	if err := b.HeaderRow(d.columns()); err != nil {
		return err
	}
	for i, row := range d.rows {
		if err := b.Row(int64(i+1), row.Position, row.Part, row.Name, row.Values, row.Quantity, row.Note); err != nil {
			return err
		}
	}
	if err := b.Sheet(0, 18, 80); err != nil {
		return err
	}
	if d.supplier.Name != "" {
		if err := b.Row(bold(d.supplier.Name), strings.Join(d.supplier.Contact, "\n")); err != nil {
			return err
		}
	}
	if err := b.Row(bold(d.texts.title), bold(d.request.Reference)); err != nil {
		return err
	}
	for _, f := range d.facts {
		if err := b.Row(f.name, f.value); err != nil {
			return err
		}
	}
	return b.Close()
}

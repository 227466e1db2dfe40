package bomfile

import (
	"bytes"
	"context"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// xlsx reads the visible sheets of a workbook of Excel.
func xlsx(ctx context.Context, file []byte) (text string, err error) {
	// The parser is not the program's own, and the file is untrusted.
	defer func() {
		if p := recover(); p != nil {
			text, err = "", fmt.Errorf("%w: %v", ErrDamaged, p)
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(file), excelize.Options{
		UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxPart, ShortDatePattern: "yyyy-mm-dd",
	})
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer func() { _ = book.Close() }()
	w := &writer{}
	for _, name := range book.GetSheetList() {
		if visible, err := book.GetSheetVisible(name); err == nil && !visible {
			continue
		}
		w.begin(name)
		if err := w.addSheet(ctx, book, name); err != nil {
			return "", err
		}
	}
	return w.text()
}

// addSheet adds the rows of a sheet. It reads them twice at once: the values, and as
// they are shown.
func (w *writer) addSheet(ctx context.Context, book *excelize.File, name string) error {
	values, err := book.Rows(name)
	if err != nil {
		return nil // a chart
	}
	defer func() { _ = values.Close() }()
	shown, err := book.Rows(name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer func() { _ = shown.Close() }()
	for values.Next() && shown.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, err := values.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		texts, err := shown.Columns()
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		row = row[:min(len(row), len(texts), maxColumns)]
		for c := range row {
			row[c] = valueText(row[c], texts[c])
		}
		if err := w.add(row); err != nil {
			return err
		}
	}
	if err := values.Error(); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

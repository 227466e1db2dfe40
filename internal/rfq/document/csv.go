package document

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"ferrule/internal/rfq"
)

// CSV returns the table of a request's lines in CSV (RFC 4180). The separator is the
// one that spreadsheets in the request's language expect. The sender and the message
// are in the other formats only, since all rows of a table have the same columns.
func CSV(r rfq.Request, files []rfq.File, options ...Option) ([]byte, error) {
	d := newDocument(r, files, options)
	var b bytes.Buffer
	w, err := NewCSV(&b, d.texts.separator)
	if err != nil {
		return nil, err
	}
	if err := w.Write(d.columns()); err != nil {
		return nil, err
	}
	for i, row := range d.rows {
		if err := w.Write([]string{strconv.Itoa(i + 1), row.Position, row.Part, row.Name, row.Values, strconv.FormatInt(row.Quantity, 10), row.Note}); err != nil {
			return nil, err
		}
	}
	err = w.Flush()
	return b.Bytes(), err
}

// CSVWriter writes tables that spreadsheets open correctly: in UTF-8, and without
// cells that would be evaluated as formulas.
type CSVWriter struct{ csv *csv.Writer }

// NewCSV writes the byte order mark and returns a writer of rows.
func NewCSV(w io.Writer, separator rune) (*CSVWriter, error) {
	const byteOrderMark = "\ufeff" // without it Excel assumes another encoding
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return nil, err
	}
	c := &CSVWriter{csv.NewWriter(w)}
	c.csv.Comma, c.csv.UseCRLF = separator, true
	return c, nil
}

// Write writes a row.
func (w *CSVWriter) Write(cells []string) error {
	escaped := make([]string, len(cells))
	for i, cell := range cells {
		escaped[i] = escapeFormula(cell)
	}
	return w.csv.Write(escaped)
}

// Flush writes buffered rows.
func (w *CSVWriter) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// escapeFormula returns a cell that no spreadsheet evaluates as a formula (OWASP,
// "CSV Injection").
func escapeFormula(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

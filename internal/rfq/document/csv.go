package document

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"ferrule/internal/rfq"
)

// CSV is the table of a request's lines as RFC 4180 has it, for spreadsheets
// and other programs: the separator is the one that a spreadsheet in the
// request's language expects. The person and the message are in the other
// formats, since all lines of a table have the same cells.
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
		if err := w.Write([]string{strconv.Itoa(i + 1), row.Part, row.Name, row.Values, strconv.FormatInt(row.Quantity, 10), row.Note}); err != nil {
			return nil, err
		}
	}
	err = w.Flush()
	return b.Bytes(), err
}

// CSVWriter writes tables that spreadsheets open as what they are: in UTF-8,
// and with nothing that they would calculate.
type CSVWriter struct{ csv *csv.Writer }

// NewCSV begins a table.
func NewCSV(w io.Writer, separator rune) (*CSVWriter, error) {
	const byteOrderMark = "\ufeff" // else Excel reads another encoding
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return nil, err
	}
	c := &CSVWriter{csv.NewWriter(w)}
	c.csv.Comma, c.csv.UseCRLF = separator, true
	return c, nil
}

// Write adds a row.
func (w *CSVWriter) Write(cells []string) error {
	plain := make([]string, len(cells))
	for i, cell := range cells {
		plain[i] = escapeFormula(cell)
	}
	return w.csv.Write(plain)
}

// Flush writes what is left.
func (w *CSVWriter) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// inert is a text that no spreadsheet takes for a formula (OWASP, "CSV
// Injection").
func escapeFormula(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

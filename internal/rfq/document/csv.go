package document

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ferrule/internal/rfq"
)

// CSV returns the table of a request's lines in CSV (RFC 4180). The separator is the
// one that spreadsheets in the request's language expect. Each row repeats the
// reference, the supplier, their contact, the deadline (RFC 3339) and the address of the
// request's page; the sender and the message are in the other formats only. Programs
// read columns by position: append new ones at the end.
func CSV(r rfq.Request, files []rfq.File, options ...Option) ([]byte, error) {
	d := newDocument(r, files, options)
	var b bytes.Buffer
	w, err := NewCSV(&b, d.texts.separator)
	if err != nil {
		return nil, err
	}
	t := d.texts
	if err := w.Write(append(d.columns(), t.number, t.supplier, t.contact, t.deadline, t.link)); err != nil {
		return nil, err
	}
	deadline := d.calendar.DeadlineOf(r).In(d.calendar.Zone).Format(time.RFC3339)
	request := []string{r.Reference, withoutSoftHyphens(d.supplier.Name), withoutSoftHyphens(strings.Join(d.supplier.Contact, " · ")), deadline, d.link}
	for i, row := range d.rows {
		line := []string{strconv.Itoa(i + 1), row.Position, row.Part, row.Name, row.Values, strconv.FormatInt(row.Quantity, 10), row.Note}
		if err := w.Write(append(line, request...)); err != nil {
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
	if first, _ := utf8.DecodeRuneInString(cell); cell != "" && strings.ContainsRune("=+-@\t\r＝＋－＠", first) {
		return "'" + cell
	}
	return cell
}

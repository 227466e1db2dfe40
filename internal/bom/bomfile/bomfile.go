// Package bomfile reads bills of materials from files: XLSX and ODS spreadsheets, and
// text in UTF-8, UTF-16 or Windows-1252. It returns text as package bom reads it, and
// depends on no other package of the program. A file is untrusted: its unzipped size,
// its rows and its columns are bounded.
package bomfile

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
)

// Limits of one file.
const (
	MaxBytes = 10 << 20
	MaxRows  = 5000

	maxColumns  = 64
	maxUnzipped = 64 << 20 // of all parts of a spreadsheet together
	maxPart     = 16 << 20 // of one part with cells; larger ones have more than MaxRows
	maxParts    = 2000
	maxCell     = 2000 // bytes of one cell
)

// The errors of a file. A file that is none of the kinds is ErrKind.
var (
	ErrKind      = errors.New("file is no spreadsheet or text")
	ErrOldKind   = errors.New("file is a spreadsheet of an old kind")
	ErrPDF       = errors.New("file is a PDF")
	ErrPassword  = errors.New("file is protected by a password")
	ErrTooLarge  = errors.New("file is too large")
	ErrRows      = errors.New("file has too many rows")
	ErrDamaged   = errors.New("file is damaged")
	ErrNoContent = errors.New("file is empty")
)

// Text returns the rows of a file with tabs between their cells. It detects the kind
// by content. Several sheets with content are each preceded by a line with their name
// and a colon. Errors are those of the package, or the context's.
func Text(ctx context.Context, file []byte) (string, error) {
	if len(file) > MaxBytes {
		return "", ErrTooLarge
	}
	switch {
	case bytes.HasPrefix(file, []byte("PK\x03\x04")):
		return zipped(ctx, file)
	case bytes.HasPrefix(file, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")): // an OLE file: XLS, or encrypted XLSX
		if bytes.Contains(file, utf16("EncryptedPackage")) {
			return "", ErrPassword
		}
		return "", ErrOldKind
	case bytes.HasPrefix(file, []byte("%PDF-")):
		return "", ErrPDF
	}
	return plain(file)
}

// utf16 returns an ASCII text in UTF-16.
func utf16(text string) []byte {
	wide := make([]byte, 0, 2*len(text))
	for _, c := range []byte(text) {
		wide = append(wide, c, 0)
	}
	return wide
}

// zipped reads a spreadsheet of the kinds that are ZIP files.
func zipped(ctx context.Context, file []byte) (string, error) {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return "", ErrDamaged
	}
	if len(z.File) > maxParts {
		return "", ErrTooLarge
	}
	// archive/zip refuses parts that are larger than they declare.
	parts, size := map[string]*zip.File{}, uint64(0)
	for _, f := range z.File {
		name := strings.ToLower(strings.ReplaceAll(f.Name, `\`, "/"))
		parts[name] = f
		size += min(f.UncompressedSize64, maxUnzipped+1)
		holdsCells := name == "content.xml" || name == "xl/sharedstrings.xml" || name == "xl/styles.xml" || strings.HasPrefix(name, "xl/worksheets/sheet")
		if size > maxUnzipped || holdsCells && f.UncompressedSize64 > maxPart {
			return "", ErrTooLarge
		}
	}
	switch {
	case parts["xl/workbook.xml"] != nil:
		return xlsx(ctx, file)
	case parts["xl/workbook.bin"] != nil:
		return "", ErrOldKind
	case kindOf(parts["mimetype"]) == "application/vnd.oasis.opendocument.spreadsheet" && parts["content.xml"] != nil:
		return ods(ctx, parts)
	}
	return "", ErrKind
}

// kindOf returns the content of the part that names the kind of an OpenDocument file.
func kindOf(part *zip.File) string {
	if part == nil || part.UncompressedSize64 > 100 {
		return ""
	}
	content, err := readPart(part)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(content))
}

func readPart(part *zip.File) ([]byte, error) {
	r, err := part.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// sheet is the rows of one sheet; nil for a blank one.
type sheet struct {
	name string
	rows [][]string
}

// writer collects the sheets of a file.
type writer struct {
	sheets []sheet
	rows   int // with content, of all sheets
}

func (w *writer) begin(name string) { w.sheets = append(w.sheets, sheet{name: name}) }

// add adds a row to the last sheet. Of several blank rows one remains.
func (w *writer) add(cells []string) error {
	cells = cells[:min(len(cells), maxColumns)]
	for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	s := &w.sheets[len(w.sheets)-1]
	switch {
	case len(cells) > 0:
		if w.rows++; w.rows > MaxRows {
			return ErrRows
		}
	case len(s.rows) == 0 || s.rows[len(s.rows)-1] == nil:
		return nil
	default:
		cells = nil
	}
	s.rows = append(s.rows, cells)
	return nil
}

// text returns the sheets as text.
func (w *writer) text() (string, error) {
	var filled []sheet
	for _, s := range w.sheets {
		if len(s.rows) > 0 {
			filled = append(filled, s)
		}
	}
	if len(filled) == 0 {
		return "", ErrNoContent
	}
	var b strings.Builder
	for i, s := range filled {
		if len(filled) > 1 {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(cellText(s.name) + ":\n")
		}
		for _, row := range s.rows {
			for c, cell := range row {
				if c > 0 {
					b.WriteByte('\t')
				}
				b.WriteString(cellText(cell))
			}
			b.WriteByte('\n')
		}
	}
	return strings.TrimRight(b.String(), "\n"), nil
}

// cellText returns a cell in one line, in quotation marks where it begins with one.
func cellText(cell string) string {
	if len(cell) > maxCell {
		cell = strings.ToValidUTF8(cell[:maxCell], "") + "…"
	}
	cell = strings.Join(strings.Fields(cell), " ")
	if strings.HasPrefix(cell, `"`) {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

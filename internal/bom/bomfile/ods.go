package bomfile

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// maxSpaces bounds the number of times that one element repeats a space.
const maxSpaces = 100

// ods reads the visible tables of a spreadsheet in OpenDocument (ISO/IEC 26300).
func ods(ctx context.Context, parts map[string]*zip.File) (string, error) {
	if manifest := parts["meta-inf/manifest.xml"]; manifest != nil && manifest.UncompressedSize64 < maxPart {
		content, err := readPart(manifest)
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if bytes.Contains(content, []byte("encryption-data")) {
			return "", ErrPassword
		}
	}
	content, err := parts["content.xml"].Open()
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer content.Close()
	r := &odsReader{decoder: xml.NewDecoder(content)}
	if err := r.read(ctx); err != nil {
		return "", err
	}
	return r.text()
}

// odsReader reads the content of a spreadsheet element by element.
type odsReader struct {
	writer

	decoder *xml.Decoder
	hidden  []string // styles of hidden tables
	style   string   // the current one
}

func (r *odsReader) read(ctx context.Context) error {
	for {
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		switch start.Name.Local {
		case "style":
			r.style = attribute(start, "name")
		case "table-properties":
			if attribute(start, "display") == "false" {
				r.hidden = append(r.hidden, r.style)
			}
		case "table":
			if slices.Contains(r.hidden, attribute(start, "style-name")) {
				err = r.decoder.Skip()
			} else {
				r.begin(attribute(start, "name"))
			}
		case "shapes", "tracked-changes", "named-expressions", "database-ranges":
			err = r.decoder.Skip()
		case "table-row":
			err = r.row(repeated(start, "number-rows-repeated", MaxRows+1))
		}
		if err != nil {
			return r.damaged(err)
		}
	}
}

// damaged returns an error of the package for one of the parser.
func (r *odsReader) damaged(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// row reads a row and adds it as often as it is repeated.
func (r *odsReader) row(times int) error {
	if len(r.sheets) == 0 {
		return ErrDamaged
	}
	var cells []string
	for {
		token, err := r.decoder.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			text, err := "", error(nil)
			if t.Name.Local == "table-cell" {
				text, err = r.cell(t)
			} else {
				err = r.decoder.Skip()
			}
			if err != nil {
				return err
			}
			for range repeated(t, "number-columns-repeated", maxColumns-len(cells)) {
				cells = append(cells, text)
			}
		case xml.EndElement:
			if strings.Join(cells, "") == "" {
				times = 1
			}
			for range times {
				if err := r.add(slices.Clone(cells)); err != nil {
					return err
				}
			}
			return nil
		}
	}
}

// cell reads the text of a cell. Comments and drawings are not part of it.
func (r *odsReader) cell(start xml.StartElement) (string, error) {
	var b strings.Builder
	for depth := 1; depth > 0; {
		token, err := r.decoder.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "annotation", "frame", "custom-shape", "control":
				if err := r.decoder.Skip(); err != nil {
					return "", err
				}
				continue
			case "s":
				b.WriteString(strings.Repeat(" ", repeated(t, "c", maxSpaces)))
			case "p", "tab", "line-break":
				b.WriteByte(' ')
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			b.Write(t)
		}
	}
	shown := strings.TrimSpace(b.String())
	switch attribute(start, "value-type") {
	case "float", "currency", "percentage":
		return valueText(attribute(start, "value"), shown), nil
	}
	return shown, nil
}

// attribute returns an attribute of an element; "" for none.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// repeated returns how often an element is repeated, from 1 up to a limit.
func repeated(e xml.StartElement, name string, limit int) int {
	n, err := strconv.Atoi(attribute(e, name))
	if err != nil || n < 1 {
		n = 1
	}
	return min(n, max(limit, 0))
}

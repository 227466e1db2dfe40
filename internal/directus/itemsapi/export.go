package itemsapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// export is the file format of a reply, as requested by ?export=csv. The zero
// value is the ordinary reply.
type export struct {
	Name       string // csv, csv_utf8 (with a byte order mark, which spreadsheets need) or json
	Collection string
}

func parseExport(collection, name string) (export, error) {
	switch name {
	case "", "csv", "csv_utf8", "json":
		return export{Name: name, Collection: collection}, nil
	default:
		return export{}, fault.New(fault.Invalid, `Invalid query. "export" must be one of [csv, csv_utf8, json].`).WithCode(content.CodeInvalidQuery)
	}
}

func (e export) contentType() string {
	if strings.HasPrefix(e.Name, "csv") {
		return "text/csv; charset=utf-8"
	}
	return "application/json; charset=utf-8"
}

// disposition returns a Content-Disposition header with a file name of
// collection and date.
func (e export) disposition() string {
	ending, _, _ := strings.Cut(e.Name, "_")
	return fmt.Sprintf(`attachment; filename="%s-%s.%s"`, e.Collection, time.Now().UTC().Format(time.DateOnly), ending)
}

// write converts {"data":…} to the content of the file, which contains only the
// items.
func (e export) write(body []byte) ([]byte, error) {
	var reply struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return nil, err
	}
	if e.Name == "json" {
		return reply.Data, nil
	}
	return writeCSV(reply.Data, e.Name == "csv_utf8")
}

// row is one flattened item: objects become columns such as "thumbnail.title",
// lists remain JSON. Columns are in the order of the reply.
type row struct {
	names  []string
	values map[string]string
}

// writeCSV encodes items according to RFC 4180: quoted texts, unquoted numbers,
// null as an empty cell. The columns are the union of all items' columns; mark
// adds a byte order mark.
func writeCSV(data json.RawMessage, mark bool) ([]byte, error) {
	items := []json.RawMessage{data}
	if bytes.HasPrefix(data, []byte("[")) {
		if err := json.Unmarshal(data, &items); err != nil {
			return nil, err
		}
	}
	var columns []string
	known := make(map[string]bool)
	rows := make([]row, len(items))
	for i, item := range items {
		rows[i].values = make(map[string]string)
		if err := rows[i].flatten("", item); err != nil {
			return nil, err
		}
		for _, name := range rows[i].names {
			if !known[name] {
				known[name] = true
				columns = append(columns, name)
			}
		}
	}
	var out bytes.Buffer
	if mark {
		out.WriteString("\uFEFF")
	}
	for i, name := range columns {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quoteCSV(name))
	}
	for _, r := range rows {
		out.WriteByte('\n')
		for i, name := range columns {
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString(r.values[name])
		}
	}
	return out.Bytes(), nil
}

func quoteCSV(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// flatten adds the members of an object to the row.
func (r *row) flatten(prefix string, object json.RawMessage) error {
	dec := json.NewDecoder(bytes.NewReader(object))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return err // an item that is only a key has no columns
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		column := fmt.Sprintf("%s%s", prefix, name)
		if value[0] == '{' {
			if err := r.flatten(column+".", value); err != nil {
				return err
			}
			continue
		}
		r.names = append(r.names, column)
		if r.values[column], err = cell(value); err != nil {
			return err
		}
	}
	return nil
}

func cell(value json.RawMessage) (string, error) {
	switch value[0] {
	case '"':
		var text string
		err := json.Unmarshal(value, &text)
		return quoteCSV(text), err
	case '[':
		return quoteCSV(string(value)), nil
	case 'n':
		return "", nil
	default:
		return string(value), nil
	}
}

package page

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// A reply is repetitive: each size of a product has the same fields, often with
// the same values. A document embeds replies in columns, one for each field of
// their records, which the browser converts back to records
// (web/src/content/columns.ts). Columns have a quarter of the length, and half
// the bytes when compressed. A column C holds one value for each row; the reply
// itself is one row:
//
//	[1,2,3]                        the values themselves, whatever they are
//	"x", 7, true, null             that value in each row
//	{"id":C,"name":C}              records: a column for each field
//	{"":[C,C]}                     lists of one length: a column for each place
//	{"":C,"#":C}                   lists: all their items, and their lengths

// queryHash returns the short name of a query in a document; the query itself
// is often longer than its reply. It is Java's String.hashCode: over UTF-16
// units, each step multiplies by 31 and adds the unit, modulo 2^32
// (web/src/content/columns.ts).
func queryHash(query string) string {
	var sum uint32
	for _, unit := range utf16.Encode([]rune(query)) {
		sum = 31*sum + uint32(unit)
	}
	return strconv.FormatUint(uint64(sum), 36)
}

// value is a JSON value: a scalar, a list or a record.
type value struct {
	text  string   // of a scalar, as in the source; else "[" or "{"
	names []string // field names of a record, as in the source; records of one shape share the slice
	items []value  // elements of a list, or values of the fields
}

// columns returns a reply in columns. Where a list has translations into
// language, those into other languages are removed.
func columns(reply []byte, language string) ([]byte, error) {
	p := parser{rest: string(reply)}
	v := p.value()
	if p.space(); p.broken || p.rest != "" {
		return nil, errors.New("the reply is not JSON")
	}
	v.keepLanguage(strconv.Quote(language))
	var b bytes.Buffer
	b.Grow(len(reply) / 2)
	writeColumn(&b, []*value{&v})
	return b.Bytes(), nil
}

// keepLanguage removes translations into other languages from each list that
// has one into the given language, as inLanguage does
// (web/src/i18n/translation.ts). The code is in quotes.
func (v *value) keepLanguage(code string) {
	if v.text == "[" && slices.ContainsFunc(v.items, func(entry value) bool { return entry.language() == code }) {
		v.items = slices.DeleteFunc(v.items, func(entry value) bool {
			of := entry.language()
			return of != "" && of != code
		})
	}
	for at := range v.items {
		v.items[at].keepLanguage(code)
	}
}

// language returns the language code of a record, in quotes; "" for none.
func (v *value) language() string {
	if at := slices.Index(v.names, `"languages_code"`); at >= 0 && strings.HasPrefix(v.items[at].text, `"`) && v.items[at].text != `""` {
		return v.items[at].text
	}
	return ""
}

func writeColumn(b *bytes.Buffer, rows []*value) {
	kind := ""
	if len(rows) > 0 && alike(rows, sameKind) {
		kind = rows[0].text
	}
	switch {
	// A field with an empty name would be parsed as a list.
	case kind == "{" && alike(rows, sameFields) && !slices.Contains(rows[0].names, `""`):
		b.WriteByte('{')
		for at, name := range rows[0].names {
			separate(b, at)
			b.WriteString(name)
			b.WriteByte(':')
			writeColumn(b, elementsAt(rows, at))
		}
		b.WriteByte('}')
	case kind == "[":
		writeLists(b, rows)
	case kind != "" && kind != "{":
		b.WriteString(kind)
	default:
		b.WriteByte('[')
		for at, row := range rows {
			separate(b, at)
			row.write(b)
		}
		b.WriteByte(']')
	}
}

// writeLists writes lists of one length by position, if they have at most as
// many elements as there are rows; all others as the concatenation of their
// elements and their lengths.
func writeLists(b *bytes.Buffer, rows []*value) {
	length := len(rows[0].items)
	if length <= len(rows) && alike(rows, func(a, b *value) bool { return len(a.items) == len(b.items) }) {
		b.WriteString(`{"":[`)
		for at := range length {
			separate(b, at)
			writeColumn(b, elementsAt(rows, at))
		}
		b.WriteString("]}")
		return
	}
	var all, lengths []*value
	for _, row := range rows {
		for at := range row.items {
			all = append(all, &row.items[at])
		}
		lengths = append(lengths, &value{text: strconv.Itoa(len(row.items))})
	}
	b.WriteString(`{"":`)
	writeColumn(b, all)
	b.WriteString(`,"#":`)
	writeColumn(b, lengths)
	b.WriteByte('}')
}

// elementsAt returns the elements at one position of each row.
func elementsAt(rows []*value, at int) []*value {
	column := make([]*value, len(rows))
	for i, row := range rows {
		column[i] = &row.items[at]
	}
	return column
}

func alike(rows []*value, same func(a, b *value) bool) bool {
	for _, row := range rows[1:] {
		if !same(rows[0], row) {
			return false
		}
	}
	return true
}

func sameKind(a, b *value) bool { return a.text == b.text }

func sameFields(a, b *value) bool {
	return len(a.names) == len(b.names) && (len(a.names) == 0 || &a.names[0] == &b.names[0])
}

func (v *value) write(b *bytes.Buffer) {
	b.WriteString(v.text)
	for at := range v.items {
		separate(b, at)
		if v.text == "{" {
			b.WriteString(v.names[at])
			b.WriteByte(':')
		}
		v.items[at].write(b)
	}
	switch v.text {
	case "{":
		b.WriteByte('}')
	case "[":
		b.WriteByte(']')
	}
}

func separate(b *bytes.Buffer, at int) {
	if at > 0 {
		b.WriteByte(',')
	}
}

// parser reads JSON without validating texts and numbers, because the store or
// encoding/json wrote it.
type parser struct {
	rest   string
	broken bool
	items  []value    // of lists and records that are not complete
	names  []string   // of records that are not complete
	shapes [][]string // field names of complete records, each shape once
}

func (p *parser) value() value {
	switch {
	case p.take('{'):
		items, names := len(p.items), len(p.names)
		for more := !p.take('}'); more && !p.broken; more = p.next('}') {
			p.names = append(p.names, p.scalar())
			p.broken = p.broken || !p.take(':')
			p.items = append(p.items, p.value())
		}
		v := value{text: "{", names: p.shape(p.names[names:]), items: slices.Clone(p.items[items:])}
		p.items, p.names = p.items[:items], p.names[:names]
		return v
	case p.take('['):
		items := len(p.items)
		for more := !p.take(']'); more && !p.broken; more = p.next(']') {
			p.items = append(p.items, p.value())
		}
		v := value{text: "[", items: slices.Clone(p.items[items:])}
		p.items = p.items[:items]
		return v
	default:
		return value{text: p.scalar()}
	}
}

// shape returns the shared slice of these names in this order.
func (p *parser) shape(names []string) []string {
	for _, known := range p.shapes {
		if slices.Equal(known, names) {
			return known
		}
	}
	p.shapes = append(p.shapes, slices.Clone(names))
	return p.shapes[len(p.shapes)-1]
}

// next reports whether another element follows before the closing character
// end.
func (p *parser) next(end byte) bool {
	if p.take(',') {
		return true
	}
	p.broken = p.broken || !p.take(end)
	return false
}

// take consumes a character if it is next, and reports whether it was.
func (p *parser) take(sign byte) bool {
	if p.space(); p.rest == "" || p.rest[0] != sign {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) space() {
	for p.rest != "" && p.rest[0] <= ' ' {
		p.rest = p.rest[1:]
	}
}

func (p *parser) scalar() string {
	p.space()
	end := 0
	if strings.HasPrefix(p.rest, `"`) {
		for end = 1; end < len(p.rest) && p.rest[end] != '"'; end++ {
			if p.rest[end] == '\\' {
				end++
			}
		}
		end++
	} else {
		for end < len(p.rest) && p.rest[end] > ' ' && !strings.ContainsRune(",:]}", rune(p.rest[end])) {
			end++
		}
	}
	if end == 0 || end > len(p.rest) {
		p.broken = true
		return ""
	}
	text := p.rest[:end]
	p.rest = p.rest[end:]
	return text
}

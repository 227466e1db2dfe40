package page

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// A reply repeats itself: each size of a product has the same fields, often
// with the same values. In a document it stands in columns, one for each place
// in its records, which the browser makes records of again
// (web/src/content/columns.ts): a quarter of the length, and half the bytes
// when compressed. A column holds the values of so many rows, the reply's own
// being one:
//
//	[1,2,3]                        the values themselves, whatever they are
//	"x", 7, true, null             that value in each row
//	{"id":C,"name":C}              records: a column for each field
//	{"":[C,C]}                     lists of one length: a column for each place
//	{"":C,"#":C}                   lists: all their items, and their lengths

// value is a JSON value: a scalar, a list or a record.
type value struct {
	text  string   // of a scalar, as it is written; else "[" or "{"
	names []string // of a record's fields, as they are written
	items []value  // a list's, or the fields' values
}

// columns returns a reply in columns, without what is in another language than
// the page where that has its own.
func columns(reply []byte, language string) ([]byte, error) {
	p := parser{rest: string(reply)}
	v := p.value()
	if p.space(); p.broken || len(p.rest) > 0 {
		return nil, errors.New("the reply is not JSON")
	}
	v.keepLanguage(strconv.Quote(language))
	var b bytes.Buffer
	b.Grow(len(reply) / 2)
	writeColumn(&b, []value{v})
	return b.Bytes(), nil
}

// keepLanguage leaves of each list's entries in a language only the page's, as
// inLanguage does (web/src/content/translation.ts). The code is in quotes.
func (v *value) keepLanguage(code string) {
	others := func(entry value) bool {
		of := entry.language()
		return of != "" && of != code
	}
	if v.text == "[" && slices.ContainsFunc(v.items, func(entry value) bool { return entry.language() == code }) {
		v.items = slices.DeleteFunc(v.items, others)
	}
	for at := range v.items {
		v.items[at].keepLanguage(code)
	}
}

// language is the one that a record says it is in; "" for none.
func (v *value) language() string {
	if at := slices.Index(v.names, `"languages_code"`); at >= 0 && strings.HasPrefix(v.items[at].text, `"`) && v.items[at].text != `""` {
		return v.items[at].text
	}
	return ""
}

func writeColumn(b *bytes.Buffer, rows []value) {
	switch {
	case len(rows) > 0 && rows[0].text == "{" && alike(rows, sameFields):
		b.WriteByte('{')
		for at, name := range rows[0].names {
			if at > 0 {
				b.WriteByte(',')
			}
			b.WriteString(name + ":")
			writeColumn(b, place(rows, at))
		}
		b.WriteByte('}')
	case len(rows) > 0 && rows[0].text == "[" && alike(rows, sameKind):
		writeLists(b, rows)
	case len(rows) > 0 && rows[0].text != "{" && rows[0].text != "[" && alike(rows, sameKind):
		b.WriteString(rows[0].text)
	default:
		b.WriteByte('[')
		for at := range rows {
			if at > 0 {
				b.WriteByte(',')
			}
			rows[at].write(b)
		}
		b.WriteByte(']')
	}
}

// writeLists writes lists by their places where there are no more of these than
// rows, so that what stands in one place of each list comes together.
func writeLists(b *bytes.Buffer, rows []value) {
	length := len(rows[0].items)
	if length <= len(rows) && alike(rows, func(a, b *value) bool { return len(a.items) == len(b.items) }) {
		b.WriteString(`{"":[`)
		for at := range length {
			if at > 0 {
				b.WriteByte(',')
			}
			writeColumn(b, place(rows, at))
		}
		b.WriteString("]}")
		return
	}
	var all, lengths []value
	for _, row := range rows {
		all = append(all, row.items...)
		lengths = append(lengths, value{text: strconv.Itoa(len(row.items))})
	}
	b.WriteString(`{"":`)
	writeColumn(b, all)
	b.WriteString(`,"#":`)
	writeColumn(b, lengths)
	b.WriteByte('}')
}

// place is the column of what stands in one place of each row.
func place(rows []value, at int) []value {
	column := make([]value, len(rows))
	for i := range rows {
		column[i] = rows[i].items[at]
	}
	return column
}

func alike(rows []value, same func(a, b *value) bool) bool {
	for i := range rows {
		if !same(&rows[0], &rows[i]) {
			return false
		}
	}
	return true
}

func sameKind(a, b *value) bool { return a.text == b.text }

// sameFields reports whether b has the fields of a, in their order. A field
// without a name would be taken for a list.
func sameFields(a, b *value) bool {
	if b.text != "{" || len(a.names) != len(b.names) {
		return false
	}
	for i, name := range a.names {
		if name != b.names[i] || name == `""` {
			return false
		}
	}
	return true
}

func (v *value) write(b *bytes.Buffer) {
	b.WriteString(v.text)
	for at := range v.items {
		if at > 0 {
			b.WriteByte(',')
		}
		if v.names != nil {
			b.WriteString(v.names[at] + ":")
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

// parser reads JSON without looking into texts and numbers: what it reads was
// written by the store or by encoding/json.
type parser struct {
	rest   string
	broken bool
}

func (p *parser) space() {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
}

// take reports whether a sign comes next, and passes it.
func (p *parser) take(sign byte) bool {
	if p.space(); len(p.rest) == 0 || p.rest[0] != sign {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) value() (v value) {
	switch {
	case p.take('{'):
		v.text = "{"
		for more := !p.take('}'); more && !p.broken; more = p.next('}') {
			v.names = append(v.names, p.scalar())
			p.broken = p.broken || !p.take(':')
			v.items = append(v.items, p.value())
		}
	case p.take('['):
		v.text = "["
		for more := !p.take(']'); more && !p.broken; more = p.next(']') {
			v.items = append(v.items, p.value())
		}
	default:
		v.text = p.scalar()
	}
	return v
}

// next reports whether another item follows in what the sign ends.
func (p *parser) next(end byte) bool {
	if p.take(',') {
		return true
	}
	p.broken = p.broken || !p.take(end)
	return false
}

func (p *parser) scalar() string {
	p.space()
	end := 0
	if len(p.rest) > 0 && p.rest[0] == '"' {
		for end = 1; end < len(p.rest) && p.rest[end] != '"'; end++ {
			if p.rest[end] == '\\' {
				end++
			}
		}
		end++
	} else if end = strings.IndexAny(p.rest, ",:]} \t\r\n"); end < 0 {
		end = len(p.rest)
	}
	if end == 0 || end > len(p.rest) {
		p.broken = true
		return ""
	}
	text := p.rest[:end]
	p.rest = p.rest[end:]
	return text
}

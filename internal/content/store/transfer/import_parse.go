package transfer

import (
	"bytes"
	"encoding/json"

	"ferrule/internal/content"
)

// cursor scans a text that the walker's decoder has validated as JSON. This is
// several times faster than decoding it to maps.
type cursor struct {
	text []byte
	at   int
}

// peek returns the first byte of the next value, or the end of an object or list.
func (c *cursor) peek() byte {
	for {
		switch b := c.text[c.at]; b {
		case ' ', '\t', '\n', '\r', ',', ':':
			c.at++
		default:
			return b
		}
	}
}

// open consumes the start of an object or list; more reports whether another
// member follows, and consumes the end if none does.
func (c *cursor) open() { c.at++ }

func (c *cursor) more() bool {
	if b := c.peek(); b == '}' || b == ']' {
		c.at++
		return false
	}
	return true
}

// raw skips the next value and returns its text.
func (c *cursor) raw() []byte {
	start, depth := 0, 0
	c.peek()
	start = c.at
	for {
		switch c.peek() {
		case '"':
			c.passString()
		case '{', '[':
			depth++
			c.at++
		case '}', ']':
			depth--
			c.at++
		default:
			for c.at < len(c.text) && c.text[c.at] > ' ' && c.text[c.at] != ',' && c.text[c.at] != ']' && c.text[c.at] != '}' {
				c.at++
			}
		}
		if depth == 0 {
			return c.text[start:c.at]
		}
	}
}

// passString skips a string and reports whether it contains escapes.
func (c *cursor) passString() (escaped bool) {
	for c.at++; c.text[c.at] != '"'; c.at++ {
		if c.text[c.at] == '\\' {
			escaped = true
			c.at++
		}
	}
	c.at++
	return escaped
}

func (c *cursor) string() string {
	c.peek()
	start := c.at
	if !c.passString() {
		return string(c.text[start+1 : c.at-1])
	}
	var s string
	_ = json.Unmarshal(c.text[start:c.at], &s) // validated by the decoder
	return s
}

// value returns the next value in a form that content.ParseValue reads.
func (c *cursor) value() any {
	switch c.peek() {
	case '"':
		return c.string()
	case '{', '[':
		var v any
		dec := json.NewDecoder(bytes.NewReader(c.raw()))
		dec.UseNumber()
		_ = dec.Decode(&v) // validated by the decoder
		return v
	}
	switch text := c.raw(); text[0] {
	case 't':
		return true
	case 'f':
		return false
	case 'n':
		return nil
	default:
		return json.Number(text)
	}
}

// record reads an object as a record with all nested records, and reports names
// that the model does not declare.
func (im *Importer) record(c *cursor, r *record, problem func(string, ...any)) {
	r.values = make([]any, len(r.shape.columns))
	for i := range r.values {
		r.values[i] = absent{}
	}
	var unknown []string
	type rawAlias struct {
		alias *content.Field
		text  []byte
	}
	var aliases []rawAlias // read after the key, which their errors contain
	c.peek()
	for c.open(); c.more(); {
		name := c.string()
		at, known := r.shape.positions[name]
		switch {
		case !known && r.extra != nil && isFileExtra(name):
			r.extra[name] = c.value()
		case !known:
			c.raw()
			unknown = append(unknown, name)
		case at.alias == nil:
			r.values[at.column] = c.value()
		default:
			aliases = append(aliases, rawAlias{at.alias, c.raw()})
		}
	}
	if err := r.parseKey(); err != nil {
		problem("%s: %s: %v", r.where(), r.shape.collection.Key.Name, err)
	}
	for _, name := range unknown {
		problem("%s: there is no field %q in %s", r.where(), name, r.shape.collection.Name)
	}
	for _, a := range aliases {
		if !im.rows(&cursor{text: a.text}, r, a.alias, problem) {
			problem("%s: %s: needs a list of objects", r.where(), a.alias.Name)
		}
	}
}

// rows reads the rows of an alias; null is none. It reports whether the value is
// a list or null.
func (im *Importer) rows(c *cursor, parent *record, alias *content.Field, problem func(string, ...any)) bool {
	out := nested{alias: alias}
	switch c.peek() {
	case '[':
		for c.open(); c.more(); {
			if c.peek() != '{' {
				c.raw()
				for c.more() {
					c.raw()
				}
				return false
			}
			row := &record{shape: im.shape(alias.Relation.Collection), parent: parent, alias: alias, index: len(out.rows)}
			out.rows = append(out.rows, row)
			im.record(c, row, problem)
		}
	default:
		if text := c.raw(); text[0] != 'n' {
			return false
		}
	}
	parent.nested = append(parent.nested, out)
	return true
}

package transfer

import (
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/content"
)

// shape is the state of an import for one collection.
type shape struct {
	collection *content.Collection
	columns    []*content.Field
	positions  map[string]position // by name of field

	rows     int    // in the source, at any depth
	nested   bool   // some of them are nested in other records
	explicit keySet // their explicit keys

	empty    bool    // no rows before the import
	next     int64   // the greatest taken integer key
	batch    *batch  // rows to be written
	replaced []any   // keys of rows to delete before writing the batch
	retry    []retry // rows that violated a constraint
}

// position is the index of a column, or an alias.
type position struct {
	column int
	alias  *content.Field
}

func (im *Importer) shape(c *content.Collection) *shape {
	if s := im.shapes[c]; s != nil {
		return s
	}
	s := &shape{collection: c, positions: make(map[string]position, len(c.Fields))}
	for _, f := range c.Fields {
		if f.Type == content.Alias {
			s.positions[f.Name] = position{alias: f}
			continue
		}
		s.positions[f.Name] = position{column: len(s.columns)}
		s.columns = append(s.columns, f)
	}
	im.shapes[c] = s
	return s
}

// record is one record of the source.
type record struct {
	shape  *shape
	parent *record        // the record in whose alias it is nested; nil for an element of a list
	alias  *content.Field // of parent
	index  int
	values []any // by column; absent{} if omitted, json fields as any JSON
	nested []nested
	extra  map[string]any // of a file: members that are not fields
	key    any            // as stored; nil until it is assigned
}

// nested is the list of rows that a record contains for one of its aliases.
type nested struct {
	alias *content.Field
	rows  []*record
}

type absent struct{}

// where returns the position of a record in the source, with its key if it has
// one: products[3] (id 7).translations[0].
func (r *record) where() string {
	var b strings.Builder
	r.writeWhere(&b)
	return b.String()
}

func (r *record) writeWhere(b *strings.Builder) {
	switch {
	case r.parent != nil:
		r.parent.writeWhere(b)
		fmt.Fprintf(b, ".%s[%d]", r.alias.Name, r.index)
	case r.extra != nil:
		fmt.Fprintf(b, "files[%d]", r.index)
	default:
		fmt.Fprintf(b, "%s[%d]", r.shape.collection.Name, r.index)
	}
	if r.extra != nil {
		fmt.Fprintf(b, " (%v)", r.extra["filename"])
	} else if r.key != nil {
		fmt.Fprintf(b, " (%s %v)", r.shape.collection.Key.Name, r.key)
	}
}

func (r *record) raw(f *content.Field) any { return r.values[r.shape.positions[f.Name].column] }

// parseKey sets the explicit key of the record. A singleton without one is record
// 1.
func (r *record) parseKey() error {
	c := r.shape.collection
	raw := r.raw(c.Key)
	if _, none := raw.(absent); none || raw == nil {
		if c.Singleton && isInteger(c.Key) && r.parent == nil {
			r.key = int64(1)
		}
		return nil
	}
	var err error
	r.key, err = content.ParseValue(c.Key, raw)
	return err
}

func isInteger(f *content.Field) bool {
	return f.Type == content.Integer || f.Type == content.BigInteger
}

// value returns the value to bind for a column: that of the record, else the time
// of the import for dates of creation and change, else the default.
func (im *Importer) value(r *record, i int) (any, error) {
	f, raw := r.shape.columns[i], r.values[i]
	switch {
	case f == f.Collection.Key:
		return r.key, nil
	case r.parent != nil && f == r.alias.Relation.Field:
		return r.parent.key, nil
	}
	_, none := raw.(absent)
	switch {
	case none && isDated(f):
		return im.now(f), nil
	case none:
		raw = f.Default
	case f.Kind == content.ManyToOne:
		if _, object := raw.(map[string]any); object {
			return nil, fmt.Errorf("needs the key of a record of %s", f.Relation.Related.Name)
		}
	}
	v, err := content.ParseValue(f, raw)
	if err != nil {
		return nil, err
	}
	if v == nil && f.Required {
		return nil, errors.New("is required")
	}
	if f.Kind == content.AnyToOne {
		if err := r.checkAllowed(f.Relation); err != nil {
			return nil, err
		}
	}
	if text, ok := v.(string); ok {
		v = content.CleanMarkup(f, text)
	}
	return im.to.Dialect.Value(f, v), nil
}

// isDated reports whether a field is set to the time of writing.
func isDated(f *content.Field) bool {
	return f.HasSpecial("date-created") || f.HasSpecial("date-updated")
}

// now returns the time of the import in the form of a field.
func (im *Importer) now(f *content.Field) string { return content.FormatTime(f.Type, im.to.Now) }

func (r *record) checkAllowed(to *content.Relation) error {
	name := r.raw(to.CollectionField)
	for _, a := range to.Allowed {
		if name == a.Name {
			return nil
		}
	}
	return fmt.Errorf("%s %v is not one of the collections it may point to", to.CollectionField.Name, name)
}

// substitute returns a valid value in place of an invalid one, so that the rest of the
// source can be checked; the transaction will be rolled back.
func (im *Importer) substitute(f *content.Field) any {
	switch {
	case !f.Required:
		return nil
	case isInteger(f), f.Type == content.Float, f.Type == content.Decimal:
		return im.to.Dialect.Value(f, int64(0))
	case f.Type == content.Boolean:
		return im.to.Dialect.Value(f, false)
	default:
		return ""
	}
}

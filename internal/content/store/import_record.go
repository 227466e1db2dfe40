package store

import (
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/content"
)

// shape is what an importer knows of a collection.
type shape struct {
	collection *content.Collection
	columns    []*content.Field
	places     map[string]place // by name of field

	rows   int    // in the source, at any depth
	nested bool   // some of them stand in the records they belong to
	given  keySet // keys that they give

	empty bool    // nothing was stored before: nothing to replace
	next  int64   // the greatest integer key that is taken
	batch *batch  // rows to be written
	doom  []any   // keys of rows to be deleted before that
	retry []retry // rows that met a rule of the table, perhaps only for the time being
}

// place is a column's position, or the alias of that name.
type place struct {
	column int
	alias  *content.Field
}

func (im *importer) shape(c *content.Collection) *shape {
	if s := im.shapes[c]; s != nil {
		return s
	}
	s := &shape{collection: c, places: make(map[string]place, len(c.Fields))}
	for _, f := range c.Fields {
		if f.Type == content.Alias {
			s.places[f.Name] = place{alias: f}
			continue
		}
		s.places[f.Name] = place{column: len(s.columns)}
		s.columns = append(s.columns, f)
	}
	im.shapes[c] = s
	return s
}

// record is one record of the source.
type record struct {
	shape  *shape
	parent *record        // whose alias it stands in; nil for an element of a list
	alias  *content.Field // of parent
	index  int
	values []any // by column; absent{} for what is not given, json fields as any JSON
	nested []nested
	extra  map[string]any // of a file: what is no field
	key    any            // as stored; nil while it has none
}

// nested are the rows that a record gives for one of its aliases.
type nested struct {
	alias *content.Field
	rows  []*record
}

type absent struct{}

// where names a record as the source has it, with its key if it gives one:
// products[3] (id 7).translations[0].
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

func (r *record) raw(f *content.Field) any { return r.values[r.shape.places[f.Name].column] }

// giveKey takes the key that the record gives, if it gives one. A singleton
// that gives none is record 1.
func (r *record) giveKey() error {
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

// value is what to bind for a column: what is given, else the moment for dates
// of creation and change, else the default.
func (im *importer) value(r *record, i int) (any, error) {
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
		return im.moment(f), nil
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
	return im.s.dialect.Value(f, v), nil
}

// isDated reports whether a field is filled in with the moment of writing.
func isDated(f *content.Field) bool {
	return f.HasSpecial("date-created") || f.HasSpecial("date-updated")
}

// moment is when the import began, as a field keeps it.
func (im *importer) moment(f *content.Field) string { return content.FormatMoment(f.Type, im.now) }

func (r *record) checkAllowed(to *content.Relation) error {
	name := r.raw(to.CollectionField)
	for _, a := range to.Allowed {
		if name == a.Name {
			return nil
		}
	}
	return fmt.Errorf("%s %v is not one of the collections it may point to", to.CollectionField.Name, name)
}

// instead is what stands in for a value that is wrong, so that the rest of the
// source can be looked at; the transaction will be rolled back.
func (im *importer) instead(f *content.Field) any {
	switch {
	case !f.Required:
		return nil
	case isInteger(f), f.Type == content.Float, f.Type == content.Decimal:
		return im.s.dialect.Value(f, int64(0))
	case f.Type == content.Boolean:
		return im.s.dialect.Value(f, false)
	default:
		return ""
	}
}

package content

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Bounds of one write.
const (
	maxRecords = 10_000 // including nested ones
	maxNesting = 12     // the same depth as for queries
)

// RecordParser parses the items of one write and enforces their common bounds.
type RecordParser struct{ records int }

// Record parses an item from decoded JSON with numbers as json.Number. It
// validates only the shape; values and permissions are validated by Prepare.
// Errors are *fault.Error with code INVALID_PAYLOAD.
func (p *RecordParser) Record(c *Collection, item any) (*Record, error) {
	object, ok := item.(map[string]any)
	if !ok {
		return nil, InvalidPayload("An item of %q has to be an object", c.Name)
	}
	return p.object(c, object, nil)
}

func (p *RecordParser) object(c *Collection, object map[string]any, at []any) (*Record, error) {
	if p.records++; p.records > maxRecords {
		return nil, InvalidPayload("It has more than %d items", maxRecords)
	}
	if len(at) > 2*maxNesting { // a name and an index for each level
		return nil, InvalidPayload("Its items are nested more than %d levels deep", maxNesting)
	}
	r := &Record{Collection: c, Path: at, Fields: make(map[string]any, len(object))}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if err := p.member(r, name, object); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (p *RecordParser) member(r *Record, name string, object map[string]any) error {
	f, v := r.Collection.Field(name), object[name]
	switch {
	case f == nil:
		r.Fields[name] = v
	case f == r.Collection.Key:
		return p.key(r, v)
	case f.ToMany():
		return p.rows(r, f, v)
	default:
		nested, ok := v.(map[string]any)
		if !ok || f.Kind == None {
			r.Fields[name] = v
			return nil
		}
		target, err := targetOf(f, object)
		if err != nil {
			return err
		}
		one, err := p.object(target, nested, append(slices.Clip(r.Path), name))
		r.One = append(r.One, Linked{f, one})
		return err
	}
	return nil
}

func (p *RecordParser) key(r *Record, v any) (err error) {
	if r.Key, err = ParseValue(r.Collection.Key, v); err != nil {
		return &Refusal{Problems: []Problem{validationProblem(r, r.Collection.Key, string(r.Collection.Key.Type), err.Error(), nil)}}
	}
	return nil
}

// targetOf returns the collection of an item given for a foreign key.
func targetOf(f *Field, object map[string]any) (*Collection, error) {
	if f.Kind == ManyToOne {
		return f.Relation.Related, nil
	}
	name := object[f.Relation.CollectionField.Name]
	for _, a := range f.Relation.Allowed {
		if name == a.Name {
			return a, nil
		}
	}
	return nil, notAllowed(f, name)
}

func notAllowed(f *Field, name any) error {
	return InvalidPayload("%q of %q has to name one of the collections that %q may point to, not %v", f.Relation.CollectionField.Name, f.Collection.Name, f.Name, name)
}

// rows parses the value of an alias: a list of all of its rows, or an object of
// changes.
func (p *RecordParser) rows(r *Record, f *Field, v any) error {
	rows := Rows{Field: f}
	at := append(slices.Clip(r.Path), f.Name)
	var err error
	switch given := v.(type) {
	case nil:
		return nil
	case []any:
		rows.Whole = true
		rows.Records, err = p.list(f, given, at, true)
	case map[string]any:
		err = p.alterations(&rows, given, at)
	default:
		err = InvalidPayload("%q has to be a list, or an object of create, update and delete", f.Name)
	}
	r.Many = append(r.Many, rows)
	return err
}

func (p *RecordParser) alterations(rows *Rows, given map[string]any, at []any) error {
	lists := make(map[string][]any, len(given))
	for name, v := range given {
		list, ok := v.([]any)
		if !ok || !slices.Contains([]string{"create", "update", "delete"}, name) {
			return InvalidPayload("%q has to be a list, or an object of lists named create, update and delete", rows.Field.Name)
		}
		lists[name] = list
	}
	var err error
	if rows.Create, err = p.list(rows.Field, lists["create"], append(at, "create"), false); err != nil {
		return err
	}
	if rows.Update, err = p.list(rows.Field, lists["update"], append(at, "update"), false); err != nil {
		return err
	}
	for _, u := range rows.Update {
		if u.Key == nil {
			return InvalidPayload("An item to update in %q needs its %q", rows.Field.Name, u.Collection.Key.Name)
		}
	}
	for _, raw := range lists["delete"] {
		key, err := ParseValue(rows.Field.Relation.Collection.Key, raw)
		if err != nil || key == nil {
			return ErrItem()
		}
		rows.Delete = append(rows.Delete, key)
	}
	return nil
}

// list parses rows of an alias. Their foreign key to the parent is ignored.
func (p *RecordParser) list(f *Field, given []any, at []any, keys bool) ([]*Record, error) {
	c := f.Relation.Collection
	records := make([]*Record, 0, len(given))
	for i, e := range given {
		here := append(slices.Clip(at), i)
		switch t := e.(type) {
		case map[string]any:
			r, err := p.object(c, t, here)
			if err != nil {
				return nil, err
			}
			delete(r.Fields, f.Relation.Field.Name)
			r.One = slices.DeleteFunc(r.One, func(l Linked) bool { return l.Field == f.Relation.Field })
			records = append(records, r)
		case string, json.Number:
			key, err := ParseValue(c.Key, t)
			if err != nil || !keys {
				return nil, ErrItem()
			}
			p.records++
			records = append(records, &Record{Collection: c, Key: key, Bare: true, Path: here})
		default:
			return nil, InvalidPayload("%q has to hold keys and objects, not %s", f.Name, fmt.Sprint(e))
		}
	}
	return records, nil
}

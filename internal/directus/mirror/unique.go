package mirror

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// unique keeps changes from breaking a unique column on their way: two records
// may have swapped their values, and a copy changes one after the other.
type unique struct {
	m      *Mirror
	owners map[*content.Field]map[string]string // by value, the key of the stored row that has it; empty for none
	taken  map[*content.Field]map[string]string // by value, the key of the row that was given it
	moves  keysOf                               // rows that are changed
	placed keysOf                               // of these, which were changed or put aside

	concerns map[string]bool // collections with such values
}

func (m *Mirror) newUnique(ctx context.Context, s *survey) (*unique, error) {
	u := &unique{m: m, owners: s.values, taken: make(map[*content.Field]map[string]string), moves: s.changed, placed: keysOf{}, concerns: make(map[string]bool)}
	for f, values := range u.owners {
		u.taken[f] = make(map[string]string)
		u.concerns[f.Collection.Name] = true
		t := m.byName[f.Collection.Name]
		for part := range slices.Chunk(slices.Sorted(maps.Keys(values)), chunk) {
			err := m.storedColumns(ctx, t, []column{t.columns[0], t.column(f)}, among(f.Name, f, part), func(in map[string]any) {
				values[fmt.Sprint(in[f.Name])] = fmt.Sprint(in[t.Key.Name])
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return u, nil
}

// uniques calls visit for the values that a changed row has in unique columns.
func (m *Mirror) uniques(c content.Change, visit func(f *content.Field, value string)) {
	collection := m.options.Model.Collection(c.Collection)
	for name, v := range c.Values {
		f := collection.Field(name)
		if !f.Unique || f == collection.Key || v == nil {
			continue
		}
		if value, err := content.ParseValue(f, v); err == nil {
			visit(f, fmt.Sprint(value))
		}
	}
}

// place returns a change behind what has to be out of its way: the row that
// still has one of its values, without it. A value that another row keeps is
// not given twice.
func (u *unique) place(ctx context.Context, c content.Change) (out []content.Change, err error) {
	key := fmt.Sprint(c.Key)
	if !u.concerns[c.Collection] {
		return []content.Change{c}, nil
	}
	values := maps.Clone(c.Values)
	u.m.uniques(c, func(f *content.Field, value string) {
		owner, other := u.owners[f][value], u.taken[f][value]
		if other == "" && owner != key && !u.placed[c.Collection][owner] {
			other = owner
		}
		switch {
		case other == "" || other == key:
		case other == owner && !u.placed[c.Collection][owner] && u.moves.has(c.Collection, owner):
			moved, problem := u.aside(ctx, f, owner)
			out, err = append(out, moved...), cmp.Or(err, problem)
			u.placed.add(c.Collection, owner)
		default:
			u.m.warn("%s.%s: records %s and %s both have %q, and the model allows it once", c.Collection, f.Name, other, key, value)
			values[f.Name] = substitute(f, key)
			return
		}
		u.taken[f][value] = key
	})
	u.placed.add(c.Collection, key)
	c.Values = values
	return append(out, c), err
}

// aside takes the value of a unique column from a stored row.
func (u *unique) aside(ctx context.Context, f *content.Field, key string) (out []content.Change, err error) {
	t := u.m.byName[f.Collection.Name]
	err = u.m.stored(ctx, t, among(t.Key.Name, t.Key, []string{key}), func(r row) {
		c := r.change()
		c.Values[f.Name] = substitute(f, key)
		out = append(out, c)
	})
	return out, err
}

// substitute is a value of a unique column that no other row has.
func substitute(f *content.Field, key string) any {
	if f.Required {
		return "~" + key
	}
	return nil
}

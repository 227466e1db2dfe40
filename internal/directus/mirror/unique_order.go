package mirror

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// uniqueOrder orders changes so that none violates a unique column: two records may
// have swapped values, and the copy changes them one after the other.
type uniqueOrder struct {
	m        *Mirror
	owners   map[*content.Field]map[string]string // by value, the key of the stored row that has it; empty if none
	assigned map[*content.Field]map[string]string // by value, the key of the row that was given it
	changed  keySet                               // rows that change
	placed   keySet                               // those of changed that were changed or released their value

	concerns map[string]bool // collections with values of unique columns
}

func (m *Mirror) newUniqueOrder(ctx context.Context, s *changeSummary) (*uniqueOrder, error) {
	u := &uniqueOrder{m: m, owners: s.values, assigned: make(map[*content.Field]map[string]string), changed: s.changed, placed: keySet{}, concerns: make(map[string]bool)}
	for f, values := range u.owners {
		u.assigned[f] = make(map[string]string)
		u.concerns[f.Collection.Name] = true
		t := m.byName[f.Collection.Name]
		for part := range slices.Chunk(slices.Sorted(maps.Keys(values)), keysPerRequest) {
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

// uniques calls each for every value that a changed row has in a unique column.
func (m *Mirror) uniques(c content.Change, each func(f *content.Field, value string)) {
	collection := m.options.Model.Collection(c.Collection)
	for name, v := range c.Values {
		f := collection.Field(name)
		if !f.Unique || f == collection.Key || v == nil {
			continue
		}
		if value, err := content.ParseValue(f, v); err == nil {
			each(f, fmt.Sprint(value))
		}
	}
}

// order returns a change, preceded by changes that release its values from the
// rows that have them. A value that another row keeps is replaced by a
// substitute.
func (u *uniqueOrder) order(ctx context.Context, c content.Change) (out []content.Change, err error) {
	key := fmt.Sprint(c.Key)
	if !u.concerns[c.Collection] {
		return []content.Change{c}, nil
	}
	values := maps.Clone(c.Values)
	u.m.uniques(c, func(f *content.Field, value string) {
		owner, other := u.owners[f][value], u.assigned[f][value]
		if other == "" && owner != key && !u.placed[c.Collection][owner] {
			other = owner
		}
		switch {
		case other == "" || other == key:
		case other == owner && !u.placed[c.Collection][owner] && u.changed.has(c.Collection, owner):
			moved, problem := u.release(ctx, f, owner)
			out, err = append(out, moved...), cmp.Or(err, problem)
			u.placed.add(c.Collection, owner)
		default:
			u.m.warn("%s.%s: records %s and %s both have %q, and the model allows it once", c.Collection, f.Name, other, key, value)
			values[f.Name] = substitute(f, key)
			return
		}
		u.assigned[f][value] = key
	})
	u.placed.add(c.Collection, key)
	c.Values = values
	return append(out, c), err
}

// release returns a change that releases the value of a unique column from a
// stored row.
func (u *uniqueOrder) release(ctx context.Context, f *content.Field, key string) (out []content.Change, err error) {
	t := u.m.byName[f.Collection.Name]
	err = u.m.eachStored(ctx, t, among(t.Key.Name, t.Key, []string{key}), func(r row) {
		c := r.change()
		c.Values[f.Name] = substitute(f, key)
		out = append(out, c)
	})
	return out, err
}

// substitute returns a value for a unique column that no other row has.
func substitute(f *content.Field, key string) any {
	if f.Required {
		return "~" + key
	}
	return nil
}

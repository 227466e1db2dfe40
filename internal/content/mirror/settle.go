package mirror

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// The rows of a Directus are read one page after the other while editors go on
// working, so together they may never have been true: a row may refer to one
// that was deleted meanwhile. What the deletion did to it there, happens to it
// here; the next comparison tells how it really stands.

// settled returns changes of which each refers to what will be there.
func (m *Mirror) settled(ctx context.Context, changes iter.Seq2[content.Change, error]) (iter.Seq2[content.Change, error], error) {
	there, err := m.after(ctx, changes)
	if err != nil {
		return nil, err
	}
	// A row that goes may take others with it.
	for again := true; again; {
		again = false
		for c, err := range changes {
			if err != nil {
				return nil, err
			}
			if _, kept := m.settle(c, there); !kept && !c.Delete {
				key := fmt.Sprint(c.Key)
				again = again || there[c.Collection][key]
				if there[c.Collection] != nil {
					there[c.Collection][key] = false
				}
			}
		}
	}
	unique, err := m.newUnique(ctx, changes)
	if err != nil {
		return nil, err
	}
	return func(yield func(content.Change, error) bool) {
		for c, err := range changes {
			if err != nil {
				yield(c, err)
				return
			}
			settled, kept := m.settle(c, there)
			if !kept {
				settled = content.Change{Collection: c.Collection, Key: c.Key, Delete: true}
			}
			placed, err := unique.place(ctx, settled)
			if err != nil {
				yield(settled, err)
				return
			}
			for _, one := range placed {
				if !yield(one, nil) {
					return
				}
			}
		}
	}, nil
}

// settle takes references to missing rows out of a change. It reports false
// when the row cannot be without.
func (m *Mirror) settle(c content.Change, there keysOf) (content.Change, bool) {
	if c.Delete {
		return c, true
	}
	kept := true
	var without []string
	m.references(c, func(f *content.Field, target, key string) {
		switch {
		case there[target][key]:
		case f.Required || f.Relation.OnDelete == "CASCADE":
			kept = false
		default:
			without = append(without, f.Name)
		}
	})
	if len(without) > 0 {
		c.Values = maps.Clone(c.Values)
		for _, name := range without {
			c.Values[name] = nil
		}
	}
	return c, kept
}

// references calls visit with what a changed row refers to.
func (m *Mirror) references(c content.Change, visit func(f *content.Field, target, key string)) {
	collection := m.options.Model.Collection(c.Collection)
	for name, v := range c.Values {
		f := collection.Field(name)
		if f.Kind != content.ManyToOne || v == nil {
			continue
		}
		if key, err := content.ParseValue(f, v); err == nil {
			visit(f, f.Relation.Related.Name, fmt.Sprint(key))
		}
	}
}

// after collects, of the rows that changes refer to, which will be stored when
// the changes are.
func (m *Mirror) after(ctx context.Context, changes iter.Seq2[content.Change, error]) (keysOf, error) {
	wanted := keysOf{}
	for c, err := range changes {
		if err != nil {
			return nil, err
		}
		m.references(c, func(_ *content.Field, target, key string) { wanted.add(target, key) })
	}
	there := keysOf{}
	for name, keys := range wanted {
		there[name] = make(map[string]bool)
		t := m.byName[name]
		if t == nil {
			continue // nothing of it is mirrored
		}
		found, err := m.present(ctx, t, slices.Sorted(maps.Keys(keys)))
		if err != nil {
			return nil, err
		}
		there[name] = found
	}
	for c, err := range changes {
		if err != nil {
			return nil, err
		}
		if there[c.Collection] != nil {
			there[c.Collection][fmt.Sprint(c.Key)] = !c.Delete
		}
	}
	return there, nil
}

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

// survey is what has to be known of changes before the first is made. They may
// be millions and lie on a disk, so they are gone through once for it.
type survey struct {
	changed keysOf                               // rows that others refer to or that have unique values; true for those that stay
	wanted  keysOf                               // rows that are referred to
	values  map[*content.Field]map[string]string // values of unique columns
}

func (m *Mirror) survey(changes iter.Seq2[content.Change, error]) (*survey, error) {
	s := &survey{changed: keysOf{}, wanted: keysOf{}, values: make(map[*content.Field]map[string]string)}
	kept := make(map[string]bool)
	for _, c := range m.options.Model.Collections {
		kept[c.Name] = slices.ContainsFunc(c.Fields, func(f *content.Field) bool { return f.Unique }) ||
			slices.ContainsFunc(m.options.Model.Relations, func(r *content.Relation) bool { return r.Related == c })
	}
	for c, err := range changes {
		if err != nil {
			return nil, err
		}
		if kept[c.Collection] {
			s.changed.set(c.Collection, fmt.Sprint(c.Key), !c.Delete)
		}
		m.references(c, func(_ *content.Field, target, key string) { s.wanted.add(target, key) })
		m.uniques(c, func(f *content.Field, value string) {
			if s.values[f] == nil {
				s.values[f] = make(map[string]string)
			}
			s.values[f][value] = ""
		})
	}
	return s, nil
}

// settled returns changes of which each refers to what will be there.
func (m *Mirror) settled(ctx context.Context, changes iter.Seq2[content.Change, error]) (iter.Seq2[content.Change, error], error) {
	s, err := m.survey(changes)
	if err != nil {
		return nil, err
	}
	there, whole, err := m.after(ctx, s)
	if err != nil {
		return nil, err
	}
	// A row that goes may take others with it.
	for again := !whole; again; {
		again = false
		for c, err := range changes {
			if err != nil {
				return nil, err
			}
			key := fmt.Sprint(c.Key)
			if _, kept := m.settle(c, there); !kept && there[c.Collection][key] {
				there.set(c.Collection, key, false)
				again = true
			}
		}
	}
	unique, err := m.newUnique(ctx, s)
	if err != nil {
		return nil, err
	}
	held := len(m.Status().Held) > 0
	return func(yield func(content.Change, error) bool) {
		for c, err := range changes {
			if err != nil {
				yield(c, err)
				return
			}
			settled, kept := m.settle(c, there)
			if !kept && held {
				continue // what it refers to may only seem to be gone
			}
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

// after tells which rows that are referred to will be there after the changes,
// and whether that is all of them.
func (m *Mirror) after(ctx context.Context, s *survey) (there keysOf, whole bool, err error) {
	there, whole = keysOf{}, true
	for name, keys := range s.wanted {
		var ask []string
		for key := range keys {
			if stays, changed := s.changed[name][key]; changed {
				there.set(name, key, stays)
				whole = whole && stays
			} else {
				ask = append(ask, key)
			}
		}
		found := make(map[string]bool)
		if t := m.byName[name]; t != nil { // else nothing of it is mirrored
			slices.Sort(ask)
			if found, err = m.present(ctx, t, ask); err != nil {
				return nil, false, err
			}
		}
		for key := range found {
			there.add(name, key)
		}
		whole = whole && len(found) == len(ask)
	}
	return there, whole, nil
}

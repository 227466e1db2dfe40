package mirror

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// Pages of a Directus instance are read sequentially while editors continue to
// work, so that the rows may be inconsistent: a row may refer to one that was
// deleted meanwhile. The copy applies the effect of that deletion; the next
// sweep corrects it if needed.

// changeSummary collects what must be known about all changes before the first is applied.
// Changes may be millions and stored on disk, so it is collected in one pass.
type changeSummary struct {
	changed keySet                               // rows that have unique values or that others refer to; false for deletions
	wanted  keySet                               // rows referred to
	values  map[*content.Field]map[string]string // values of unique columns
}

func (m *Mirror) summarize(changes iter.Seq2[content.Change, error]) (*changeSummary, error) {
	s := &changeSummary{changed: keySet{}, wanted: keySet{}, values: make(map[*content.Field]map[string]string)}
	tracked := make(map[string]bool)
	for _, c := range m.options.Model.Collections {
		tracked[c.Name] = slices.ContainsFunc(c.Fields, func(f *content.Field) bool { return f.Unique }) ||
			slices.ContainsFunc(m.options.Model.Relations, func(r *content.Relation) bool { return r.Related == c })
	}
	for c, err := range changes {
		if err != nil {
			return nil, err
		}
		if tracked[c.Collection] {
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

// resolved returns the changes with all references to existing rows.
func (m *Mirror) resolved(ctx context.Context, changes iter.Seq2[content.Change, error]) (iter.Seq2[content.Change, error], error) {
	s, err := m.summarize(changes)
	if err != nil {
		return nil, err
	}
	existing, complete, err := m.existingAfter(ctx, s)
	if err != nil {
		return nil, err
	}
	// Deleting a row may cascade to others.
	for again := !complete; again; {
		again = false
		for c, err := range changes {
			if err != nil {
				return nil, err
			}
			key := fmt.Sprint(c.Key)
			if _, ok := m.resolve(c, existing); !ok && existing[c.Collection][key] {
				existing.set(c.Collection, key, false)
				again = true
			}
		}
	}
	unique, err := m.newUniqueOrder(ctx, s)
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
			settled, ok := m.resolve(c, existing)
			if !ok && held {
				continue // the row it refers to may only be missing from an unreliable list
			}
			if !ok {
				settled = content.Change{Collection: c.Collection, Key: c.Key, Delete: true}
			}
			placed, err := unique.order(ctx, settled)
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

// resolve removes references to missing rows from a change. It returns false if
// the row requires one of them.
func (m *Mirror) resolve(c content.Change, existing keySet) (content.Change, bool) {
	if c.Delete {
		return c, true
	}
	ok := true
	var without []string
	m.references(c, func(f *content.Field, target, key string) {
		switch {
		case existing[target][key]:
		case f.Required || f.Relation.OnDelete == "CASCADE":
			ok = false
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
	return c, ok
}

// references calls each for every row that a changed row refers to.
func (m *Mirror) references(c content.Change, each func(f *content.Field, target, key string)) {
	collection := m.options.Model.Collection(c.Collection)
	for name, v := range c.Values {
		f := collection.Field(name)
		if f.Kind != content.ManyToOne || v == nil {
			continue
		}
		if key, err := content.ParseValue(f, v); err == nil {
			each(f, f.Relation.Related.Name, fmt.Sprint(key))
		}
	}
}

// existingAfter returns which of the referenced rows exist after the changes, and
// whether all of them do.
func (m *Mirror) existingAfter(ctx context.Context, s *changeSummary) (existing keySet, complete bool, err error) {
	existing, complete = keySet{}, true
	for name, keys := range s.wanted {
		var unchanged []string
		for key := range keys {
			if exists, changed := s.changed[name][key]; changed {
				existing.set(name, key, exists)
				complete = complete && exists
			} else {
				unchanged = append(unchanged, key)
			}
		}
		found := make(map[string]bool)
		if t := m.byName[name]; t != nil { // otherwise the collection is not mirrored
			slices.Sort(unchanged)
			if found, err = m.present(ctx, t, unchanged); err != nil {
				return nil, false, err
			}
		}
		for key := range found {
			existing.add(name, key)
		}
		complete = complete && len(found) == len(unchanged)
	}
	return existing, complete, nil
}

package mirror

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// keysOf are keys by collection of the model.
type keysOf map[string]map[string]bool

func (k keysOf) add(collection, key string) { k.set(collection, key, true) }

func (k keysOf) addAll(others keysOf) {
	for collection, keys := range others {
		for key := range keys {
			k.add(collection, key)
		}
	}
}

// has reports whether a key is in it, with whichever value.
func (k keysOf) has(collection, key string) bool {
	_, ok := k[collection][key]
	return ok
}

func (k keysOf) set(collection, key string, v bool) {
	if k[collection] == nil {
		k[collection] = make(map[string]bool)
	}
	k[collection][key] = v
}

// maxRefreshed is how many records of one collection are refreshed, with all
// that hangs on them in memory. Where more have changed, everything is
// compared, for which memory does not matter.
const maxRefreshed = 1000

var errMany = errors.New("more has changed than is refreshed")

// refresh asks which rows carry a new date, when it is time to, and brings
// them and those that a hook named up to date, with all that hangs on them.
func (m *Mirror) refresh(ctx context.Context) error {
	named, deleted := m.takeNamed()
	r := refreshing{m: m, deleted: deleted, done: keysOf{}, changes: make(map[string]content.Change)}
	err := r.run(ctx, named)
	if err != nil {
		m.putBack(named, deleted)
	}
	return err
}

// refreshing is one refresh.
type refreshing struct {
	m       *Mirror
	deleted keysOf                    // rows that a hook said were deleted
	done    keysOf                    // rows that were asked for
	changes map[string]content.Change // by collection and key
	order   []string                  // of changes
}

func (r *refreshing) run(ctx context.Context, named keysOf) error {
	m := r.m
	polled := m.pollIsDue()
	if polled {
		for _, t := range m.tables {
			if err := m.newer(ctx, t, named); err != nil {
				return err
			}
		}
	}
	if err := r.fetch(ctx, named); err != nil {
		return err
	}
	if err := r.fetchReferred(ctx); err != nil {
		return err
	}
	changes, err := m.believable(ctx, r.ordered(), r.deleted)
	if err != nil {
		return err
	}
	if err := m.applyNow(ctx, changes); err != nil {
		return err
	}
	if polled {
		m.polled()
	}
	return nil
}

// ordered are the changes, deletions last: what goes with a record must have
// moved to another before.
func (r *refreshing) ordered() []content.Change {
	out := make([]content.Change, len(r.order))
	for i, at := range r.order {
		out[i] = r.changes[at]
	}
	slices.SortStableFunc(out, func(a, b content.Change) int {
		switch {
		case a.Delete == b.Delete:
			return 0
		case a.Delete:
			return 1
		default:
			return -1
		}
	})
	return out
}

func (r *refreshing) add(c content.Change) {
	at := fmt.Sprintf("%s/%v", c.Collection, c.Key)
	if _, ok := r.changes[at]; !ok {
		r.order = append(r.order, at)
	}
	r.changes[at] = c
}

// newer collects the rows of a table that were written since the latest seen
// and are not stored like that.
func (m *Mirror) newer(ctx context.Context, t *table, into keysOf) error {
	if t.hidden {
		return nil
	}
	where, err := m.written(ctx, t)
	if err != nil || where == nil {
		return err
	}
	var rows []row
	err = m.each(ctx, t, where, func(r row) error {
		if rows = append(rows, r); len(rows) > maxRefreshed {
			return errMany
		}
		return nil
	})
	if errors.Is(err, errMany) {
		m.sweepSoon()
		return nil
	}
	if err != nil {
		return err
	}
	for part := range slices.Chunk(rows, chunk) {
		have := make(map[string]uint64)
		if err := m.stored(ctx, t, among(t.Key.Name, t.Key, keysOfRows(part)), func(r row) { have[r.key] = r.sum }); err != nil {
			return err
		}
		for _, r := range part {
			if sum, ok := have[r.key]; !ok || sum != r.sum {
				into.add(t.Name, r.key)
			}
		}
	}
	return nil
}

// written holds for rows that may be newer than all that were seen; nil where
// rows do not tell.
func (m *Mirror) written(ctx context.Context, t *table) (condition, error) {
	var either []any
	for _, c := range t.dates {
		if t.lacks[c.Name] {
			continue
		}
		if t.latest == "" {
			found, err := m.read(ctx, t, map[string]any{"fields": []string{c.Name}, "sort": "-" + c.Name, "limit": 1, "filter": condition{c.Name: map[string]any{"_nnull": true}}})
			if err != nil {
				return nil, err
			}
			for _, in := range found {
				t.latest, _ = in[c.Name].(string)
			}
		}
		test := map[string]any{"_gte": t.since()}
		if t.latest == "" {
			test = map[string]any{"_nnull": true}
		}
		either = append(either, condition{c.there: test})
	}
	if len(either) == 0 {
		return nil, nil //nolint:nilnil // there is no such condition
	}
	return condition{"_or": either}, nil
}

// fetch compares rows with the Directus, and the rows that hang on them:
// translations, junction rows and what else their aliases hold.
func (r *refreshing) fetch(ctx context.Context, keys keysOf) error {
	for _, t := range r.m.tables {
		for part := range slices.Chunk(slices.Sorted(maps.Keys(keys[t.Name])), chunk) {
			for _, key := range part {
				r.done.add(t.Name, key)
			}
			found, err := r.compare(ctx, t, t.columns[0], part)
			if err != nil {
				return err
			}
			if err := r.descend(ctx, t, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare fetches the rows whose column has one of the values, notes what
// differs from what is stored, and returns the keys that are there.
func (r *refreshing) compare(ctx context.Context, t *table, by column, values []string) ([]string, error) {
	if t.hidden || t.lacks[by.Name] {
		return nil, nil
	}
	have := make(map[string]uint64)
	if err := r.m.stored(ctx, t, among(by.Name, by.Field, values), func(r row) { have[r.key] = r.sum }); err != nil {
		return nil, err
	}
	var found []string
	err := r.m.each(ctx, t, among(by.there, by.Field, values), func(row row) error {
		found = append(found, row.key)
		if sum, ok := have[row.key]; !ok || sum != row.sum {
			r.add(row.change())
		}
		delete(have, row.key)
		return nil
	})
	if err != nil {
		return nil, err
	}
	// A row that is no longer behind this parent may have moved to another.
	gone := slices.Sorted(maps.Keys(have))
	if by.Field == t.Key || len(gone) == 0 {
		for _, key := range gone {
			r.add(t.gone(key))
		}
		return found, nil
	}
	_, err = r.compare(ctx, t, t.columns[0], gone)
	return found, err
}

// descend compares the rows in the aliases of records, and in the aliases of
// those that would go with their record.
func (r *refreshing) descend(ctx context.Context, t *table, keys []string) error {
	for _, alias := range t.Fields {
		if !alias.ToMany() {
			continue
		}
		child, relation := r.m.byName[alias.Relation.Collection.Name], alias.Relation
		if child == nil {
			continue
		}
		for part := range slices.Chunk(keys, chunk) {
			found, err := r.compare(ctx, child, child.column(relation.Field), part)
			if err != nil {
				return err
			}
			if relation.OnDelete != "CASCADE" || child == t {
				continue
			}
			if err := r.descend(ctx, child, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxReferred is how far rows may refer to rows that are new themselves.
const maxReferred = 8

// fetchReferred fetches what changed rows refer to and is not stored yet.
func (r *refreshing) fetchReferred(ctx context.Context) error {
	for range maxReferred {
		wanted := keysOf{}
		for _, c := range r.changes {
			r.m.references(c, func(_ *content.Field, target, key string) {
				if !r.done[target][key] {
					wanted.add(target, key)
				}
			})
		}
		missing := keysOf{}
		for name, keys := range wanted {
			t := r.m.byName[name]
			if t == nil {
				continue
			}
			list := slices.Sorted(maps.Keys(keys))
			there, err := r.m.present(ctx, t, list)
			if err != nil {
				return err
			}
			for _, key := range list {
				if !there[key] {
					missing.add(name, key)
				}
			}
		}
		if len(missing) == 0 {
			return nil
		}
		if err := r.fetch(ctx, missing); err != nil {
			return err
		}
	}
	return nil
}

func keysOfRows(rows []row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.key
	}
	return out
}

package mirror

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// keySet is a set of keys by collection of the model, with a flag for each key.
type keySet map[string]map[string]bool

func (k keySet) add(collection, key string) { k.set(collection, key, true) }

func (k keySet) addAll(others keySet) {
	for collection, keys := range others {
		for key := range keys {
			k.add(collection, key)
		}
	}
}

// has reports whether a key is present, whatever its flag.
func (k keySet) has(collection, key string) bool {
	_, ok := k[collection][key]
	return ok
}

func (k keySet) set(collection, key string, v bool) {
	if k[collection] == nil {
		k[collection] = make(map[string]bool)
	}
	k[collection][key] = v
}

// maxRefreshed is the maximum number of records of one collection in a refresh,
// which keeps them and their related rows in memory. More changes cause a
// sweep, which stages them on disk.
const maxRefreshed = 1000

var errTooMany = errors.New("refresh rows: too many changes")

// refresh updates the rows that webhooks named and, if a poll is due, those that it finds.
func (m *Mirror) refresh(ctx context.Context) error {
	if err := m.refreshNamed(ctx); err != nil || !m.takePoll() {
		return err
	}
	changed, deleted := keySet{}, keySet{}
	err := m.poll(ctx, changed, deleted)
	if err == nil {
		err = m.update(ctx, changed, deleted)
	}
	if err != nil {
		m.restorePending(changed, deleted) // the activity log does not name them again
		m.requestPoll()
	}
	return err
}

// refreshNamed updates the rows that webhooks named.
func (m *Mirror) refreshNamed(ctx context.Context) error {
	named, deleted := m.takePending()
	if len(named) == 0 {
		return nil
	}
	err := m.update(ctx, named, deleted)
	if err != nil {
		m.restorePending(named, deleted)
	}
	return err
}

// update fetches rows and their related rows, and applies the differences. deleted
// are those that are known to be deleted.
func (m *Mirror) update(ctx context.Context, keys, deleted keySet) error {
	r := refreshRun{m: m, deleted: deleted, done: keySet{}, changes: make(map[string]content.Change)}
	return r.run(ctx, keys)
}

// refreshRun is the state of one refresh.
type refreshRun struct {
	m       *Mirror
	deleted keySet                    // rows that webhooks reported as deleted
	done    keySet                    // rows already requested
	changes map[string]content.Change // by collection and key
	order   []string                  // keys of changes in order of insertion
}

func (r *refreshRun) run(ctx context.Context, keys keySet) error {
	if err := r.fetch(ctx, keys); err != nil {
		return err
	}
	if err := r.fetchReferences(ctx); err != nil {
		return err
	}
	changes, err := r.m.filterDeletions(ctx, r.ordered(), r.deleted)
	if err != nil {
		return err
	}
	return r.m.applyChanges(ctx, changes)
}

// ordered returns the changes with deletions last: a row that would be deleted
// by a cascade must move to its new parent first.
func (r *refreshRun) ordered() []content.Change {
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

func (r *refreshRun) add(c content.Change) {
	at := fmt.Sprintf("%s/%v", c.Collection, c.Key)
	if _, ok := r.changes[at]; !ok {
		r.order = append(r.order, at)
	}
	r.changes[at] = c
}

// fetch compares rows with the Directus, and the rows that their aliases
// contain, such as translations and junction rows.
func (r *refreshRun) fetch(ctx context.Context, keys keySet) error {
	for _, t := range r.m.tables {
		for part := range slices.Chunk(slices.Sorted(maps.Keys(keys[t.Name])), keysPerRequest) {
			for _, key := range part {
				r.done.add(t.Name, key)
			}
			found, err := r.compare(ctx, t, t.columns[0], part)
			if err != nil {
				return err
			}
			if err := r.compareChildren(ctx, t, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare fetches the rows whose column has one of the values, adds the
// differences from the stored rows, and returns the keys of the rows found.
func (r *refreshRun) compare(ctx context.Context, t *table, by column, values []string) ([]string, error) {
	if t.empty && !t.hidden { // a first record may exist by now
		if err := r.m.probe(ctx, t); err != nil {
			return nil, err
		}
	}
	if t.hidden || t.missing[by.Name] {
		return nil, nil
	}
	have := make(map[string]uint64)
	if err := r.m.eachStored(ctx, t, among(by.Name, by.Field, values), func(r row) { have[r.key] = r.sum }); err != nil {
		return nil, err
	}
	var found []string
	err := r.m.eachAmong(ctx, t, by, values, func(row row) error {
		found = append(found, row.key)
		if sum, ok := have[row.key]; !ok || sum != row.sum {
			r.add(row.change())
		}
		delete(have, row.key)
		return nil
	})
	if err != nil {
		if r.m.conceals(t, err) {
			err = nil
		}
		return nil, err
	}
	// A row that this parent no longer has may have moved to another parent.
	missing := slices.Sorted(maps.Keys(have))
	if by.Field == t.Key || len(missing) == 0 {
		for _, key := range missing {
			r.add(t.deletion(key))
		}
		return found, nil
	}
	_, err = r.compare(ctx, t, t.columns[0], missing)
	return found, err
}

// compareChildren compares the rows in the aliases of records and, recursively, of rows
// that are deleted with their parent.
func (r *refreshRun) compareChildren(ctx context.Context, t *table, keys []string) error {
	for _, alias := range t.Fields {
		if !alias.ToMany() {
			continue
		}
		child, relation := r.m.byName[alias.Relation.Collection.Name], alias.Relation
		if child == nil {
			continue
		}
		for part := range slices.Chunk(keys, keysPerRequest) {
			found, err := r.compare(ctx, child, child.column(relation.Field), part)
			if err != nil {
				return err
			}
			if relation.OnDelete != "CASCADE" || child == t {
				continue
			}
			if err := r.compareChildren(ctx, child, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxReferenceDepth is the maximum length of a chain of references between new rows.
const maxReferenceDepth = 8

// fetchReferences fetches rows that changed rows refer to and that are not
// stored.
func (r *refreshRun) fetchReferences(ctx context.Context) error {
	for range maxReferenceDepth {
		wanted := keySet{}
		for _, c := range r.changes {
			r.m.references(c, func(_ *content.Field, target, key string) {
				if !r.done[target][key] {
					wanted.add(target, key)
				}
			})
		}
		missing := keySet{}
		for name, keys := range wanted {
			t := r.m.byName[name]
			if t == nil {
				continue
			}
			list := slices.Sorted(maps.Keys(keys))
			exists, err := r.m.present(ctx, t, list)
			if err != nil {
				return err
			}
			for _, key := range list {
				if !exists[key] {
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

package mirror

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"ferrule/internal/content"
)

// unreliableListError is the error of a list that is too unreliable to infer deletions from.
type unreliableListError struct{ collection, cause string }

func (d *unreliableListError) Error() string {
	return fmt.Sprintf("delete rows of collection %q: %s", d.collection, d.cause)
}

// stageDeletions stages the deletion of stored rows that the Directus no longer
// lists. It stages nothing and returns an *unreliableListError if the list is incomplete or
// from a cache.
func (m *Mirror) stageDeletions(ctx context.Context, t *table, have map[string]rowState) error {
	var missing []string
	of, seen := 0, 0
	for key, was := range have {
		if was.stored {
			of++
		}
		if was.seen {
			seen++
		} else {
			missing = append(missing, key)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	if err := m.checkCount(ctx, t, m.stage.At.Offset); err != nil {
		return err
	}
	excessive := seen == 0 || tooMany(len(missing), of)
	if !excessive {
		if err := m.checkAbsent(ctx, t, missing); err != nil {
			return err
		}
		var err error
		if excessive, err = m.cascadesTooMany(ctx, t, missing); err != nil {
			return err
		}
	}
	for _, key := range missing {
		if err := m.stage.addInferredDeletion(t.deletion(key)); err != nil {
			return err
		}
	}
	if m.stage.Deletions == nil {
		m.stage.Deletions = make(map[string]HeldDeletion)
	}
	m.stage.Deletions[t.Name] = newHeldDeletion(missing, of, excessive)
	return nil
}

// checkCount returns an *unreliableListError unless a list had as many records as the Directus
// counts.
func (m *Mirror) checkCount(ctx context.Context, t *table, received int) error {
	if t.single || t.Singleton {
		return nil // a singleton has no list
	}
	query := url.Values{"fields": {t.columns[0].remoteName}, "limit": {"1"}, "meta": {"filter_count"}}
	if t.only != nil {
		text, err := json.Marshal(t.only)
		if err != nil {
			return err
		}
		query.Set("filter", string(text))
	}
	reply, err := m.client.GetReply(ctx, t.path, query)
	if err != nil {
		return err
	}
	switch {
	case reply.Age > 0:
		return &unreliableListError{t.remoteName, fmt.Sprintf("the reply is from a cache and %d s old; let requests with Cache-Control: no-cache pass", reply.Age)}
	case reply.Count > received:
		return &unreliableListError{t.remoteName, fmt.Sprintf("received %d of %d records", received, reply.Count)}
	}
	return nil
}

// checkAbsent requests records by their keys and returns an *unreliableListError if the Directus
// has any of them.
func (m *Mirror) checkAbsent(ctx context.Context, t *table, keys []string) error {
	if t.single || t.Singleton {
		return nil
	}
	for part := range slices.Chunk(keys, keysPerRequest) {
		err := m.eachAmong(ctx, t, t.columns[0], part, func(r row) error {
			return &unreliableListError{t.remoteName, "the list lacks records that a request by key returns, such as " + r.key}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// filterDeletions returns changes without the deletions if these, together with the
// deletions of earlier refreshes, exceed the limit; the next sweep decides on
// them. Deletions that a webhook announced are never withheld.
func (m *Mirror) filterDeletions(ctx context.Context, changes []content.Change, announced keySet) ([]content.Change, error) {
	doubtful := func(c content.Change) bool {
		return c.Delete && !announced.has(c.Collection, fmt.Sprint(c.Key))
	}
	missing := make(map[string][]string)
	for _, c := range changes {
		if doubtful(c) {
			missing[c.Collection] = append(missing[c.Collection], fmt.Sprint(c.Key))
		}
	}
	if len(missing) == 0 {
		return changes, nil
	}
	if len(m.Status().Held) > 0 {
		return slices.DeleteFunc(changes, doubtful), nil
	}
	for name, keys := range missing {
		t := m.byName[name]
		of, err := m.storedRows(ctx, t, nil)
		if err != nil {
			return nil, err
		}
		many, err := m.cascadesTooMany(ctx, t, keys)
		if err != nil {
			return nil, err
		}
		before := m.removed[name]
		if many || len(keys) >= of || tooMany(before+len(keys), before+of) {
			m.requestSweep()
			return slices.DeleteFunc(changes, doubtful), nil
		}
	}
	for name, keys := range missing {
		m.removed[name] += len(keys)
	}
	return changes, nil
}

// cascadesTooMany reports whether the deletion of rows of t would cascade to too many
// rows of a collection that refers to them.
func (m *Mirror) cascadesTooMany(ctx context.Context, t *table, keys []string) (bool, error) {
	for _, relation := range m.options.Model.Relations {
		child := m.byName[relation.Collection.Name]
		if relation.Related != t.Collection || relation.OnDelete != "CASCADE" || child == nil {
			continue
		}
		rows := 0
		for part := range slices.Chunk(keys, keysPerRequest) {
			n, err := m.storedRows(ctx, child, among(relation.Field.Name, relation.Field, part))
			if err != nil {
				return false, err
			}
			rows += n
		}
		of, err := m.storedRows(ctx, child, nil)
		if err != nil {
			return false, err
		}
		if tooMany(rows, of) {
			return true, nil
		}
	}
	return false, nil
}

// storedRows returns the number of stored rows that match a condition.
func (m *Mirror) storedRows(ctx context.Context, t *table, where condition) (int, error) {
	found, err := m.read(ctx, t, map[string]any{"aggregate": map[string]any{"count": []string{"*"}}, "filter": where.orAll()})
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return strconv.Atoi(fmt.Sprint(found[0]["count"]))
}

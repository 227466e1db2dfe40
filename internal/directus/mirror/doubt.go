package mirror

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"ferrule/internal/content"
)

// doubt is why the records that a list lacks are not taken for deleted.
type doubt struct{ collection, why string }

func (d *doubt) Error() string {
	return fmt.Sprintf("nothing of collection %q is deleted: %s", d.collection, d.why)
}

// stageGone stages the deletion of the stored rows that a list of the Directus
// does not have. A list that is short or old is a *doubt, and then nothing is
// staged.
func (m *Mirror) stageGone(ctx context.Context, t *table, have map[string]known) error {
	var gone []string
	of, seen := 0, 0
	for key, was := range have {
		if was.stored {
			of++
		}
		if was.seen {
			seen++
		} else {
			gone = append(gone, key)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	slices.Sort(gone)
	if err := m.countedAll(ctx, t, m.stage.At.Offset); err != nil {
		return err
	}
	braked := seen == 0 || tooMany(len(gone), of)
	if !braked {
		if err := m.absent(ctx, t, gone); err != nil {
			return err
		}
		var err error
		if braked, err = m.takesMany(ctx, t, gone); err != nil {
			return err
		}
	}
	for _, key := range gone {
		if err := m.stage.addSwept(t.gone(key)); err != nil {
			return err
		}
	}
	if m.stage.Gone == nil {
		m.stage.Gone = make(map[string]Held)
	}
	m.stage.Gone[t.Name] = newHeld(gone, of, braked)
	return nil
}

// countedAll checks that a list had as many records as the Directus counts.
func (m *Mirror) countedAll(ctx context.Context, t *table, came int) error {
	if t.Singleton {
		return nil // there is no list to count
	}
	reply, err := m.client.reply(ctx, t.path, url.Values{"fields": {t.columns[0].there}, "limit": {"1"}, "meta": {"total_count"}})
	if err != nil {
		return err
	}
	switch {
	case reply.age > 0:
		return &doubt{t.name, fmt.Sprintf("the reply is from a cache and %d s old; let requests with Cache-Control: no-cache pass", reply.age)}
	case reply.total > came:
		return &doubt{t.name, fmt.Sprintf("%d of %d records came", came, reply.total)}
	}
	return nil
}

// absent asks for records by their keys and checks that the Directus has none
// of them.
func (m *Mirror) absent(ctx context.Context, t *table, keys []string) error {
	if t.Singleton {
		return nil
	}
	for part := range slices.Chunk(keys, chunk) {
		err := m.each(ctx, t, among(t.columns[0].there, t.Key, part), func(r row) error {
			return &doubt{t.name, "the list lacks records that come when they are asked for by their keys, such as " + r.key}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// believable returns the changes of a refresh without deletions that together
// with those before would be too many: they are left to a sweep. A deletion
// that a hook told of is believed.
func (m *Mirror) believable(ctx context.Context, changes []content.Change, told keysOf) ([]content.Change, error) {
	doubtful := func(c content.Change) bool {
		return c.Delete && !told.has(c.Collection, fmt.Sprint(c.Key))
	}
	gone := make(map[string][]string)
	for _, c := range changes {
		if doubtful(c) {
			gone[c.Collection] = append(gone[c.Collection], fmt.Sprint(c.Key))
		}
	}
	if len(gone) == 0 {
		return changes, nil
	}
	if len(m.Status().Held) > 0 {
		return slices.DeleteFunc(changes, doubtful), nil
	}
	for name, keys := range gone {
		t := m.byName[name]
		of, err := m.storedRows(ctx, t, nil)
		if err != nil {
			return nil, err
		}
		many, err := m.takesMany(ctx, t, keys)
		if err != nil {
			return nil, err
		}
		before := m.removed[name]
		if many || len(keys) >= of || tooMany(before+len(keys), before+of) {
			m.sweepSoon()
			return slices.DeleteFunc(changes, doubtful), nil
		}
	}
	for name, keys := range gone {
		m.removed[name] += len(keys)
	}
	return changes, nil
}

// takesMany reports whether too many rows of a collection would go with rows of
// a table, because they refer to them.
func (m *Mirror) takesMany(ctx context.Context, t *table, keys []string) (bool, error) {
	for _, relation := range m.options.Model.Relations {
		child := m.byName[relation.Collection.Name]
		if relation.Related != t.Collection || relation.OnDelete != "CASCADE" || child == nil {
			continue
		}
		rows := 0
		for part := range slices.Chunk(keys, chunk) {
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

// storedRows counts the stored rows that a condition holds for.
func (m *Mirror) storedRows(ctx context.Context, t *table, where condition) (int, error) {
	found, err := m.read(ctx, t, map[string]any{"aggregate": map[string]any{"count": []string{"*"}}, "filter": where.orAll()})
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return strconv.Atoi(fmt.Sprint(found[0]["count"]))
}

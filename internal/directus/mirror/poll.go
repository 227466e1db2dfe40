package mirror

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// A poll finds changes that no webhook named. It asks for, in this order of
// preference:
//   - the entries of the activity log, which names all changes and deletions, if the token may
//     read directus_activity;
//   - the rows with new dates;
//   - all rows of small tables without dates: without the log in every poll, with it in
//     every fourth, since sorting and untracked changes write no entries.
// The next sweep finds what all of them miss.

// pollsPerComparison is the number of polls per comparison of small tables, if the log
// is read.
const pollsPerComparison = 4

// isSmall reports whether a table fits on one page, so that polls may compare all
// of it.
func (m *Mirror) isSmall(t *table) bool { return t.rows <= m.options.Page }

// poll adds the rows that changed since the last poll to changed, and the deleted
// ones to deleted as well. Between tables it updates rows that webhooks named.
func (m *Mirror) poll(ctx context.Context, changed, deleted keySet) error {
	logged, err := m.addActivity(ctx, changed, deleted)
	if err != nil {
		return err
	}
	m.polls++
	compares := !logged || m.polls%pollsPerComparison == 0
	for _, t := range m.tables {
		if err := m.refreshNamed(ctx); err != nil {
			return err
		}
		if t.empty && !t.hidden {
			if err := m.probe(ctx, t); err != nil {
				return err
			}
		}
		if t.hidden || t.empty {
			continue
		}
		var err error
		switch {
		case t.hasDates():
			err = m.addNewer(ctx, t, changed)
		case compares && m.isSmall(t):
			err = m.addDifferent(ctx, t, changed)
		}
		if err != nil && !m.conceals(t, err) {
			return err
		}
	}
	return nil
}

// conceals reports whether err says that the token may no longer read a table, or a
// field of it. The next sweep finds out which.
func (m *Mirror) conceals(t *table, err error) bool {
	if !client.IsHidden(err) {
		return false
	}
	t.hidden = true
	m.requestSweep()
	return true
}

// addDifferent adds the rows of a table that differ from the stored ones.
func (m *Mirror) addDifferent(ctx context.Context, t *table, into keySet) error {
	have := make(map[string]uint64)
	if err := m.eachStored(ctx, t, nil, func(r row) { have[r.key] = r.sum }); err != nil {
		return err
	}
	found := 0
	err := m.eachRemote(ctx, t, nil, func(r row) error {
		if sum, ok := have[r.key]; !ok || sum != r.sum {
			into.add(t.Name, r.key)
		}
		delete(have, r.key)
		if found++; found > 2*m.options.Page {
			return errTooMany
		}
		return nil
	})
	if errors.Is(err, errTooMany) {
		m.requestSweep()
		return nil
	}
	for key := range have {
		into.add(t.Name, key) // perhaps deleted
	}
	return err
}

// activityLog is the position in the activity log of the Directus.
type activityLog struct {
	hidden bool           // the token may not read it
	begun  bool           // latest is known
	latest int64          // the latest entry seen
	seen   map[int64]bool // entries seen among the last overlap()
	most   int            // entries per request that the Directus allows (QUERY_LIMIT_MAX); 0 if it refused no number
}

const (
	activityOverlap = 200  // entries that may become visible after later ones, as of a slow transaction
	activityLimit   = 1000 // entries per poll; more cause a sweep
)

// limit returns the number of entries to request.
func (l *activityLog) limit() int { return min(activityLimit, cmp.Or(l.most, activityLimit)) }

// overlap returns the number of entries to read again, which leaves room for new ones.
func (l *activityLog) overlap() int64 { return int64(min(activityOverlap, l.limit()/2)) }

// activity is an entry of the log.
type activity struct {
	ID         json.Number `json:"id"`
	Action     string      `json:"action"`
	Collection string      `json:"collection"`
	Item       any         `json:"item"`
}

// addActivity adds the rows that new entries of the activity log name. It returns
// false if the token may not read the log.
func (m *Mirror) addActivity(ctx context.Context, changed, deleted keySet) (bool, error) {
	log := &m.activity
	if log.hidden || !log.begun {
		return false, nil
	}
	entries, err := m.readActivity(ctx, condition{"id": map[string]any{"_gt": log.latest - log.overlap()}}, "id", activityLimit)
	if err != nil || log.hidden {
		return false, err
	}
	if log.latest > 0 && !slices.ContainsFunc(entries, func(e activity) bool { id, _ := e.ID.Int64(); return id >= log.latest }) {
		// The latest entry is gone, as after a restored backup or a purge: the sweep
		// begins anew and finds what the log no longer names.
		m.activity = activityLog{most: log.most}
		m.requestSweep()
		return false, nil
	}
	if len(entries) >= log.limit() {
		m.requestSweep()
	}
	seen := make(map[int64]bool, len(entries))
	for _, e := range entries {
		id, _ := e.ID.Int64()
		seen[id], log.latest = true, max(log.latest, id)
		t := m.byName[m.localNames[e.Collection]]
		if t == nil || log.seen[id] {
			continue
		}
		key, ok := m.namedKey(t, e.Item)
		if !ok {
			continue
		}
		changed.add(t.Name, key)
		if e.Action == "delete" {
			deleted.add(t.Name, key)
		}
	}
	log.seen = seen
	maps.DeleteFunc(log.seen, func(id int64, _ bool) bool { return id <= log.latest-log.overlap() })
	return true, nil
}

// beginActivity finds the position from which the activity log is read: before
// the sweep that begins, which finds what is older.
func (m *Mirror) beginActivity(ctx context.Context) error {
	log := &m.activity
	partial, err := m.hidesActivity(ctx)
	log.hidden = partial
	if err != nil || log.hidden || log.begun {
		return err
	}
	entries, err := m.readActivity(ctx, nil, "-id", activityOverlap)
	if err != nil || log.hidden {
		return err
	}
	log.begun, log.seen = true, make(map[int64]bool)
	for _, e := range entries {
		id, _ := e.ID.Int64()
		log.seen[id], log.latest = true, max(log.latest, id)
	}
	return nil
}

// hidesActivity reports whether the token may not read the activity log, or not that of
// all tables but only some entries, such as those of its own user. A reply of another
// form, as of a proxy with empty lists, does not say that it may.
func (m *Mirror) hidesActivity(ctx context.Context) (bool, error) {
	data, err := m.client.Get(ctx, "/permissions/me", nil)
	if client.IsRefused(err) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	var in struct {
		Activity struct {
			Read struct {
				Access string `json:"access"`
			} `json:"read"`
		} `json:"directus_activity"`
	}
	if json.Unmarshal(data, &in) == nil && in.Activity.Read.Access == "partial" {
		all, err := m.readsActivityOfTables(ctx)
		return !all, err
	}
	return in.Activity.Read.Access != "full", nil
}

// readsActivityOfTables reports whether a permission restricts the activity log to some
// collections, all tables among them, and by nothing else.
func (m *Mirror) readsActivityOfTables(ctx context.Context) (bool, error) {
	data, err := m.client.Get(ctx, "/permissions", url.Values{"filter": {`{"collection":{"_eq":"directus_activity"}}`}})
	if client.IsRefused(err) {
		return false, nil
	}
	var permissions []struct {
		Action string          `json:"action"`
		Rule   json.RawMessage `json:"permissions"`
	}
	if err != nil || json.Unmarshal(data, &permissions) != nil {
		return false, err
	}
	for _, p := range permissions {
		var rule map[string]map[string][]string
		if p.Action != "read" || json.Unmarshal(p.Rule, &rule) != nil || len(rule) != 1 || len(rule["collection"]) != 1 {
			continue
		}
		listed := rule["collection"]["_in"]
		if !slices.ContainsFunc(m.tables, func(t *table) bool { return !slices.Contains(listed, t.remoteName) }) {
			return true, nil
		}
	}
	return false, nil
}

func (m *Mirror) readActivity(ctx context.Context, filter condition, sort string, limit int) (out []activity, err error) {
	query := url.Values{"fields": {"id,action,collection,item"}, "sort": {sort}}
	if filter != nil {
		text, err := json.Marshal(filter)
		if err != nil {
			return nil, err
		}
		query.Set("filter", string(text))
	}
	query.Set("limit", strconv.Itoa(min(limit, m.activity.limit())))
	data, err := m.client.Get(ctx, "/activity", query)
	if most := client.AllowedLimit(err); most > 0 && most < min(limit, m.activity.limit()) {
		m.activity.most = most
		return m.readActivity(ctx, filter, sort, limit)
	}
	if client.IsRefused(err) {
		m.activity.hidden = true
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return out, dec.Decode(&out)
}

// undated returns the tables whose changes only a sweep or a webhook finds.
func (m *Mirror) undated() []string {
	var out []string
	if !m.activity.hidden {
		return nil
	}
	for _, t := range m.tables {
		if !t.hidden && !t.hasDates() && !m.isSmall(t) {
			out = append(out, t.remoteName)
		}
	}
	return slices.Sorted(slices.Values(out))
}

// addNewer adds the rows of a table to into that were written since the latest
// known date and differ from the stored ones.
func (m *Mirror) addNewer(ctx context.Context, t *table, into keySet) error {
	where, err := m.newerCondition(ctx, t)
	if err != nil {
		return err
	}
	var rows []row
	err = m.eachRemote(ctx, t, where, func(r row) error {
		if rows = append(rows, r); len(rows) > maxRefreshed {
			return errTooMany
		}
		return nil
	})
	if errors.Is(err, errTooMany) {
		m.requestSweep()
		return nil
	}
	if err != nil {
		return err
	}
	for part := range slices.Chunk(rows, keysPerRequest) {
		have := make(map[string]uint64)
		if err := m.eachStored(ctx, t, among(t.Key.Name, t.Key, keysOfRows(part)), func(r row) { have[r.key] = r.sum }); err != nil {
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

// newerCondition returns a condition for rows that may be newer than the latest known
// date.
func (m *Mirror) newerCondition(ctx context.Context, t *table) (condition, error) {
	var either []any
	for _, c := range t.dates {
		if t.missing[c.Name] {
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
		test := map[string]any{"_gte": t.earliest()}
		if t.latest == "" {
			test = map[string]any{"_nnull": true}
		}
		either = append(either, condition{c.remoteName: test})
	}
	return condition{"_or": either}, nil
}

func keysOfRows(rows []row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.key
	}
	return out
}

// among returns a condition for stored rows whose column has one of the values, given
// as text.
func among(name string, f *content.Field, values []string) condition {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = jsonKey(f, v)
	}
	return condition{name: map[string]any{"_in": list}}
}

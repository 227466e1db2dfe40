package mirror

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// keysPerRequest is the maximum number of keys in one request. An address with that many
// UUIDs stays below the length limits of common proxies.
const keysPerRequest = 50

// condition is a filter of the Directus query language; nil matches all rows.
type condition map[string]any

// jsonKey returns a key as a JSON value.
func jsonKey(f *content.Field, text string) any {
	if f.Type == content.Integer || f.Type == content.BigInteger {
		return json.Number(text)
	}
	return text
}

// cursor is a position in a table.
type cursor struct {
	Last   string `json:"last"`   // key of the last row
	Offset int    `json:"offset"` // rows read so far; used if keys are not ordered

	Restarted bool `json:"restarted,omitempty"` // from the first row, since keys are not ordered: it is never the same position as before
}

// page reads the rows after a cursor and advances it. It returns no rows at the
// end.
//
// Ordered keys use keyset pagination, so that concurrent inserts and deletions
// shift nothing. Other keys use offsets: each page repeats the last row of the
// page before; if that row is missing, rows have shifted and the cursor moves
// back by one page.
func (m *Mirror) page(ctx context.Context, t *table, where condition, at *cursor) ([]row, error) {
	if t.single {
		return m.single(ctx, t, where, at)
	}
	key := t.columns[0].remoteName
	for {
		ordered := t.hasOrderedKeys() && !t.foreign
		query := url.Values{"fields": {names(t.requestedColumns())}, "sort": {key}, "limit": {strconv.Itoa(m.options.Page)}}
		filter := where
		before := 0
		switch {
		case ordered && at.Last != "":
			filter = condition{"_and": []any{where.orAll(), condition{key: map[string]any{"_gt": jsonKey(t.Key, at.Last)}}}}
		case !ordered && at.Offset > 0:
			before = 1
			query.Set("offset", strconv.Itoa(at.Offset-before))
		}
		found, err := m.list(ctx, t, query, filter)
		if most := client.AllowedLimit(err); most > before && most < m.options.Page {
			m.options.Page = most
			continue
		}
		if err != nil {
			return nil, err
		}
		if before == 1 && at.Last != "" && (len(found) == 0 || fmt.Sprint(found[0][key]) != at.Last) {
			*at = cursor{Offset: max(0, at.Offset-m.options.Page)}
			continue
		}
		found = found[min(before, len(found)):]
		if len(found) > 0 {
			last := found[len(found)-1][key]
			if ordered && !isInteger(last) {
				// The next page cannot start after this key.
				t.foreign, *at = true, cursor{Restarted: true}
				continue
			}
			if _, ok := m.validKey(t.Collection, last); !ok {
				return nil, fmt.Errorf("read collection %q: %w", t.remoteName, t.newKeyTypeError(last))
			}
		}
		return m.rows(t, found), at.advance(t, found)
	}
}

// advance advances the cursor past rows.
func (at *cursor) advance(t *table, found []map[string]any) error {
	if len(found) == 0 {
		return nil
	}
	last := fmt.Sprint(found[len(found)-1][t.columns[0].remoteName])
	if last == at.Last && at.Offset > 0 {
		return &client.Failure{Request: "GET " + t.path, Cause: "the page after the record repeats it: record " + last}
	}
	at.Last = last
	at.Offset += len(found)
	return nil
}

// single reads the record of a singleton.
func (m *Mirror) single(ctx context.Context, t *table, where condition, at *cursor) ([]row, error) {
	if at.Offset > 0 {
		return nil, nil
	}
	key := t.columns[0].remoteName
	query := url.Values{"fields": {names(t.requestedColumns())}}
	if t.Singleton {
		query.Set("limit", "1") // it may be a list in the Directus
		query.Set("sort", key)
	}
	found, err := m.list(ctx, t, query, where)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	found = found[:1]
	return m.rows(t, found), at.advance(t, found)
}

// list reads records. A singleton without a record replies with one that has no key.
func (m *Mirror) list(ctx context.Context, t *table, query url.Values, filter condition) ([]map[string]any, error) {
	if filter = t.restricted(filter); filter != nil {
		text, err := json.Marshal(filter)
		if err != nil {
			return nil, err
		}
		query.Set("filter", string(text))
	}
	data, err := m.client.Get(ctx, t.path, query)
	if err != nil {
		return nil, err
	}
	found, err := objects(data)
	return slices.DeleteFunc(found, func(in map[string]any) bool { return in[t.columns[0].remoteName] == nil }), err
}

// restricted returns a filter that also requires t.only.
func (t *table) restricted(filter condition) condition {
	switch {
	case t.only == nil:
		return filter
	case filter == nil:
		return t.only
	default:
		return condition{"_and": []any{t.only, filter}}
	}
}

// rows converts records of a reply.
func (m *Mirror) rows(t *table, found []map[string]any) []row {
	out := make([]row, 0, len(found))
	for _, in := range found {
		if r, ok := t.row(m.translate(t, in), m.warn); ok {
			t.trackLatest(r)
			out = append(out, r)
		}
	}
	return out
}

// eachRemote calls each for every row of the Directus that matches a condition,
// until each returns an error.
func (m *Mirror) eachRemote(ctx context.Context, t *table, where condition, each func(row) error) error {
	var at cursor
	for !t.empty {
		before := at
		rows, err := m.page(ctx, t, where, &at)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := each(r); err != nil {
				return err
			}
		}
		if at == before {
			return nil
		}
	}
	return nil
}

func (c condition) orAll() condition {
	if c == nil {
		return condition{}
	}
	return c
}

// objects decodes a list of records, or a single one.
func objects(data json.RawMessage) ([]map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if bytes.HasPrefix(data, []byte("{")) {
		one := make([]map[string]any, 1)
		return one, dec.Decode(&one[0])
	}
	var list []map[string]any
	if err := dec.Decode(&list); err != nil {
		return nil, fmt.Errorf("decode list of records: %w", err)
	}
	return list, nil
}

func names(columns []column) string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.remoteName
	}
	return strings.Join(out, ",")
}

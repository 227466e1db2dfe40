package mirror

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
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

// among returns a condition for rows whose column has one of the values, given
// as text.
func among(name string, f *content.Field, values []string) condition {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = jsonKey(f, v)
	}
	return condition{name: map[string]any{"_in": list}}
}

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
}

// probe detects the columns that the Directus shows, from one record with all
// its fields, because the token may lack permission to read the schema.
func (m *Mirror) probe(ctx context.Context, t *table) error {
	data, err := m.client.Get(ctx, t.path, url.Values{"fields": {"*"}, "limit": {"1"}})
	t.hidden = client.IsHidden(err)
	if t.Name == synonyms && (err == nil || t.hidden) {
		m.setLocalSynonyms(t.hidden)
	}
	if t.hidden {
		if t.Name == synonyms {
			return nil // nothing is incomplete
		}
		m.warnCollection("collection %q is missing, or the token may not read it: it stays as it is", t.remoteName)
		return nil
	}
	if err != nil {
		return err
	}
	found, err := objects(data)
	if err != nil || len(found) == 0 || found[0][t.columns[0].remoteName] == nil {
		return err // without a record nothing can be detected
	}
	if other := t.keyMismatch(found[0]); other != nil {
		m.exclude(t, other)
		return nil
	}
	clear(t.missing)
	for _, c := range t.columns {
		if _, ok := found[0][c.remoteName]; ok {
			continue
		}
		if c.Field == t.Key || c.Required {
			t.hidden = true
			m.warnCollection("collection %q has no field %q, or the token may not read it: the collection stays as it is", t.remoteName, c.remoteName)
			continue
		}
		t.missing[c.Name] = true
		m.warnCollection("field %s.%s is missing, or the token may not read it: what is stored of it stays as it is", t.remoteName, c.remoteName)
	}
	return nil
}

// keyTypeError reports keys of a type that the model's key cannot store.
type keyTypeError struct {
	remote content.Type
	local  content.Type
}

func (e *keyTypeError) Error() string {
	return fmt.Sprintf("keys are of type %s in the Directus, %s in the model", e.remote, e.local)
}

// keyMismatch returns an error if the model's key cannot store the key of a
// record.
func (t *table) keyMismatch(record map[string]any) *keyTypeError {
	key := record[t.columns[0].remoteName]
	if _, err := content.ParseValue(t.Key, key); err == nil {
		return nil
	}
	out := &keyTypeError{remote: content.String, local: t.Key.Type}
	for _, kind := range []content.Type{content.Integer, content.BigInteger, content.UUID} {
		if _, err := content.ParseValue(&content.Field{Type: kind}, key); err == nil {
			out.remote = kind
			break
		}
	}
	return out
}

// exclude excludes a table whose keys cannot be stored until a sweep finds that they
// can.
func (m *Mirror) exclude(t *table, why *keyTypeError) {
	t.hidden = true
	m.warnCollection("collection %q is left out: %v", t.remoteName, why)
}

// page reads the rows after a cursor and advances it. It returns no rows at the
// end.
//
// Ordered keys use keyset pagination, so that concurrent inserts and deletions
// shift nothing. Other keys use offsets: each page repeats the last row of the
// page before; if that row is missing, rows have shifted and the cursor moves
// back by one page.
func (m *Mirror) page(ctx context.Context, t *table, where condition, at *cursor) ([]row, error) {
	if t.Singleton {
		return m.single(ctx, t, where, at)
	}
	key := t.columns[0].remoteName
	for {
		query := url.Values{"fields": {names(t.visibleColumns())}, "sort": {key}, "limit": {strconv.Itoa(m.options.Page)}}
		filter := where
		before := 0
		switch {
		case t.hasOrderedKeys() && at.Last != "":
			filter = condition{"_and": []any{where.orAll(), condition{key: map[string]any{"_gt": jsonKey(t.Key, at.Last)}}}}
		case !t.hasOrderedKeys() && at.Offset > 0:
			before = 1
			query.Set("offset", strconv.Itoa(at.Offset-before))
		}
		found, err := m.list(ctx, t, query, filter)
		if most := allowedLimit(err); most > before && most < m.options.Page {
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
		if t.hasOrderedKeys() && len(found) > 0 {
			// The next page starts after this key.
			if other := t.keyMismatch(found[len(found)-1]); other != nil {
				return nil, fmt.Errorf("read collection %q: %w", t.remoteName, other)
			}
		}
		return m.rows(t, found), at.advance(t, found)
	}
}

// allowedLimit returns the page size that Directus allows (QUERY_LIMIT_MAX),
// if err is its refusal of a larger one; otherwise 0.
func allowedLimit(err error) int {
	f, ok := errors.AsType[*client.Failure](err)
	if !ok || f.Status != http.StatusBadRequest {
		return 0
	}
	_, most, _ := strings.Cut(f.Cause, `"limit" must be less than or equal to `)
	n, _ := strconv.Atoi(strings.TrimRight(most, ".")) // 0 if the message has another form
	return n
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
	found, err := m.list(ctx, t, url.Values{"fields": {names(t.visibleColumns())}}, where)
	if err != nil || len(found) == 0 || found[0][t.columns[0].remoteName] == nil {
		return nil, err // without a record
	}
	return m.rows(t, found), at.advance(t, found)
}

func (m *Mirror) list(ctx context.Context, t *table, query url.Values, filter condition) ([]map[string]any, error) {
	if filter != nil {
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
	return objects(data)
}

// rows converts records of a reply. A column that contains names of collections
// is translated to the model's names.
func (m *Mirror) rows(t *table, found []map[string]any) []row {
	out := make([]row, 0, len(found))
	for _, in := range found {
		for _, c := range t.collectionNames {
			if name, ok := in[c.remoteName].(string); ok && m.localNames[name] != "" {
				in[c.remoteName] = m.localNames[name]
			}
		}
		if r, ok := t.row(in, remoteName, m.warn); ok {
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
	for {
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

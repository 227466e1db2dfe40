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
)

// chunk is how many keys one request names. A list of UUIDs of that length
// still passes the limits that proxies have for an address.
const chunk = 50

// condition is a filter in the Directus dialect; nil for all.
type condition map[string]any

// among holds for rows whose column has one of the values, given as text.
func among(name string, f *content.Field, values []string) condition {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = literal(f, v)
	}
	return condition{name: map[string]any{"_in": list}}
}

// literal is a key in JSON.
func literal(f *content.Field, text string) any {
	if f.Type == content.Integer || f.Type == content.BigInteger {
		return json.Number(text)
	}
	return text
}

// cursor is how far a table was read.
type cursor struct {
	Last   string `json:"last"`   // key of the last row
	Offset int    `json:"offset"` // rows read so far, where keys do not grow
}

// probe finds out which columns the Directus shows, by one row with all its
// fields: a token that may not read the schema can do that too.
func (m *Mirror) probe(ctx context.Context, t *table) error {
	data, err := m.client.get(ctx, t.path, url.Values{"fields": {"*"}, "limit": {"1"}})
	t.hidden = hidden(err)
	if t.hidden {
		m.warnOf("collection %q is missing, or the token may not read it: it stays as it is", t.name)
		return nil
	}
	if err != nil {
		return err
	}
	found, err := objects(data)
	if err != nil || len(found) == 0 || found[0][t.columns[0].there] == nil {
		return err // nothing there to tell by
	}
	if other := t.otherKeys(found[0]); other != nil {
		m.leaveOut(t, other)
		return nil
	}
	clear(t.lacks)
	for _, c := range t.columns {
		if _, ok := found[0][c.there]; ok {
			continue
		}
		if c.Field == t.Key || c.Required {
			t.hidden = true
			m.warnOf("collection %q has no field %q, or the token may not read it: the collection stays as it is", t.name, c.there)
			continue
		}
		t.lacks[c.Name] = true
		m.warnOf("field %s.%s is missing, or the token may not read it: what is stored of it stays as it is", t.name, c.there)
	}
	return nil
}

// otherKeysError reports keys of a type that the model's key cannot hold.
type otherKeysError struct {
	there content.Type
	here  content.Type
}

func (e *otherKeysError) Error() string {
	return fmt.Sprintf("keys are of type %s there, %s in the model", e.there, e.here)
}

// otherKeys returns what is wrong with the key of a record, nil if the model's
// key can hold it.
func (t *table) otherKeys(record map[string]any) *otherKeysError {
	key := record[t.columns[0].there]
	if _, err := content.ParseValue(t.Key, key); err == nil {
		return nil
	}
	out := &otherKeysError{there: content.String, here: t.Key.Type}
	for _, kind := range []content.Type{content.Integer, content.BigInteger, content.UUID} {
		if _, err := content.ParseValue(&content.Field{Type: kind}, key); err == nil {
			out.there = kind
			break
		}
	}
	return out
}

// leaveOut hides a table whose keys do not fit until a later sweep finds that
// they do.
func (m *Mirror) leaveOut(t *table, why *otherKeysError) {
	t.hidden = true
	m.warnOf("collection %q is left out: %v", t.name, why)
}

// page reads the rows behind a cursor and moves it. No rows are the end.
//
// Growing keys are asked for by the last one, so that rows that come or go
// meanwhile shift nothing. Others are counted: each page begins with the last
// row of the one before, and where it does not, rows have shifted, and reading
// goes back by a page.
func (m *Mirror) page(ctx context.Context, t *table, where condition, at *cursor) ([]row, error) {
	if t.Singleton {
		return m.single(ctx, t, where, at)
	}
	key := t.columns[0].there
	for {
		query := url.Values{"fields": {names(t.shown())}, "sort": {key}, "limit": {strconv.Itoa(m.options.Page)}}
		filter := where
		before := 0
		switch {
		case t.numbered() && at.Last != "":
			filter = condition{"_and": []any{where.orAll(), condition{key: map[string]any{"_gt": literal(t.Key, at.Last)}}}}
		case !t.numbered() && at.Offset > 0:
			before = 1
			query.Set("offset", strconv.Itoa(at.Offset-before))
		}
		found, err := m.list(ctx, t, query, filter)
		if most := mostAllowed(err); most > before && most < m.options.Page {
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
		if t.numbered() && len(found) > 0 {
			// The next page begins behind this key.
			if other := t.otherKeys(found[len(found)-1]); other != nil {
				return nil, fmt.Errorf("collection %q: %w", t.name, other)
			}
		}
		return m.rows(t, found), at.move(t, found)
	}
}

// mostAllowed is how many rows a request may ask for, where a Directus refused
// one for asking for more (its QUERY_LIMIT_MAX); 0 if the error is another.
func mostAllowed(err error) int {
	f, ok := errors.AsType[*failure](err)
	if !ok || f.status != http.StatusBadRequest {
		return 0
	}
	_, most, _ := strings.Cut(f.why, `"limit" must be less than or equal to `)
	n, _ := strconv.Atoi(strings.TrimRight(most, ".")) // 0 where that is not what it says
	return n
}

// move puts the cursor behind rows.
func (at *cursor) move(t *table, found []map[string]any) error {
	if len(found) == 0 {
		return nil
	}
	last := fmt.Sprint(found[len(found)-1][t.columns[0].there])
	if last == at.Last && at.Offset > 0 {
		return &failure{what: "GET " + t.path, why: "the pages do not go on behind record " + last}
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
	found, err := m.list(ctx, t, url.Values{"fields": {names(t.shown())}}, where)
	if err != nil || len(found) == 0 || found[0][t.columns[0].there] == nil {
		return nil, err // it has no record
	}
	return m.rows(t, found), at.move(t, found)
}

func (m *Mirror) list(ctx context.Context, t *table, query url.Values, filter condition) ([]map[string]any, error) {
	if filter != nil {
		text, err := json.Marshal(filter)
		if err != nil {
			return nil, err
		}
		query.Set("filter", string(text))
	}
	data, err := m.client.get(ctx, t.path, query)
	if err != nil {
		return nil, err
	}
	return objects(data)
}

// rows reads what came. In the column that names a collection, the name is
// theirs.
func (m *Mirror) rows(t *table, found []map[string]any) []row {
	out := make([]row, 0, len(found))
	for _, in := range found {
		for _, c := range t.naming {
			if name, ok := in[c.there].(string); ok && m.named[name] != "" {
				in[c.there] = m.named[name]
			}
		}
		if r, ok := t.row(in, theirs, m.warn); ok {
			t.see(r)
			out = append(out, r)
		}
	}
	return out
}

// each calls visit for every row that a condition holds for, until visit
// returns an error.
func (m *Mirror) each(ctx context.Context, t *table, where condition, visit func(row) error) error {
	var at cursor
	for {
		before := at
		rows, err := m.page(ctx, t, where, &at)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := visit(r); err != nil {
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

// objects reads a list of records, or one.
func objects(data json.RawMessage) ([]map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if bytes.HasPrefix(data, []byte("{")) {
		one := make([]map[string]any, 1)
		return one, dec.Decode(&one[0])
	}
	var list []map[string]any
	if err := dec.Decode(&list); err != nil {
		return nil, fmt.Errorf("the reply is no list of records: %w", err)
	}
	return list, nil
}

func names(columns []column) string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.there
	}
	return strings.Join(out, ",")
}

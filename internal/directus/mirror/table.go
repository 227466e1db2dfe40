package mirror

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"ferrule/internal/content"
)

// table is a collection of the model and its counterpart in the Directus.
type table struct {
	*content.Collection

	remoteName      string   // name in the Directus
	path            string   // address of its items
	columns         []column // the key first
	dates           []column // with the time of creation or update
	collectionNames []column // with names of collections

	hidden  bool            // the Directus does not show the table
	missing map[string]bool // names of columns that the Directus does not show
	latest  string          // the latest date seen; empty if none
}

// column is a field of the model and its name in the Directus.
type column struct {
	*content.Field

	remoteName string
}

// synonyms is the collection that is edited here if the Directus lacks it. The
// public does not read it, but searches use it.
const synonyms = "synonyms"

// newTables returns the tables to mirror: the collections that the public may
// read, and so no messages of visitors, and the synonyms. Referring tables precede
// those they refer to, so that a row is never older than one that refers to it.
func newTables(m *content.Model, names Mapping) []*table {
	var out []*table
	done := make(map[*content.Collection]bool)
	var visit func(c *content.Collection)
	visit = func(c *content.Collection) {
		if done[c] || !m.Published(c) && c.Name != synonyms {
			return
		}
		done[c] = true
		for _, f := range c.Fields {
			if f.Kind == content.ManyToOne {
				visit(f.Relation.Related)
			}
		}
		out = append(out, newTable(m, c, names))
	}
	for _, c := range m.Collections {
		visit(c)
	}
	slices.Reverse(out)
	return out
}

func newTable(m *content.Model, c *content.Collection, names Mapping) *table {
	t := &table{Collection: c, remoteName: names.collection(c), missing: make(map[string]bool)}
	t.path = "/items/" + t.remoteName
	if c.System {
		t.path = "/files"
	}
	t.columns = []column{{c.Key, names.field(c.Key)}}
	for _, f := range c.Fields {
		if f.Type == content.Alias || f == c.Key {
			continue
		}
		col := column{f, names.field(f)}
		t.columns = append(t.columns, col)
		if (f.HasSpecial("date-created") || f.HasSpecial("date-updated")) && (f.Type == content.Timestamp || f.Type == content.DateTime) {
			t.dates = append(t.dates, col)
		}
		if slices.ContainsFunc(m.Relations, func(r *content.Relation) bool { return r.CollectionField == f }) {
			t.collectionNames = append(t.collectionNames, col)
		}
	}
	return t
}

// hasOrderedKeys reports whether keys are ordered by insertion, so that a page can
// start after a key.
func (t *table) hasOrderedKeys() bool {
	return t.Key.Type == content.Integer || t.Key.Type == content.BigInteger
}

// column returns the column of a field.
func (t *table) column(f *content.Field) column {
	return t.columns[slices.IndexFunc(t.columns, func(c column) bool { return c.Field == f })]
}

// visibleColumns returns the columns that the Directus shows.
func (t *table) visibleColumns() []column {
	return slices.DeleteFunc(slices.Clone(t.columns), func(c column) bool { return t.missing[c.Name] })
}

// row is a record without its related rows.
type row struct {
	table  *table
	key    string
	values map[string]any // JSON values by field name of the model
	sum    uint64         // equal for rows that are stored equally
}

// seed makes checksums comparable within one process; they are not stored.
var seed = maphash.MakeSeed() //nolint:gochecknoglobals // constant for the process

// row converts a record; name returns the name that the record uses for a
// column. An invalid value is reported and omitted; a record without a key or a
// required value is reported and returns false.
func (t *table) row(in map[string]any, name func(column) string, report func(format string, args ...any)) (row, bool) {
	out := row{table: t, values: make(map[string]any, len(t.columns))}
	stored := make([]any, 0, len(t.columns))
	for _, c := range t.columns {
		if t.missing[c.Name] {
			continue
		}
		raw := in[name(c)]
		v, err := content.ParseValue(c.Field, raw)
		if err != nil {
			report("%s.%s: record %v: %v; it is left out", t.remoteName, c.remoteName, in[name(t.columns[0])], err)
			raw, v = nil, nil
		}
		if v == nil && c.Required {
			report("%s.%s: record %v has no value, and the model requires one; the record is left out", t.remoteName, c.remoteName, in[name(t.columns[0])])
			return out, false
		}
		if text, ok := v.(string); ok {
			v = content.CleanMarkup(c.Field, text)
		}
		if c.Field == t.Key {
			out.key = fmt.Sprint(v)
		}
		out.values[c.Name] = raw
		stored = append(stored, v)
	}
	text, err := json.Marshal(stored)
	if err != nil {
		report("%s: record %s: %v", t.remoteName, out.key, err)
		return out, false
	}
	out.sum = maphash.Bytes(seed, text)
	return out, true
}

// trackLatest updates the latest date.
func (t *table) trackLatest(r row) {
	for _, c := range t.dates {
		if v, err := content.ParseValue(c.Field, r.values[c.Name]); err == nil && v != nil {
			t.latest = max(t.latest, fmt.Sprint(v))
		}
	}
}

// overlap is how much older than the latest date a row may be that becomes
// visible after it, such as one of a transaction that commits later.
const overlap = 30 * time.Second

// earliest returns the date from which rows may be new; empty if no date is known.
func (t *table) earliest() string {
	if t.latest == "" {
		return ""
	}
	for _, layout := range []string{"2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05"} {
		if at, err := time.Parse(layout, t.latest); err == nil {
			return at.Add(-overlap).Format(layout)
		}
	}
	return t.latest
}

func localName(c column) string  { return c.Name }
func remoteName(c column) string { return c.remoteName }

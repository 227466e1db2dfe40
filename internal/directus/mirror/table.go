package mirror

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"ferrule/internal/content"
)

// table is a collection on both sides.
type table struct {
	*content.Collection

	name    string   // in the Directus
	path    string   // of its items there
	columns []column // the key first
	dates   []column // that tell when a row was written
	naming  []column // that name a collection

	hidden bool            // the Directus does not show it
	lacks  map[string]bool // names of our columns that the Directus does not show
	latest string          // the latest of the dates seen; empty if there is none
}

// column is a field on both sides.
type column struct {
	*content.Field

	there string
}

// newTables lists what is mirrored: what the public may read. What nobody may
// read here is not copied, visitors' messages least of all. What refers comes
// before what it refers to: rows are then never older than what points to them.
func newTables(m *content.Model, names Mapping) []*table {
	var out []*table
	done := make(map[*content.Collection]bool)
	var visit func(c *content.Collection)
	visit = func(c *content.Collection) {
		if done[c] || !m.Published(c) {
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
	t := &table{Collection: c, name: names.collection(c), lacks: make(map[string]bool)}
	t.path = "/items/" + t.name
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
			t.naming = append(t.naming, col)
		}
	}
	return t
}

// numbered reports whether keys grow, so that a page can begin behind one.
func (t *table) numbered() bool {
	return t.Key.Type == content.Integer || t.Key.Type == content.BigInteger
}

// column is a field of the table, as a column.
func (t *table) column(f *content.Field) column {
	return t.columns[slices.IndexFunc(t.columns, func(c column) bool { return c.Field == f })]
}

// shown are the columns that the Directus shows.
func (t *table) shown() []column {
	return slices.DeleteFunc(slices.Clone(t.columns), func(c column) bool { return t.lacks[c.Name] })
}

// row is a record without what hangs on it.
type row struct {
	table  *table
	key    string
	values map[string]any // by our names, as JSON has them
	sum    uint64         // equal for rows that would be stored as equal
}

// seed makes sums of one run comparable with each other; they are not kept.
var seed = maphash.MakeSeed() //nolint:gochecknoglobals // a constant of the run

// row reads a row of either side: name is what it calls a column there. A
// value that the column cannot take is told and left out; without a key, or
// without a value that is required, there is no row.
func (t *table) row(in map[string]any, name func(column) string, tell func(format string, args ...any)) (row, bool) {
	out := row{table: t, values: make(map[string]any, len(t.columns))}
	stored := make([]any, 0, len(t.columns))
	for _, c := range t.columns {
		if t.lacks[c.Name] {
			continue
		}
		raw := in[name(c)]
		v, err := content.ParseValue(c.Field, raw)
		if err != nil {
			tell("%s.%s: record %v: %v; it is left out", t.name, c.there, in[name(t.columns[0])], err)
			raw, v = nil, nil
		}
		if v == nil && c.Required {
			tell("%s.%s: record %v has no value, and the model requires one; the record is left out", t.name, c.there, in[name(t.columns[0])])
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
		tell("%s: record %s: %v", t.name, out.key, err)
		return out, false
	}
	out.sum = maphash.Bytes(seed, text)
	return out, true
}

// see remembers the latest date of a row.
func (t *table) see(r row) {
	for _, c := range t.dates {
		if v, err := content.ParseValue(c.Field, r.values[c.Name]); err == nil && v != nil {
			t.latest = max(t.latest, fmt.Sprint(v))
		}
	}
}

// overlap is how long a row may be on its way: written before another, seen
// after it.
const overlap = 30 * time.Second

// since is from when on rows may be new; empty if nothing is known.
func (t *table) since() string {
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

func ours(c column) string   { return c.Name }
func theirs(c column) string { return c.there }

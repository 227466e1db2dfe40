package mirror

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/directus/mapping"
)

// table is a collection of the model and its counterpart in the Directus.
type table struct {
	*content.Collection

	remoteName string              // name in the Directus
	path       string              // address of its items
	columns    []column            // the key first
	dates      []column            // with the time of creation or update
	anyToOne   []*content.Relation // whose keys belong to several collections

	hidden  bool            // the Directus does not show the table
	missing map[string]bool // names of columns that the Directus does not show
	empty   bool            // its fields and drafts are unknown: not probed yet, or without records when it was
	single  bool            // a singleton in the Directus
	foreign bool            // keys are mapped to integers, see keyMap
	only    condition       // restricts the records; nil for all
	rows    int             // number of records that the last sweep read
	latest  string          // the latest date seen; empty if none
}

// column is a field of the model and its counterpart in the Directus.
type column struct {
	*content.Field

	remoteName string
	constant   any            // the value of all records; nil if the Directus has the field
	values     map[string]any // values in the model by text of the value in the Directus
}

// synonyms is the collection that is edited here if the Directus lacks it. The
// public does not read it, but searches use it.
const (
	synonyms  = "synonyms"
	languages = mapping.LanguagesCollection
)

// newTables returns the tables to mirror: the collections that the public may
// read, and so no messages of visitors, and the synonyms; all if whole is set. Referring
// tables precede those they refer to, so that a row is never older than one that refers
// to it.
func newTables(m *content.Model, names mapping.Mapping, whole bool) []*table {
	var out []*table
	done := make(map[*content.Collection]bool)
	var visit func(c *content.Collection)
	visit = func(c *content.Collection) {
		if done[c] || !whole && !m.Published(c) && c.Name != synonyms {
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

func newTable(m *content.Model, c *content.Collection, in mapping.Mapping) *table {
	t := &table{Collection: c, remoteName: in.Collection(c), single: c.Singleton, empty: true, missing: make(map[string]bool)}
	t.path = "/items/" + t.remoteName
	if c.System {
		t.path = "/files"
	}
	newColumn := func(f *content.Field) column {
		return column{Field: f, remoteName: in.Field(f), constant: in.Constants[c.Name][f.Name], values: in.Values[c.Name][f.Name]}
	}
	t.columns = []column{newColumn(c.Key)}
	for _, f := range c.Fields {
		if f.Type == content.Alias || f == c.Key {
			continue
		}
		col := newColumn(f)
		t.columns = append(t.columns, col)
		if (f.HasSpecial("date-created") || f.HasSpecial("date-updated")) && (f.Type == content.Timestamp || f.Type == content.DateTime) && col.constant == nil {
			t.dates = append(t.dates, col)
		}
		if f.Kind == content.AnyToOne {
			t.anyToOne = append(t.anyToOne, f.Relation)
		}
	}
	if c.System {
		t.only = inFolders(in.Folders)
	}
	return t
}

// inFolders returns a condition for files in one of the folders; nil for all files.
func inFolders(folders []string) condition {
	var either []any
	for _, folder := range folders {
		is := isFolder(folder)
		if id, ok := is["id"]; ok { // without the right to read folders
			either = append(either, condition{"folder": id})
		} else {
			either = append(either, condition{"folder": is})
		}
	}
	if len(either) == 0 {
		return nil
	}
	return condition{"_or": either}
}

// isFolder returns a condition for the folder with an id or a name.
func isFolder(folder string) condition {
	by := "name"
	if _, err := content.ParseValue(&content.Field{Type: content.UUID}, folder); err == nil {
		by = "id"
	}
	return condition{by: map[string]any{"_eq": folder}}
}

// hasOrderedKeys reports whether keys are ordered by insertion, so that a page can
// start after a key.
func (t *table) hasOrderedKeys() bool { return hasIntegerKey(t.Collection) }

// hasDates reports whether the Directus shows a date of the records.
func (t *table) hasDates() bool {
	return slices.ContainsFunc(t.dates, func(c column) bool { return !t.missing[c.Name] })
}

// column returns the column of a field.
func (t *table) column(f *content.Field) column {
	return t.columns[slices.IndexFunc(t.columns, func(c column) bool { return c.Field == f })]
}

// visibleColumns returns the columns that the Directus shows.
func (t *table) visibleColumns() []column {
	return slices.DeleteFunc(slices.Clone(t.columns), func(c column) bool { return t.missing[c.Name] })
}

// requestedColumns returns those of visibleColumns that are read from the Directus.
func (t *table) requestedColumns() []column {
	return slices.DeleteFunc(t.visibleColumns(), func(c column) bool { return c.constant != nil })
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

// row converts a record with the names of the model. An invalid value is reported and omitted; a record without a key or a
// required value is reported and returns false.
func (t *table) row(in map[string]any, report func(format string, args ...any)) (row, bool) {
	out := row{table: t, values: make(map[string]any, len(t.columns))}
	stored := make([]any, 0, len(t.columns))
	for _, c := range t.columns {
		if t.missing[c.Name] {
			continue
		}
		raw := in[c.Name]
		v, err := content.ParseValue(c.Field, raw)
		if err != nil {
			report("%s.%s: record %v: %v; it is left out", t.remoteName, c.remoteName, in[t.Key.Name], err)
			raw, v = nil, nil
		}
		if v == nil && c.Required {
			report("%s.%s: record %v has no value, and the model requires one; the record is left out", t.remoteName, c.remoteName, in[t.Key.Name])
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

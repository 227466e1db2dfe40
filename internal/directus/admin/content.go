package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
)

const readRows = 1000 // records per request that reads

// Pushed counts what Push wrote.
type Pushed struct{ Created, Changed, Same int }

// pusher writes one export to a Directus.
type pusher struct {
	*Directus

	model   *content.Model
	from    fs.FS
	fields  map[string]map[string]remoteField
	done    Pushed
	later   []later         // references to records that did not exist yet
	absent  map[string]bool // ids of files without bytes that the Directus does not have
	payload int             // bytes per request
}

// later are values of a record that refer to records created after it.
type later struct {
	collection *content.Collection
	values     map[string]any
}

// Push writes an export, as store.Export makes it, to the Directus: files with their
// bytes, then records with their keys, those first to which others refer. Records
// that exist are changed where they differ, and none is deleted. Dates of
// creation and change are those of the Directus.
func (d *Directus) Push(ctx context.Context, m *content.Model, from fs.FS) (Pushed, error) {
	p := &pusher{Directus: d, model: m, from: from, absent: make(map[string]bool), payload: maxPayload}
	var in struct {
		Files []map[string]any           `json:"files"`
		Items map[string]json.RawMessage `json:"items"`
	}
	text, err := fs.ReadFile(from, "content.json")
	if err != nil {
		return p.done, err
	}
	if err := client.Decode(text, &in); err != nil {
		return p.done, fmt.Errorf("content.json: %w", err)
	}
	if p.fields, err = d.remoteFields(ctx); err != nil {
		return p.done, err
	}
	if err := p.checkModel(in.Items); err != nil {
		return p.done, err
	}
	if err := p.files(ctx, in.Files); err != nil {
		return p.done, err
	}
	order := creationOrder(m)
	for i, c := range order {
		if text := in.Items[c.Name]; text != nil {
			if err := p.collection(ctx, c, order[i:], text); err != nil {
				return p.done, err
			}
		}
	}
	return p.done, p.references(ctx)
}

// checkModel lists what the Directus lacks to receive the content.
func (p *pusher) checkModel(items map[string]json.RawMessage) error {
	var lacking []string
	for _, c := range p.model.Collections {
		if items[c.Name] == nil {
			continue
		}
		if p.fields[c.Name] == nil {
			lacking = append(lacking, c.Name)
			continue
		}
		for _, f := range c.Fields {
			if _, ok := p.fields[c.Name][f.Name]; !ok && f.Type != content.Alias {
				lacking = append(lacking, c.Name+"."+f.Name)
			}
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "the Directus lacks %s; create it with: ferrule content schema --format directus --apply %s", strings.Join(lacking, ", "), p.client.Base)
}

// creationOrder returns the collections such that those are first to which others
// refer, as far as references form no circle.
func creationOrder(m *content.Model) (order []*content.Collection) {
	seen := make(map[*content.Collection]bool)
	var visit func(c *content.Collection)
	visit = func(c *content.Collection) {
		if seen[c] {
			return
		}
		seen[c] = true
		for _, f := range c.Fields {
			if f.Kind == content.ManyToOne {
				visit(f.Relation.Related)
			}
		}
		if !c.System {
			order = append(order, c)
		}
	}
	for _, c := range m.Collections {
		visit(c)
	}
	return order
}

// collection writes the records of a collection; remaining are it and those written
// after it.
func (p *pusher) collection(ctx context.Context, c *content.Collection, remaining []*content.Collection, text []byte) error {
	if c.Singleton {
		text = append(append([]byte{'['}, text...), ']')
	}
	var rows []map[string]any
	if err := client.Decode(text, &rows); err != nil {
		return fmt.Errorf("content.json: %s: %w", c.Name, err)
	}
	existing, err := p.existing(ctx, c)
	if err != nil {
		return err
	}
	var created, changed []map[string]any
	edited := 0
	leftOut := make(map[string]int)
	for _, row := range rows {
		was, ok := existing[keyOf(c, row)]
		if !ok {
			values := p.complete(c, row)
			p.leaveOutAbsent(c, values, leftOut)
			created = append(created, p.split(c, remaining, values))
			continue
		}
		differs := p.differences(c, row, was)
		p.leaveOutAbsent(c, differs, leftOut)
		if len(differs) == 0 {
			p.done.Same++
			continue
		}
		edited++
		differs[c.Key.Name] = row[c.Key.Name]
		if values := p.split(c, remaining, differs); len(values) > 1 { // than the key
			changed = append(changed, values)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(leftOut)) {
		p.report("%s.%s: %d references to files without bytes were left out", c.Name, name, leftOut[name])
	}
	if err := p.save(ctx, c, http.MethodPost, created); err != nil {
		return err
	}
	if err := p.save(ctx, c, http.MethodPatch, changed); err != nil {
		return err
	}
	p.count(c.Name, len(created), edited)
	return nil
}

func (p *pusher) count(name string, created, changed int) {
	p.done.Created, p.done.Changed = p.done.Created+created, p.done.Changed+changed
	if created+changed > 0 {
		p.report("%s: %d created, %d changed", name, created, changed)
	}
}

// complete adds the columns that an export omits because they are null, so that
// Directus does not set their defaults.
func (p *pusher) complete(c *content.Collection, row map[string]any) map[string]any {
	out := make(map[string]any, len(c.Fields))
	for _, f := range c.Fields {
		if f.Type == content.Alias || isAutomatic(f) {
			continue
		}
		if v, ok := row[f.Name]; ok || f.Default != nil {
			out[f.Name] = v
		}
	}
	return out
}

// isAutomatic reports whether Directus sets a field: dates and users, who are others
// there.
func isAutomatic(f *content.Field) bool {
	return f.HasSpecial("date-created") || f.HasSpecial("date-updated") || f.HasSpecial("user-created") || f.HasSpecial("user-updated")
}

// leaveOutAbsent removes references to files that the Directus does not have, and counts
// them by field. It would refuse them.
func (p *pusher) leaveOutAbsent(c *content.Collection, values map[string]any, count map[string]int) {
	for _, f := range c.Fields {
		if f.Kind != content.ManyToOne || f.Relation.Related.Name != filesCollection || values[f.Name] == nil {
			continue
		}
		if p.absent[fmt.Sprint(values[f.Name])] {
			delete(values, f.Name)
			count[f.Name]++
		}
	}
}

// split removes the references of a record to collections that are written later, or to
// its own, and remembers them.
func (p *pusher) split(c *content.Collection, remaining []*content.Collection, row map[string]any) map[string]any {
	values := make(map[string]any)
	for _, f := range c.Fields {
		if f.Kind == content.ManyToOne && row[f.Name] != nil && slices.Contains(remaining, f.Relation.Related) {
			values[f.Name] = row[f.Name]
			delete(row, f.Name)
		}
	}
	if len(values) > 0 {
		values[c.Key.Name] = row[c.Key.Name]
		p.later = append(p.later, later{c, values})
	}
	return row
}

// references writes what split removed.
func (p *pusher) references(ctx context.Context) error {
	for len(p.later) > 0 {
		c := p.later[0].collection
		var rows []map[string]any
		p.later = slices.DeleteFunc(p.later, func(l later) bool {
			if l.collection == c {
				rows = append(rows, l.values)
			}
			return l.collection == c
		})
		if err := p.save(ctx, c, http.MethodPatch, rows); err != nil {
			return err
		}
	}
	return nil
}

// existing reads the records that the Directus has of a collection, by key.
func (p *pusher) existing(ctx context.Context, c *content.Collection) (map[string]map[string]any, error) {
	return p.readAll(ctx, c, "/items/"+url.PathEscape(c.Name))
}

func (p *pusher) readAll(ctx context.Context, c *content.Collection, path string) (map[string]map[string]any, error) {
	var columns []string
	for _, f := range c.Fields {
		if _, ok := p.fields[c.Name][f.Name]; ok && f.Type != content.Alias {
			columns = append(columns, f.Name)
		}
	}
	all := make(map[string]map[string]any)
	limit := readRows
	for page := 1; ; page++ {
		data, err := p.client.Get(ctx, path, url.Values{
			"fields": {strings.Join(columns, ",")}, "sort": {c.Key.Name}, "limit": {strconv.Itoa(limit)}, "page": {strconv.Itoa(page)},
		})
		if most := client.AllowedLimit(err); most > 0 && most < limit {
			limit, page = most, 0
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("push %s: %w", c.Name, err)
		}
		if c.Singleton {
			data = append(append([]byte{'['}, data...), ']')
		}
		var rows []map[string]any
		if err := client.Decode(data, &rows); err != nil {
			return nil, fmt.Errorf("push %s: %w", c.Name, err)
		}
		for _, row := range rows {
			if row[c.Key.Name] != nil {
				all[keyOf(c, row)] = row
			}
		}
		if c.Singleton || len(rows) < limit {
			return all, nil
		}
	}
}

func keyOf(c *content.Collection, row map[string]any) string { return fmt.Sprint(row[c.Key.Name]) }

// differences returns the values of a record that another one does not have.
func (p *pusher) differences(c *content.Collection, row, was map[string]any) map[string]any {
	differs := make(map[string]any)
	for _, f := range c.Fields {
		if f.Type == content.Alias || isAutomatic(f) {
			continue
		}
		if _, readable := was[f.Name]; readable && !sameValue(f, row[f.Name], was[f.Name]) {
			differs[f.Name] = row[f.Name]
		}
	}
	return differs
}

// sameValue compares values by what is stored of them: databases of Directus return
// decimals, dates and JSON in several forms.
func sameValue(f *content.Field, a, b any) bool {
	stored := func(v any) string {
		parsed, err := content.ParseValue(f, v)
		if err != nil {
			return fmt.Sprintf("%T %v", v, v)
		}
		if text, ok := parsed.(string); ok && f.Type == content.JSON {
			var v any
			if client.Decode([]byte(text), &v) == nil {
				parsed = v // without the order of keys
			}
		}
		return fmt.Sprint(parsed)
	}
	return cmp.Compare(stored(a), stored(b)) == 0
}

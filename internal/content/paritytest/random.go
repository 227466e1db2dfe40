package paritytest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"ferrule/internal/content"
)

// Random generates queries of a model as the public may ask them, the same for
// each seed. Lists are ordered to their keys, so that each has one reply. It leaves
// out what differs on purpose (docs/directus.md): aggregates over related rows, filters
// of relations back to the parent.
type Random struct {
	*rand.Rand

	model *content.Model
	lists []*content.Collection
}

// NewRandom returns the generator of a seed.
func NewRandom(m *content.Model, seed uint64) *Random {
	r := &Random{Rand: rand.New(rand.NewPCG(seed, 0)), model: m}
	for _, c := range m.Collections {
		if m.Visible(nil, c) && !c.System {
			r.lists = append(r.lists, c)
		}
	}
	return r
}

// Path returns the address of a random query.
func (r *Random) Path() string {
	c := one(r, r.lists)
	q := url.Values{"sort": {r.sort(c)}, "limit": {one(r, []string{"1", "2", "3", "5", "10", "-1"})}}
	if r.IntN(6) == 0 {
		q.Set("filter", text(r.filter(c, 0)))
		q.Set("aggregate["+one(r, []string{"count", "countDistinct", "sum", "avg", "min", "max"})+"]", c.Key.Name)
		if q.Set("sort", c.Key.Name); r.IntN(2) == 0 {
			q.Set("groupBy", c.Key.Name)
		}
		return "/items/" + c.Name + "?" + q.Encode()
	}
	if r.IntN(3) > 0 {
		q.Set("filter", text(r.filter(c, 2)))
	}
	fields, deep := r.fields(c, "", 2)
	q.Set("fields", strings.Join(fields, ","))
	if len(deep) > 0 {
		q.Set("deep", text(deep))
	}
	return "/items/" + c.Name + "?" + q.Encode()
}

// columns returns the visible columns of a collection.
func (r *Random) columns(c *content.Collection) (own []*content.Field) {
	for _, f := range c.Fields {
		if f.Type != content.Alias && r.model.Readable(nil, f) {
			own = append(own, f)
		}
	}
	return own
}

// target returns a random collection that a field leads to and how a query names
// the step; nil for a column and for collections that are hidden.
func (r *Random) target(f *content.Field) (*content.Collection, string) {
	var c *content.Collection
	name := f.Name
	switch {
	case !r.model.Readable(nil, f) || f.Kind == content.None:
		return nil, ""
	case f.Kind == content.AnyToOne:
		c = one(r, f.Relation.Allowed)
		name += ":" + c.Name
	case f.ToMany():
		c = f.Relation.Collection
	default:
		c = f.Relation.Related
	}
	if !r.model.Visible(nil, c) || c.System {
		return nil, ""
	}
	return c, name
}

func (r *Random) fields(c *content.Collection, prefix string, depth int) (paths []string, deep map[string]any) {
	deep = map[string]any{}
	paths = []string{prefix + c.Key.Name, prefix + one(r, r.columns(c)).Name}
	for range 1 + r.IntN(3) {
		f := one(r, c.Fields)
		to, name := r.target(f)
		if to == nil || depth == 0 {
			continue
		}
		below, options := r.fields(to, prefix+name+".", depth-1)
		paths = append(paths, below...)
		if f.ToMany() && r.IntN(2) == 0 {
			options["_limit"], options["_sort"] = 1+r.IntN(3), r.sort(to)
		}
		if f.ToMany() && r.IntN(3) == 0 {
			options["_filter"] = r.filter(to, 0)
		}
		if len(options) > 0 && deep[name] == nil {
			deep[name] = options
		}
	}
	return paths, deep
}

func (r *Random) sort(c *content.Collection) string {
	f := one(r, c.Fields)
	path := c.Key.Name
	switch to, name := r.target(f); {
	case to != nil && f.ToMany() || f.Type == content.Integer:
		path = f.Name
	case to != nil:
		path = name + "." + to.Key.Name
	}
	return one(r, []string{"", "-"}) + path + "," + c.Key.Name
}

func (r *Random) filter(c *content.Collection, depth int) map[string]any {
	if depth > 0 && r.IntN(5) == 0 {
		return map[string]any{one(r, []string{"_and", "_or"}): []any{r.filter(c, depth-1), r.filter(c, depth-1)}}
	}
	if to, name := r.target(one(r, c.Fields)); to != nil && depth > 0 {
		return map[string]any{name: r.filter(to, depth-1)}
	}
	f := one(r, r.columns(c))
	if r.IntN(4) == 0 {
		return map[string]any{f.Name: map[string]any{one(r, []string{"_null", "_nnull"}): one(r, []any{true, false, nil})}}
	}
	switch f.Type {
	case content.Integer:
		return map[string]any{f.Name: map[string]any{one(r, []string{"_eq", "_neq", "_lt", "_gte", "_in", "_nin"}): r.IntN(20)}}
	case content.String, content.Text:
		return map[string]any{f.Name: map[string]any{one(r, []string{"_eq", "_neq", "_contains", "_icontains", "_ncontains", "_starts_with", "_in", "_nin"}): one(r, []string{"a", "e", "published", "de-DE", "steel", "null"})}}
	default:
		return map[string]any{f.Name: map[string]any{"_nnull": true}}
	}
}

func one[T any](r *Random, list []T) T { return list[r.IntN(len(list))] }

func text(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("paritytest: a filter is always JSON: %v", err))
	}
	return string(data)
}

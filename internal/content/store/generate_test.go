package store_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/content"
)

// generator generates models, content and queries, the same ones for the same seed.
type generator struct {
	*rand.Rand

	collections []*genCollection
}

// genCollection is a generated collection with the values of its records, from
// which operands of filters are chosen.
type genCollection struct {
	name      string
	key       string
	fields    []genField
	relations []genRelation
	keys      []any
	values    map[string][]any
}

type genField struct {
	name string
	kind content.Type
}

// genRelation is a foreign key of the collection, or a list of rows of target.
type genRelation struct {
	name   string
	target *genCollection
	many   bool
}

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func scalarTypes() []content.Type {
	return []content.Type{
		content.String, content.Text, content.Integer, content.BigInteger, content.Float, content.Decimal, content.Boolean,
		content.JSON, content.CSV, content.UUID, content.Timestamp, content.DateTime, content.Date, content.Time,
	}
}

// model generates collections with fields of every type, with foreign keys
// to each other, junctions and translations.
func (g *generator) model(t testing.TB) *content.Model {
	t.Helper()
	var collections, relations, permissions []map[string]any
	languages := &genCollection{name: "languages", key: "code", fields: []genField{{"code", content.String}}, values: map[string][]any{}}
	g.collections = []*genCollection{languages}
	fieldsOf := map[*genCollection][]map[string]any{languages: {{"field": "code", "type": "string", "schema": map[string]any{"is_primary_key": true}}, {"field": "sort", "type": "integer", "schema": map[string]any{}}}}
	languages.fields = append(languages.fields, genField{"sort", content.Integer})
	add := func(name string) *genCollection {
		c := &genCollection{name: name, key: "id", values: map[string][]any{}}
		c.fields = append(c.fields, genField{"id", content.Integer})
		fieldsOf[c] = append(fieldsOf[c], map[string]any{"field": "id", "type": "integer", "schema": map[string]any{"is_primary_key": true, "has_auto_increment": true}})
		g.collections = append(g.collections, c)
		return c
	}
	scalars := func(c *genCollection, n int) {
		for i := range n {
			f := genField{fmt.Sprintf("f%d", i), pick(g, scalarTypes()...)}
			c.fields = append(c.fields, f)
			fieldsOf[c] = append(fieldsOf[c], map[string]any{"field": f.name, "type": f.kind, "schema": map[string]any{"numeric_precision": 10, "numeric_scale": 2}})
		}
	}
	// foreign adds a foreign key from many to one, and the inverse alias.
	foreign := func(many, one *genCollection, name, alias, junction, special string) {
		kind := content.Integer
		if one == languages {
			kind = content.String
		}
		fieldsOf[many] = append(fieldsOf[many], map[string]any{"field": name, "type": kind, "schema": map[string]any{}})
		many.relations = append(many.relations, genRelation{name, one, false})
		meta := map[string]any{"junction_field": junction}
		if alias != "" {
			meta["one_field"] = alias
			fieldsOf[one] = append(fieldsOf[one], map[string]any{"field": alias, "type": "alias", "meta": map[string]any{"special": []string{special}}})
			one.relations = append(one.relations, genRelation{alias, many, true})
		}
		relations = append(relations, map[string]any{"collection": many.name, "field": name, "related_collection": one.name, "schema": map[string]any{"on_delete": "SET NULL"}, "meta": meta})
	}
	var main []*genCollection
	for i := range 2 + g.IntN(2) {
		c := add(fmt.Sprintf("c%d", i))
		scalars(c, 4+g.IntN(6))
		main = append(main, c)
	}
	for i, c := range main {
		to := main[g.IntN(len(main))]
		foreign(c, to, fmt.Sprintf("to%d", i), fmt.Sprintf("back%d", i), "", "o2m")
		translations := add(c.name + "_translations")
		scalars(translations, 2)
		foreign(translations, c, "owner", "translations", "languages_code", "translations")
		foreign(translations, languages, "languages_code", "", "owner", "")
		other := main[g.IntN(len(main))]
		junction := add(fmt.Sprintf("%s_links", c.name))
		foreign(junction, c, "one", fmt.Sprintf("links%d", i), "other", "m2m")
		foreign(junction, other, "other", "", "one", "")
	}
	for _, c := range g.collections {
		collections = append(collections, map[string]any{"collection": c.name, "meta": map[string]any{}, "fields": fieldsOf[c]})
		permission := map[string]any{"collection": c.name, "action": "read", "fields": []string{"*"}}
		if len(c.fields) > 1 && c != languages && g.chance(20) {
			permission["permissions"] = map[string]any{"id": map[string]any{"_neq": g.IntN(10)}}
		}
		permissions = append(permissions, permission)
	}
	declaration, err := json.Marshal(map[string]any{"collections": collections, "relations": relations, "public_permissions": permissions})
	if err != nil {
		t.Fatal(err)
	}
	m, err := content.ParseModel(declaration)
	if err != nil {
		t.Fatalf("%v\n%s", err, declaration)
	}
	return m
}

// content generates content.json: up to thirty records of each collection.
func (g *generator) content(t testing.TB) string {
	t.Helper()
	items := map[string]any{}
	languages := []map[string]any{}
	for i, code := range []string{"de-DE", "en-US", "fr-FR"} {
		languages = append(languages, map[string]any{"code": code, "sort": i})
		g.collections[0].keys = append(g.collections[0].keys, code)
	}
	items["languages"] = languages
	for _, c := range g.collections[1:] {
		for range g.IntN(30) {
			c.keys = append(c.keys, len(c.keys)+1)
		}
	}
	for _, c := range g.collections[1:] {
		list := []map[string]any{}
		for _, key := range c.keys {
			item := map[string]any{"id": key}
			for _, f := range c.fields[1:] {
				if v := g.value(f.kind); v != nil || g.chance(50) {
					item[f.name] = v
					c.values[f.name] = append(c.values[f.name], v)
				}
			}
			for _, r := range c.relations {
				if !r.many && len(r.target.keys) > 0 && g.chance(85) {
					item[r.name] = pick(g, r.target.keys...)
				}
			}
			list = append(list, item)
		}
		items[c.name] = list
	}
	body, err := json.Marshal(map[string]any{"items": items})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func texts() []string {
	return []string{
		"", "a", "A", "ä", "Ä", "Straße", "STRASSE", "strasse", "Éclair", "éclair", "eclair", "Zoll", "zoll", "Ölfilter", "olfilter",
		"100%", "a_b", `back\slash`, `quote"s`, "it's", "1", "10", "9", "null", "true", "İstanbul", "ıx", "naïve", "ﬁtting", "K", "Ω", "ω", "日本", "a,b", "ÄÖÜ äöü", " lead", "line\nbreak", "emoji 🔩",
	}
}

func (g *generator) value(kind content.Type) any {
	if g.chance(12) {
		return nil
	}
	switch kind {
	case content.String, content.Text:
		return pick(g, texts()...)
	case content.Integer:
		return g.IntN(21) - 10
	case content.BigInteger:
		return pick[any](g, strconv.FormatInt(g.Int64()-g.Int64(), 10), g.IntN(5))
	case content.Float:
		return pick(g, 0.1, 0.2, 0.3, -1.5, 20, 1e-7, 123456.789, 1.0/3)
	case content.Decimal:
		return pick[any](g, "20.60", "0.05", "-3.10", 12.5, 100, "1234567.89")
	case content.Boolean:
		return g.chance(50)
	case content.JSON:
		return pick[any](g, map[string]any{"dn": 25, "t": "ä\"x"}, []any{1, "a", nil}, []any{}, "text", 5, true)
	case content.CSV:
		return pick[any](g, []any{}, []any{"a", "b"}, []any{"Ä", `q"`}, "x,y")
	case content.UUID:
		return fmt.Sprintf("%08x-0000-4000-8000-%012x", g.IntN(4), g.IntN(3))
	case content.Timestamp:
		return fmt.Sprintf("20%02d-%02d-%02dT%02d:%02d:%02d.%03dZ", 20+g.IntN(6), 1+g.IntN(12), 1+g.IntN(28), g.IntN(24), g.IntN(60), g.IntN(60), g.IntN(3)*250)
	case content.DateTime:
		return fmt.Sprintf("20%02d-%02d-%02dT%02d:%02d:%02d", 20+g.IntN(6), 1+g.IntN(12), 1+g.IntN(28), g.IntN(24), g.IntN(60), g.IntN(60))
	case content.Date:
		return fmt.Sprintf("20%02d-%02d-%02d", 20+g.IntN(6), 1+g.IntN(12), 1+g.IntN(28))
	case content.Time:
		return fmt.Sprintf("%02d:%02d:%02d", g.IntN(24), g.IntN(60), g.IntN(60))
	default:
		return nil
	}
}

// query generates a request for a list: most are valid, some name unknown fields.
func (g *generator) query() (collection string, v url.Values) {
	c := pick(g, g.collections...)
	v = url.Values{}
	if g.chance(15) {
		g.aggregate(c, v)
	} else {
		v.Set("fields", strings.Join(g.fields(c, 2), ","))
	}
	if g.chance(70) {
		filter, err := json.Marshal(g.filter(c, 3))
		if err == nil {
			v.Set("filter", string(filter))
		}
	}
	if g.chance(60) && v.Get("aggregate") == "" {
		v.Set("sort", strings.Join(g.sort(c), ","))
	}
	if g.chance(20) {
		v.Set("search", pick(g, append(texts(), "2", "x,y")...))
	}
	if g.chance(40) {
		v.Set("limit", strconv.Itoa(g.IntN(8)-1))
	}
	if g.chance(20) {
		v.Set(pick(g, "offset", "page"), strconv.Itoa(g.IntN(5)))
	}
	if g.chance(20) {
		v.Set("meta", "*")
	}
	if g.chance(30) {
		g.deep(c, v)
	}
	if g.chance(20) {
		v.Set("language", pick(g, "de-DE", "fr-FR", "xx"))
	}
	return c.name, v
}

func (g *generator) fields(c *genCollection, depth int) []string {
	var out []string
	for range 1 + g.IntN(4) {
		if len(c.relations) > 0 && depth > 0 && g.chance(45) {
			r := pick(g, c.relations...)
			for _, below := range g.fields(r.target, depth-1) {
				out = append(out, r.name+"."+below)
			}
			continue
		}
		f := pick(g, c.fields...)
		out = append(out, f.name)
		switch {
		case g.chance(10):
			out = append(out, pick(g, "year", "month", "week", "weekday", "day", "hour", "minute", "second", "count")+"("+f.name+")")
		case g.chance(8):
			out = append(out, "*")
		}
	}
	return out
}

func (g *generator) sort(c *genCollection) []string {
	var out []string
	for range 1 + g.IntN(2) {
		name := pick(g, c.fields...).name
		if len(c.relations) > 0 && g.chance(25) {
			r := pick(g, c.relations...)
			name = r.name + "." + pick(g, r.target.fields...).name
		}
		out = append(out, pick(g, "", "-")+name)
	}
	return out
}

func (g *generator) filter(c *genCollection, depth int) map[string]any {
	switch {
	case depth > 0 && g.chance(25):
		list := []any{}
		for range 1 + g.IntN(3) {
			list = append(list, g.filter(c, depth-1))
		}
		return map[string]any{pick(g, "_and", "_or"): list}
	case depth > 0 && len(c.relations) > 0 && g.chance(35):
		r := pick(g, c.relations...)
		inner := g.filter(r.target, depth-1)
		if r.many && g.chance(40) {
			inner = map[string]any{pick(g, "_some", "_none"): inner}
		}
		return map[string]any{r.name: inner}
	}
	f := pick(g, c.fields...)
	op := pick(g, operatorsOf(f.kind)...)
	return map[string]any{f.name: map[string]any{op: g.operand(c, f, op)}}
}

func operatorsOf(kind content.Type) []string {
	order := []string{"_eq", "_neq", "_lt", "_lte", "_gt", "_gte", "_in", "_nin", "_null", "_nnull", "_between", "_nbetween"}
	switch kind {
	case content.String, content.Text, content.CSV:
		return []string{
			"_eq", "_neq", "_in", "_nin", "_null", "_nnull", "_empty", "_nempty", "_contains", "_ncontains", "_icontains", "_starts_with", "_nstarts_with",
			"_istarts_with", "_nistarts_with", "_ends_with", "_nends_with", "_iends_with", "_niends_with",
		}
	case content.UUID:
		return []string{"_eq", "_neq", "_in", "_nin", "_null", "_nnull"}
	case content.Boolean:
		return []string{"_eq", "_neq", "_null", "_nnull"}
	case content.JSON:
		return []string{"_null", "_nnull"}
	default:
		return order
	}
}

func (g *generator) operand(c *genCollection, f genField, op string) any {
	one := func() any {
		if known := c.values[f.name]; len(known) > 0 && g.chance(60) {
			return pick(g, known...)
		}
		if f.kind == content.Integer && g.chance(10) {
			return 2.5
		}
		return g.value(f.kind)
	}
	switch op {
	case "_null", "_nnull", "_empty", "_nempty":
		return g.chance(80)
	case "_in", "_nin":
		return []any{one(), one(), one()}
	case "_between", "_nbetween":
		return []any{one(), one()}
	default:
		return one()
	}
}

func (g *generator) aggregate(c *genCollection, v url.Values) {
	for range 1 + g.IntN(3) {
		v.Set("aggregate["+pick(g, "count", "countDistinct", "sum", "sumDistinct", "avg", "avgDistinct", "min", "max")+"]", pick(g, c.fields...).name)
	}
	if g.chance(40) {
		v.Set("aggregate[count]", "*")
	}
	if g.chance(50) {
		v.Set("groupBy", pick(g, c.fields...).name)
	}
}

func (g *generator) deep(c *genCollection, v url.Values) {
	if len(c.relations) == 0 {
		return
	}
	r := pick(g, c.relations...)
	options := map[string]any{}
	if g.chance(50) {
		options["_filter"] = g.filter(r.target, 1)
	}
	if g.chance(50) {
		options["_sort"] = g.sort(r.target)
	}
	if g.chance(50) {
		options["_limit"] = g.IntN(4)
	}
	if g.chance(20) {
		options["_search"] = pick(g, texts()...)
	}
	if deep, err := json.Marshal(map[string]any{r.name: options}); err == nil {
		v.Set("deep", string(deep))
	}
}

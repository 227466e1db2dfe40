package query_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/fault"
)

func parse(t testing.TB, m *content.Model, collection, parameters string) (content.Query, error) {
	t.Helper()
	v, err := url.ParseQuery(parameters)
	if err != nil {
		t.Fatal(err)
	}
	return query.Parse(m, collection, v)
}

func TestParseReturnsTheSyntaxTree(t *testing.T) {
	t.Parallel()
	m := content.Default()
	three, all := 3, -1
	eq := func(name string, v any) content.Filter {
		return content.Filter{Name: name, Items: []content.Filter{{Op: content.OpEq, Value: v}}}
	}
	for name, c := range map[string]struct {
		query string
		want  content.Query
	}{
		"nothing":         {"", content.Query{}},
		"fields":          {"fields=id,translations.name", content.Query{Fields: []string{"id", "translations.name"}}},
		"fields in lists": {"fields[1]=c&fields[0]=a,b&fields[]=d", content.Query{Fields: []string{"a", "b", "c", "d"}}},
		"bracket filter":  {"filter[slug][_eq]=a", content.Query{Options: content.Options{Filter: new(eq("slug", "a"))}}},
		"JSON filter":     {`filter={"slug":"a"}`, content.Query{Options: content.Options{Filter: new(eq("slug", "a"))}}},
		"null":            {`filter[slug][_eq]=null`, content.Query{Options: content.Options{Filter: new(eq("slug", nil))}}},
		"or": {"filter[_or][10][sku]=b&filter[_or][2][slug]=a", content.Query{Options: content.Options{Filter: &content.Filter{
			Op: "_or", Items: []content.Filter{eq("slug", "a"), eq("sku", "b")},
		}}}},
		"steps": {`filter[tags][tags_id][slug][_in]=a,b`, content.Query{Options: content.Options{Filter: &content.Filter{
			Name: "tags", Items: []content.Filter{{Name: "tags_id", Items: []content.Filter{{Name: "slug", Items: []content.Filter{{Op: content.OpIn, Value: []any{"a", "b"}}}}}}},
		}}}},
		"empty filters":  {`filter={"_and":[],"_or":[]}`, content.Query{Options: content.Options{Filter: &content.Filter{Op: "_and", Items: []content.Filter{{Op: "_and"}, {Op: "_or"}}}}}},
		"list":           {"sort=-date_created,%20id&limit=3&offset=6", content.Query{Options: content.Options{Sort: []string{"-date_created", "id"}, Limit: &three, Offset: 6}}},
		"all":            {"limit=-1&page=2", content.Query{Options: content.Options{Limit: &all, Page: 2}}},
		"search, meta":   {"search=a%20b&meta=*", content.Query{Options: content.Options{Search: "a b"}, Meta: content.Meta{TotalCount: true, FilterCount: true}}},
		"language":       {"language=fr-FR", content.Query{Language: "fr-FR"}},
		"deep":           {"deep[tags][_limit]=3&deep[tags][tags_id][_sort]=-id", content.Query{Options: content.Options{Deep: map[string]content.Options{"tags": {Limit: &three, Deep: map[string]content.Options{"tags_id": {Sort: []string{"-id"}}}}}}}},
		"broken deep":    {"deep={x", content.Query{}},
		"unknown names":  {"foo=bar&filters[slug]=x", content.Query{}},
		"page and empty": {"page=&search=&sort=&filter=", content.Query{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := parse(t, m, "products", c.query)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Collection = "products"
			if diff := cmp.Diff(c.want, got, cmp.Transformer("emptyDeep", func(d map[string]content.Options) map[string]content.Options {
				if len(d) == 0 {
					return nil
				}
				return d
			})); diff != "" {
				t.Errorf("tree (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseErrorsNameTheProblem(t *testing.T) {
	t.Parallel()
	m := content.Default()
	for query, want := range map[string]string{
		"limit=x":                     `"limit" must be a number`,
		"limit=-2":                    `"limit" must be greater than or equal to -1`,
		"offset=-1":                   `"offset" must be greater`,
		"page=1.5":                    `"page" must be a number`,
		"meta=page":                   `"meta[0]" must be one of`,
		"search[a]=b":                 `"search" has to be a text`,
		"filter=x":                    "Invalid JSON for filter object",
		"filter={} {}":                "Invalid JSON for filter object",
		"filter=1":                    "Invalid filter object",
		`filter={"_or":{"id":1}}`:     "Invalid filter object",
		`filter={"id":{"_eq":[1]}}`:   "has to be a string, number, or boolean",
		`filter={"id":{"_in":[[1]]}}`: "Invalid filter object",
		"filter[id][_null]=1":         `"_null" has to be a boolean`,
		"filter[slug][_eq]=":          "empty string",
		`filter={"id":{"_in":[]}}`:    `"_in" has to be an array`,
		"filter[id[_eq]=1":            "brackets do not match",
		"alias[a]=b.c":                "period",
		"alias={":                     "Invalid JSON for alias object",
		"fields=id,":                  `"fields[1]" is not allowed to be empty`,
		"sort[]=":                     `"sort[0]" is not allowed to be empty`,
	} {
		_, err := parse(t, m, "products", strings.ReplaceAll(query, " ", "%20"))
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", query, err, want)
		}
	}
	if _, err := parse(t, m, "nope", ""); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("unknown collection: %v", err)
	}
}

func TestMalformedDeepMattersOnlyForRelationsThatAreRead(t *testing.T) {
	t.Parallel()
	m := content.Default()
	for fields, want := range map[string]bool{"id": false, "tags.id": true} {
		q, err := parse(t, m, "products", "deep[tags][_filter]={&fields="+fields)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := query.Bind(m, q, time.Time{}); (err != nil) != want {
			t.Errorf("fields=%s: %v", fields, err)
		}
	}
}

func TestSystemReadsHiddenFields(t *testing.T) {
	t.Parallel()
	m := content.Default()
	q, err := parse(t, m, "form_messages", "fields=name,phone&filter[form][status][_eq]=draft&sort=form.slug")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := query.Bind(m, q, time.Time{}); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("public: %v", err)
	}
	q.Access = content.System
	if _, err := query.Bind(m, q, time.Time{}); err != nil {
		t.Errorf("system: %v", err)
	}
}

// The same item in another collection is another row.
func TestStepsThroughManyToAnyWatchTheCollection(t *testing.T) {
	t.Parallel()
	m := content.Default()
	for _, parameters := range []string{"filter[item:link][title][_eq]=x", "sort=item:link.title"} {
		q, err := parse(t, m, "menu_links", parameters)
		if err != nil {
			t.Fatal(err)
		}
		q.Access, q.Trace = content.System, true
		plan, err := query.Bind(m, q, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range []string{"item", "collection"} {
			if tag := content.ColumnTag(m.Collection("menu_links").Field(column)); !slices.Contains(plan.Watched, tag) {
				t.Errorf("%s: %v lacks %v", parameters, plan.Watched, tag)
			}
		}
	}
}

func TestCheckPolicyChecksFilters(t *testing.T) {
	t.Parallel()
	m := content.Default()
	if err := query.CheckPolicy(m, nil); err != nil {
		t.Errorf("the default model: %v", err)
	}
	p, err := m.ParsePolicy([]byte(`[{"collection":"products","action":"read","fields":["*"],"permissions":{"nope":{"_eq":1}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	if err := query.CheckPolicy(m, p); err == nil || !strings.Contains(err.Error(), "permission of products: You don't have permission to") {
		t.Errorf("an unknown name: %v", err)
	}
}

// FuzzQuery checks that every request results in a plan or an error that is safe to show.
func FuzzQuery(f *testing.F) {
	m := content.Default()
	for _, seed := range []string{
		"fields=*.*,translations.name&filter[slug][_eq]=a&sort=-id&limit=3&page=2&meta=*",
		`filter={"_or":[{"id":{"_in":[1,2]}},{"translations":{"_none":{"name":{"_icontains":"x"}}}}]}`,
		"deep[translations][_filter][languages_code][_eq]=de-DE&deep[tags][tags_id][_limit]=1&fields=tags.tags_id.slug",
		"fields=count(tags),year(date_created)&filter[count(tags)][_gt]=1&alias[x]=translations",
		"search=%25_&language=fr-FR&filter[date_created][_lt]=$NOW(-1 day)",
		"filter[_and][0][_or][][id]=1&filter[_and][1][categories][categories_id][parent][slug]=x",
		"fields[]=a&fields[0]=b&fields[x]=c&filter[]=1&filter[0][1]=2", "deep={&alias={&filter={", "limit=&offset=&page=&sort=,,-,--",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		v, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		q, err := query.Parse(m, "products", v)
		if err == nil {
			_, err = query.Bind(m, q, time.Unix(0, 0))
		}
		if k := fault.KindOf(err); err != nil && k != fault.Invalid && k != fault.Forbidden {
			t.Errorf("%q: %v", raw, err)
		}
	})
}

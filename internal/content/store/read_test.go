package store_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
)

func traced(q *content.Query) { q.Trace = true }

func TestTraceReturnsTheTagsOfTheReply(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := load(t, m, `{"items":{
	 "languages":[{"code":"de-DE","sort":1},{"code":"en-US","sort":2}],
	 "categories":[{"id":7,"slug":"c","status":"published"},{"id":8,"slug":"d","status":"draft"}],
	 "products":[{"id":1,"slug":"a","status":"published","translations":[{"languages_code":"de-DE","name":"A"},{"languages_code":"en-US","name":"B"}],"categories":[{"categories_id":7},{"categories_id":8}]}],
	 "header":[{"id":1,"slug":"h","menu":1}],
	 "link":[{"id":5,"slug":"l"}],
	 "menu":[{"id":1,"slug":"m","status":"draft","links":[{"collection":"link","item":"5"}]}]}}`, nil)
	for target, want := range map[string][]content.Tag{
		"products?fields=slug":                     {{Collection: "products", ID: "?id"}, {Collection: "products", ID: "?status"}, {Collection: "products", ID: "?sort"}, {Collection: "products", ID: "1"}},
		"products?fields=slug&filter[slug][_eq]=b": {{Collection: "products"}}, // any row may get that slug
		"products?fields=translations.name,categories.categories_id.slug&filter[slug][_eq]=a&language=de-DE": {
			{Collection: "languages"},
			{Collection: "products", ID: "1"},
			{Collection: "products_translations", ID: "1"},
			{Collection: "categories", ID: "7"},
			{Collection: "categories", ID: "8"}, // excluded, but may become visible
			{Collection: "products_categories", ID: "1"},
		},
		"products?fields=id&filter[categories][categories_id][slug][_eq]=c": {
			{Collection: "products", ID: "?id"},
			{Collection: "products", ID: "?status"},
			{Collection: "products_categories", ID: "?id"},
			{Collection: "products_categories", ID: "?products_id"},
			{Collection: "products_categories", ID: "?categories_id"},
			{Collection: "categories", ID: "?status"},
			{Collection: "categories", ID: "?slug"},
			{Collection: "products", ID: "?sort"},
			{Collection: "products", ID: "1"},
		},
		"header?fields=menu.slug,menu.links&sort=id": {{Collection: "header", ID: "?id"}, {Collection: "header", ID: "1"}, {Collection: "menu", ID: "1"}},
		"index?fields=id": {{Collection: "index"}},
	} {
		q, err := parseQuery(m, target)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := s.Read(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		traced(&q)
		got, err := s.Read(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if string(got.Body) != string(plain.Body) || plain.Touched != nil {
			t.Errorf("%s: traced %q, plain %q", target, got.Body, plain.Body)
		}
		if diff := cmp.Diff(want, got.Touched); diff != "" {
			t.Errorf("%s: touched (-want +got):\n%s", target, diff)
		}
	}
}

func TestRevisionIncreasesWithEachWrite(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := open(t, m)
	for want := range int64(3) {
		got, err := s.Revision(t.Context())
		if err != nil || got != want {
			t.Fatalf("got %d, %v, want %d", got, err, want)
		}
		if err := importBody(t, s, small); err != nil {
			t.Fatal(err)
		}
	}
	_ = importBody(t, s, `{"items":{"nope":[]}}`)
	if got, _ := s.Revision(t.Context()); got != 3 {
		t.Errorf("after a failed import the revision is %d", got)
	}
}

func TestReopenedStoreHasItsContent(t *testing.T) {
	t.Parallel()
	m, dir := content.Default(), t.TempDir()
	for i := range 2 {
		s, err := store.Open(t.Context(), dir, m)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := importBody(t, s, small); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := read(t, s, m, "products?fields=slug"); err != nil || got != `{"data":[{"slug":"a"},{"slug":"b"}]}` {
			t.Errorf("%s, %v", got, err)
		}
		h, err := s.Check(t.Context())
		if err != nil || len(h.Problems) != 0 || h.Items["products"] != 2 || h.Items["products_translations"] != 3 || h.Version != 1 || h.Revision != 1 {
			t.Errorf("%+v, %v", h, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNewFieldsAndCollectionsAreAdded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	model := func(more string) *content.Model {
		m, err := content.ParseModel([]byte(`{"collections":[{"collection":"a","meta":{},"fields":[{"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}}` + more + `],"relations":[],"public_permissions":[{"collection":"a","action":"read","fields":["*"]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	steps := []struct{ more, body, target, want string }{
		{`,{"field":"old","type":"string","meta":{},"schema":{}}]}`, `{"items":{"a":[{"id":1,"old":"x"}]}}`, "a", `{"data":[{"id":1,"old":"x"}]}`},
		{`,{"field":"n","type":"integer","meta":{},"schema":{"is_nullable":false,"default_value":3}},{"field":"must","type":"string","meta":{},"schema":{"is_nullable":false}}]},{"collection":"b","meta":{},"fields":[{"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true}}]}`, "", "a", `{"data":[{"id":1,"n":3,"must":null}]}`},
		{`,{"field":"old","type":"string","meta":{},"schema":{}}]}`, "", "a", `{"data":[{"id":1,"old":"x"}]}`},
	}
	for i, step := range steps {
		m := model(step.more + "")
		s, err := store.Open(t.Context(), dir, m)
		if err != nil {
			t.Fatal(err)
		}
		if step.body != "" {
			if err := importBody(t, s, step.body); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := read(t, s, m, step.target); err != nil || got != step.want {
			t.Errorf("step %d: %s, %v, want %s", i, got, err, step.want)
		}
		if h, err := s.Check(t.Context()); err != nil || h.Version != i+1 {
			t.Errorf("step %d: %+v, %v", i, h, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Readers never wait for a writer and never see a partial import.
func TestReadersSeeNoPartialImport(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := load(t, m, small, nil)
	var wg sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for range 3 {
		wg.Go(func() {
			for ctx.Err() == nil {
				got, err := read(t, s, m, "products?fields=slug,translations.name")
				if err != nil {
					t.Error(err)
					return
				}
				if a, b := strings.Count(got, `"name":"A"`), strings.Count(got, `"name":"Z"`); a+b != 2 || a*b != 0 {
					t.Errorf("partial import: %s", got)
				}
			}
		})
	}
	for i := range 6 {
		body := small
		if i%2 == 0 {
			body = strings.ReplaceAll(small, `"name":"A"`, `"name":"Z"`)
		}
		if err := importBody(t, s, body); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	wg.Wait()
}

func TestMultiplyingNestingIsRejected(t *testing.T) {
	t.Parallel()
	m := content.Default()
	var products, links strings.Builder
	for i := 1; i <= 400; i++ {
		links.Reset()
		for c := 1; c <= 20; c++ {
			fmt.Fprintf(&links, `,{"categories_id":%d}`, c)
		}
		fmt.Fprintf(&products, `,{"id":%d,"slug":"p%d","status":"published","categories":[%s]}`, i, i, links.String()[1:])
	}
	var categories strings.Builder
	for c := 1; c <= 20; c++ {
		fmt.Fprintf(&categories, `,{"id":%d,"slug":"c%d","status":"published"}`, c, c)
	}
	s := load(t, m, `{"items":{"categories":[`+categories.String()[1:]+`],"products":[`+products.String()[1:]+`]}}`, nil)
	hop := "categories.categories_id.products.products_id."
	deep := "products?limit=-1&fields=" + strings.Repeat(hop, 3) + "slug"
	if _, err := read(t, s, m, deep); fault.KindOf(err) != fault.Invalid {
		t.Errorf("got %v", err)
	}
	if got, err := read(t, s, m, "products?limit=-1&fields=slug,categories.categories_id.slug"); err != nil || strings.Count(got, `{"slug":"c`) != 400*20 {
		t.Errorf("a query within the limit: %d, %v", strings.Count(got, `{"slug":"c`), err)
	}
}

func TestReadStopsWithItsContext(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := load(t, m, small, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q, err := parseQuery(m, "products")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(ctx, q); err == nil || fault.KindOf(err) != fault.Internal {
		t.Errorf("got %v", err)
	}
	if _, err := s.Read(t.Context(), q); err != nil {
		t.Errorf("next read: %v", err)
	}
}

func TestPatternsFoldUmlauts(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s := load(t, m, `{"items":{"tags":[{"id":1,"slug":"a","title":"Übergröße ÄÖÜ"},{"id":2,"slug":"b","title":"Überwurfmutter"},{"id":3,"slug":"c","title":"ÉTANCHE 100%_\\"},{"id":4,"slug":"d"}]}}`, fstest.MapFS{})
	for target, want := range map[string]string{
		"search=übergröße":                 "1",
		"search=ÜBER":                      "1 2",
		"search=äöü":                       "1",
		"search=étanche":                   "3",
		"search=Ü%25mutter":                "2",
		"filter[title][_icontains]=ÜBERW":  "2",
		"filter[title][_contains]=überw":   "",
		"filter[title][_contains]=Überw":   "2",
		"filter[title][_contains]=0\\%25_": "3",
		"filter[title][_starts_with]=Über": "1 2", "filter[title][_istarts_with]=ÜBER": "1 2", "filter[title][_ends_with]=ÄÖÜ": "1", "filter[title][_iends_with]=äöü": "1",
		"filter[title][_ends_with]=mut%25": "2", "filter[title][_starts_with]=%25g": "1", "filter[title][_ncontains]=mutter": "1 3", "filter[title][_empty]=true": "4",
	} {
		got, err := read(t, s, m, "tags?fields=id&sort=id&"+target)
		if err != nil {
			t.Errorf("%s: %v", target, err)
		}
		ids := strings.Join(strings.FieldsFunc(strings.NewReplacer(`{"data":`, "", `"id":`, "").Replace(got), func(r rune) bool { return strings.ContainsRune("[]{},", r) }), " ")
		if ids != want {
			t.Errorf("%s: got %s, want %s", target, ids, want)
		}
	}
}

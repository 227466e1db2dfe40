package store

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/itemsapi"
)

func TestUpperBoundsAreNeverTooLow(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const most = 2 * maxSyncCount
	for _, text := range []string{
		`INSERT INTO "tags" ("id","title") VALUES (7,'a'),(2000000,'b')`, // deleted rows and large catalogues leave gaps in the keys
		`INSERT INTO "languages" ("code") VALUES ('de-DE'),('fr-FR')`,
	} {
		if _, err := s.writer.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	bounds, err := s.upperBounds(t.Context())
	if err != nil || bounds["tags"] != most || bounds["languages"] != 2 {
		t.Fatalf("upperBounds() = %v, %v", bounds, err)
	}
	first, _, err := s.rows(t.Context())
	if err != nil || first["tags"] != most {
		t.Errorf("first reader: got %v, %v", first["tags"], err)
	}
	s.recount(0)
	if counted, _, err := s.rows(t.Context()); err != nil || counted["tags"] != 2 {
		t.Errorf("after the count: got %v, %v", counted["tags"], err)
	}
}

// millions returns the sizes of a catalogue of a million products.
func millions() map[string]float64 {
	return map[string]float64{
		"products": 1e6, "products_translations": 4e6, "products_categories": 1e6, "products_tags": 1e6,
		"product_attributes": 8e6, "product_attributes_values": 8e6, "variations": 1e7, "variations_translations": 4e7, "variation_attributes": 3e7,
		"categories": 1000, "categories_translations": 4000, "attributes": 50, "attribute_values": 5000, "languages": 4, "tags": 200,
		"directus_files": 5e5, "header": 1, "pages": 5, "forms": 5,
		"menu_links": 100, "link": 10, "link_translations": 4e6,
	}
}

// estimated returns the estimated cost of the query of an address.
func estimated(t *testing.T, target string, rows map[string]float64, client bool) float64 {
	t.Helper()
	u, err := url.Parse(strings.ReplaceAll(target, " ", "%20"))
	if err != nil {
		t.Fatal(err)
	}
	q, err := query.Parse(content.Default(), u.Path, u.Query())
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	plan, err := query.Bind(content.Default(), q, time.Now())
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	return costModel{rows, client}.plan(plan)
}

func TestSearchedRowsArePartOfTheCost(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"variations_translations?fields=id&limit=1&sort=title",
		"variations_translations?fields=id&limit=1&sort=-title",
		"variations_translations?fields=id&limit=1&filter[title][_icontains]=x",
		"variations_translations?fields=id&limit=1&filter[title][_nstarts_with]=x",
		"variations_translations?fields=id&limit=1&filter[_or][0][title][_contains]=x&filter[_or][1][id][_eq]=1",
		"variations_translations?fields=id&limit=1&search=x",
		"products_translations?fields=id&limit=1&search=x",
		"products?fields=id&limit=1&sort=translations.name",
		"products?fields=id&limit=1&sort=sort,translations.name",
		"products?fields=id&limit=1&sort=count(attributes)",
		"products?fields=id&limit=1&filter[translations][name][_icontains]=x",
		"products?fields=id&limit=1&filter[variations][_none][sku][_icontains]=x",
		"variations_translations?fields=id&limit=1&filter[variations_id][product][translations][name][_eq]=x",
		"variations?fields=id,product.id&limit=10000&deep[product][_filter][variations][translations][title][_icontains]=x",
		"variations?fields=id,product.tags.tags_id.id&limit=1000&deep[product][tags][tags_id][_filter][products][products_id][slug][_contains]=x",
		"menu_links?fields=item:link.id&limit=5&deep[item:link][_filter][translations][link_text][_contains]=x",
		"categories?fields=id,translations.title&language=de-DE&limit=1000&deep[translations][_filter][categories_id][products][products_id][slug][_contains]=x",
		"variations?fields=id&limit=1&sort=-product",
		"variations?fields=id&limit=1&sort=related_product",
		"variations_translations?fields=id&limit=1&offset=39000000",
		"variations_translations?fields=id&limit=1&meta=total_count",
		"variations_translations?fields=id&limit=1&filter[variations_id][_eq]=1&meta=*",
		"variations_translations?aggregate[count]=id&filter[title][_contains]=x",
	} {
		if got := estimated(t, target, millions(), true); got <= maxCost {
			t.Errorf("%s costs %.0f, want more than %d", target, got, maxCost)
		}
	}
	small := map[string]float64{}
	for name, n := range millions() {
		small[name] = n / 1000
	}
	for _, target := range []string{
		"variations_translations?fields=id&limit=1&sort=title",
		"variations_translations?fields=id&limit=1&search=x",
		"products?fields=id&limit=1&sort=translations.name",
		"products?fields=id&filter[translations][name][_icontains]=x",
	} {
		if got := estimated(t, target, small, true); got > maxCost {
			t.Errorf("with a thousand products %s costs %.0f, want at most %d", target, got, maxCost)
		}
	}
}

// The queries of the site's pages, also from the browser, and queries by key are
// never rejected.
func TestIndexedQueriesAreCheap(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"products?fields=id,slug&limit=100",
		"products?fields=id,slug&sort=-date_created&filter[status][_eq]=published&limit=10&language=de-DE",
		"products?fields=*,translations.*&filter[_and][0][status][_eq]=published&filter[_and][1][slug][_eq]=kugelhahn&limit=1&language=de-DE",
		"products?fields=id,translations.name,variations.id,variations.translations.title&filter[id][_eq]=7&limit=1&deep[variations][_filter][id][_eq]=9",
		"products?fields=id&filter[id][_in]=1,2,3&sort=translations.name",
		"products?fields=id&filter[categories][categories_id][slug][_eq]=flanges&limit=24",
		"products?fields=id&filter[variations][id][_eq]=7",
		"products?fields=id&filter[sku][_eq]=KH-50",
		"categories?fields=id,translations.title,childrens.id,childrens.translations.title&filter[_and][0][status][_eq]=published&filter[_and][1][parent][_null]=true&sort=sort&limit=-1&language=de-DE",
		"variations_translations?fields=id,title&filter[id][_gt]=5000000&sort=id&limit=1000",
		"variations_translations?fields=id,title&filter[variations_id][_eq]=7&sort=title",
		"variations?fields=id,sku&filter[product][slug][_eq]=kugelhahn&sort=sku",
		"variations?fields=id,product.id&limit=1000&deep[product][_filter][status][_eq]=published",
		"products?fields=id,translations.name&limit=1000&language=de-DE&deep[translations][_filter][name][_nnull]=true",
		"pages?fields=id,slug,translations.*&filter[_and][0][status][_eq]=published&filter[_and][1][slug][_eq]=imprint&limit=1",
	} {
		if got := estimated(t, target, millions(), true); got > maxCost/2 {
			t.Errorf("%s costs %.0f, want at most %d", target, got, maxCost/2)
		}
	}
	if got := estimated(t, "variations_translations?fields=id&limit=1&sort=title", millions(), false); got != 1 {
		t.Errorf("got %v, want 1: for the program's own queries only rows of the reply count", got)
	}
}

func TestExpensiveQueriesAreRecognised(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	fill := `INSERT INTO "tags" ("title") WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM k WHERE i<5000) SELECT 'Tag' FROM k`
	if _, err := s.writer.ExecContext(t.Context(), fill); err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]bool{
		"fields=id&limit=1&sort=title":                  true,
		"fields=id&limit=1&filter[title][_icontains]=x": true,
		"fields=id&limit=-1":                            true,
		"fields=id&limit=100":                           false,
		"fields=id&filter[id][_eq]=7":                   false,
	} {
		values, err := url.ParseQuery(target)
		if err != nil {
			t.Fatal(err)
		}
		q, err := query.Parse(content.Default(), "tags", values)
		if err != nil {
			t.Fatal(err)
		}
		q.Client = true
		p, err := s.Prepare(q)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from the cache
			if got, err := p.Expensive(t.Context()); got != want || err != nil {
				t.Errorf("%s: got %v, %v", target, got, err)
			}
		}
	}
}

func TestCountsOfRelationsArePartOfTheCost(t *testing.T) {
	t.Parallel()
	const target = "tags?fields=id,count(products)&limit=1"
	if client, program := estimated(t, target, millions(), true), estimated(t, target, millions(), false); client < 500 || program != 1 {
		t.Errorf("%s costs a client %.0f, and the program %.0f", target, client, program)
	}
}

func TestExpensiveQueriesOfClientsAreRejected(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := opened(t, address)
		fill := `INSERT INTO "tags" ("title") WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM k WHERE i<400000) SELECT 'Tag' FROM k`
		if _, err := s.writer.ExecContext(t.Context(), fill); err != nil {
			t.Fatal(err)
		}
		s.analyze(t.Context())
		handler := itemsapi.New(s.model, s)
		for target, want := range map[string]int{
			"/items/tags?fields=id&limit=1&sort=title":                  http.StatusBadRequest,
			"/items/tags?fields=id&limit=1&filter[title][_icontains]=x": http.StatusBadRequest,
			"/items/tags?fields=id&limit=1&search=x":                    http.StatusBadRequest,
			"/items/tags?fields=id&limit=1&sort=-id":                    http.StatusOK,
			"/items/tags?fields=id&filter[id][_eq]=7":                   http.StatusOK,
		} {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil))
			if w.Code != want || want == http.StatusBadRequest && !strings.Contains(w.Body.String(), "INVALID_QUERY") {
				t.Errorf("%s: %d %s, want %d", target, w.Code, w.Body, want)
			}
		}
		administrator := func(*http.Request) (*content.Policy, string, error) { return content.Administrator(), "", nil }
		writer := itemsapi.New(s.model, s, itemsapi.Writing(s, administrator))
		w, body := httptest.NewRecorder(), `{"query":{"sort":["title"],"limit":1},"data":{"title":"x"}}`
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, "/items/tags", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		writer.ServeHTTP(w, r)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "INVALID_QUERY") {
			t.Errorf("a change of what a query finds: %d %s", w.Code, w.Body)
		}
	})
}

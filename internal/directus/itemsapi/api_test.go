package itemsapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
)

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="#c"/></svg>`

// site returns the API on a store with testdata/content.json.
func site(t testing.TB) http.Handler {
	t.Helper()
	body, err := os.ReadFile("testdata/content.json")
	if err != nil {
		t.Fatal(err)
	}
	m := content.Default()
	s, err := store.Open(t.Context(), t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := s.Import(t.Context(), fstest.MapFS{
		"content.json":    {Data: body},
		"files/union.svg": {Data: []byte(drawing)},
		"files/sheet.txt": {Data: []byte("Pressure range 0-16 bar\n")},
	}); err != nil {
		t.Fatal(err)
	}
	return itemsapi.New(m, s)
}

// request returns a request to a target as shown in an address bar: spaces and
// umlauts are encoded here.
func request(t testing.TB, method, target string) *http.Request {
	t.Helper()
	path, query, _ := strings.Cut(target, "?")
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = path
	r.URL.RawQuery = strings.NewReplacer(" ", "%20", "\x00", "%00").Replace(query)
	return r
}

func get(t testing.TB, h http.Handler, target string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(t, http.MethodGet, target))
	return w
}

func TestRepliesMatchArchives(t *testing.T) {
	t.Parallel()
	h := site(t)
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range archive.Files {
			t.Run(filepath.Base(file)+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				method, target, _ := strings.Cut(c.Name, " ")
				status, want, _ := strings.Cut(string(c.Data), "\n")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, request(t, method, target))
				if strconv.Itoa(w.Code) != strings.TrimSpace(status) {
					t.Fatalf("status %d, want %s: %s", w.Code, status, w.Body)
				}
				compare(t, w, want)
			})
		}
	}
}

// compare compares a reply with the expected JSON, or with the code of an error.
func compare(t *testing.T, w *httptest.ResponseRecorder, want string) {
	t.Helper()
	var got, wanted any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("no JSON: %v: %s", err, w.Body)
	}
	if w.Code >= http.StatusBadRequest {
		if text, _, _ := strings.Cut(want, "\n"); !strings.Contains(w.Body.String(), strconv.Quote(strings.Fields(text)[0])) {
			t.Errorf("got %s, want code %s", w.Body, want)
		}
		if _, hint, ok := strings.Cut(strings.TrimSpace(want), "\n"); ok && !strings.Contains(unquote(w.Body.String()), hint) {
			t.Errorf("got %s, want the text %s", w.Body, hint)
		}
		return
	}
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatalf("archive: %v", err)
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("reply (-want +got):\n%s", diff)
	}
}

func unquote(s string) string { return strings.ReplaceAll(s, `\"`, `"`) }

func TestHeadIsGetWithoutBody(t *testing.T) {
	t.Parallel()
	h := site(t)
	full := get(t, h, "/items/tags")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(t, http.MethodHead, "/items/tags"))
	if w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Content-Length") != strconv.Itoa(full.Body.Len()) || w.Header().Get("ETag") != full.Header().Get("ETag") {
		t.Errorf("HEAD: %d %v, body %d bytes", w.Code, w.Header(), w.Body.Len())
	}
}

func TestMatchingETagReturnsNotModified(t *testing.T) {
	t.Parallel()
	h := site(t)
	tag := get(t, h, "/items/tags").Header().Get("ETag")
	for given, status := range map[string]int{tag: 304, `"other", ` + tag: 304, "*": 304, `"other"`: 200, strings.TrimPrefix(tag, "W/"): 304} {
		r := request(t, http.MethodGet, "/items/tags")
		r.Header.Set("If-None-Match", given)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("If-None-Match %s: %d, want %d", given, w.Code, status)
		}
		if w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("Cache-Control %q", w.Header().Get("Cache-Control"))
		}
	}
}

func TestDraftsAreHidden(t *testing.T) {
	t.Parallel()
	h := site(t)
	q := url.QueryEscape
	for _, target := range []string{
		"/items/products?fields=*.*.*&limit=-1",
		"/items/products?search=secret",
		"/items/products?filter[slug][_eq]=secret-product",
		"/items/products?filter=" + q(`{"_or":[{"status":{"_eq":"draft"}},{"translations":{"name":{"_contains":"Geheim"}}}]}`),
		"/items/products_translations?limit=-1",
		"/items/products_translations?fields=name,products_id.slug,products_id.sku&search=Geheim",
		"/items/variations?fields=*,product.*,related_product.*&limit=-1",
		"/items/products_bundle?fields=related_products_id.*",
		"/items/products_categories?fields=categories_id.*,products_id.*",
		"/items/products_tags?fields=products_id.slug",
		"/items/tags?fields=slug,products.products_id.slug,products.products_id.translations.name",
		"/items/tags?fields=*.*.*",
		"/items/categories?fields=*.*.*&limit=-1",
		"/items/categories?fields=slug,parent.slug,childrens.slug,products.products_id.slug",
		"/items/categories?search=secret",
		"/items/categories_translations?search=Geheim",
		"/items/index?fields=translations.popular_list.products_id.slug,translations.categories_list.categories_id.slug",
		"/items/index?fields=*.*.*.*",
		"/items/index_popular?fields=products_id.*",
		"/items/about?fields=translations.clients_list.item:clients.title,translations.clients_list.item.*",
		"/items/about_clients?fields=*.*",
		"/items/footer?fields=*.*.*",
		"/items/support?fields=translations.form.slug",
		"/items/forms?limit=-1",
		"/items/clients?sort=-title",
	} {
		w := get(t, h, target)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
		for _, secret := range []string{"secret", "SECRET", "Geheim", "draft", "Vertraulich", "hidden"} {
			if strings.Contains(w.Body.String(), secret) {
				t.Errorf("%s shows %q: %s", target, secret, w.Body)
			}
		}
	}
}

// changing counts the reads of a source whose revision a test sets.
type changing struct {
	content.Source
	revision int64
	reads    int
}

func (c *changing) Revision(context.Context) (int64, error) { return c.revision, nil }

func (c *changing) Read(ctx context.Context, q content.Query) (content.Result, error) {
	c.reads++
	return c.Source.Read(ctx, q)
}

func TestRepliesAreCachedUntilContentChanges(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s, err := store.Open(t.Context(), t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	source := &changing{Source: s}
	h := itemsapi.New(m, source)
	for _, step := range []struct {
		target   string
		revision int64
		reads    int
	}{
		{"/items/products?limit=1", 1, 1},
		{"/items/products?limit=1", 1, 2}, // second request: cached from now on
		{"/items/products?limit=1", 1, 2},
		{"/items/products?limit=2", 1, 3},
		{"/items/products?limit=1", 2, 4},
		{"/items/products?limit=1", 2, 4},
		{"/items/products?filter[date_created][_lt]=$NOW", 2, 5},
		{"/items/products?filter[date_created][_lt]=$NOW", 2, 6},
		{"/items/products?filter[date_created][_lt]=$NOW", 2, 7},
		{"/items/products?filter[date_created][_lt]=%24%4EO%57", 2, 8},
		{"/items/products?filter[date_created][_lt]=%24%4EO%57", 2, 9},
		{"/items/products?filter[date_created][_lt]=%24%4EO%57", 2, 10},
	} {
		source.revision = step.revision
		if w := get(t, h, step.target); w.Code != http.StatusOK || source.reads != step.reads {
			t.Errorf("%s at revision %d: status %d, %d reads, want %d", step.target, step.revision, w.Code, source.reads, step.reads)
		}
	}
}

// preparing counts the queries that a source prepares.
type preparing struct {
	*store.Store
	times int
}

func (p *preparing) Prepare(q content.Query) (content.Prepared, error) {
	p.times++
	return p.Store.Prepare(q)
}

func TestPreparedQueriesIgnoreUnknownParameters(t *testing.T) {
	t.Parallel()
	m := content.Default()
	s, err := store.Open(t.Context(), t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	source := &preparing{Store: s}
	h := itemsapi.New(m, source)
	for _, step := range []struct {
		target        string
		status, times int
	}{
		{"/items/tags?limit=1&fields=id", 200, 1},
		{"/items/tags?limit=1&fields=id&n=1", 200, 1},
		{"/items/tags?utm_source=x&limit=1&fields=id", 200, 1},
		{"/items/tags?limit=2&fields=id", 200, 2},
		{"/items/tags?l%69mit=1&fields=id", 200, 3},
		{"/items/forms?limit=1&fields=id", 200, 4},
		{"/items/tags?limit=1&fields=id&n=%zz", 400, 4},
		{"/items/tags?limit=1&fields=id&a;b", 400, 4},
		{"/items/tags?limit=1&fields=nothing", 403, 5},
		{"/items/tags?limit=1&fields=nothing&n=1", 403, 6},
		{"/items/tags?limit=1&fields=id&export=json", 200, 7},
		{"/items/tags?limit=1&fields=id&%65xport=json", 200, 8},
		{"/items/tags?limit=1&fields=id&version=draft", 403, 8},
		{"/items/products?limit=1&filter[date_created][_lt]=$NOW", 200, 9},
	} {
		w := get(t, h, step.target)
		if w.Code != step.status || source.times != step.times {
			t.Errorf("%s: status %d, want %d; prepared %d times, want %d: %s", step.target, w.Code, step.status, source.times, step.times, w.Body)
		}
	}
}

package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// TestAFrenchNameAffectsThePagesThatShowIt changes a name through a second store,
// as another process does, and checks that only pages that show it are rendered
// again.
func TestAFrenchNameAffectsThePagesThatShowIt(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	c := apptest.DemoConfig(t)
	s := apptest.Start(t, c)
	editor, err := store.Open(t.Context(), c.Data, content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := editor.Close(); err != nil {
			t.Error(err)
		}
	})
	get := func(address string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", address, w.Code)
		}
		return w
	}
	figure := func(name string) int {
		w := httptest.NewRecorder()
		s.MetricsHandler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
		found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\d+)$`).FindStringSubmatch(w.Body.String())
		if found == nil {
			t.Fatalf("no figure %s", name)
		}
		n, err := strconv.Atoi(found[1])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const rendered = `ferrule_render_duration_seconds_count{call="page",outcome="ok"}`

	const product, name = "/fr/product/straight-union-s", "Raccord nouveau"
	tags := map[string]string{}
	for _, address := range []string{
		product, "/fr/catalog/straight-unions-s", "/fr",
		"/de/product/straight-union-s", "/de/catalog/straight-unions-s", "/de",
		"/fr/product/weld-neck-flange", "/fr/catalog/weld-neck-high", "/fr/catalog", "/fr/contacts", "/fr/about",
	} {
		tags[address] = get(address).Header().Get("ETag")
	}
	before := figure(rendered)
	err = editor.Apply(t.Context(), []content.Change{{Collection: "products_translations", Key: json.Number("3"), Values: map[string]any{"name": name}}})
	if err != nil {
		t.Fatal(err)
	}
	mostStale := 0
	for stale := 0; stale > 0 || !strings.Contains(get(product).Body.String(), name); stale = figure("ferrule_page_cache_stale") {
		mostStale = max(mostStale, stale)
		runtime.Gosched() // the revision of another process is polled
	}
	rerendered, shows := figure(rendered)-before, 0
	for address, tag := range tags {
		w := get(address)
		show := strings.Contains(w.Body.String(), name)
		if changed := w.Header().Get("ETag") != tag; changed != show {
			t.Errorf("%s changed: %v", address, changed)
		}
		if show {
			shows++
		}
	}
	// A list is rendered again until the catalogue's index shows the change.
	if rerendered < shows || mostStale > shows || shows < 2 {
		t.Errorf("%d pages were rendered again, %d were stale, %d show the product", rerendered, mostStale, shows)
	}
}

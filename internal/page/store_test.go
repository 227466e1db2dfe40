package page

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
)

// The pipeline on a real store: publication, redirects that only the program may
// read, the language of translations, and the revision of a write.
func TestPagesFromTheRealStore(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	load := func(slug string) {
		t.Helper()
		_, err := db.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"files":[],"items":{
			"languages":[{"code":"fr-FR","sort":1},{"code":"de-DE","sort":2}],
			"header":[{"id":1,"slug":"` + slug + `"}],
			"categories":[{"id":1,"slug":"flanges","status":"published"},{"id":2,"slug":"drafts","status":"draft"}],
			"redirects":[{"id":1,"path":"/old","target":"/catalog/flanges","status_code":301,"is_external":false}]
		}}`)}})
		if err != nil {
			t.Fatal(err)
		}
	}
	load("first")
	h := build(t, func(o *Options) { o.Source = db })
	for _, c := range []struct {
		address string
		status  int
		holds   string
	}{
		{"/catalog/flanges", http.StatusOK, `data-language="fr-FR"`},
		{"/de/catalog/flanges", http.StatusOK, `"slug":"first"`},
		{"/de/catalog/drafts", http.StatusNotFound, "not-found"},
		{"/de/catalog/invented", http.StatusNotFound, "not-found"},
		{"/de/old", http.StatusMovedPermanently, ""},
	} {
		if r := h.get(c.address); r.status != c.status || !strings.Contains(r.body, c.holds) {
			t.Errorf("%s: status %d, %s", c.address, r.status, r.body)
		}
	}
	e := h.cache.get(key{language: "de-DE", prefixed: true, path: "/catalog/flanges"})
	if e == nil || len(e.tags) == 0 {
		t.Fatalf("entry %+v; log:\n%s", e, h.log)
	}
	load("second")
	h.Invalidate()
	if r := h.get("/de/catalog/flanges"); !strings.Contains(r.body, `"slug":"second"`) {
		t.Errorf("the stale content is served: %s", r.body)
	}
}

// Invented variations of a product are the page of the product: they cost neither
// renders nor memory of the cache.
func TestAnUnknownVariantIsTheProductsPage(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db, err := store.OpenAt(t.Context(), address, t.TempDir(), content.Default())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		_, err = db.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"files":[],"items":{
			"languages":[{"code":"de-DE","sort":1}],
			"products":[{"id":1,"slug":"valve","status":"published"},{"id":2,"slug":"union","status":"published"}],
			"variations":[{"id":1,"product":1,"sku":"V-1"},{"id":2,"product":2,"sku":"U-1"}]
		}}`)}})
		if err != nil {
			t.Fatal(err)
		}
		h := build(t, func(o *Options) { o.Source = db })
		product, known, long := h.get("/de/product/valve"), h.get("/de/product/valve?variant=V-1"), h.get("/de/product/valve?rows=all")
		if search := known.state(t).Search; search["variant"] != "V-1" {
			t.Errorf("a known variation: %v", search)
		}
		renders, entries := h.engine.pages.Load(), h.Stats().Entries
		for i := range 50 {
			if r := h.get(fmt.Sprintf("/de/product/valve?variant=JUNK-%d", i)); r.status != http.StatusOK || r.body != product.body {
				t.Fatalf("an unknown variation: status %d, %s", r.status, r.body)
			}
		}
		if r := h.get("/de/product/valve?variant=U-1"); r.body != product.body {
			t.Errorf("a variation of another product: %s", r.body)
		}
		if r := h.get("/de/product/valve?rows=all&variant=JUNK"); r.body != long.body {
			t.Errorf("the other parameters were removed: %v", r.state(t).Search)
		}
		if r := h.get("/de/product/invented?variant=V-1"); r.status != http.StatusNotFound {
			t.Errorf("of an unknown product: status %d", r.status)
		}
		h.get("/de/product/valve?variant=V-1")
		if more := h.engine.pages.Load() - renders; more != 1 { // the page that is missing
			t.Errorf("%d more renders, want that of the missing page", more)
		}
		if more := h.Stats().Entries - entries; more != 1 {
			t.Errorf("%d more entries, want that of the missing page", more)
		}
		if _, err := db.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"files":[],"items":{"variations":[{"id":3,"product":1,"sku":"V-2"}]}}`)}}); err != nil {
			t.Fatal(err)
		}
		h.Invalidate()
		if search := h.get("/de/product/valve?variant=V-2").state(t).Search; search["variant"] != "V-2" {
			t.Errorf("a new variation: %v", search)
		}
	})
}

package page

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// The pipeline on the store it runs on: publication, redirects that only the
// program may read, the language of translations, and the revision of a write.
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
		t.Errorf("the old content is still there: %s", r.body)
	}
}

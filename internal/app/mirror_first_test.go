package app_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"ferrule/internal/app/apptest"
)

// Until the first pull is complete, every address of content replies with 503: it
// is unknown whether it exists.
func TestContentIsUnavailableUntilTheFirstPullIsComplete(t *testing.T) {
	t.Parallel()
	origin, _ := startDirectus(t)
	var pulled, available atomic.Bool
	directus := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pulled.Store(true)
		if !available.Load() && r.URL.Path == "/items/languages" { // the other collections are staged in the meantime
			panic(http.ErrAbortHandler)
		}
		origin.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(directus.Close)
	_, s := startMirror(t, directus.URL)
	apptest.Until(t, "the pull begins", pulled.Load)
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		return w
	}
	for _, path := range []string{
		"/", "/de", "/fr/catalog", "/it/product/straight-union-s", "/en/nothing", "/en/search?q=a", "/sitemap.xml", "/sitemaps/de-DE.xml", "/feeds/de-DE.xml", "/llms.txt",
		"/og/de-DE/home.png", "/assets/2954803c-2a19-55b8-bf9a-0a9f124cc3b3", "/api/catalogue", "/api/search?q=a", "/api/related", "/api/counts", "/api/languages",
		"/api/content/items/products", "/api/content/items/products/1", "/api/content/files", "/readyz",
	} {
		if w := get(path); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	for prefix, language := range map[string]string{"/de": "de-DE", "/en": "en-US", "/fr": "fr-FR", "/it": "it-IT"} {
		w := get(prefix + "/catalog")
		if w.Header().Get("Content-Language") != language || !strings.Contains(w.Body.String(), `<html lang="`+prefix[1:]+`"`) || !strings.Contains(w.Body.String(), "<h1") {
			t.Errorf("%s: %v %.300s", prefix, w.Header(), w.Body)
		}
	}
	for _, path := range []string{"/healthz", "/favicon.svg", "/robots.txt"} {
		if w := get(path); w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	available.Store(true)
	apptest.Until(t, "the pull ends", func() bool { return get("/readyz").Code == http.StatusOK })
	for _, path := range []string{"/de", "/fr/catalog", "/it/product/straight-union-s", "/sitemap.xml", "/api/catalogue", "/api/content/items/products/1"} {
		if w := get(path); w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if page := get("/de").Body.String(); !strings.Contains(page, "/de/catalog/") {
		t.Error("the home page is without content")
	}
}

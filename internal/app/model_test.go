package app_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

// foreign is a model with almost nothing of what the pages read.
const foreign = `{"collections":[{"collection":"products","fields":[
 {"field":"id","type":"integer","schema":{"is_primary_key":true,"has_auto_increment":true}},
 {"field":"title","type":"string","schema":{}}]}],
 "public_permissions":[{"collection":"products","action":"read","fields":["*"]}]}`

func TestASiteOfAnotherModelIsServed(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	dir := t.TempDir()
	model, source := filepath.Join(dir, "model.json"), filepath.Join(dir, "source.json")
	for path, text := range map[string]string{model: foreign, source: `{"items":{"products":[{"id":1,"title":"One"}]}}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	apptest.MustCommand(t, "content", "import", "--model", model, "--data", data, source)
	site := apptest.Start(t, apptest.Config(t, "--model", model, "--data", data, "--warm"))
	for path, want := range map[string]string{
		"/api/content/items/products":        `{"data":[{"id":1,"title":"One"}]}`,
		"/api/content/items/categories":      "FORBIDDEN",
		"/":                                  "<html",
		"/catalog":                           "<html",
		"/en/product/x":                      "<html",
		"/search?q=one":                      "<html",
		"/sitemap.xml":                       "",
		"/feeds/products.de.xml":             "",
		"/api/search?q=one":                  "",
		"/og/de/product/x.png":               "",
		"/assets/" + strings.Repeat("0", 36): "",
	} {
		w := httptest.NewRecorder()
		site.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code == http.StatusInternalServerError || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %.300s", path, w.Code, w.Body)
		}
	}
	out := apptest.MustCommand(t, "doctor", "--model", model, "--data", data)
	for _, want := range []string{"WARN  model", "products.slug", "categories,", "OK    content"} {
		if !strings.Contains(out, want) {
			t.Errorf("the doctor does not say %q:\n%s", want, out)
		}
	}
}

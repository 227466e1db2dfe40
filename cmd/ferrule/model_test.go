package main

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"ferrule/web"
)

// foreign is a model that has next to nothing of what the pages show.
const foreign = `{"collections":[{"collection":"products","fields":[
 {"field":"id","type":"integer","schema":{"is_primary_key":true,"has_auto_increment":true}},
 {"field":"title","type":"string","schema":{}}]}],
 "public_permissions":[{"collection":"products","action":"read","fields":["*"]}]}`

// serveFlags is what serve is told by its flags, the others as they are by
// default.
func serveFlags(t *testing.T, flags ...string) *serveCommand {
	t.Helper()
	var cli commands
	parser, err := kong.New(&cli)
	if err == nil {
		_, err = parser.Parse(append([]string{"serve"}, flags...))
	}
	if err != nil {
		t.Fatal(err)
	}
	return &cli.Serve
}

func TestASiteOfAnotherModelIsServed(t *testing.T) {
	t.Parallel()
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	model, source := filepath.Join(dir, "model.json"), filepath.Join(dir, "source.json")
	for path, text := range map[string]string{model: foreign, source: `{"items":{"products":[{"id":1,"title":"One"}]}}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	if err := run(t.Context(), []string{"content", "import", "--model", model, "--data", data, source}, io.Discard); err != nil {
		t.Fatal(err)
	}
	site, err := wire(t.Context(), serveFlags(t, "--model", model, "--data", data), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := site.close(); err != nil {
			t.Error(err)
		}
	})
	for path, want := range map[string]string{
		"/api/content/items/products":        `{"data":[{"id":1,"title":"One"}]}`,
		"/api/content/items/categories":      "FORBIDDEN",
		"/":                                  "<html",
		"/catalog":                           "<html",
		"/en/product/x":                      "<html",
		"/search?q=one":                      "<html",
		"/sitemap.xml":                       "",
		"/feeds/products.de.xml":             "",
		"/api/suggest?q=one":                 "",
		"/og/de/product/x.png":               "",
		"/assets/" + strings.Repeat("0", 36): "",
	} {
		w := httptest.NewRecorder()
		site.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code == http.StatusInternalServerError || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %.300s", path, w.Code, w.Body)
		}
	}
	var said bytes.Buffer
	if err := run(t.Context(), []string{"doctor", "--model", model, "--data", data}, &said); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"WARN  model", "products.slug", "categories,", "OK    content"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the doctor does not say %q:\n%s", want, &said)
		}
	}
}

package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
)

// hostileMarkup redirects visitors to another site if a page contains it verbatim.
const (
	hostileMarkup = `<meta http-equiv="refresh" content="0;url=//example.org"><p>Kept <em>text</em></p>`
	cleanMarkup   = `<p>Kept <em>text</em></p>`
)

// markupFields returns the rich text fields of two pages, by the collection that
// holds the page's first translation under key 1.
func markupFields() map[string][]string {
	return map[string][]string{
		"index_translations": {"offer_description", "offer_specification_description", "quality_description", "quality_subdiscription"},
		"about_translations": {
			"about_description", "categories_first_description", "categories_second_description", "categories_three_description",
			"categories_four_description", "unite_description", "unite_second_description", "why_ferrule_text",
		},
	}
}

func hostileValues(fields []string) map[string]any {
	out := make(map[string]any, len(fields))
	for _, field := range fields {
		out[field] = hostileMarkup
	}
	return out
}

// startMarkup starts a site with the demo content after prepare has changed it.
func startMarkup(t *testing.T, prepare func(c *app.Config)) http.Handler {
	t.Helper()
	apptest.RequireBuild(t)
	c := apptest.DemoConfig(t)
	prepare(&c)
	s := apptest.Start(t, c)
	return s.Handler()
}

// editDemo opens the content of a data folder, as another process does.
func editDemo(t *testing.T, data string, m *content.Model) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), data, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// expectClean checks that the pages contain the harmless part of every field as
// markup, and nothing of the rest.
func expectClean(t *testing.T, h http.Handler) {
	t.Helper()
	for address, collection := range map[string]string{"/de": "index_translations", "/de/about": "about_translations"} {
		want := len(markupFields()[collection])
		_, page := apptest.Request(t, h, "GET", address, "")
		if strings.Contains(page, "http-equiv") || strings.Count(page, cleanMarkup) != want {
			t.Errorf("%s has the harmless part %d times of %d, the hostile one %d times", address, strings.Count(page, cleanMarkup), want, strings.Count(page, "http-equiv"))
		}
	}
}

func TestAnEditorCannotInjectARedirect(t *testing.T) {
	t.Parallel()
	var token string
	h := startMarkup(t, func(c *app.Config) {
		token = strings.TrimSpace(apptest.MustCommand(t, "users", "add", "--email", "ed@example.com", "--token", "--data", c.Data))
	})
	for collection, fields := range markupFields() {
		body, err := json.Marshal(hostileValues(fields))
		if err != nil {
			t.Fatal(err)
		}
		status, reply := apptest.Request(t, h, "PATCH", "/api/content/items/"+collection+"/1", string(body), "Authorization", "Bearer "+token, "Content-Type", "application/json")
		if status != http.StatusOK || strings.Contains(reply, "http-equiv") {
			t.Fatalf("%s: %d %s", collection, status, reply)
		}
	}
	expectClean(t, h)
}

func TestAnImportCannotInjectARedirect(t *testing.T) {
	t.Parallel()
	expectClean(t, startMarkup(t, func(c *app.Config) {
		items := map[string]any{}
		s := editDemo(t, c.Data, content.Default())
		for collection, fields := range markupFields() {
			row := hostileValues(fields)
			row["id"], row["languages_code"] = 1, "de-DE"
			if collection == "about_translations" {
				for _, reason := range []string{"first", "second", "three", "four"} {
					row["categories_"+reason+"_title"] = reason // without a title it is not shown
				}
			}
			row[strings.TrimSuffix(collection, "translations")+"id"] = 1
			items[collection] = []any{row}
		}
		text, err := json.Marshal(map[string]any{"items": items})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: text}}); err != nil {
			t.Fatal(err)
		}
	}))
}

func TestStoredMarkupCannotInjectARedirect(t *testing.T) {
	t.Parallel()
	expectClean(t, startMarkup(t, func(c *app.Config) { storeHostile(t, c.Data) }))
}

// storeHostile writes the fields as an earlier build did, in which they were plain
// text.
func storeHostile(t *testing.T, data string) {
	t.Helper()
	db := database.OpenSQLite(filepath.Join(data, store.FileName))
	defer func() { _ = db.Close() }()
	statements := []string{`UPDATE ferrule_schema SET format=3`}
	for collection, fields := range markupFields() {
		for _, field := range fields {
			statements = append(statements, `UPDATE "`+collection+`" SET "`+field+`"='`+hostileMarkup+`' WHERE id=1`)
		}
	}
	for _, text := range statements {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
}

func TestADirectusCannotInjectARedirect(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	directus, contents := startDirectus(t)
	const mark = "what the proxy replaces"
	for collection, fields := range markupFields() {
		values := map[string]any{}
		for _, field := range fields {
			values[field] = mark
		}
		if err := contents.Apply(t.Context(), []content.Change{{Collection: collection, Key: json.Number("1"), Values: values}}); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := json.Marshal(hostileMarkup)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reply := httptest.NewRecorder()
		directus.Config.Handler.ServeHTTP(reply, r)
		w.Header().Set("Content-Type", reply.Header().Get("Content-Type"))
		w.WriteHeader(reply.Code)
		_, _ = io.WriteString(w, strings.ReplaceAll(reply.Body.String(), `"`+mark+`"`, string(raw)))
	}))
	t.Cleanup(proxy.Close)
	h := startMarkup(t, func(c *app.Config) {
		c.Data = t.TempDir()
		c.MirrorConfig = app.MirrorConfig{Directus: proxy.URL, DirectusPoll: time.Hour, DirectusSweep: time.Hour, DirectusRate: 1e6}
	})
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for status := 0; status != http.StatusOK; status, _ = apptest.Request(t, h, "GET", "/readyz", "") {
		select {
		case <-again.C:
		case <-t.Context().Done():
			t.Fatal("the pull does not end")
		}
	}
	expectClean(t, h)
}

// In a model in which none of these fields is rich text, their values are plain
// text, which pages escape.
func TestPlainTextOfTheConfiguredModelIsEscaped(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "model.json")
	declaration := strings.ReplaceAll(string(content.Declaration()), `"interface": "input-rich-text-html"`, `"interface": "input-multiline"`)
	if err := os.WriteFile(file, []byte(declaration), 0o600); err != nil {
		t.Fatal(err)
	}
	h := startMarkup(t, func(c *app.Config) {
		c.Model = file
		m, err := c.ContentModel(c.Data)
		if err != nil {
			t.Fatal(err)
		}
		s := editDemo(t, c.Data, m)
		for collection, fields := range markupFields() {
			if err := s.Apply(t.Context(), []content.Change{{Collection: collection, Key: json.Number("1"), Values: hostileValues(fields)}}); err != nil {
				t.Fatal(err)
			}
		}
		for collection, field := range map[string]string{"products_translations": "description", "pages_translations": "content", "header": "logo"} {
			if err := s.Apply(t.Context(), []content.Change{{Collection: collection, Key: json.Number("1"), Values: map[string]any{field: hostileMarkup}}}); err != nil {
				t.Fatal(err)
			}
		}
	})
	for address, want := range map[string]int{"/de": 4 + 1, "/de/about": 8 + 1, "/de/product/straight-union-s": 1 + 1, "/de/imprint": 1 + 1} { // and the logo
		_, page := apptest.Request(t, h, "GET", address, "")
		if got := strings.Count(page, `&lt;meta http-equiv=`); got != want || strings.Contains(page, "<meta http-equiv") || strings.Contains(page, cleanMarkup) {
			t.Errorf("%s shows %d escaped texts of %d, raw %v", address, got, want, strings.Contains(page, "<meta http-equiv"))
		}
		_, rest, _ := strings.Cut(page, `"plain":[`)
		plain, _, _ := strings.Cut(rest, "]")
		for _, field := range []string{"products_translations.description", "products.drawing", "header.logo"} {
			if !strings.Contains(plain, `"`+field+`"`) {
				t.Errorf("%s does not say to the browser that %s is text", address, field)
			}
		}
	}
	if _, page := apptest.Request(t, startMarkup(t, func(*app.Config) {}), "GET", "/de", ""); !strings.Contains(page, `"plain":[]`) {
		t.Error("with the product's model something is text")
	}
}

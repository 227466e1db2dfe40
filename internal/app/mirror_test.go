package app_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/asset"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/directus/mirror"
)

// startDirectus starts a server that replies as Directus with the demo content,
// and returns its store.
func startDirectus(t *testing.T) (*httptest.Server, *store.Store) {
	t.Helper()
	data := t.TempDir()
	if err := (app.DataConfig{Data: data}).LoadDemo(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	m := content.Default()
	contents, err := store.Open(t.Context(), data, m)
	if err != nil {
		t.Fatal(err)
	}
	files, err := asset.New(asset.Options{Files: contents.Files(), Variants: t.TempDir(), Limit: 1 << 20, Parallel: 1}, app.LookupFile(contents, m))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", itemsapi.New(m, contents))
	mux.HandleFunc("GET /assets/{id}", func(w http.ResponseWriter, r *http.Request) {
		if err := files.Serve(w, r); err != nil {
			w.WriteHeader(http.StatusForbidden)
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.Close()
		if err := files.Close(); err != nil {
			t.Error(err)
		}
		if err := contents.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, contents
}

func TestASiteShowsTheContentOfADirectus(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	directus, contents := startDirectus(t)
	c := apptest.Config(t, "--directus", directus.URL, "--directus-secret", "of both", "--directus-poll=1h", "--directus-sweep=1h", "--directus-rate=1e6")
	s := apptest.Start(t, c)
	apptest.Until(t, "the pull ends", func() bool {
		status, _ := apptest.Request(t, s.Handler(), "GET", "/readyz", "")
		return status == http.StatusOK
	})
	const product = "/api/content/items/products/1?fields=slug,stock,thumbnail"
	_, body := apptest.Request(t, s.Handler(), "GET", product, "")
	if _, original := apptest.Request(t, http.StripPrefix("/api/content", itemsapi.New(content.Default(), contents)), "GET", product, ""); body != original {
		t.Errorf("%s, Directus replies %s", body, original)
	}
	if status, page := apptest.Request(t, s.Handler(), "GET", "/de/catalog", ""); status != http.StatusOK || !strings.Contains(page, "<h1") {
		t.Errorf("a page: %d", status)
	}
	_, thumbnail, _ := strings.Cut(body, `"thumbnail":"`)
	if status, picture := apptest.Request(t, s.Handler(), "GET", "/assets/"+thumbnail[:36]+"?width=336", ""); status != http.StatusOK || picture == "" {
		t.Errorf("a picture that was not here: %d", status)
	}
	apptest.Until(t, "files are fetched ahead", func() bool {
		entries, err := os.ReadDir(filepath.Join(c.Data, app.FilesFolder))
		return err == nil && len(entries) > 1
	})
	for _, write := range []string{"PATCH /api/content/items/products/1", "DELETE /api/content/items/products/1", "POST /api/content/items/products"} {
		method, path, _ := strings.Cut(write, " ")
		status, body := apptest.Request(t, s.Handler(), method, path, `{"stock":1}`)
		if status != http.StatusForbidden || method != "DELETE" && !strings.Contains(body, directus.URL) {
			t.Errorf("%s: %d %s", write, status, body)
		}
	}
	// The Directus does not show its synonyms to the public, so they are edited here.
	token := strings.TrimSpace(apptest.MustCommand(t, "users", "add", "--email", "ed@example.com", "--role", "editor", "--token", "--data", c.Data))
	if status, body := apptest.Request(t, s.Handler(), "POST", "/api/content/items/synonyms", `{"language":"de","word":"Qxvorz","target":"flange/weld-neck"}`,
		"Authorization", "Bearer "+token, "Content-Type", "application/json"); status != http.StatusOK {
		t.Errorf("a synonym: %d %s", status, body)
	}
	apptest.Until(t, "the synonym is found", func() bool {
		_, body := apptest.Request(t, s.Handler(), "GET", "/api/search?q=qxvorz&language=de-DE", "")
		return strings.Contains(body, "FR-VF-")
	})
	if status, _ := apptest.Request(t, s.Handler(), "POST", "/api/hooks/content", "{}"); status != http.StatusUnauthorized {
		t.Errorf("a hook without the secret: %d", status)
	}
	stock := func(n int) content.Change {
		return content.Change{Collection: "products", Key: "1", Values: map[string]any{"stock": fmt.Sprint(n)}}
	}
	if err := contents.Apply(t.Context(), []content.Change{stock(4711)}); err != nil {
		t.Fatal(err)
	}
	if status, _ := apptest.Request(t, s.Handler(), "POST", "/api/hooks/content", `{"collection":"products","keys":["1"],"event":"items.update"}`, mirror.SecretHeader, "of both"); status != http.StatusAccepted {
		t.Errorf("a hook: %d", status)
	}
	apptest.Until(t, "the change is here", func() bool {
		_, body := apptest.Request(t, s.Handler(), "GET", product, "")
		return strings.Contains(body, "4711")
	})
	if _, figures := apptest.Request(t, s.MetricsHandler(), "GET", "/metrics", ""); !strings.Contains(figures, "ferrule_mirror_errors_total 0") || !strings.Contains(figures, "ferrule_mirror_last_success_seconds ") ||
		!strings.Contains(figures, `ferrule_mirror_hooks_total{result="accepted"} 1`) || !strings.Contains(figures, `ferrule_mirror_hooks_total{result="refused"} 1`) ||
		!strings.Contains(figures, "ferrule_mirror_last_hook_seconds ") || !strings.Contains(figures, "ferrule_mirror_files_fetched_total ") {
		t.Error("no figures of the mirror")
	}
	if _, ready := apptest.Request(t, s.Handler(), "GET", "/readyz", ""); !strings.Contains(ready, `"last_hook_seconds_ago":`) || strings.Contains(ready, `"last_hook_seconds_ago":null`) {
		t.Errorf("/readyz: %s", ready)
	}
}

func TestTheDoctorReportsWhatTheDirectusLacks(t *testing.T) {
	t.Parallel()
	directus, _ := startDirectus(t)
	lacking := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/items/pages" {
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`)
			return
		}
		if r.URL.Path == "/server/info" {
			_, _ = io.WriteString(w, `{"data":{"version":"11.17.4"}}`)
			return
		}
		if r.URL.Path == "/items/tags" {
			_, _ = io.WriteString(w, `{"data":[{"id":"d3fdfa3b-4221-54bf-b5a5-d736e9e89d34"}]}`)
			return
		}
		directus.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(lacking.Close)
	data := t.TempDir()
	examine := func(address string) string {
		out, err := apptest.Command(t, "doctor", "--data", data, "--directus", address, "--directus-rate", "100000")
		if err == nil {
			t.Error("a site without content is no healthy one")
		}
		_, report, _ := strings.Cut(out, "  directus ")
		before, _, _ := strings.Cut(report, "  requests ")
		return before
	}
	text := examine(lacking.URL)
	for _, want := range []string{
		"Collections are missing in the Directus, or the token may not read them: pages.", "keys mapped to integers: tags", "tags (slug, title)",
		"Webhooks are refused, since --directus-secret is not set", "The token may not read the activity log",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing: %s\n%s", want, text)
		}
	}
	lacking.Close()
	if text := examine(lacking.URL); !strings.Contains(text, "no reply") || !strings.Contains(text, "check the address of the Directus and that it is running") {
		t.Errorf("%q", text)
	}
}

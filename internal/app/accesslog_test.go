package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
)

func TestTheAccessLogHasTheClientsAddressAndNoTokens(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "access.log")
	a := apptest.Open(t, apptest.DemoConfig(t, "--access-log", path, "--access-log-format", "json", "--trusted-proxies", "192.0.2.1"))
	for _, address := range []string{"/en?q=1", "/request/LRY56OK63MTIC6LLMMIBGKXGAN?lang=de", "/api/content/items/products?access_token=secret"} {
		apptest.Request(t, a.Handler(), http.MethodGet, address, "",
			"X-Forwarded-For", "198.51.100.4, 203.0.113.7", "User-Agent", "test", "Referer", "https://www.example.com/de/request/LRY56OK63MTIC6LLMMIBGKXGAN")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines for 3 requests: %s", len(lines), text)
	}
	for i, want := range []string{"/en?q=1", "/request/LRY5…", "/api/content/items/products?…"} {
		var line struct {
			Client, URI, Referrer, Method string
			Agent                         string `json:"user_agent"`
			Status, Bytes                 int
		}
		if err := json.Unmarshal([]byte(lines[i]), &line); err != nil {
			t.Fatal(err)
		}
		if line.Client != "203.0.113.7" || line.URI != want || line.Method != http.MethodGet || line.Agent != "test" || line.Status == 0 || line.Bytes == 0 {
			t.Errorf("line %s", lines[i])
		}
		if line.Referrer != "https://www.example.com/de/request/LRY5…" {
			t.Errorf("the referrer is %s", line.Referrer)
		}
	}
}

func TestProfilesAreServedOnTheAddressOfMetricsOnly(t *testing.T) {
	t.Parallel()
	a := apptest.Start(t, apptest.DemoConfig(t))
	for path, want := range map[string]int{"/debug/pprof/": http.StatusOK, "/debug/pprof/goroutine?debug=1": http.StatusOK, "/debug/pprof/heap": http.StatusOK, "/debug/pprof/cmdline": http.StatusNotFound} {
		if status, _ := apptest.Request(t, a.MetricsHandler(), http.MethodGet, path, ""); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
		if status, _ := apptest.Request(t, a.Handler(), http.MethodGet, path, ""); status != http.StatusNotFound {
			t.Errorf("%s of the site: %d", path, status)
		}
	}
}

// BenchmarkReadyPage answers a ready page without and with an access log.
func BenchmarkReadyPage(b *testing.B) {
	for name, flags := range map[string][]string{
		"no access log": nil,
		"combined":      {"--access-log", filepath.Join(b.TempDir(), "combined.log")},
		"json":          {"--access-log", filepath.Join(b.TempDir(), "json.log"), "--access-log-format", "json"},
	} {
		b.Run(name, func(b *testing.B) {
			a := apptest.Start(b, apptest.DemoConfig(b, flags...))
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/en", http.NoBody)
			r.Header.Set("Accept-Encoding", "br")
			r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
			for b.Loop() {
				a.Handler().ServeHTTP(app.Unread{}, r)
			}
		})
	}
}

package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
)

// startMirror starts a site that mirrors the Directus at an address.
func startMirror(t *testing.T, address string, flags ...string) (app.Config, *app.App) {
	t.Helper()
	c := apptest.Config(t, append(flags, "--directus", address, "--directus-rate", "1e6", "--pages-mb=8", "--warm")...)
	const interval = 200 * time.Millisecond // the command line accepts 1s or more
	c.DirectusPoll, c.DirectusSweep = interval, interval
	return c, apptest.Start(t, c)
}

// Empty replies of a Directus instance delete nothing until the deletion is confirmed.
func TestADirectusWithoutRecordsEmptiesTheSiteOnlyIfConfirmed(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a whole Directus several times")
	}
	t.Parallel()
	origin, _ := startDirectus(t)
	var emptied atomic.Bool
	directus := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if emptied.Load() {
			_, _ = io.WriteString(w, `{"data":[]}`)
			return
		}
		origin.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(directus.Close)
	c, s := startMirror(t, directus.URL)
	ready := func(part string) func() bool {
		return func() bool {
			status, body := apptest.Request(t, s.Handler(), "GET", "/readyz", "")
			return status == http.StatusOK && strings.Contains(body, part)
		}
	}
	apptest.Until(t, "the pull ends", ready(`"status":"ok"`))
	const products = "/api/content/items/products?limit=-1"
	_, before := apptest.Request(t, s.Handler(), "GET", products, "")
	confirm := func() (string, error) {
		return apptest.Command(t, "mirror", "confirm", "--data", c.Data)
	}
	if _, err := confirm(); err == nil {
		t.Error("nothing is held back, and it was confirmed")
	}
	emptied.Store(true)
	apptest.Until(t, "deletions are held back", ready(`"status":"degraded"`))
	if _, body := apptest.Request(t, s.Handler(), "GET", "/readyz", ""); !strings.Contains(body, `"reasons":["The deletion of`) || !strings.Contains(body, "records of products is held back since") {
		t.Error(body)
	}
	if _, now := apptest.Request(t, s.Handler(), "GET", products, ""); now != before {
		t.Error("the products are others")
	}
	if status, page := apptest.Request(t, s.Handler(), "GET", "/de/product/straight-union-s", ""); status != http.StatusOK || !strings.Contains(page, "<h1") {
		t.Errorf("a page: %d", status)
	}
	if _, figures := apptest.Request(t, s.MetricsHandler(), "GET", "/metrics", ""); !strings.Contains(figures, `ferrule_mirror_held_deletions{collection="products"} `) {
		t.Error("no figure")
	}
	if text, _ := apptest.Command(t, "doctor", "--data", c.Data); !strings.Contains(text, "WARN  directus") || !strings.Contains(text, "ferrule mirror confirm") { // other checks may fail
		t.Error(text)
	}
	if output, err := confirm(); err != nil || !strings.Contains(output, "products: ") {
		t.Errorf("%q %v", output, err)
	}
	apptest.Until(t, "it is carried out", func() bool {
		_, body := apptest.Request(t, s.Handler(), "GET", products, "")
		return body == `{"data":[]}`
	})
	apptest.Until(t, "the hold ends", ready(`"status":"ok"`))
}

func TestAnUnknownFolderOfTheMapIsNamed(t *testing.T) {
	t.Parallel()
	origin, _ := startDirectus(t)
	directus := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/folders":
			_, _ = io.WriteString(w, `{"data":[]}`)
		case "/server/info":
			_, _ = io.WriteString(w, `{"data":{"version":"11.17.4"}}`)
		default:
			origin.Config.Handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(directus.Close)
	names := filepath.Join(t.TempDir(), "map.json")
	if err := os.WriteFile(names, []byte(`{"folders":["Webiste"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	c, s := startMirror(t, directus.URL, "--directus-map", names)
	const problem = "Folders of --directus-map do not exist in the Directus, or the token may not read directus_folders: Webiste."
	apptest.Until(t, "the folder is named", func() bool {
		status, body := apptest.Request(t, s.Handler(), "GET", "/readyz", "")
		return status == http.StatusOK && strings.Contains(body, `"status":"degraded"`) && strings.Contains(body, problem)
	})
	for _, flags := range [][]string{{}, {"--directus", directus.URL, "--directus-rate", "1e6", "--directus-map", names}} {
		text, _ := apptest.Command(t, append([]string{"doctor", "--data", c.Data}, flags...)...) // other checks may fail
		if strings.Count(text, problem) != 1 {
			t.Errorf("doctor %v: %s", flags, text)
		}
	}
}

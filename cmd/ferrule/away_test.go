package main

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ferrule/internal/database/databasetest"
	"ferrule/web"
)

func visit(t *testing.T, h http.Handler, method, path, body string) (int, string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// Pages that were made outlast the database, and nobody sees that it was
// restarted.
func TestAServerOutlastsItsDatabase(t *testing.T) {
	t.Parallel()
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
	database := databasetest.NewServer(t)
	c := &serveCommand{
		dataFlags: dataFlags{Data: t.TempDir(), Database: database.Database(t)},
		CacheMB:   64, ConsentHours: 36, CartHours: 36, RequestRate: 60, VariantsMB: 16, accountFlags: accountFlags{MailFrom: "shop@example.com"},
	}
	if err := loadDemo(t.Context(), c.dataFlags, io.Discard); err != nil {
		t.Fatal(err)
	}
	s, err := wire(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	})
	page := func(path string) (int, string) { return visit(t, s.handler, http.MethodGet, path, "") }
	status, before := page("/de/catalog")
	if status != http.StatusOK || !strings.Contains(before, "<h1") {
		t.Fatalf("%d %.200s", status, before)
	}
	database.Stop(t)
	if status, away := page("/de/catalog"); status != http.StatusOK || away != before {
		t.Errorf("without the database: %d, %d of %d bytes", status, len(away), len(before))
	}
	database.Start(t)
	for _, path := range []string{"/fr/catalog", "/de/catalog/flanges", "/api/content/items/products?limit=1"} {
		if status, body := page(path); status != http.StatusOK {
			t.Errorf("%s after a restart: %d %.200s", path, status, body)
		}
	}
	const form = `{"name":"Zoë","phone":"1","agree":true,"meta":{"formType":"menu"},"language":"de-DE"}`
	if status, body := visit(t, s.handler, http.MethodPost, "/api/form-messages", form); status != http.StatusCreated {
		t.Errorf("a request after a restart: %d %s", status, body)
	}
}

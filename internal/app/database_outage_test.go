package app_test

import (
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
)

// Cached pages are served while the database is down, and after its restart
// everything is.
func TestAServerSurvivesAnOutageOfItsDatabase(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	database := databasetest.NewServer(t)
	c := apptest.DemoConfig(t, "--database", database.Database(t))
	s := apptest.Start(t, c)
	page := func(path string) (int, string) { return apptest.Request(t, s.Handler(), http.MethodGet, path, "") }
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
	if status, body := apptest.Request(t, s.Handler(), http.MethodPost, "/api/form-messages", form, "Content-Type", "application/json"); status != http.StatusCreated {
		t.Errorf("a request after a restart: %d %s", status, body)
	}
}

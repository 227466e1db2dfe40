package app_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
)

// Concurrent slow reads of the content API do not use the database connections
// that are reserved for pages.
func TestPagesAreBuiltWhileReadsOfTheAPITakeLong(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	c := apptest.DemoConfig(t, "--database", databasetest.Postgres(t))
	s := apptest.Start(t, c)
	page := func(path string) {
		if status, body := apptest.Request(t, s.Handler(), http.MethodGet, path, ""); status != http.StatusOK {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
	page("/de/about")

	db, err := sql.Open("pgx", c.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if _, err := tx.ExecContext(t.Context(), `LOCK TABLE tags IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	const clients = 40
	var requests sync.WaitGroup
	for i := range clients {
		requests.Go(func() {
			apptest.Request(t, s.Handler(), http.MethodGet, fmt.Sprintf("/api/content/items/tags?fields=id&limit=%d", i+1), "")
		})
	}
	for waiting := 0; waiting < 11; { // of 16 readers: 2 are the pages', 3 those of expensive queries
		if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation='tags'::regclass`).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/fr/contacts", "/de/contacts", "/fr/imprint"} {
		page(path)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	requests.Wait()
}

package main

import (
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"testing"

	"ferrule/internal/database/databasetest"
	"ferrule/web"
)

// A client whose reads take long, again and again, does not stop pages that have
// to be built.
func TestPagesAreBuiltWhileReadsOfTheAPITakeLong(t *testing.T) {
	t.Parallel()
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
	c := &serveCommand{
		dataFlags: dataFlags{Data: t.TempDir(), Database: databasetest.Postgres(t)},
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
	page := func(path string) {
		if status, body := visit(t, s.handler, http.MethodGet, path, ""); status != http.StatusOK {
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
	var asked sync.WaitGroup
	for i := range clients {
		asked.Go(func() {
			visit(t, s.handler, http.MethodGet, fmt.Sprintf("/api/content/items/tags?fields=id&limit=%d", i+1), "")
		})
	}
	for waiting := 0; waiting < 14; { // of 16 readers
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
	asked.Wait()
}

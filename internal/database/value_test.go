package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
)

func openSQLite(t *testing.T) *database.DB {
	t.Helper()
	db := database.OpenSQLite(filepath.Join(t.TempDir(), "x.db"), "_stmt_cache_size", "8")
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestAValueIsTextOrBlobOrNothing(t *testing.T) {
	t.Parallel()
	db := openSQLite(t)
	for query, want := range map[string]string{
		`SELECT 'text'`:                  "text",
		`SELECT CAST('b' AS BLOB)`:       "b",
		`SELECT NULL`:                    "",
		`SELECT 'x' WHERE 1=0`:           "",
		`SELECT ?2||?1 FROM (SELECT ?3)`: "ba",
	} {
		var args []any
		if strings.Contains(query, "?") {
			args = []any{"a", "b", int64(1)}
		}
		for range 2 { // prepared, then from the cache
			got, err := db.Value(t.Context(), query, args...)
			if err != nil || string(got) != want || (got == nil) != (want == "") {
				t.Errorf("%s: %q %v", query, got, err)
			}
		}
	}
	for _, wrong := range []string{`SELECT 1`, `SELECT`, `SELECT ferrule_json('%x',1)`} {
		if got, err := db.Value(t.Context(), wrong); err == nil {
			t.Errorf("%s: %q", wrong, got)
		}
	}
	if got, err := db.Value(t.Context(), `SELECT 'still'`); string(got) != "still" {
		t.Errorf("after errors: %q %v", got, err)
	}
}

func TestReadingAValueEndsWithItsContext(t *testing.T) {
	t.Parallel()
	sqlite := openSQLite(t)
	postgres, err := database.OpenPostgres(t.Context(), databasetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = postgres.Close() })
	for db, endless := range map[*database.DB]string{
		sqlite:   `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) SELECT max(n)||'' FROM c`,
		postgres: `SELECT pg_sleep(600)::text`,
	} {
		db.SetMaxOpenConns(1)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		got, err := db.Value(ctx, endless)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %q %v", db.Kind, got, err)
		}
		if got, err := db.Value(t.Context(), `SELECT 'still'`); string(got) != "still" {
			t.Errorf("%s afterwards: %q %v", db.Kind, got, err)
		}
	}
}

func TestAValueOfPostgreSQL(t *testing.T) {
	t.Parallel()
	db, err := database.OpenPostgres(t.Context(), databasetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for query, want := range map[string]string{`SELECT $1::text||$2::bigint`: "a1", `SELECT NULL::text WHERE $1::text||$2::bigint<>''`: "", `SELECT 'x' WHERE $1::text||$2::bigint=''`: ""} {
		got, err := db.Value(t.Context(), query, "a", int64(1))
		if err != nil || string(got) != want || (got == nil) != (want == "") {
			t.Errorf("%s: %q %v", query, got, err)
		}
	}
}

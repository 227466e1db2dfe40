package database_test

import (
	"path/filepath"
	"testing"

	"ferrule/internal/database"
)

func TestPlaceholdersAreThoseOfTheDatabase(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		`SELECT 1`:           `SELECT 1`,
		`SELECT ?, ?`:        `SELECT $1, $2`,
		`SELECT ?2, ?1, ?12`: `SELECT $2, $1, $12`,
		`SELECT '?', "?", ?, 'it''s ?', 'ü?' , ?`: `SELECT '?', "?", $1, 'it''s ?', 'ü?' , $2`,
		`SELECT '?`: `SELECT '?`,
		`?`:         `$1`,
	} {
		if got := (&database.DB{Kind: database.Postgres}).Rebind(query); got != want {
			t.Errorf("Rebind(%s) = %s, want %s", query, got, want)
		}
		if got := (&database.DB{Kind: database.SQLite}).Rebind(query); got != query {
			t.Errorf("Rebind(%s) = %s for SQLite", query, got)
		}
	}
}

// The driver runs pragmas in the order of the alphabet, in which FULL comes
// before NORMAL.
func TestWhoAsksForSyncedCommitsHasThem(t *testing.T) {
	t.Parallel()
	for want, params := range map[int][]string{1: nil, 2: {"_synchronous", "FULL", "_pragma", "secure_delete(1)"}} {
		db := database.OpenSQLite(filepath.Join(t.TempDir(), "x.db"), params...)
		t.Cleanup(func() { _ = db.Close() })
		var got int
		if err := db.QueryRowContext(t.Context(), `PRAGMA synchronous`).Scan(&got); err != nil || got != want {
			t.Errorf("%v: %d, %v", params, got, err)
		}
	}
}

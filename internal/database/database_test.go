package database_test

import (
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

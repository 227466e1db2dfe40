package databasetest_test

import (
	"testing"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
)

func open(t *testing.T, address string) *database.DB {
	t.Helper()
	db, err := database.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	t.Parallel()
	a, b := open(t, databasetest.Postgres(t)), open(t, databasetest.Postgres(t))
	if _, err := a.ExecContext(t.Context(), `CREATE TABLE x (y integer)`); err != nil {
		t.Fatal(err)
	}
	if _, err := b.ExecContext(t.Context(), `SELECT y FROM x`); err == nil {
		t.Error("one database has the other's table")
	}
}

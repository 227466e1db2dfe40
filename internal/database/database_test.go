package database_test

import (
	"os"
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

func TestCommitsAreSynced(t *testing.T) {
	t.Parallel()
	db := database.OpenSQLite(filepath.Join(t.TempDir(), "x.db"))
	t.Cleanup(func() { _ = db.Close() })
	var level int
	if err := db.QueryRowContext(t.Context(), `PRAGMA synchronous`).Scan(&level); err != nil || level != 2 {
		t.Errorf("synchronous is %d, want 2 (FULL), %v", level, err)
	}
}

func TestFilesAreCreatedForTheOwnerAlone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.db")
	db := database.OpenSQLite(file)
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE t (a TEXT)`); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", filepath.Base(name), info, err)
		}
	}
}

func TestADoubleQuotedStringIsRejected(t *testing.T) {
	t.Parallel()
	db := database.OpenSQLite(filepath.Join(t.TempDir(), "x.db"))
	t.Cleanup(func() { _ = db.Close() })
	var got string
	if err := db.QueryRowContext(t.Context(), `SELECT "nothing"`).Scan(&got); err == nil {
		t.Errorf("got %q", got)
	}
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE t (a TEXT CHECK (a<>"nothing"))`); err == nil {
		t.Error("a CHECK constraint accepts a double-quoted string")
	}
}

func TestATextIsStoredUnchanged(t *testing.T) {
	t.Parallel()
	db := database.OpenSQLite(filepath.Join(t.TempDir(), "x.db"))
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE t (a TEXT NOT NULL)`); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"", "\x00", "a\x00b", "ü"} {
		var got string
		if err := db.QueryRowContext(t.Context(), `INSERT INTO t VALUES (?) RETURNING a`, want).Scan(&got); err != nil || got != want {
			t.Errorf("%q became %q, %v", want, got, err)
		}
	}
}

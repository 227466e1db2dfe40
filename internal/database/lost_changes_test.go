package database_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/database"
)

// killedDatabase returns a copy of a database with three rows as SIGKILL would leave it:
// the last two rows are in the log alone.
func killedDatabase(t *testing.T) string {
	t.Helper()
	from, to := filepath.Join(t.TempDir(), "a.db"), filepath.Join(t.TempDir(), "a.db")
	db := database.OpenSQLite(from)
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	for _, text := range []string{
		`CREATE TABLE rows (id INTEGER PRIMARY KEY)`, `INSERT INTO rows VALUES (1)`, `PRAGMA wal_checkpoint(TRUNCATE)`,
		`INSERT INTO rows VALUES (2)`, `INSERT INTO rows VALUES (3)`,
	} {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		b, err := os.ReadFile(from + end)
		if err == nil {
			err = os.WriteFile(to+end, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// rowsIn counts the rows.
func rowsIn(t *testing.T, file string) (n int, err error) {
	t.Helper()
	db := database.OpenSQLite(file)
	defer func() { _ = db.Close() }()
	err = db.QueryRowContext(t.Context(), `SELECT count(*) FROM rows`).Scan(&n)
	return n, err
}

// SQLite itself would open the first four databases with fewer rows.
func TestADatabaseWhoseLogIsDamagedIsNotOpened(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(log []byte) []byte{
		"a byte of the first change":      func(log []byte) []byte { log[32+24+100] ^= 1; return log },
		"a byte of the header":            func(log []byte) []byte { log[9] ^= 1; return log },
		"cut within the last change":      func(log []byte) []byte { return log[:len(log)-1] },
		"empty":                           func([]byte) []byte { return nil },
		"whole":                           func(log []byte) []byte { return log },
		"the unfinished change of a kill": func(log []byte) []byte { return append(log, make([]byte, 1000)...) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := killedDatabase(t)
			log, err := os.ReadFile(file + "-wal")
			if err == nil {
				err = os.WriteFile(file+"-wal", damage(log), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			n, err := rowsIn(t, file)
			if name == "whole" || strings.HasPrefix(name, "the unfinished") {
				if err != nil || n != 3 {
					t.Errorf("%d rows, %v", n, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), "a.db-wal is damaged: of the last 2 changes, ") || !strings.Contains(err.Error(), "a.db-shm to accept the loss") {
				t.Fatalf("%d rows, %v", n, err)
			}
			// Another start refuses it as well, until the loss is accepted.
			if err := os.Rename(file, file+".again"); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(file + ".again")
			if err == nil {
				err = os.WriteFile(file, b, 0o600)
			}
			if err == nil {
				err = os.Remove(file + "-shm")
			}
			if err != nil {
				t.Fatal(err)
			}
			if n, err := rowsIn(t, file); err != nil || n == 3 {
				t.Errorf("after the loss is accepted: %d rows, %v", n, err)
			}
		})
	}
}

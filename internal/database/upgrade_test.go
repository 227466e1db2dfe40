package database_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ferrule/internal/database"
)

func TestAFileIsCopiedBeforeItsTablesAreMigrated(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	db := database.OpenSQLite(path)
	t.Cleanup(func() { _ = db.Close() })
	steps := []string{`CREATE TABLE a (x INTEGER)`, `ALTER TABLE a ADD COLUMN y TEXT`, `INSERT INTO a VALUES (2, 'new')`}
	copied := func() (columns int, err error) {
		if _, err := os.Stat(path + database.BeforeUpgrade); err != nil {
			return 0, err
		}
		former := database.OpenSQLite(path + database.BeforeUpgrade)
		defer former.Close()
		return number(t, former, `SELECT count(*) FROM pragma_table_info('a')`), nil
	}
	if err := database.Migrate(t.Context(), db, testMigrations, steps[:1]); err != nil {
		t.Fatal(err)
	}
	if _, err := copied(); !os.IsNotExist(err) {
		t.Errorf("a new file was copied: %v", err)
	}
	if err := run(t, db, `INSERT INTO a VALUES (1)`); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time, nothing is migrated
		if err := database.Migrate(t.Context(), db, testMigrations, steps); err != nil {
			t.Fatal(err)
		}
		if columns, err := copied(); err != nil || columns != 1 {
			t.Errorf("the copy has %d columns, want that of before: %v", columns, err)
		}
	}
	if rows, err := database.CheckSQLite(t.Context(), path+database.BeforeUpgrade); err != nil || rows["a"] != 1 {
		t.Errorf("the copy: %v, %v", rows, err)
	}
	old := time.Now().Add(-database.CopyRetention - time.Hour)
	if err := os.Chtimes(path+database.BeforeUpgrade, old, old); err != nil {
		t.Fatal(err)
	}
	if err := database.Migrate(t.Context(), db, testMigrations, steps); err != nil {
		t.Fatal(err)
	}
	if _, err := copied(); !os.IsNotExist(err) {
		t.Errorf("an old copy is left: %v", err)
	}
	if err := os.WriteFile(path+database.BeforeUpgrade, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := database.RemoveCopy(t.Context(), db, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + database.BeforeUpgrade); err != nil {
		t.Errorf("a recent copy was removed: %v", err)
	}
	if err := database.RemoveCopy(t.Context(), db, time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := copied(); !os.IsNotExist(err) {
		t.Errorf("the copy is left: %v", err)
	}
}

func TestAFileInUseIsDetected(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	db := database.OpenSQLite(path)
	if err := run(t, db, `CREATE TABLE a (x INTEGER)`); err != nil {
		t.Fatal(err)
	}
	if err := database.CheckUnused(t.Context(), path); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("an open file: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := database.CheckUnused(t.Context(), path); err != nil {
		t.Errorf("a closed file: %v", err)
	}
}

package database_test

import (
	"strings"
	"sync"
	"testing"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
)

const testMigrations = "test_migrations"

func TestStepsAreAppliedOnceAndInOrder(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db := open(t, address)
		steps := []string{
			`CREATE TABLE a (x INTEGER); CREATE TABLE b (x INTEGER)`,
			`INSERT INTO a VALUES (1); INSERT INTO b VALUES (2)`,
			`INSERT INTO a VALUES (3)`,
		}
		for _, known := range []int{0, 1, 3, 3} {
			if err := database.Migrate(t.Context(), db, testMigrations, steps[:known]); err != nil {
				t.Fatalf("%d steps: %v", known, err)
			}
		}
		if got := number(t, db, `SELECT sum(x) FROM (SELECT x FROM a UNION ALL SELECT x FROM b) rows`); got != 6 {
			t.Errorf("the rows add up to %d, want 6", got)
		}
		if got := number(t, db, `SELECT count(*) FROM test_migrations WHERE version IN (1, 2, 3)`); got != 3 {
			t.Errorf("%d steps are recorded, want 3", got)
		}
		err := database.Migrate(t.Context(), db, testMigrations, steps[:2])
		if err == nil || !strings.Contains(err.Error(), "newer version of Ferrule") {
			t.Errorf("an older program: got error %v", err)
		}
		if err := database.Migrate(t.Context(), db, "other_migrations", []string{`CREATE TABLE c (x INTEGER)`}); err != nil {
			t.Errorf("steps of another table: %v", err)
		}
	})
}

func TestAFailedMigrationIsRolledBack(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db := open(t, address)
		create := `CREATE TABLE a (x INTEGER)`
		if err := database.Migrate(t.Context(), db, testMigrations, []string{create, `INSERT INTO missing VALUES (1)`}); err == nil || !strings.HasPrefix(err.Error(), "migration 2: ") {
			t.Fatalf("got error %v, want that of migration 2", err)
		}
		if err := database.Migrate(t.Context(), db, testMigrations, []string{create}); err != nil {
			t.Error(err)
		}
	})
}

func TestConcurrentProgramsMigrateOnce(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db := open(t, address)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if err := database.Migrate(t.Context(), db, testMigrations, []string{`CREATE TABLE a (x INTEGER)`}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
}

// A version table as former builds created it, with another type of its column.
func TestATableOfAFormerBuildIsContinued(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db := open(t, address)
		for _, statement := range []string{
			`CREATE TABLE test_migrations (version bigint PRIMARY KEY, applied_at text NOT NULL)`,
			`INSERT INTO test_migrations VALUES (1, '2026-01-02T03:04:05Z')`,
			`CREATE TABLE a (x INTEGER)`,
		} {
			if err := run(t, db, statement); err != nil {
				t.Fatal(err)
			}
		}
		if err := database.Migrate(t.Context(), db, testMigrations, []string{`CREATE TABLE a (x INTEGER)`, `INSERT INTO a VALUES (1)`}); err != nil {
			t.Fatal(err)
		}
		if got := number(t, db, `SELECT max(version) FROM test_migrations`); got != 2 {
			t.Errorf("the version is %d, want 2", got)
		}
	})
}

func number(t *testing.T, db *database.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

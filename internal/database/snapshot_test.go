package database_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ferrule/internal/database"
)

// Each number is committed to a before it is committed to b, so at any moment b has as
// many as a, or one less.
func TestASnapshotShowsSeveralFilesAtOneMoment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")}
	var files []*database.DB
	for _, path := range paths {
		db := database.OpenSQLite(path)
		t.Cleanup(func() { _ = db.Close() })
		if err := run(t, db, `CREATE TABLE numbers (n INTEGER PRIMARY KEY, filler TEXT)`); err != nil {
			t.Fatal(err)
		}
		files = append(files, db)
	}
	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	var longest time.Duration
	writing.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			for _, db := range files {
				began := time.Now()
				if err := run(t, db, `INSERT INTO numbers VALUES (?, ?)`, n, strings.Repeat("x", 5000)); err != nil {
					t.Error(err)
				}
				longest = max(longest, time.Since(began))
			}
		}
	})
	for i := range 20 {
		called := false
		s, err := database.TakeSnapshot(t.Context(), paths, func() error { called = true; return nil })
		if err != nil {
			t.Fatal(err)
		}
		var counts []int64
		for _, path := range paths {
			to := filepath.Join(t.TempDir(), filepath.Base(path))
			if err := s.Copy(t.Context(), path, to); err != nil {
				t.Fatal(err)
			}
			rows, err := database.CheckSQLite(t.Context(), to)
			if err != nil {
				t.Fatal(err)
			}
			counts = append(counts, rows["numbers"])
		}
		if behind := counts[0] - counts[1]; behind != 0 && behind != 1 || !called {
			t.Errorf("snapshot %d has %d and %d rows", i, counts[0], counts[1])
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	stop()
	writing.Wait()
	t.Logf("longest write: %s", longest)
}

func TestASnapshotReleasesLocksWhileAnotherFileIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")}
	var files []*database.DB
	for _, path := range paths {
		db := database.OpenSQLite(path)
		t.Cleanup(func() { _ = db.Close() })
		if err := run(t, db, `CREATE TABLE numbers (n INTEGER PRIMARY KEY)`); err != nil {
			t.Fatal(err)
		}
		files = append(files, db)
	}
	long, err := files[1].BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan error, 1)
	go func() {
		s, err := database.TakeSnapshot(t.Context(), paths, func() error { return nil })
		if err == nil {
			err = s.Close()
		}
		taken <- err
	}()
	// The first file is locked for a moment at a time: it can be written meanwhile.
	for n := range 20 {
		if err := run(t, files[0], `INSERT INTO numbers VALUES (?)`, n); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case err := <-taken:
		t.Fatalf("the snapshot did not wait for the write of another file: %v", err)
	default:
	}
	if err := long.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-taken; err != nil {
		t.Error(err)
	}
}

func TestADamagedCopyIsDetected(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	db := database.OpenSQLite(path)
	for _, statement := range []string{
		`CREATE TABLE numbers (n INTEGER PRIMARY KEY, text TEXT); CREATE INDEX texts ON numbers (text)`,
		`WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r WHERE n<5000) INSERT INTO numbers SELECT n, 'text '||n FROM r`,
	} {
		if err := run(t, db, statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if rows, err := database.CheckSQLite(t.Context(), path); err != nil || rows["numbers"] != 5000 {
		t.Fatalf("%v, %v", rows, err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(content), "text 2500")
	copy(content[at:], "text 9999")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := database.CheckSQLite(t.Context(), path); err == nil {
		t.Error("a changed row that differs from its index was not detected")
	}
}

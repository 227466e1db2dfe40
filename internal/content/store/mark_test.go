package store

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
)

func TestEveryRevisionHasADistinctMark(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s, err := OpenAt(t.Context(), address, t.TempDir(), content.Default())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		before := markOf(t, s)
		if again := markOf(t, s); again != before {
			t.Errorf("mark %s became %s without a change", before, again)
		}
		addTag(t, s)
		if after := markOf(t, s); after == before {
			t.Errorf("mark %s did not change with the revision", after)
		}
	})
}

func TestRestoredDatabaseHasOtherMarksAtTheSameRevision(t *testing.T) {
	t.Parallel()
	marks := map[string]bool{}
	backup := filepath.Join(t.TempDir(), FileName)
	s, err := Open(t.Context(), filepath.Dir(backup), content.Default())
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		dir := t.TempDir()
		restore(t, backup, filepath.Join(dir, FileName))
		s, err := Open(t.Context(), dir, content.Default())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		addTag(t, s)
		marks[markOf(t, s)] = true
	}
	if len(marks) != 2 {
		t.Errorf("%v", marks)
	}
}

func markOf(t *testing.T, s *Store) string {
	t.Helper()
	mark, err := s.Mark(t.Context())
	if err != nil || mark == "" {
		t.Fatalf("%q, %v", mark, err)
	}
	return mark
}

func addTag(t *testing.T, s *Store) {
	t.Helper()
	tx, err := s.begin(t.Context())
	if err == nil {
		_, err = tx.ExecContext(t.Context(), `INSERT INTO "tags" ("title") VALUES ('new')`)
	}
	if err == nil {
		err = incrementRevision(t.Context(), tx)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func restore(t *testing.T, from, to string) {
	t.Helper()
	source, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = source.Close() }() // read only
	target, err := os.Create(to)
	if err == nil {
		_, err = io.Copy(target, source)
	}
	if err == nil {
		err = target.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

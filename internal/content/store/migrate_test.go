package store

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database/databasetest"
)

func openAt(t *testing.T, address, dir string, m *content.Model) *Store {
	t.Helper()
	s, err := OpenAt(t.Context(), address, dir, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// write runs statements in one transaction and increments the revision.
func write(t *testing.T, s *Store, statements ...string) {
	t.Helper()
	tx, err := s.begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := execute(t.Context(), tx, statements); err != nil {
		t.Fatal(err)
	}
	if err := incrementRevision(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	s.revision.invalidate()
}

// small returns a model of two collections that refer to each other.
func small(t *testing.T, more string) *content.Model {
	t.Helper()
	long := strings.Repeat("l", 50)
	m, err := content.ParseModel([]byte(`{"collections":[
		{"collection":"parts","fields":[
			{"field":"id","type":"integer","schema":{"is_primary_key":true,"has_auto_increment":true}},
			{"field":"name","type":"string","schema":{"is_nullable":false,"default_value":"it's"}},
			{"field":"slug","type":"string","schema":{"is_unique":true}},
			{"field":"maker","type":"integer","schema":{}},
			{"field":"ok","type":"boolean","schema":{"default_value":true}},
			{"field":"price","type":"decimal","schema":{"numeric_precision":10,"numeric_scale":2,"default_value":"1.5"}},
			{"field":"big","type":"bigInteger","schema":{}},
			{"field":"weight","type":"float","schema":{"default_value":2.5}},
			{"field":"specs","type":"json","schema":{"default_value":{"a":[1]}}},
			{"field":"made","type":"timestamp","meta":{"special":["date-created"]},"schema":{}}` + more + `]},
		{"collection":"makers_` + long + `","fields":[
			{"field":"id","type":"integer","schema":{"is_primary_key":true,"has_auto_increment":true}},
			{"field":"best","type":"integer","schema":{}},
			{"field":"worst","type":"integer","schema":{}}]}],
		"relations":[
			{"collection":"parts","field":"maker","related_collection":"makers_` + long + `","schema":{"on_delete":"CASCADE"}},
			{"collection":"makers_` + long + `","field":"best","related_collection":"parts"},
			{"collection":"makers_` + long + `","field":"worst","related_collection":"parts"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMigrateCreatesAndExtendsTables(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir := t.TempDir()
		s := openAt(t, address, dir, small(t, ""))
		makers := sqlgen.Quote("makers_" + strings.Repeat("l", 50))
		write(t, s, `INSERT INTO "parts" ("id","slug") VALUES (3,'a')`, "INSERT INTO "+makers+` ("best") VALUES (3)`, `UPDATE "parts" SET "maker"=1`)
		again := openAt(t, address, dir, small(t, `,{"field":"added","type":"string","schema":{"is_nullable":false,"default_value":"new"}},{"field":"free","type":"date","schema":{"is_nullable":false}}`))
		var got string
		err := again.Scan(t.Context(), "parts", []string{"id", "name", "slug", "maker", "ok", "price", "big", "weight", "specs", "made", "added", "free"}, func(values []any) error {
			got = fmt.Sprintf("%#v", values)
			return nil
		})
		want := `[]interface {}{3, "it's", "a", 1, 1, 1.5, interface {}(nil), 2.5, "{\"a\":[1]}", interface {}(nil), "new", interface {}(nil)}`
		if err != nil || got != want {
			t.Errorf("got %s, %v\nwant %s", got, err, want)
		}
		write(t, again, `DELETE FROM `+makers)
		if h, err := again.Check(t.Context()); err != nil || len(h.Problems) > 0 || h.Version != 2 || h.Revision != 2 || h.Items["parts"] != 0 {
			t.Errorf("after the deletion of a part's maker: %+v, %v", h, err)
		}
		if h, err := s.Check(t.Context()); err != nil || len(h.Problems) != 1 {
			t.Errorf("Check() with the older model = %+v, %v", h, err)
		}
		// Both databases enforce unique, required and foreign-key columns.
		for statement, is := range map[string]func(error) (string, bool){
			`INSERT INTO "parts" ("name") VALUES (NULL)`:      s.writer.IsNotNull,
			`INSERT INTO "parts" ("maker") VALUES (77)`:       s.writer.IsForeignKey,
			`INSERT INTO "parts" ("slug") VALUES ('x'),('x')`: s.writer.IsUnique,
		} {
			_, err := s.writer.ExecContext(t.Context(), statement)
			if _, ok := is(err); !ok {
				t.Errorf("%s: %v", statement, err)
			}
		}
	})
}

func TestConcurrentMigrationsSucceed(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir := t.TempDir()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				s, err := OpenAt(context.Background(), address, dir, small(t, ""))
				if err != nil {
					t.Error(err)
					return
				}
				_ = s.Close()
			})
		}
		wg.Wait()
	})
}

func TestDatabaseOfANewerFormatIsNotOpened(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir := t.TempDir()
		s := openAt(t, address, dir, small(t, ""))
		write(t, s, `INSERT INTO "ferrule_schema" (format,model,applied) VALUES (99,'','')`)
		if _, err := OpenAt(t.Context(), address, dir, small(t, "")); err == nil || !strings.Contains(err.Error(), "newer version") {
			t.Errorf("got %v", err)
		}
	})
}

func TestKeysAreNeverReused(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := openAt(t, address, t.TempDir(), small(t, ""))
		write(t, s, `INSERT INTO "parts" ("id") VALUES (7),(41)`)
		write(t, s, `DELETE FROM "parts" WHERE "id"=41`)
		write(t, s, `INSERT INTO "parts" ("slug") VALUES ('next')`)
		write(t, s, `INSERT INTO "parts" ("id") VALUES (5)`)
		write(t, s, `INSERT INTO "parts" ("slug") VALUES ('last')`)
		var keys []any
		if err := s.Scan(t.Context(), "parts", []string{"id"}, func(v []any) error { keys = append(keys, v[0]); return nil }); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(keys); got != "[5 7 42 43]" {
			t.Errorf("keys %s", got)
		}
	})
}

func TestReferencesAreCheckedAtTheCommit(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := openAt(t, address, t.TempDir(), small(t, ""))
		tx, err := s.begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if err := s.deferReferences(t.Context(), tx); err != nil {
			t.Fatal(err)
		}
		if err := execute(t.Context(), tx, []string{`INSERT INTO "parts" ("id","maker") VALUES (1,2)`, "INSERT INTO " + sqlgen.Quote("makers_"+strings.Repeat("l", 50)) + ` ("id") VALUES (2)`}); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			t.Error(err)
		}
	})
}

func TestShortenedNamesAreDistinct(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", 40)
	a, b := shortened(long+"a"), shortened(long+"b")
	if a == b || len(a) > maxName || len(b) > maxName || shortened("ix_short") != "ix_short" {
		t.Errorf("%q and %q", a, b)
	}
}

package store

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database/databasetest"
)

const (
	refresh  = `<meta http-equiv="refresh" content="0;url=//example.org">`
	attack   = refresh + `<p style="position:fixed">Kept</p>`
	harmless = `<p>Kept</p>`
)

// valueOf reads a column of the row with key 1.
func valueOf(t *testing.T, s *Store, table, column string) string {
	t.Helper()
	var text string
	if err := s.writer.QueryRowContext(t.Context(), "SELECT "+sqlgen.Quote(column)+" FROM "+sqlgen.Quote(table)+` WHERE "id"=1`).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestMigrationSanitizesStoredMarkup(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m, dir := content.Default(), t.TempDir()
		before := openAt(t, address, dir, m)
		stored := `'` + attack + `'`
		statements := []string{
			`INSERT INTO "index" ("id") VALUES (1)`, `INSERT INTO "about" ("id","status") VALUES (1,'published')`,
			`INSERT INTO "index_translations" ("id","index_id") VALUES (1,1)`, `INSERT INTO "about_translations" ("id","about_id") VALUES (1,1)`,
			`INSERT INTO "products" ("id","slug","status") VALUES (1,'a','published')`,
			`INSERT INTO "products_translations" ("id","products_id","description") VALUES (1,1,'R&D, DN < 50'),(2,1,NULL)`,
			`UPDATE "ferrule_schema" SET format=3`,
		}
		fields := map[string][]string{
			"index_translations": {"offer_description", "offer_specification_description", "quality_description", "quality_subdiscription"},
			"about_translations": {
				"about_description", "categories_first_description", "categories_second_description", "categories_three_description",
				"categories_four_description", "unite_description", "unite_second_description", "why_ferrule_text",
			},
		}
		for table, columns := range fields {
			for _, column := range columns {
				statements = append(statements, "UPDATE "+sqlgen.Quote(table)+" SET "+sqlgen.Quote(column)+"="+stored)
			}
		}
		// More rows than one batch.
		for n := range sanitizeBatch + 2 {
			statements = append(statements, fmt.Sprintf(`INSERT INTO "pages_translations" ("id","content") VALUES (%d,%s)`, n+1, stored))
		}
		write(t, before, append(statements, `UPDATE "index_translations" SET "quality_cite"=`+stored)...) // a text
		since, err := before.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s := openAt(t, address, dir, m)
		for table, columns := range fields {
			for _, column := range columns {
				if got := valueOf(t, s, table, column); got != harmless {
					t.Errorf("%s.%s: %s", table, column, got)
				}
			}
		}
		if got := valueOf(t, s, "index_translations", "quality_cite"); got != attack {
			t.Errorf("plain text became %s", got)
		}
		if got := valueOf(t, s, "products_translations", "description"); got != "R&amp;D, DN &lt; 50" {
			t.Errorf("text without markup is %s", got)
		}
		var left int
		if err := s.writer.QueryRowContext(t.Context(), `SELECT count(*) FROM "pages_translations" WHERE "content"<>'`+harmless+`'`).Scan(&left); err != nil || left > 0 {
			t.Errorf("%d rows were not sanitised, %v", left, err)
		}
		what, err := content.ChangedSince(t.Context(), s, since)
		if err != nil || !what.Meets([]content.Tag{{Collection: "index_translations", ID: "1"}}) || what.Meets([]content.Tag{{Collection: "products", ID: "1"}}) {
			t.Errorf("recorded changes: %+v, %v", what, err)
		}
		now, err := s.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if again, err := openAt(t, address, dir, m).Revision(t.Context()); err != nil || again != now {
			t.Errorf("the next start changed the revision to %d from %d, %v", again, now, err)
		}
	})
}

func TestRemovedMarkupIsLogged(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := openAt(t, address, t.TempDir(), content.Default())
		var log bytes.Buffer
		s.log = slog.New(slog.NewTextHandler(&log, nil))
		write(t, s, `INSERT INTO "index_translations" ("id","offer_description","quality_description") VALUES (7,'`+attack+`','R&D')`)
		tx, err := s.begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if err := s.sanitizeStored(t.Context(), tx); err != nil {
			t.Fatal(err)
		}
		line := log.String()
		want := `level=WARN msg="markup removed from stored content" collection=index_translations id=7 field=offer_description removed="[meta meta content meta http-equiv p style]"`
		if !strings.Contains(line, want) || strings.Count(line, "\n") != 1 {
			t.Errorf("got  %s\nwant %s", line, want)
		}
	})
}

func TestChangeOfAFieldToRichTextSanitizesItsValues(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir := t.TempDir()
		plain := openAt(t, address, dir, small(t, `,{"field":"story","type":"text","schema":{}}`))
		write(t, plain, `INSERT INTO "parts" ("id","story") VALUES (1,'`+attack+`')`)
		if got := valueOf(t, openAt(t, address, dir, small(t, `,{"field":"story","type":"text","schema":{}}`)), "parts", "story"); got != attack {
			t.Errorf("plain text became %s", got)
		}
		rich := openAt(t, address, dir, small(t, `,{"field":"story","type":"text","meta":{"interface":"input-rich-text-html"},"schema":{}}`))
		if got := valueOf(t, rich, "parts", "story"); got != harmless {
			t.Errorf("got %s", got)
		}
	})
}

func TestEveryWritePathSanitizesRichText(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s := openAt(t, address, t.TempDir(), m)
		text := strings.ReplaceAll(attack, `"`, `\"`)
		if _, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"items":{"index":{"translations":[{"id":1,"offer_description":"` + text + `"}]}}}`)}}); err != nil {
			t.Fatal(err)
		}
		if got := valueOf(t, s, "index_translations", "offer_description"); got != harmless {
			t.Errorf("import: %s", got)
		}
		if err := s.Apply(t.Context(), []content.Change{{Collection: "index_translations", Key: "1", Values: map[string]any{"quality_description": attack}}}); err != nil {
			t.Fatal(err)
		}
		if got := valueOf(t, s, "index_translations", "quality_description"); got != harmless {
			t.Errorf("mirror: %s", got)
		}
		var parser content.RecordParser
		record, err := parser.Record(m.Collection("index_translations"), map[string]any{"quality_subdiscription": attack})
		if err != nil {
			t.Fatal(err)
		}
		record.Key = int64(1)
		_, err = s.Write(t.Context(), content.Write{Collection: m.Collection("index_translations"), Access: content.Administrator(), Action: content.ActionUpdate, Records: []*content.Record{record}})
		if err != nil {
			t.Fatal(err)
		}
		if got := valueOf(t, s, "index_translations", "quality_subdiscription"); got != harmless {
			t.Errorf("API: %s", got)
		}
	})
}

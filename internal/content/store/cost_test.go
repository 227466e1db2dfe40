package store

import (
	"testing"

	"ferrule/internal/content"
)

func TestAGuessOfRowsIsNeverTooLow(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const most = 2 * countedAtOnce
	for _, text := range []string{
		`INSERT INTO "tags" ("id","title") VALUES (7,'a'),(2000000,'b')`, // deleted and large catalogues have gaps
		`INSERT INTO "languages" ("code") VALUES ('de-DE'),('fr-FR')`,
	} {
		if _, err := s.writer.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	guess, err := s.guess(t.Context())
	if err != nil || guess["tags"] != most || guess["languages"] != 2 {
		t.Fatalf("%v, %v", guess, err)
	}
	first, _, err := s.rows(t.Context())
	if err != nil || first["tags"] != most {
		t.Errorf("the first reader has %v, %v", first["tags"], err)
	}
	s.countAgain(0)
	if counted, _, err := s.rows(t.Context()); err != nil || counted["tags"] != 2 {
		t.Errorf("counted %v, %v", counted["tags"], err)
	}
}

package sqlgen

import (
	"path/filepath"
	"regexp"
	"testing"
	"unicode/utf8"

	"ferrule/internal/collate"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
)

// openBoth opens an empty database of each kind that has the functions.
func openBoth(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db := database.OpenSQLiteWith(RegisterFunctions, filepath.Join(t.TempDir(), "x.db"))
		if address != "" {
			var err error
			if db, err = database.OpenPostgres(t.Context(), address); err != nil {
				t.Fatal(err)
			}
			for _, text := range PostgresFunctions() {
				if _, err := db.ExecContext(t.Context(), text); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Cleanup(func() { _ = db.Close() })
		test(t, db)
	})
}

func TestDatabasesFoldLettersAsPackageCollate(t *testing.T) {
	t.Parallel()
	openBoth(t, func(t *testing.T, db *database.DB) {
		query := db.Rebind(`SELECT ferrule_fold(CAST(? AS TEXT)), ferrule_sort(CAST(? AS TEXT))`)
		check := func(text string) {
			t.Helper()
			var folded, key string
			if err := db.QueryRowContext(t.Context(), query, text, text).Scan(&folded, &key); err != nil {
				t.Fatal(err)
			}
			if want := collate.Fold(text); folded != want {
				t.Errorf("fold: got %q, want %q", folded, want)
			}
			if want := collate.SortKey(text); key != want {
				t.Errorf("sort: got %q, want %q", key, want)
			}
		}
		const batch = 512 // code points per text; an "A" precedes each
		var text []byte
		for r := rune(1); r <= utf8.MaxRune; r++ {
			if utf8.ValidRune(r) {
				text = utf8.AppendRune(append(text, 'A'), r)
			}
			if r%batch == 0 || r == utf8.MaxRune {
				check(string(text))
				text = text[:0]
			}
		}
		for _, text := range []string{"", "Übergangsstück ẞ", "DN 25", "ΣΊΣΥΦΟΣ", "İI", "e\u0301\u0301"} {
			check(text)
		}
	})
}

func TestShortBranchIsUsedForUnchangedTextsOnly(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]func(string) string{"fold": collate.Fold, "sort": collate.SortKey} {
		changed := regexp.MustCompile("[" + newLetters(key).ranges + "]")
		for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
			if text := string(r); utf8.ValidRune(r) && changed.MatchString(text) != (key(text) != text) {
				t.Errorf("%s of %U is %q", name, r, key(text))
			}
		}
	}
}

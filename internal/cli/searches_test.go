package cli_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

func TestSynonymsAreProposedForUnknownWordsOfSearches(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		flags := app.DataConfig{Data: t.TempDir(), Database: address}
		at := []string{"--data", flags.Data}
		if address != "" {
			at = append(at, "--database", address)
		}
		run := func(args ...string) string {
			t.Helper()
			return apptest.MustCommand(t, append(args, at...)...)
		}
		run("content", "import", "demo")
		apptest.WithRequests(t, flags, func(s *rfq.Store) error {
			last := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
			return s.AddZeroResultSearches(t.Context(), []rfq.ZeroResultSearch{
				{Words: "dn 80 pn 40", Language: "de-DE", Count: 9, Last: last}, // has results by now
				{Words: "xyzzy", Language: "fr-FR", Count: 5, Last: last},
				{Words: "kugelhähnlein", Language: "de-DE", Count: 4, Last: last},
				{Words: "xyzzy 17x", Language: "fr-FR", Count: 2, Last: last},
			})
		})
		const heading = "LANGUAGE\tWORD\tMEANS\tTARGET\tLIKE\tCOUNT\tSEARCH\n"
		const unknown = "fr\txyzzy\t\t\t\t7\txyzzy\n"
		want := heading + unknown + "de\tkugelhähnlein\tkind\tvalve/ball\tkugelhahn\t4\tkugelhähnlein\n"
		if got := run("searches", "--propose", "--format", "tsv"); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		apptest.Contains(t, run("searches", "--propose"), "LANGUAGE  WORD", "valve/ball  kugelhahn")
		apptest.Contains(t, run("searches", "--format", "tsv"), "COUNT\tLANGUAGE\tLAST\tWORDS\n9\tde-DE\t")

		// The JSON is content to import, after which the word is known.
		file := filepath.Join(t.TempDir(), "synonyms.json")
		if err := os.WriteFile(file, []byte(run("searches", "--propose", "--format", "json")), 0o600); err != nil {
			t.Fatal(err)
		}
		apptest.Contains(t, run("content", "import", file), "1 synonyms")
		if got := run("searches", "--propose", "--format", "tsv"); got != heading+unknown {
			t.Errorf("after the import: %s", got)
		}
	})
}

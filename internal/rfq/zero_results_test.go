package rfq_test

import (
	"log/slog"
	"strings"
	"testing"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

func TestZeroResultSearchesAreCountedPerLanguage(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s, err := rfq.OpenAt(t.Context(), address, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		for range 2 { // across a restart of the counter
			c := rfq.NewZeroResultCounter(s, slog.New(slog.DiscardHandler))
			c.Count("  DN 7 ", "de-DE")
			c.Count("dn 7", "de-DE")
			c.Count("dn 7", "fr-FR")
			c.Count(" ", "de-DE")
			c.Count(strings.Repeat("ü", 500), "it-IT")
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
		list, err := s.ZeroResultSearches(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 3 || list[0].Words != "dn 7" || list[0].Language != "de-DE" || list[0].Count != 4 || list[0].Last.IsZero() {
			t.Errorf("%+v", list)
		}
		if one, err := s.ZeroResultSearches(t.Context(), 1); err != nil || len(one) != 1 {
			t.Errorf("%d searches, %v", len(one), err)
		}
	})
}

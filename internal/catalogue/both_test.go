package catalogue_test

import (
	"net/url"
	"testing"

	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
)

func TestListsAndSearchesAreEqualOnBothDatabases(t *testing.T) {
	t.Parallel()
	s := openDemo(databasetest.Postgres(t), t.TempDir())
	t.Cleanup(func() { _ = s.Close() })
	other := catalogue.New(s, content.Default(), quiet())
	t.Cleanup(func() { _ = other.Close() })
	for _, query := range []string{
		"category=flanges", "category=flanges&dn=80&pn=16..&stock=1", "category=straight-unions&material=1.4571&tube-od=12", "category=valves&sort=-name&page=2",
		"q=ventil", "q=DN 25 flansch", "q=fr gv 12s", "q=übergang", "q=kugelhan", "q=G 1/2 auf lager", "q=nothing at all",
	} {
		for _, language := range []string{"de-DE", "en-US", "fr-FR"} {
			values, err := url.ParseQuery(query + "&language=" + language)
			if err != nil {
				t.Fatal(err)
			}
			path := catalogue.ListingPath
			if values.Has("q") {
				path = catalogue.SearchPath
			}
			want, _, _, err := lists.Read(t.Context(), path, values)
			got, _, _, otherErr := other.Read(t.Context(), path, values)
			if err != nil || otherErr != nil || string(got) != string(want) {
				t.Errorf("%s in %s: %v, %v\nPostgreSQL %s\nSQLite     %s", query, language, otherErr, err, got, want)
			}
		}
	}
}

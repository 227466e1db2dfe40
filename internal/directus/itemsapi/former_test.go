package itemsapi_test

import (
	"net/http"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/itemsapi"
)

func TestFormerCollectionNameIsServed(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		s, err := store.OpenAt(t.Context(), address, t.TempDir(), m)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		admin := func(*http.Request) (*content.Policy, string, error) { return content.Administrator(), "", nil }
		d := &itemSite{t, m, &counted{Store: s}, itemsapi.New(m, s, itemsapi.Writing(s, admin))}
		for _, name := range []string{"directus_files_translations", "files_translations"} {
			d.expect("POST", "/items/"+name+"?fields=id,alt", `{"id":7,"alt":"Flange"}`, `{"data":{"id":7,"alt":"Flange"}}`)
			d.expect("PATCH", "/items/"+name+"/7?fields=alt", `{"alt":"Weld neck flange"}`, `{"data":{"alt":"Weld neck flange"}}`)
			d.expect("PATCH", "/items/"+name+"?fields=alt", `[{"id":7,"alt":"Blind flange"}]`, `{"data":[{"alt":"Blind flange"}]}`)
			for _, other := range []string{"directus_files_translations", "files_translations"} {
				d.expect("GET", "/items/"+other+"/7?fields=alt", "", `{"data":{"alt":"Blind flange"}}`)
				d.expect("GET", "/items/"+other+"?fields=id&filter[alt][_contains]=Blind", "", `{"data":[{"id":7}]}`)
				d.expect("SEARCH", "/items/"+other, `{"query":{"fields":["alt"]}}`, `{"data":[{"alt":"Blind flange"}]}`)
			}
			d.expect("DELETE", "/items/"+name+"/7", "", "")
			d.expect("GET", "/items/files_translations", "", `{"data":[]}`)
		}
	})
}

package catalogue_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"ferrule/internal/catalogue"
	"ferrule/internal/fault"
)

// FuzzListing checks that every selection has a list or search results in valid
// JSON, and that a selection in its canonical spelling has the same.
func FuzzListing(f *testing.F) {
	for _, query := range []string{
		"category=flanges&dn=80&pn=16..&stock=1&sort=sku", "category=flanges&dn=80_50_nothing&page=-1", "category=valves&dn=..50&sort=name&page=2&language=fr-FR",
		"dn=1e1..0x20&stock=2", "dn=-0..+50", "dn=nan..", "dn=..Infinity", "material=1.4571_1.4404&material=steel", "pn=..&language=xx", "category=nothing&page=99999999999999999999", "language=f+-FR&page=2",
	} {
		f.Add(query, "")
	}
	for _, q := range []string{"DN 80 PN 16 1.4571", "FR-GV-12S-7I", "kugelhan auf lager", "\x00\xff", "½\" BSP <b>", "  "} {
		f.Add("stock=1&limit=3&page=2", q)
	}
	f.Fuzz(func(t *testing.T, text, q string) {
		values, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		values.Del("q")
		path := catalogue.ListingPath
		if q != "" {
			path = catalogue.SearchPath
			values.Set("q", q)
		}
		data, _, _, err := lists.Read(t.Context(), path, values)
		if fault.KindOf(err) == fault.Invalid {
			return // the language is no code
		}
		if err != nil || !json.Valid(data) {
			t.Fatalf("%v: %q, %v", values, data, err)
		}
		canonical := url.Values{}
		for name, value := range values {
			canonical[name] = value
			kept, ok := lists.Keep(t.Context(), name, values.Get(name))
			if !ok {
				continue
			}
			canonical[name] = []string{kept}
			if again, ok := lists.Keep(t.Context(), name, kept); !ok || again != kept {
				t.Errorf("%s=%s is kept as %q, and that as %q, %t", name, values.Get(name), kept, again, ok)
			}
		}
		if same, _, _, err := lists.Read(t.Context(), path, canonical); err != nil || string(same) != string(data) {
			t.Errorf("%v and its canonical spelling %v differ, %v:\n%s\n%s", values, canonical, err, data, same)
		}
	})
}

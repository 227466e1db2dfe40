package bench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// sent is what the page of a request shows.
const sent = `{"reference": "RFQ-1", "state": "open", "created": "2026-03-01T09:30:00Z", "language": "de-DE", "formTitle": "Parts & quotation", "name": "A <b>",
	"phone": "", "email": "a@example.org", "message": "Two\nlines", "files": [{"name": "plan.pdf", "type": "application/pdf", "size": 20480}],
	"lines": [{"uid": "product-1", "slug": "straight-union-s", "sku": "X-1", "quantity": 2500, "meta": {"note": "urgent"}}]}`

// The engine has a renderer of its own (web/src/engine): what it makes of every
// kind of page must be what React makes of it, or React finds another page in
// the browser than it expects, and makes it anew.
func TestTheEngineRendersWhatReactRenders(t *testing.T) {
	if testing.Short() {
		t.Skip("has Vite build the bundle with React")
	}
	node := startNode(t)
	heard := &listener{}
	s := newStore(t)
	site := newSiteHeard(t, s, newLists(t, s), 1, heard)
	compare := func(t *testing.T) {
		t.Helper()
		if got, want := heard.output, node.page(t, heard.input, 1).HTML; got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			from := max(0, at-100)
			t.Errorf("the engine renders\n%.300s\nwhere React renders\n%.300s", got[from:], want[from:])
		}
	}
	render := func(address string) {
		t.Run(address, func(t *testing.T) {
			heard.input = ""
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
			if err := site.Serve(httptest.NewRecorder(), r); err != nil || heard.input == "" {
				t.Fatalf("not rendered: %v", err)
			}
			compare(t)
		})
	}
	languages := []string{"/de", "/en", "/fr", "/it", ""}
	for _, language := range languages {
		for _, path := range []string{
			"", "/catalog", "/catalog/tube-fittings", "/catalog/tube-fittings?page=2&sort=name", "/catalog/tube-fittings?pn=400..&tube-od=12_16&view=grid",
			"/search", "/search?q=dn+25", "/search?q=nothing-has-this-name", "/product", "/product/straight-union-s?rows=all",
			"/about", "/support", "/contacts", "/cart", "/imprint", "/privacy", "/nowhere",
		} {
			render(cmp.Or(language+path, "/"))
		}
	}
	for i, slug := range productSlugs(t, s) {
		render(languages[i%len(languages)] + "/product/" + slug)
	}
	t.Run("a request", func(t *testing.T) {
		get(t, handler(t, site), "/de/imprint")
		var page map[string]any
		if err := json.Unmarshal([]byte(heard.input), &page); err != nil {
			t.Fatal(err)
		}
		page["route"], page["path"], page["params"] = "request", "/request/token", map[string]string{"token": "token"}
		page["data"].(map[string]any)["/requests/token"] = json.RawMessage(sent)
		input, err := json.Marshal(page)
		if err == nil {
			_, err = heard.Page(t.Context(), string(input))
		}
		if err != nil {
			t.Fatal(err)
		}
		compare(t)
	})
}

func productSlugs(t *testing.T, s *store.Store) (all []string) {
	t.Helper()
	q, err := content.ParseQuery(content.Default(), "products", url.Values{"fields": {"slug"}, "limit": {"-1"}})
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Read(t.Context(), q)
	var found struct {
		Data []struct{ Slug string }
	}
	if err == nil {
		err = json.Unmarshal(result.Body, &found)
	}
	if err != nil || len(found.Data) == 0 {
		t.Fatal(fmt.Errorf("products: %w", err))
	}
	for _, product := range found.Data {
		all = append(all, product.Slug)
	}
	return all
}

package page

import (
	"context"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
)

// index is a Lists with the attribute dn and its values 25 and 50.
type index struct {
	stale atomic.Bool
	query atomic.Pointer[string]
}

func (x *index) Keep(_ context.Context, name, value string) (string, bool) {
	if name != "dn" {
		return "", false
	}
	switch value {
	case "25", "50":
		return value, true
	case "25_50", "50_25":
		return "25_50", true
	}
	return "", false
}

func (x *index) Read(_ context.Context, path string, values url.Values) ([]byte, []content.Tag, bool, error) {
	query := path + " " + values.Encode()
	x.query.Store(&query)
	return []byte(`{"products":2}`), []content.Tag{{Collection: "products"}}, !x.stale.Load(), nil
}

func TestCatalogueParametersOfAListHaveACanonicalForm(t *testing.T) {
	t.Parallel()
	x := &index{}
	h := build(t, func(o *Options) { o.Lists = x })
	first := h.get("/fr/list?q=valve&dn=25_50")
	st := first.state(t)
	if diff := cmp.Diff(map[string]string{"q": "valve", "dn": "25_50"}, st.Search); diff != "" {
		t.Error(diff)
	}
	if string(st.Data[1]) != `{"products":2}` || *x.query.Load() != "/catalogue language=fr-FR&q=valve" {
		t.Errorf("the state has %v; the index got the query %q", st.Data, *x.query.Load())
	}
	pages := h.engine.pages.Load()
	many := "/fr/list?" + strings.Repeat("a=1&", maxParams) + "dn=25"
	for address, want := range map[string]string{
		"/fr/list?dn=50_25&q=valve":            "25_50",
		"/fr/list?dn=25_50&dn=50&q=valve&kv=9": "25_50",
		"/fr/list?dn=50&q=valve&dn=25":         "25_50", // as a form sends its boxes
		"/fr/list?utm=1&dn=50%5F25&q=valve":    "25_50",
		many:                                   "",
	} {
		if got := h.get(address).state(t).Search["dn"]; got != want {
			t.Errorf("%s: dn=%q, want %q", address, got, want)
		}
	}
	if again := h.engine.pages.Load(); again != pages+1 { // the one with too many parameters is another page
		t.Errorf("%d renders, want 1", again-pages+1)
	}
	if st := h.get("/fr/about?dn=25").state(t); len(st.Search) != 0 {
		t.Errorf("a page without a list has the parameters %v", st.Search)
	}
}

func TestAnOutdatedListIsNotCached(t *testing.T) {
	t.Parallel()
	x := &index{}
	x.stale.Store(true)
	h := build(t, func(o *Options) { o.Lists = x })
	for range 2 {
		if r := h.get("/fr/list"); r.status != 200 || r.header.Get("Cache-Control") != cacheNone {
			t.Errorf("%d, %s", r.status, r.header.Get("Cache-Control"))
		}
	}
	if n := h.engine.pages.Load(); n != 2 {
		t.Errorf("rendered %d times", n)
	}
	x.stale.Store(false)
	for range 2 {
		if r := h.get("/fr/list"); r.header.Get("Cache-Control") != cachePublic {
			t.Errorf("%s", r.header.Get("Cache-Control"))
		}
	}
	if n := h.engine.pages.Load(); n != 3 {
		t.Errorf("rendered %d times", n)
	}
}

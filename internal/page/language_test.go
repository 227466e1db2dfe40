package page

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

func testTable() *table {
	return &table{
		routes: []*route{{Name: "about", segments: []string{"abo"}}},
		languages: languages{
			{Code: "en-US", Prefix: "/en", HTML: "en", Direction: "ltr", Title: "English", Flag: "gb"},
			{Code: "de-DE", Prefix: "/de", HTML: "de", Direction: "ltr", Title: "Deutsch", Flag: "de"},
			{Code: "pt-BR", Prefix: "/pt", HTML: "pt", Direction: "ltr", Title: "Português", Flag: "br"},
		},
	}
}

func TestLanguagesOfContentAndBundleAreMerged(t *testing.T) {
	t.Parallel()
	all := func(codes ...string) (rows []languageRow) {
		for _, code := range codes {
			rows = append(rows, languageRow{Code: code})
		}
		return rows
	}
	for _, c := range []struct {
		name       string
		rows       []languageRow
		translated []string
		want       string // prefixes in order; those that may not be chosen in brackets
		refused    int
	}{
		{name: "no records: the bundle's, the default first", want: "/de /en /pt"},
		{name: "no records, translations or not", translated: []string{"en-US"}, want: "/de /en /pt"},
		{name: "records keep their order", rows: all("pt-BR", "de-DE"), want: "/pt /de (/en)"},
		{name: "a language of the content alone", rows: all("de-DE", "ar-SA"), want: "/de /ar (/en) (/pt)"},
		{name: "the language part is taken by the bundle", rows: all("pt-PT"), want: "/pt-pt (/en) (/de) (/pt)"},
		{name: "the language part is taken by a record", rows: all("es-ES", "es-MX"), want: "/es /es-mx (/en) (/de) (/pt)"},
		{name: "the site's own addresses", rows: all("abo-XX", "api"), want: "/abo-xx (/en) (/de) (/pt)", refused: 1},
		{name: "no codes", rows: all("", "../x", "de DE", "Klingon", "e"), want: "/de /en /pt", refused: 5},
		{name: "only what pages are translated into", rows: all("de-DE", "ar-SA", "en-US"), translated: []string{"en-US", "xx"}, want: "/en (/de) (/ar) (/pt)"},
		{name: "all when pages are translated into none of them", rows: all("de-DE", "ar-SA"), translated: []string{"xx"}, want: "/de /ar (/en) (/pt)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			translated := map[string]bool{}
			for _, code := range c.translated {
				translated[code] = true
			}
			got, refused := testTable().newLanguages(c.rows, translated)
			var prefixes []string
			for _, l := range got {
				if l.Available {
					prefixes = append(prefixes, l.Prefix)
				} else {
					prefixes = append(prefixes, "("+l.Prefix+")")
				}
			}
			if text := strings.Join(prefixes, " "); text != c.want {
				t.Errorf("got %s, want %s", text, c.want)
			}
			if len(refused) != c.refused {
				t.Errorf("rejected %v", refused)
			}
		})
	}
}

func TestLanguageRecordOverridesTheBundlesTexts(t *testing.T) {
	t.Parallel()
	got, _ := testTable().newLanguages([]languageRow{
		{Code: "de-DE", Title: "Deutsch (Schweiz)", Flag: "ch", Direction: "sideways"},
		{Code: "ar-SA", Title: "العربية", Direction: "rtl"},
		{Code: "es-ES"},
	}, nil)
	want := languages{
		{Code: "de-DE", Prefix: "/de", HTML: "de", Direction: "ltr", Title: "Deutsch (Schweiz)", Flag: "ch", Available: true},
		{Code: "ar-SA", Prefix: "/ar", HTML: "ar", Direction: "rtl", Title: "العربية", Available: true, Texts: "en"},
		{Code: "es-ES", Prefix: "/es", HTML: "es", Direction: "ltr", Title: "es-ES", Available: true, Texts: "en"},
	}
	if diff := cmp.Diff(want, got[:3]); diff != "" {
		t.Error(diff)
	}
	if testTable().languages[1].Title != "Deutsch" {
		t.Error("the bundle's list was changed")
	}
}

// A language that only the content declares is served under its prefix from the
// next revision on, with its direction, and may be chosen after the first
// translation of a page.
func TestLanguageOfTheContentAloneIsServed(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	load := func(text string) {
		t.Helper()
		if _, err := db.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"files":[],"items":` + text + `}`)}}); err != nil {
			t.Fatal(err)
		}
	}
	load(`{"languages":[{"code":"de-DE","sort":1},{"code":"fr-FR","sort":2}],
		"index":{"id":1,"translations":[{"languages_code":"de-DE"}]},
		"about":[{"id":1,"status":"published","translations":[{"languages_code":"fr-FR"}]}],
		"redirects":[{"id":1,"path":"/old","target":"/ar/about","status_code":301,"is_external":false}]}`)
	h := build(t, func(o *Options) { o.Source = db })
	h.table.pages = []string{"index", "about"}
	if r := h.get("/ar"); r.status != http.StatusNotFound {
		t.Fatalf("before the record: status %d", r.status)
	}

	load(`{"languages":[{"code":"ar-SA","title":"العربية","direction":"rtl","sort":3}]}`)
	h.Invalidate()
	r := h.get("/ar")
	if r.status != http.StatusOK || !strings.Contains(r.body, `<html lang="ar" dir="rtl" data-language="ar-SA"`) {
		t.Errorf("status %d, %s", r.status, r.body)
	}
	if r.header.Get("Content-Language") != "ar-SA" || strings.Contains(r.body, `hreflang="ar-SA"`) {
		t.Errorf("%v %s", r.header, r.body)
	}
	if got := r.state(t).Languages.find("ar-SA"); got == nil || got.Available {
		t.Errorf("%+v may be chosen without a translated page", got)
	}
	if r := h.get("/about", "Cookie: selected-language=ar-SA"); r.header.Get("Content-Language") != "de-DE" {
		t.Errorf("an unavailable language was chosen: %v", r.header)
	}
	if r := h.get("/de/old"); r.header.Get("Location") != "/ar/about" {
		t.Errorf("redirect to %s", r.header.Get("Location"))
	}

	load(`{"index":{"id":1,"translations":[{"languages_code":"ar-SA"}]}}`)
	h.Invalidate()
	if r := h.get("/about", "Cookie: selected-language=ar-SA"); r.header.Get("Content-Language") != "ar-SA" || !strings.Contains(r.body, `hreflang="ar-SA"`) {
		t.Errorf("after its first translation: %v %s", r.header, r.body)
	}
}

func TestFailureInALanguageWithoutTextsIsInEnglish(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.source.change(func() {
		h.source.rows["languages"] = append(h.source.rows["languages"], map[string]any{"code": "ar-SA", "direction": "rtl"})
	})
	h.get("/ar/about")
	w := httptest.NewRecorder()
	h.Fail(w, httptest.NewRequest("GET", "/ar/about", nil), http.StatusInternalServerError)
	if body := w.Body.String(); !strings.Contains(body, `<html lang="en" dir="ltr" data-language="en-US"`) {
		t.Error(body)
	}
	if got := w.Header().Get("Content-Language"); got != "en-US" {
		t.Errorf("Content-Language %s", got)
	}
}

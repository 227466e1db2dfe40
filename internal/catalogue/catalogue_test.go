package catalogue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/bench/seed"
	"ferrule/demo"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// lists is the catalogue of the demo supplier, which every test reads.
var lists *catalogue.Catalogue

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "catalogue")
	if err != nil {
		panic(err)
	}
	s := openDemo("", dir)
	lists = catalogue.New(s, content.Default(), quiet())
	code := m.Run()
	_ = lists.Close()
	_ = s.Close()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func quiet() catalogue.Options { return catalogue.Options{Log: slog.New(slog.DiscardHandler)} }

func openDemo(address, dir string) *store.Store {
	source, err := demo.Source()
	if err != nil {
		panic(err)
	}
	s, err := store.OpenAt(context.Background(), address, dir, content.Default())
	if err == nil {
		_, err = s.Import(context.Background(), source)
	}
	if err != nil {
		panic(err)
	}
	return s
}

type listing struct {
	Products, Articles, Page, Pages int
	Items                           []struct {
		Product struct {
			SKU          string
			Translations []struct{ Name string }
		}
		Articles, Of int
		Stock        int
		Variation    *struct {
			SKU   string
			Stock int
		}
		Values map[string]catalogue.Values
	}
	Facets []catalogue.Facet
	Loosen []catalogue.Loosening
	Search *catalogue.Reading
}

func read(t *testing.T, path, query string) listing {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	if !values.Has("language") {
		values.Set("language", "de-DE")
	}
	data, _, _, err := lists.Read(t.Context(), path, values)
	if err != nil {
		t.Fatal(err)
	}
	var l listing
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	return l
}

func find(t *testing.T, q string) listing {
	t.Helper()
	return read(t, catalogue.ListingPath, url.Values{"q": {q}}.Encode())
}

func TestOnlyArticlesThatMatchTheWholeSelectionCount(t *testing.T) {
	t.Parallel()
	l := read(t, catalogue.ListingPath, "category=straight-unions&material=1.4571&tube-od=12&pn=400..&stock=1")
	if l.Products != 1 || l.Articles != 1 {
		t.Fatalf("%d products, %d articles", l.Products, l.Articles)
	}
	if v := l.Items[0].Variation; v == nil || v.SKU != "FR-GV-12S-71" || v.Stock <= 0 || v.Stock != l.Items[0].Stock {
		t.Errorf("the article is %+v, in stock %d", v, l.Items[0].Stock)
	}
	if diff := cmp.Diff(catalogue.Values{Texts: []string{"630"}, Unit: "bar"}, l.Items[0].Values["pn"]); diff != "" {
		t.Error(diff)
	}
}

func TestFacetsCountTheProductsOfEachValue(t *testing.T) {
	t.Parallel()
	all := read(t, catalogue.ListingPath, "category=tube-fittings&pn=400..&stock=1")
	for _, f := range all.Facets {
		for _, v := range f.Values {
			if f.Slug == "stock" || f.Slug == "pn" {
				continue
			}
			t.Run(f.Slug+"="+v.Key, func(t *testing.T) {
				t.Parallel()
				query := url.Values{"category": {"tube-fittings"}, "pn": {"400.."}, "stock": {"1"}, f.Slug: {v.Key}}
				if l := read(t, catalogue.ListingPath, query.Encode()); l.Products != int(v.Count) {
					t.Errorf("facet count %d, products with the value selected %d", v.Count, l.Products)
				}
			})
		}
	}
}

func TestSelectedValuesAreAlternativesWithinOneFacet(t *testing.T) {
	t.Parallel()
	twelve := read(t, catalogue.ListingPath, "category=tube-fittings&tube-od=12").Articles
	both := read(t, catalogue.ListingPath, "category=tube-fittings&tube-od=12_16").Articles
	narrow := read(t, catalogue.ListingPath, "category=tube-fittings&tube-od=12_16&material=zinc-plated-steel").Articles
	if both <= twelve || narrow >= both || narrow == 0 {
		t.Errorf("12: %d, 12 or 16: %d, of zinc-plated steel: %d", twelve, both, narrow)
	}
}

func TestRangesIncludeTheirEnds(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{"250..315": {"315"}, "..160": {"100", "160"}, "630..": {"630"}} {
		l := read(t, catalogue.ListingPath, "category=tube-fittings&pn="+query)
		var got []string
		for _, item := range l.Items {
			for _, text := range item.Values["pn"].Texts {
				if !slices.Contains(got, text) {
					got = append(got, text)
				}
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pn=%s: %s", query, diff)
		}
	}
}

func TestMaterialsHaveNoRange(t *testing.T) {
	t.Parallel()
	l := read(t, catalogue.ListingPath, "category=straight-unions&language=en-US")
	want := catalogue.Values{Texts: []string{"1.4571 (316Ti)", "Zinc-plated steel", "1.4404 (316L)"}}
	if diff := cmp.Diff(want, l.Items[0].Values["material"]); diff != "" {
		t.Error(diff)
	}
	if v := l.Items[0].Values["thread"]; !v.Range {
		t.Errorf("threads have a range: %+v", v)
	}
}

func TestPagesContainEachItemOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	first := find(t, "1.4571")
	for page := range first.Pages {
		l := read(t, catalogue.ListingPath, url.Values{"q": {"1.4571"}, "page": {fmt.Sprint(page + 1)}}.Encode())
		for _, item := range l.Items {
			if seen[item.Product.SKU] {
				t.Errorf("%s is listed twice", item.Product.SKU)
			}
			seen[item.Product.SKU] = true
		}
	}
	if len(seen) != first.Products || first.Pages < 2 {
		t.Errorf("%d of %d products on %d pages", len(seen), first.Products, first.Pages)
	}
	if l := read(t, catalogue.ListingPath, "category=tube-fittings&page=999"); len(l.Items) != 0 || l.Products == 0 {
		t.Error("a page beyond the last is not empty, or lost the count")
	}
}

func TestAListIsSortedAsRequested(t *testing.T) {
	t.Parallel()
	for by, of := range map[string]func(l listing, i int) string{
		"sku":  func(l listing, i int) string { return l.Items[i].Product.SKU },
		"name": func(l listing, i int) string { return strings.ToLower(l.Items[i].Product.Translations[0].Name) },
	} {
		l := read(t, catalogue.ListingPath, "category=flanges&language=en-US&sort="+by)
		for i := 1; i < len(l.Items); i++ {
			if of(l, i-1) > of(l, i) {
				t.Errorf("sort=%s: %q before %q", by, of(l, i-1), of(l, i))
			}
		}
	}
}

func TestAnEmptyListNamesTheConditionsToRemove(t *testing.T) {
	t.Parallel()
	l := read(t, catalogue.ListingPath, "category=tube-fittings&material=zinc-plated-steel&tube-od=4")
	if l.Products != 0 || len(l.Loosen) == 0 {
		t.Fatalf("%d products, loosen %v", l.Products, l.Loosen)
	}
	if !slices.IsSortedFunc(l.Loosen, func(a, b catalogue.Loosening) int { return b.Products - a.Products }) {
		t.Errorf("not the most first: %+v", l.Loosen)
	}
	for _, part := range l.Loosen {
		query := url.Values{"category": {"tube-fittings"}, "tube-od": {"4"}, "material": {"zinc-plated-steel"}}
		query.Del(part.Slug)
		if got := read(t, catalogue.ListingPath, query.Encode()).Products; got != part.Products {
			t.Errorf("without %s: got %d products, want %d", part.Slug, got, part.Products)
		}
	}
}

func TestPartNumbersAreFoundInAnySpelling(t *testing.T) {
	t.Parallel()
	for _, q := range []string{"FR-GV-12S-71", "fr gv 12s 71", "FRGV-12S.71", "frgv12s71", "fr/gv/12s/71", " FR–GV–12S–71 "} {
		l := find(t, q)
		if len(l.Items) == 0 || l.Items[0].Variation == nil || l.Items[0].Variation.SKU != "FR-GV-12S-71" {
			t.Errorf("%q does not find the article first", q)
		}
	}
	if l := find(t, "GV-12S"); len(l.Items) == 0 || l.Items[0].Product.SKU != "FR-GV-12S-71" {
		t.Error("a part of a part number does not find its product first")
	}
	if l := find(t, "FR-GV-1"); len(l.Items) == 0 || !strings.HasPrefix(l.Items[0].Product.SKU, "FR-GV-1") {
		t.Error("the beginning of a part number does not find its product first")
	}
}

func TestOneSearchFindsTheArticle(t *testing.T) {
	t.Parallel()
	for q, sku := range map[string]string{
		"1.4571 gerade Verschraubung 12 mm PN 400 ab Lager":                            "FR-GV-12S-71",
		"316Ti straight union 12mm in stock ≥ 400 bar S":                               "FR-GV-12S-71",
		"giunzione diritta 316ti 12 mm pn400 disponibile":                              "FR-GV-12S-71",
		"gerade verschraubnug 1.4571 12 mm pn 400":                                     "FR-GV-12S-71",
		"gerade Verschraubung aus 1.4404 für Rohr 12 mm, PN 400 oder mehr, ab Lager":   "FR-GV-12S-04",
		"a 1.4404 straight union for 12 mm tube, PN 400 or more, in stock":             "FR-GV-12S-04",
		"union double droite en 1.4404 pour tube de 12 mm, PN 400 ou plus, en stock":   "FR-GV-12S-04",
		"giunzione diritta in 1.4404 per tubo da 12 mm, PN 400 o più, pronta consegna": "FR-GV-12S-04",
		"316L gerade Verschraubung 12mm >= 400 bar":                                    "FR-GV-12S-04",
	} {
		l := find(t, q)
		if len(l.Items) == 0 || l.Items[0].Variation == nil || l.Items[0].Variation.SKU != sku {
			t.Errorf("%q does not find it first; parsed as %+v", q, l.Search)
		}
	}
}

func TestWordsAreFoundInEveryLanguage(t *testing.T) {
	t.Parallel()
	for q, sku := range map[string]string{
		"Nadelventil": "FR-NV-", "needle valve": "FR-NV-", "robinet à pointeau": "FR-NV-", "valvola a spillo": "FR-NV-",
		"kugelhaehne dreiteilig": "FR-KH3-", "KUGELHÄHNE DREITEILIG": "FR-KH3-", "kugelhan dreiteilig": "FR-KH3-",
	} {
		if l := find(t, q); len(l.Items) == 0 || !strings.HasPrefix(l.Items[0].Product.SKU, sku) {
			t.Errorf("%q does not find %s first", q, sku)
		}
	}
}

func TestTechnicalValuesAreFound(t *testing.T) {
	t.Parallel()
	for q, has := range map[string]struct{ slug, text string }{
		"flansch dn 80":      {"dn", "80"},
		"flange DN80 PN40":   {"pn", "40"},
		"12 mm":              {"tube-od", "12"},
		"nadelventil G1/2":   {"thread", "G 1/2"},
		"G 1/2 nadelventil":  {"thread", "G 1/2"},
		"M20x1,5":            {"thread", "M20×1,5"},
		"316L nadelventil":   {"material", "1.4404 (316L)"},
		"S31603 nadelventil": {"material", "1.4404 (316L)"},
	} {
		l := find(t, q)
		if len(l.Items) == 0 {
			t.Errorf("%q finds nothing: %+v", q, l.Search)
			continue
		}
		for _, item := range l.Items {
			if v := item.Values[has.slug]; !slices.Contains(v.Texts, has.text) && has.slug != "pn" {
				t.Errorf("%q: %s has %s %v", q, item.Product.SKU, has.slug, v.Texts)
				break
			}
		}
	}
}

func TestAPressureMatchesItAndAllHigherOnes(t *testing.T) {
	t.Parallel()
	l := find(t, "gerade verschraubung pn 400")
	if l.Products == 0 {
		t.Fatal("nothing found")
	}
	for _, item := range l.Items {
		for _, text := range item.Values["pn"].Texts {
			if len(text) < 3 || text < "400" {
				t.Errorf("%s is rated PN %s", item.Product.SKU, text)
			}
		}
	}
}

func TestWordsWithoutMatchAreIgnoredAndReported(t *testing.T) {
	t.Parallel()
	l := find(t, "Nadelventil xyzzy")
	if l.Products == 0 || !slices.Equal(l.Search.Ignored, []string{"xyzzy"}) {
		t.Errorf("%d products, parsed as %+v", l.Products, l.Search)
	}
	l = find(t, "xyzzy")
	if l.Products != 0 || !l.Search.Empty {
		t.Errorf("%d products, parsed as %+v", l.Products, l.Search)
	}
	if l := find(t, "nadelventil flansch kugelhahn"); l.Products == 0 && len(l.Loosen) == 0 {
		t.Error("words that exclude each other yield no result and no loosening")
	}
}

func TestHostileSearchesAreOnlyText(t *testing.T) {
	t.Parallel()
	for _, q := range []string{"", " ", "%", "' OR 1=1 --", "\n", strings.Repeat("a ", 5000), strings.Repeat("ü", 500), "....", "-", ">=", "\x00", "((("} {
		find(t, q) // fails unless it returns a listing
	}
}

func TestOnlyKnownParametersAreKeptInOneSpelling(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, want string }{
		{"tube-od", "16_12_12_99999", "12_16"},
		{"pn", "400..", "400.."},
		{"pn", "0400.0..630", "400..630"},
		{"stock", "1", "1"},
		{"material", "1.4571_nonsense", "1.4571"},
		{"material", "400..", ""}, // no number
		{"pn", "..", ""},
		{"pn", "a..b", ""},
		{"stock", "2", ""},
		{"utm-source", "x", ""},
	} {
		got, ok := lists.Keep(t.Context(), c.name, c.value)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s=%s is kept as %q, %v; want %q", c.name, c.value, got, ok, c.want)
		}
	}
}

func TestNewContentIsFoundImmediately(t *testing.T) {
	t.Parallel()
	s := openDemo("", t.TempDir())
	c := catalogue.New(s, content.Default(), quiet())
	t.Cleanup(func() { _ = c.Close(); _ = s.Close() })
	count := func() int {
		for {
			data, _, current, err := c.Read(t.Context(), catalogue.ListingPath, url.Values{"category": {"tube-fittings"}, "language": {"de-DE"}})
			var l listing
			if err == nil {
				err = json.Unmarshal(data, &l)
			}
			if err != nil {
				t.Fatal(err)
			}
			if current { // on a slow machine the stale index answers first and reports current = false
				return l.Products
			}
		}
	}
	before := count()
	if err := seed.Multiply(t.Context(), s, content.Default(), seed.Size{Products: 300, Variations: 2}); err != nil {
		t.Fatal(err)
	}
	if after := count(); after <= before {
		t.Errorf("%d products before, %d after", before, after)
	}
}

func TestAnUnknownCategoryHasNoProducts(t *testing.T) {
	t.Parallel()
	if l := read(t, catalogue.ListingPath, "category=nothing&dn=80"); l.Products != 0 || len(l.Items) != 0 || len(l.Loosen) != 0 {
		t.Errorf("%+v", l)
	}
}

func TestSearchesWithoutResultAreReported(t *testing.T) {
	t.Parallel()
	s := openDemo("", t.TempDir())
	var reported []string
	o := quiet()
	o.OnEmptySearch = func(words, language string) { reported = append(reported, language+" "+words) }
	c := catalogue.New(s, content.Default(), o)
	t.Cleanup(func() { _ = c.Close(); _ = s.Close() })
	for _, q := range []string{"q=xyzzy", "q=nadelventil", "q=xyzzy&stock=1", "q=nadelventil&dn=80"} {
		values, _ := url.ParseQuery(q + "&language=fr-FR")
		if _, _, _, err := c.Read(t.Context(), catalogue.ListingPath, values); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, _, err := c.Read(t.Context(), catalogue.SuggestPath, url.Values{"q": {"xyz"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"fr-FR xyzzy", "fr-FR xyzzy"}, reported); diff != "" {
		t.Error(diff)
	}
}

func TestRelatedProductsComeFromTheNearestCategory(t *testing.T) {
	t.Parallel()
	data, _, _, err := lists.Read(t.Context(), catalogue.RelatedPath, url.Values{"product": {"straight-union-s"}, "language": {"fr-FR"}})
	if err != nil {
		t.Fatal(err)
	}
	var related []struct {
		Slug         string
		Translations []struct {
			Language string `json:"languages_code"`
		}
	}
	if err := json.Unmarshal(data, &related); err != nil {
		t.Fatal(err)
	}
	if len(related) != 8 {
		t.Fatalf("%d products", len(related))
	}
	for _, p := range related {
		if p.Slug == "straight-union-s" || p.Translations[0].Language == "de-DE" {
			t.Errorf("%+v", p)
		}
	}
	if data, _, _, err := lists.Read(t.Context(), catalogue.RelatedPath, url.Values{"product": {"nothing"}}); err != nil || string(data) != "[]" {
		t.Errorf("an unknown product: %s, %v", data, err)
	}
}

func TestCategoriesCountTheProductsOfTheirDescendants(t *testing.T) {
	t.Parallel()
	data, _, _, err := lists.Read(t.Context(), catalogue.CountsPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	var counts map[string]int
	if err := json.Unmarshal(data, &counts); err != nil {
		t.Fatal(err)
	}
	for _, slug := range []string{"tube-fittings", "straight-unions"} {
		if want := read(t, catalogue.ListingPath, "category="+slug).Products; counts[slug] != want || want == 0 {
			t.Errorf("%s: %d, its list has %d", slug, counts[slug], want)
		}
	}
}

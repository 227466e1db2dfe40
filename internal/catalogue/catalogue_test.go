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
		Number       string
		Articles, Of int
		Stock        int
		Match        string
		Variation    *struct {
			ID    int64
			SKU   string
			Stock int
		}
		Values map[string]catalogue.Values
	}
	Facets []catalogue.Facet
	Loosen []catalogue.Loosening
	Scope  catalogue.Scope
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

func TestFacetsCountTheArticlesOfEachValue(t *testing.T) {
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
				if l := read(t, catalogue.ListingPath, query.Encode()); l.Articles != int(v.Count) {
					t.Errorf("facet count %d, articles with the value selected %d", v.Count, l.Articles)
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

func TestTheScopeIsWhatAListContainsWithoutASelection(t *testing.T) {
	t.Parallel()
	all := read(t, catalogue.ListingPath, "category=tube-fittings")
	narrow := read(t, catalogue.ListingPath, "category=tube-fittings&tube-od=12&material=zinc-plated-steel")
	if diff := cmp.Diff(all.Scope, narrow.Scope); diff != "" {
		t.Errorf("a selection changes the scope: %s", diff)
	}
	if s := all.Scope; s.Products != all.Products || s.Articles != all.Articles {
		t.Errorf("scope of %d products and %d articles; the list has %d and %d", s.Products, s.Articles, all.Products, all.Articles)
	}
	want := map[string]catalogue.ScopeValues{
		"standard": {Values: catalogue.Values{Texts: []string{"ISO 8434-1"}}, Count: 1},
		"tube-od":  {Values: catalogue.Values{Texts: []string{"4", "42"}, Unit: "mm", Range: true}, Count: 18},
		"pn":       {Values: catalogue.Values{Texts: []string{"100", "630"}, Unit: "bar", Range: true}, Count: 5},
		"material": {Values: catalogue.Values{Texts: []string{"1.4571 (316Ti)", "Stahl verzinkt", "1.4404 (316L)"}}, Count: 3},
	}
	for slug, values := range want {
		if diff := cmp.Diff(values, all.Scope.Values[slug]); diff != "" {
			t.Errorf("%s: %s", slug, diff)
		}
	}
	if _, has := all.Scope.Values["dn"]; has {
		t.Error("an attribute that no article has is in the scope")
	}
}

func TestAFamilyHasTheBeginningOfItsPartNumbers(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"category=straight-unions-s":             "frgv", // FR-GV-6S-71 … FR-GV-38S-ZN
		"category=bulkhead-couplings&tube-od=12": "frsv", // of all sizes, not only of those that match
		"category=assembly-sets":                 "",     // one article each
	} {
		if got := read(t, catalogue.ListingPath, query).Items[0].Number; got != want {
			t.Errorf("%s: part numbers begin with %q, want %q", query, got, want)
		}
	}
}

func TestAFamilyNamesTheFirstVariationThatMatches(t *testing.T) {
	t.Parallel()
	one := read(t, catalogue.ListingPath, "category=straight-unions-s&tube-od=12&material=1.4571").Items[0]
	if one.Variation == nil || one.Match != "" {
		t.Fatalf("the only match is %+v, match %q", one.Variation, one.Match)
	}
	// 12S in three materials, of which 1.4571 is the first.
	if family := read(t, catalogue.ListingPath, "category=straight-unions-s&tube-od=12").Items[0]; family.Articles != 3 || family.Match != one.Variation.SKU {
		t.Errorf("%d articles match, the first is %q, want %q", family.Articles, family.Match, one.Variation.SKU)
	}
	if whole := read(t, catalogue.ListingPath, "category=straight-unions-s").Items[0]; whole.Articles != whole.Of || whole.Match != "" {
		t.Errorf("all %d articles match, the first is %q", whole.Articles, whole.Match)
	}
	if set := read(t, catalogue.ListingPath, "category=assembly-sets").Items[0]; set.Match != "" {
		t.Errorf("a product without variations has match %q", set.Match)
	}
}

func TestCategoriesCountTheArticlesOfTheirDescendants(t *testing.T) {
	t.Parallel()
	data, _, _, err := lists.Read(t.Context(), catalogue.CountsPath, nil)
	var counts map[string]int
	if err == nil {
		err = json.Unmarshal(data, &counts)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, slug := range []string{"tube-fittings", "straight-unions", "assembly-sets"} {
		if l := read(t, catalogue.ListingPath, "category="+slug); counts[slug] != l.Articles || l.Articles == 0 {
			t.Errorf("%s: counted %d, its list has %d articles", slug, counts[slug], l.Articles)
		}
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
	first := read(t, catalogue.ListingPath, "category=tube-fittings")
	for page := range first.Pages {
		l := read(t, catalogue.ListingPath, url.Values{"category": {"tube-fittings"}, "page": {fmt.Sprint(page + 1)}}.Encode())
		for _, item := range l.Items {
			if seen[item.Product.SKU] {
				t.Errorf("%s is listed twice", item.Product.SKU)
			}
			seen[item.Product.SKU] = true
		}
	}
	if len(seen) != first.Products || first.Products == 0 {
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

func TestAWithdrawnProductIsFoundNoMore(t *testing.T) {
	t.Parallel()
	s := openDemo("", t.TempDir())
	c := catalogue.New(s, content.Default(), quiet())
	t.Cleanup(func() { _ = c.Close(); _ = s.Close() })
	search := func() string {
		for current := false; !current; { // until the index has the edit
			var err error
			if _, _, current, err = c.Read(t.Context(), catalogue.ListingPath, url.Values{}); err != nil {
				t.Fatal(err)
			}
		}
		data, _, _, err := c.Read(t.Context(), catalogue.SearchPath, url.Values{"q": {"FR-WV-12S-71"}, "language": {"de-DE"}})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const slug, wrong = `"slug":"elbow-union-s"`, `"wrongNumber":"FR-WV-12S-71"`
	if found := search(); !strings.Contains(found, slug) || strings.Contains(found, wrong) {
		t.Fatal(found)
	}
	edit(t, s, content.ActionUpdate, "products", `{"id":2,"status":"draft"}`)
	if found := search(); strings.Contains(found, slug) || !strings.Contains(found, wrong) {
		t.Error(found)
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
	for _, q := range []string{"q=xyzzy", "q=nadelventil", "q=xyzzy&page=2", "q=xyz&limit=8", "q=FR-GV-12S-72"} {
		values, _ := url.ParseQuery(q + "&language=fr-FR")
		if _, _, _, err := c.Read(t.Context(), catalogue.SearchPath, values); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"fr-FR xyzzy", "fr-FR xyzzy", "fr-FR FR-GV-12S-72"}, reported); diff != "" {
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

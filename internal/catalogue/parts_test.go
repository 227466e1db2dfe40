package catalogue_test

import (
	"encoding/json"
	"slices"
	"testing"
	"testing/fstest"

	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

func partsOf(t *testing.T) *catalogue.Parts {
	t.Helper()
	p, err := lists.Parts(t.Context(), "de-DE")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// numbersOf returns the part numbers in the records of articles.
func numbersOf(t *testing.T, p *catalogue.Parts, articles []uint32) []string {
	t.Helper()
	parts, err := p.Records(t.Context(), articles)
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, a := range articles {
		var product, variation struct{ SKU string }
		if err := json.Unmarshal(parts[a].Product, &product); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(parts[a].Variation, &variation); err != nil {
			t.Fatal(err)
		}
		if variation.SKU == "" {
			variation = product
		}
		numbers = append(numbers, variation.SKU)
	}
	return numbers
}

func TestAPartNumberIsFoundInAnySpelling(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	for _, written := range []string{"FR-GV-12S-71", "fr gv 12s 71", "FRGV12S71", "FR.GV.12S.71", " Fr–Gv–12s–71 "} {
		articles, all, exact := p.Number(written)
		if got := numbersOf(t, p, articles); all != 1 || !exact || !slices.Equal(got, []string{"FR-GV-12S-71"}) {
			t.Errorf("%q is %v, %d, exact %t", written, got, all, exact)
		}
	}
}

func TestAPrefixFindsTheFirstPartNumbers(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	articles, all, exact := p.Number("FR-GV-12S")
	if got := numbersOf(t, p, articles); all != 3 || exact || !slices.Equal(got, []string{"FR-GV-12S-04", "FR-GV-12S-71", "FR-GV-12S-ZN"}) {
		t.Errorf("FR-GV-12S is %v, %d, exact %t", got, all, exact)
	}
	if articles, all, exact = p.Number("FR-GV"); len(articles) != 8 || all <= 24 || exact {
		t.Errorf("FR-GV is %d of %d, exact %t", len(articles), all, exact)
	}
	for _, written := range []string{"", "FR", "X-1", "FR-GV-12S-71-9", "--"} {
		if _, all, _ := p.Number(written); all != 0 {
			t.Errorf("%q is %d articles", written, all)
		}
	}
}

func TestNamesOfKindsAndSizes(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	for words, want := range map[string][2]bool{
		"Winkelverschraubungen 12S": {true, true}, "ball valves": {true, false}, "guarnizioni DN 50": {true, true}, "PN 16, 1.4571": {false, false},
		"G 3/4": {false, true}, "bis Freitag": {false, false}, "Kuglhahn": {false, false}, "Kuglhahn DN 25": {true, true},
	} {
		if kind, size := p.Names(words); kind != want[0] || size != want[1] {
			t.Errorf("%q names a kind: %t, a size: %t", words, kind, size)
		}
	}
}

func TestADescriptionBeginsWithAKind(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	for words, want := range map[string]bool{
		"Winkelverschraubungen 12S": true, "straight unions": true, "Kuglhahn DN 25": true, "stainless steel ball valves": true,
		"Jahren Ventile": false, "samples of ball valves": false, "in the valves": false, "DN 25": false, "Kuglhahn": false, "": false,
	} {
		if got := p.Begins(words); got != want {
			t.Errorf("%q begins with a kind: %t", words, got)
		}
	}
}

func TestWordsFindArticlesOnlyIfTheyAreSpecific(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	for words, want := range map[string]string{
		"Gerade Verschraubung 12S 1.4571": "FR-GV-12S-71", "straight union 12S 316Ti": "FR-GV-12S-71",
		"Union double droite 12S 1.4571": "FR-GV-12S-71", "Giunzione diritta 12S 1.4571": "FR-GV-12S-71",
	} {
		articles, all, sure := p.Words(words)
		if got := numbersOf(t, p, articles); !sure || all != 1 || got[0] != want {
			t.Errorf("%q is %v, %d, sure %t", words, got, all, sure)
		}
	}
	// A quantity of another part leaves the choice.
	articles, _, sure := p.Words("Manometer NG 63 0-16 bar mit 2 Manometerventilen A400")
	if got := numbersOf(t, p, articles); len(got) == 0 || got[0] != "FR-M63-16" || sure {
		t.Errorf("a gauge with two valves is %v, sure %t", got, sure)
	}
	if articles, _, sure := p.Words("Schrauben M16x70"); len(articles) == 0 || sure {
		t.Errorf("bolts are %v, sure %t", numbersOf(t, p, articles), sure)
	}
	for _, words := range []string{"", "Guten Tag", "Kugelhahn", "Sonderteil Blech gekantet 12S"} {
		if articles, _, _ := p.Words(words); len(articles) != 0 {
			t.Errorf("%q is %v", words, numbersOf(t, p, articles))
		}
	}
}

func TestARecordHasNamesInAllLanguages(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	set, _, exact := p.Number("FR-MS-12S-71")
	size, _, _ := p.Number("FR-GV-12S-ZN")
	if !exact {
		t.Fatal("the set is not found")
	}
	parts, err := p.Records(t.Context(), slices.Concat(set, size, size))
	if err != nil || len(parts) != 2 {
		t.Fatal(len(parts), err)
	}
	var product struct {
		Kind         string `json:"product_type"`
		Translations []struct{ Name string }
	}
	if err := json.Unmarshal(parts[set[0]].Product, &product); err != nil || product.Kind != "bundle" || len(product.Translations) != 4 {
		t.Error(product, err)
	}
	var variation struct {
		Translations []struct{ Title string }
		Attributes   []struct{ Value struct{ Value string } }
	}
	if err := json.Unmarshal(parts[size[0]].Variation, &variation); err != nil || len(variation.Translations) != 4 || len(variation.Attributes) == 0 {
		t.Error(variation, err)
	}
}

// The number of a family is not an article's: the reply lists its sizes.
func TestTheNumberOfAFamilyFindsItsSizes(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const body = `{"items":{"languages":[{"code":"en-US"}],"products":[
		{"id":1,"slug":"nut","sku":"AB-100","status":"published","variations":[{"sku":"AB-100-6"},{"sku":"Q-8"},{"sku":"Q-10"}]},
		{"id":2,"slug":"ring","sku":"AC-100","status":"published","variations":[{"sku":"Q-12"}]},
		{"id":3,"slug":"bolt","sku":"AD-100","status":"published"}]}}`
	if _, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(body)}}); err != nil {
		t.Fatal(err)
	}
	c := catalogue.New(s, content.Default(), quiet())
	defer c.Close()
	p, err := c.Parts(t.Context(), "de-DE")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		number string
		want   []string
		exact  bool
	}{
		{"AB-100", []string{"AB-100-6", "Q-8", "Q-10"}, false},
		{"AB10", []string{"AB-100-6", "Q-8", "Q-10"}, false},
		{"AB-100-6", []string{"AB-100-6"}, true},
		{"AC-100", []string{"Q-12"}, true},
		{"AD-100", []string{"AD-100"}, true},
	} {
		articles, all, exact := p.Number(tt.number)
		if got := numbersOf(t, p, articles); !slices.Equal(got, tt.want) || all != len(tt.want) || exact != tt.exact {
			t.Errorf("%s is %v of %d, exact %t; want %v, %t", tt.number, got, all, exact, tt.want, tt.exact)
		}
	}
}

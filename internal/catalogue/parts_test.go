package catalogue_test

import (
	"encoding/json"
	"slices"
	"testing"

	"ferrule/internal/catalogue"
)

func partsOf(t *testing.T) *catalogue.Parts {
	t.Helper()
	p, err := lists.Parts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// numbersOf are the part numbers of articles, as their records have them.
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

func TestAPartNumberIsFoundHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	for _, written := range []string{"FR-GV-12S-71", "fr gv 12s 71", "FRGV12S71", "FR.GV.12S.71", " Fr–Gv–12s–71 "} {
		articles, all, exact := p.Number(written)
		if got := numbersOf(t, p, articles); all != 1 || !exact || !slices.Equal(got, []string{"FR-GV-12S-71"}) {
			t.Errorf("%q is %v, %d, exact %t", written, got, all, exact)
		}
	}
}

func TestABeginningOfPartNumbersIsTheFirstOfThem(t *testing.T) {
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

func TestWordsAreProposalsOnlyWhereTheyTellArticlesApart(t *testing.T) {
	t.Parallel()
	p := partsOf(t)
	for words, want := range map[string]string{
		"Gerade Verschraubung 12S 1.4571": "FR-GV-12S-71", "straight union 12S 316Ti": "FR-GV-12S-71",
		"Union double droite 12S 1.4571": "FR-GV-12S-71", "Giunzione diritta 12S 1.4571": "FR-GV-12S-71",
	} {
		articles, all := p.Words(words)
		if got := numbersOf(t, p, articles); all == 0 || !slices.Contains(got, want) {
			t.Errorf("%q is %v, %d", words, got, all)
		}
	}
	for _, words := range []string{"", "Guten Tag", "Kugelhahn", "Sonderteil Blech gekantet 12S"} {
		if articles, _ := p.Words(words); len(articles) != 0 {
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

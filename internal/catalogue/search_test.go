package catalogue_test

import (
	"slices"
	"strings"
	"testing"
)

func TestPartNumbersAreFoundInAnySpelling(t *testing.T) {
	t.Parallel()
	for _, q := range []string{"FR-GV-12S-71", "fr gv 12s 71", "FRGV-12S.71", "frgv12s71", "fr/gv/12s/71", " FR–GV–12S–71 "} {
		f := searchFor(t, q, "de-DE")
		if got := f.numbers(); len(got) != 1 || got[0] != "FR-GV-12S-71" {
			t.Errorf("%q finds %v", q, got)
		}
	}
	for q, prefix := range map[string]string{"GV-12S": "FR-GV-12S-", "FR-GV-1": "FR-GV-1"} {
		f := searchFor(t, q, "de-DE")
		if got := f.numbers(); len(got) == 0 || slices.ContainsFunc(got, func(n string) bool { return !strings.HasPrefix(n, prefix) }) {
			t.Errorf("%q finds %v", q, got)
		}
	}
}

func TestAWrongPartNumberLeadsToTheNearestOnes(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{"FR-GV-21S-71": "FR-GV-12S-71", "FR-GV-12S-72": "FR-GV-12S-71", "FR-VF-080-400-71": "FR-VF-080-040-71"} {
		f := searchFor(t, q, "de-DE")
		if f.WrongNumber != q || !slices.Contains(f.numbers(), want) {
			t.Errorf("%q finds %v, wrong number %q", q, f.numbers(), f.WrongNumber)
		}
	}
}

func TestANumberBehindAPartNumberIsAQuantity(t *testing.T) {
	t.Parallel()
	for _, q := range []string{"vf-080-040-71 8", "FR-VF-080-040-71 x 8", "8 x FR-VF-080-040-71", "8x FR-VF-080-040-71"} {
		f := searchFor(t, q, "de-DE")
		if f.Quantity == nil || *f.Quantity != 8 || !slices.Equal(f.numbers(), []string{"FR-VF-080-040-71"}) {
			t.Errorf("%q finds %v, quantity %v", q, f.numbers(), f.Quantity)
		}
	}
}

func TestOneSearchFindsTheArticle(t *testing.T) {
	t.Parallel()
	for q, sku := range map[string]string{
		"1.4571 gerade Verschraubung 12S PN 400 ab Lager":                              "FR-GV-12S-71",
		"316Ti straight union 12mm in stock ≥ 400 bar S":                               "FR-GV-12S-71",
		"gerade verschraubnug 1.4571 12S pn 400":                                       "FR-GV-12S-71",
		"gerade Verschraubung aus 1.4404 für Rohr 12 mm, PN 400 oder mehr, ab Lager":   "FR-GV-12S-04",
		"a 1.4404 straight union for 12 mm tube, PN 400 or more, in stock":             "FR-GV-12S-04",
		"union double droite en 1.4404 pour tube de 12 mm, PN 400 ou plus, en stock":   "FR-GV-12S-04",
		"giunzione diritta in 1.4404 per tubo da 12 mm, PN 400 o più, pronta consegna": "FR-GV-12S-04",
		"316L gerade Verschraubung 12mm >= 400 bar":                                    "FR-GV-12S-04",
	} {
		f := searchFor(t, q, "de-DE")
		if got := f.numbers(); len(got) == 0 || got[0] != sku {
			t.Errorf("%q finds %v; read as %+v", q, got, f.Terms)
		}
	}
}

func TestAnExactPressureComesBeforeHigherOnes(t *testing.T) {
	t.Parallel()
	f := searchFor(t, "Vorschweißflansch DN 80 PN 40", "de-DE")
	var got []string
	for i, a := range f.Articles {
		got = append(got, f.numbers()[i]+" "+a.Group)
	}
	if want := []string{"FR-VF-080-040-71 ", "FR-VF-080-063-71 higher", "FR-VF-080-100-71 higher"}; !slices.Equal(got[:min(3, len(got))], want) {
		t.Errorf("finds %v", got)
	}
}

func TestWordsThatAreNotUsedAreReported(t *testing.T) {
	t.Parallel()
	f := searchFor(t, "Nadelventil xyzzy 1/2\"", "de-DE")
	var unused []string
	for _, term := range f.Terms {
		if !term.Used {
			unused = append(unused, term.Text)
			if term.Without != "Nadelventil 1/2\"" {
				t.Errorf("without it the search is %q", term.Without)
			}
		}
	}
	if f.Total == 0 || !slices.Equal(unused, []string{"xyzzy"}) {
		t.Errorf("%d articles, not used %v", f.Total, unused)
	}
	if f := searchFor(t, "xyzzy", "de-DE"); f.Total != 0 {
		t.Errorf("finds %v", f.numbers())
	}
}

func TestHostileSearchesAreOnlyText(t *testing.T) {
	t.Parallel()
	for _, q := range []string{
		"", " ", "%", "' OR 1=1 --", "\n", strings.Repeat("a ", 5000), strings.Repeat("ü", 500), strings.Repeat("1 1/2 x ", 40), strings.Repeat("9", 200),
		"....", "-", ">=", "\x00", "(((", "½½½", "1/0", "DN", "PN PN PN", "\xff\xfe", "1.4404.1.4404", "0x0", "--1-1--bar",
	} {
		searchFor(t, q, "xx") // fails unless it returns a reply
	}
}

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

func TestAnUnfinishedWrongPartNumberLeadsToTheNearestOnes(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{
		"FR-GV-21S": "FR-GV-12S-71",   // without the material
		"FR-24S-12": "FR-RD-14-12-71", // without the family, 14S/12S
	} {
		f := searchFor(t, q, "de-DE")
		if got := f.numbers(); f.WrongNumber != q || !slices.Contains(got, want) || len(got) > 6 {
			t.Errorf("%q finds %v, wrong number %q", q, got, f.WrongNumber)
		}
	}
	if f := searchFor(t, "XY-24S-12", "de-DE"); f.WrongNumber != "" {
		t.Errorf("a number of another supplier is read as %v", f.numbers())
	}
}

func TestANumberThatIsNotInTheCatalogueIsReadAsNoSize(t *testing.T) {
	t.Parallel()
	f := searchFor(t, "FR-LF-100-010-46", "de-DE")
	for _, term := range f.Terms {
		if term.Kind == "size" && term.Text == "100-010" {
			t.Errorf("a piece of a part number is read as %s", term.Label)
		}
	}
}

func TestALetterThatLooksLikeADigitIsTheNearestError(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{"FR-UM-l6S-71": "FR-UM-16S-71", "FR-VF-O80-040-71": "FR-VF-080-040-71", "FR-GV-IOS-71": "FR-GV-10S-71"} {
		f := searchFor(t, q, "de-DE")
		if got := f.numbers(); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v first, want %s", q, got, want)
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
		"L-Verschraubung 15L 1.4571":                                                   "FR-WV-15L-71",
		"U-Scheibe USIT 1/2\"":                                                         "FR-GM-G12-FKM",
		"usit washer G 1/2":                                                            "FR-GM-G12-FKM",
		"rondelle usit 1/2\"":                                                          "FR-GM-G12-FKM",
		"anello USIT G1/2":                                                             "FR-GM-G12-FKM",
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

func TestTradeLanguageFindsWhatItNames(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{
		"tube 12 x 1,5": "FR-PR-12-15-ZN", "Rohr 12 x 1,5": "FR-PR-12-15-ZN", "12 × 1.5": "FR-PR-12-15-ZN", "Rohr 12x1,5": "FR-PR-12-15-ZN",
		"Flansch DN80 PN40 1.4571": "FR-VF-080-040-71", "PN16 1.4404": "-04", "Kugelhahn 1/2\"": "12-08", "FR-GV-12S-72": "FR-GV-12S-",
		"V4A": "FR-GV-", "SS316": "-01", "Edelstahl Flansch": "-71", "coude inox": "FR-RB90-", "DIN 2353": "FR-GV-", "hydraulic hose 1/2": "FR-H2-012",
		"t piece": "FR-TV-", "male connector M16": "FR-EV-8S-", "valvola di non ritorno": "FR-RV-", "Verschraubung 12S gerade VA": "FR-GV-12S-71",
		"Reduzierung exz. 65-50": "FR-RE-065-050-71", "Flanschdichtung 65/40": "FR-FD-065-040", "Vorschweißflansch 80/16": "FR-VF-080-016-04",
		"100er Manometer 0-25 bar": "FR-M100-25", "Thermometer 0-120 °C NG 100": "FR-TH-120-100", `gauge 4" 0-100 bar`: "FR-M100-100", "manometro DN 100 0-40 bar": "FR-M100-40",
		"coude à souder 90° DN 100 ép. 3,6": "FR-RB90-100-36-04", "Rohrbogen 90° DN 100 x 3,6": "FR-RB90-100-36-04", "Edelstahlrohr 12 mm Wandstärke 1,5": "FR-ER-12-15-71",
		"NPS 2 flange": "FR-AWN-2-", "Schrauben M16x70": "FR-BS-M16-70-8", "code 62 flange 1 1/4": "FR-SF6-114-6-71", "bride SAE 3000 psi 2": "FR-SF3-2-3-71",
		"5-fach Ventilblock NPT": "FR-VB-5-N12-04", "Verteilerblock 4fach G 3/4": "FR-VBL-4-34-04",
	} {
		f := searchFor(t, q, "de-DE")
		if got := f.numbers(); len(got) == 0 || !strings.Contains(got[0], want) {
			t.Errorf("%q finds %v first, want %s", q, got[:min(1, len(got))], want)
		}
	}
}

func TestASizeIsNotPartOfAnother(t *testing.T) {
	t.Parallel()
	for q, never := range map[string]string{"Rohr 12x1,5": "-12-1-", "Kugelhahn 1/2\"": "112", "12×1": "-12-15-", "Kugelhahn 1 1/2\"": "-G12-"} {
		f := searchFor(t, q, "de-DE")
		for _, number := range f.numbers() {
			if strings.Contains(number, never) {
				t.Errorf("%q finds %s", q, number)
			}
		}
		if f.Total == 0 {
			t.Errorf("%q finds nothing", q)
		}
	}
}

func TestAPartComesBeforeWhatItIsNamedFor(t *testing.T) {
	t.Parallel()
	for q, prefixes := range map[string][]string{
		"Flansch DN 50":               {"FR-VF-", "FR-BF-", "FR-GF-", "FR-TF-", "FR-AWN-", "FR-ABL-", "FR-SF3-", "FR-SF6-"},
		"Edelstahl Flansch":           {"FR-VF-", "FR-BF-", "FR-GF-", "FR-TF-", "FR-AWN-", "FR-ABL-", "FR-SF3-", "FR-SF6-"},
		"Flanschdichtung":             {"FR-FD-"},
		"Schlauch DN 10":              {"FR-H2-", "FR-H4-"},
		"needle valve for Rohr 10 mm": {"FR-NR-", "FR-NV-", "FR-NN-"},
	} {
		f := searchFor(t, q, "de-DE")
		for _, number := range f.numbers() {
			if !slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(number, prefix) }) {
				t.Errorf("%q finds %s", q, number)
			}
		}
	}
}

func TestWhatIsInStockComesFirst(t *testing.T) {
	t.Parallel()
	f := searchFor(t, "Flansch DN 80 PN 40", "de-DE")
	for i := 1; i < len(f.Articles); i++ {
		before, a := f.Articles[i-1], f.Articles[i]
		if before.Group == "" && a.Group == "" && before.Stock == 0 && a.Stock > 0 {
			t.Errorf("%s, on order, comes before %s", f.numbers()[i-1], f.numbers()[i])
		}
	}
	f = searchFor(t, "Blindflansch ab Lager", "de-DE")
	for i, a := range f.Articles {
		if a.Stock == 0 {
			t.Errorf("%s is not in stock", f.numbers()[i])
		}
	}
}

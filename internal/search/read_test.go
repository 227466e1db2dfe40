package search

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// factsOf returns the facts of all terms of a text, in order.
func factsOf(r *Reader, text string) []string {
	var all []string
	for _, t := range r.Read(text, "de-DE") {
		if t.Kind == Word {
			all = append(all, "?"+t.Word)
			continue
		}
		if t.Kind == Stock {
			all = append(all, "stock")
		}
		all = append(all, t.Facts...)
	}
	return all
}

func TestEverySpellingOfAValueIsReadAlike(t *testing.T) {
	t.Parallel()
	r := NewReader(nil)
	for want, spellings := range map[string][]string{
		"dn:50":                     {"DN 50", "DN50", "dn-50", "NW 50", "NW50", "Nennweite 50", "D.N. 50", "DN: 50"},
		"in:2":                      {`2"`, "2 Zoll", "2-Zoll", "2 inch", "2 pouces", "2 pollici", "2”", "2''"},
		"in:2 nps:2":                {"NPS 2", `NPS 2"`},
		"wall:3.6":                  {"Wandstärke 3,6", "Wanddicke 3,6 mm", "Wd. 3,6", "s=3,6", "wall thickness 3.6 mm", "wt 3.6", "ép. 3,6", "épaisseur 3,6", "spessore 3,6 mm", "sp. 3,6"},
		"n:100":                     {"100er", "100"},
		"dn:80 pn:16":               {"80/16", "DN80/16", "DN 80-16"},
		"in:0.5":                    {"1/2", `1/2"`, "½", `½"`, "1/2 Zoll"},
		"in:1.5":                    {"1 1/2", "1-1/2", "1½", `1 1/2"`},
		"pn:40":                     {"PN 40", "PN40", "pn-40", "ND 40", "Nenndruck 40", "PN 40 bar", "mind. PN 40"},
		"pn:400":                    {"400 bar", "400bar", ">= 400 bar", "≥ 400 bar", "ab 400 bar", "40 MPa"},
		"psi:6000":                  {"6000 psi", "6000psi", "6,000 psi", "6.000 psi"},
		"class:150":                 {"Class 150", "150 lb", "150 lbs", "ANSI 150", "cl.150", "150#", "Classe 150"},
		"th:g0.5 tt:g in:0.5":       {"G 1/2", "G1/2", "1/2 BSP", `1/2" BSP`, "BSPP 1/2", "G1/2A", "1/2 gas"},
		"th:npt0.5 tt:npt in:0.5":   {"1/2 NPT", "NPT 1/2", `1/2" NPT`, "1/2NPT", "1/2-14 NPT"},
		"th:m20 th:m20x1.5":         {"M20x1,5", "M 20 x 1.5", "M20×1,5", "m20*1.5"},
		"tube:12x1.5 od:12":         {"12x1,5", "12 x 1.5", "12 × 1,5 mm", "12*1,5", "12 mm x 1,5 mm", "Ø12x1,5"},
		"tube:16x2 od:16":           {"16 x 2", "16x2mm"},
		"ser:12s series:s":          {"12S", "12-S", "S 12", "12 S", "S12", "s-12"},
		"red:80/65":                 {"80/65", "DN 80 auf 65", "80-65", "DN80/65", "DN 80 x DN 65", "80x65", "DN 65 auf DN 80"},
		"red:16/12":                 {"16S 12S", "16S/12S", "16-S / 12-S", "16S auf 12S"},
		"red:0.75/0.5":              {"3/4 x 1/2", `3/4" auf 1/2"`, "3/4×1/2"},
		"mat:1.4404 v:stainless":    {"1.4404", "316L", "SS316L", "AISI 316 L", "ss-316l", "1.4404", "F316L", "Werkstoff 1.4404"},
		"rng:0-250 to:250":          {"0-250 bar", "0–250 bar", "0...250 bar", "0 bis 250 bar", "0/250 bar", "0 to 250bar", "0÷250 bar"},
		"rng:-1-5 to:5":             {"-1/+5 bar", "-1...5 bar", "−1–5 bar"},
		"ang:90":                    {"90°", "90 Grad", "90 deg", "90 degrés"},
		"cert:3.1 std:en10204":      {"3.1", "EN 10204 3.1", "Zeugnis 3.1", "EN10204/3.1", "APZ 3.1", "3.1-Zeugnis"},
		"std:iso8434-1 std:iso8434": {"ISO 8434-1", "DIN EN ISO 8434-1", "ISO8434-1"},
		"std:en1092-1 std:en1092":   {"EN 1092-1", "DIN EN 1092-1", "EN1092-1"},
		"ng:63":                     {"NG 63", "NG63"},
		"stock":                     {"ab Lager", "in stock", "en stock", "pronta consegna", "auf Lager"},
	} {
		for _, text := range spellings {
			if got := strings.Join(factsOf(r, text), " "); got != want {
				t.Errorf("%q is read as %s, want %s", text, got, want)
			}
		}
	}
}

func TestValuesNextToEachOtherStayApart(t *testing.T) {
	t.Parallel()
	r := NewReader(nil)
	for text, want := range map[string]string{
		"PN40 1.4571":        "pn:40 mat:1.4571 v:stainless",
		"DN80 PN40 1.4571":   "dn:80 pn:40 mat:1.4571 v:stainless",
		"DN80PN40":           "dn:80 pn:40",
		"DN50/PN16":          "dn:50 pn:16",
		"PN16 1.4404 DN 100": "pn:16 mat:1.4404 v:stainless dn:100",
		"12S M20x1,5":        "ser:12s series:s th:m20 th:m20x1.5",
		"G 1/2 auf NPT 1/2":  "th:g0.5 tt:g in:0.5 th:npt0.5 tt:npt in:0.5",
		"17,2 × 1,6 DN 10":   "tube:17.2x1.6 od:17.2 dn:10",
		"-20–60 °C, 63 mm":   "rng:-20-60 to:60 mm:63",
		"NPS 1/2 Class 150":  "in:0.5 nps:0.5 class:150",
		"DN 100 x 3,6":       "dn:100 n:3.6",
		"Bride SAE 3000 psi": "k:flange/sae psi:3000",
		"6S, G 1/4":          "ser:6s series:s th:g0.25 tt:g in:0.25",
		"12 L/S":             "ser:12l series:l ser:12s series:s",
	} {
		if got := strings.Join(factsOf(r, text), " "); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}

func TestATermKnowsWhereItStands(t *testing.T) {
	t.Parallel()
	text := "  Flansch, DN\u00a080 – 1½\" Öl  "
	for _, term := range NewReader(nil).Read(text, "de-DE") {
		if got := text[term.Start:term.End]; got != term.Text || strings.TrimSpace(got) != got {
			t.Errorf("%q stands at %q", term.Text, got)
		}
	}
}

// The race detector finds what readers share and change.
func TestReadersOfSeveralSitesAreMadeWhileOthersRead(t *testing.T) {
	shipped := NewReader(nil)
	var reading sync.WaitGroup
	for range 4 {
		reading.Go(func() {
			if got := factsOf(shipped, "Typ 11 ab Lager DIN 2633 1.4404"); len(got) < 4 {
				t.Error(got)
			}
		})
		reading.Go(func() {
			site := NewReader([]Synonym{{Language: "de", Word: "blindscheibe", Means: "kind", Target: "flange/blind"}})
			if got := factsOf(site, "DIN 2633"); len(got) == 0 {
				t.Error(got)
			}
		})
	}
	reading.Wait()
}

func TestDistanceCountsTypingErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"kugelhahn", "kugelhahn", 0},
		{"kugelhan", "kugelhahn", 1},
		{"kugelhanh", "kugelhahn", 1},
		{"ukgelhahn", "kugelhahn", 1},
		{"kuglhan", "kugelhahn", 2},
		{"frgv21s71", "frgv12s71", 1},
		{"abc", "xyz", 3},
		{"", "ab", 2},
		{"", "abcdef", 3},
	} {
		if got := Distance(c.a, c.b, 2); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestStartDistanceComparesWithTheStartOfAWord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		word, other    string
		errors, length int
	}{
		{"frgv21s", "frgv12s71", 1, 7},
		{"frgv12s71", "frgv12s71", 0, 9},
		{"frgv12s", "frgv12s71", 0, 7},
		{"24s12", "141271", 2, 4},
		{"abc", "xyz", 3, 0},
		{strings.Repeat("a", 70), strings.Repeat("a", 70), 3, 0}, // too long to compare
	} {
		if errors, length := StartDistance(c.word, c.other, 2); errors != c.errors || length != c.length {
			t.Errorf("StartDistance(%q, %q) = %d, %d, want %d, %d", c.word, c.other, errors, length, c.errors, c.length)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"DN 80 PN 40", "1½\"", "12 x 1,5", "-1/+5 bar", "\xff", "ßß", "3.1-Zeugnis", "½½"} {
		f.Add(text)
	}
	r := NewReader(nil)
	f.Fuzz(func(t *testing.T, text string) {
		for _, term := range r.Read(text, "de-DE") {
			if term.Start < 0 || term.End > len(text) || term.Start > term.End {
				t.Fatalf("%q: a term from %d to %d", text, term.Start, term.End)
			}
			if slices.Contains(term.Facts, "") {
				t.Fatalf("%q: an empty fact", text)
			}
		}
	})
}

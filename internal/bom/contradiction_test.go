package bom_test

import (
	"testing"

	"ferrule/internal/bom"
)

func TestWordsThatContradictThePartNumberLeaveTheChoice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// Another kind or size.
		"FR-GV-12S-71\tWinkelverschraubung 12S\t10":             "ambiguous: 10 contradiction × FR-GV-12S-71",
		"FR-GV-12S-71\tGerade Verschraubung 16S\t10":            "ambiguous: 10 contradiction × FR-GV-12S-71",
		"FR-VF-080-040-71\tVorschweißflansch DN 100 PN 40\t10":  "ambiguous: 10 × FR-VF-080-040-71", // asks for the size
		"FR-VF-080-040-71\tFlansch DN 50\t10":                   "ambiguous: 10 contradiction × FR-VF-080-040-71",
		"10 Stk Kugelhahn DN 25 FR-VF-080-040-71":               "ambiguous: 10 contradiction × FR-VF-080-040-71",
		"10 ball valves FR-GV-12S-71":                           "ambiguous: 10 contradiction × FR-GV-12S-71",
		"FR-GV-12S-71\tGerade Verschraubung 12S 1.4571\t10":     "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71\tVerschraubung\t10":                       "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71\tEdelstahl, PN 400, mit Zeugnis 3.1\t10":  "resolved: 10 × FR-GV-12S-71",
		"FR-UM-12S-71\tMutter für Winkelverschraubung 12S\t10":  "resolved: 10 × FR-UM-12S-71",
		"FR-VF-080-040-71\tWeld neck flange DN80 PN 16-40\t10":  "resolved: 10 × FR-VF-080-040-71",
		"FR-GV-12S-71\tHydraulikaggregat links, Leitung 7\t10":  "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71\tHX-100200 Verschraubung Presse 12 \t10":  "resolved: 10 × FR-GV-12S-71",
		"FR-SR-12-L-S-71\tSchneidring 12 für 12L und 12S\t10":   "resolved: 10 × FR-SR-12-L-S-71",
		"FR-ER-12-15-71\tEdelstahlrohr 12x1,5 nahtlos\t10 Stk.": "resolved: 10 × FR-ER-12-15-71",
	} {
		if got := read(t, text, "de-DE"); len(got) != 1 || got[0] != want {
			t.Errorf("%q is %v, want %s", text, got, want)
		}
	}
	lines, err := bom.Read("10 Winkelverschraubung 12S 1.4571 FR-GV-12S-71", "de-DE", articles)
	if err != nil {
		t.Fatal(err)
	}
	resolve(t, lines)
	// Both the article of the number and that of the words can be chosen.
	if l := lines[0]; l.State != bom.Ambiguous || len(l.Articles) != 2 || l.All != 2 {
		t.Errorf("%s with %d articles", l.State, len(l.Articles))
	}
}

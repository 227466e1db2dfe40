package bom_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/bom"
)

func TestSeveralArticlesInOneLineBecomeLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		// Quantities of their own.
		"Bitte 20 FR-GV-12S-71 und 10 FR-GV-16S-71":          {"|20|FR-GV-12S-71|", "|10|FR-GV-16S-71|"},
		"10x Schneidring 12L, 10x Überwurfmutter M18x1,5":    {"|10|Schneidring 12L|", "|10|Überwurfmutter M18x1,5|"},
		"n. 20 guarnizioni DN 50 e n. 20 tiranti M16x60":     {"|20|guarnizioni DN 50|", "|20|tiranti M16x60|"},
		"12 raccords droits 12S et 4 coudes 12S":             {"|12|raccords droits 12S|", "|4|coudes 12S|"},
		"20 pcs union 12S; 10 pcs tee 12S":                   {"|20|union 12S|", "|10|tee 12S|"},
		"4 x FR-GV-12S-71 + 4 x FR-GV-16S-71":                {"|4|FR-GV-12S-71|", "|4|FR-GV-16S-71|"},
		"10 pz FR-GV-12S-71 nonché 5 pz FR-WV-12S-71":        {"|10|FR-GV-12S-71|", "|5|FR-WV-12S-71|"},
		"FR-GV-12S-71 (20), FR-GV-16S-71 (10)":               {"|20|FR-GV-12S-71|", "|10|FR-GV-16S-71|"},
		"Flansch DN 50, PN 16, 6 Stk; Dichtung DN 50, 6 Stk": {"|6|Flansch DN 50, PN 16|", "|6|Dichtung DN 50|"},
		"2x ACME-4711-B und 3x ACME-4712-C":                  {"|2|ACME-4711-B|", "|3|ACME-4712-C|"},
		// The beginning of a sentence.
		"für Presse 2 brauchen wir 4 Winkelverschraubungen 16S, 4 T-Verschraubungen 16S": {"|4|Winkelverschraubungen 16S|", "|4|T-Verschraubungen 16S|"},
		"Bitte um Angebot für 20 Schneidringe 12L sowie 10 Überwurfmuttern 12L":          {"|20|Schneidringe 12L|", "|10|Überwurfmuttern 12L|"},
		// One quantity for each.
		"je 5 Stk. FR-GV-12S-71 / FR-GV-15L-71":                        {"|5|FR-GV-12S-71|", "|5|FR-GV-15L-71|"},
		"FR-GV-12S-71, FR-GV-15L-71 - 10 each":                         {"|10|FR-GV-12S-71|", "|10|FR-GV-15L-71|"},
		"5 each of FR-GV-12S-71 and FR-GV-15L-71":                      {"|5|FR-GV-12S-71|", "|5|FR-GV-15L-71|"},
		"FR-GV-12S-71 et FR-GV-15L-71, 5 pièces chacun":                {"|5|FR-GV-12S-71|", "|5|FR-GV-15L-71|"},
		"FR-GV-12S-71 e FR-GV-15L-71, 6 pz ciascuno":                   {"|6|FR-GV-12S-71|", "|6|FR-GV-15L-71|"},
		"10 ball valves DN 25, with ISO top, and 5 check valves DN 25": {"|10|ball valves DN 25, with ISO top|", "|5|check valves DN 25|"},
		// The position is that of each, a remark at the end or below as well.
		"Pos. 3: 2 Stk FR-GV-12S-71 und 4 Stk FR-GV-15L-71":                        {"3|2|FR-GV-12S-71|", "3|4|FR-GV-15L-71|"},
		"Pos 1\n2 FR-GV-12S-71 und 4 FR-GV-15L-71\nPos 2\n5 FR-WV-12S-71":          {"1|2|FR-GV-12S-71|", "1|4|FR-GV-15L-71|", "2|5|FR-WV-12S-71|"},
		"10 Stk FR-GV-12S-71, 5 Stk FR-GV-15L-71, KW 50":                           {"|10|FR-GV-12S-71|KW 50", "|5|FR-GV-15L-71|KW 50"},
		"12 off FR-GV-12S-71 and 6 off FR-GV-15L-71, both with 3.1 cert":           {"|12|FR-GV-12S-71|with 3.1 cert", "|6|FR-GV-15L-71|with 3.1 cert"},
		"10 FR-GV-12S-71 und 5 FR-GV-15L-71\nmit Zeugnis 3.1":                      {"|10|FR-GV-12S-71|mit Zeugnis 3.1", "|5|FR-GV-15L-71|mit Zeugnis 3.1"},
		"6 Stk FR-VF-050-016-04 mit Zeugnis 3.1, 6 Stk FR-FD-050-016":              {"|6|FR-VF-050-016-04|mit Zeugnis 3.1", "|6|FR-FD-050-016|"},
		"2 FR-GV-12S-71\n\nAm 12.11.2026 schrieb X:\n> 3 Stk FR-A1 und 4 Stk FR-B": {"|2|FR-GV-12S-71|", "footer", "footer"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, text, "de-DE")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestOneArticleIsNotSplit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Flansch DN 50, PN 16, 1.4571":                                  "|1|Flansch DN 50, PN 16, 1.4571|",
		"4 ball valves DN 25, 3-piece, butt weld, 316":                  "|4|ball valves DN 25, 3-piece, butt weld, 316|",
		"Flansch mit Dichtung und Schrauben DN 50":                      "|1|Flansch mit Dichtung und Schrauben DN 50|",
		"Schraube M16x60 mit Mutter, 20 Stk":                            "|20|Schraube M16x60 mit Mutter|",
		"bride DN 50 acier 1.4404 et 316L":                              "|1|bride DN 50 acier 1.4404 et 316L|",
		"Kugelhahn G 1/2 und G 3/4":                                     "|1|Kugelhahn G 1/2 und G 3/4|",
		"Kugelhahn DN 25, Blindflansch DN 50":                           "|1|Kugelhahn DN 25, Blindflansch DN 50|",
		"Reduzierung DN 80 / DN 50, 4 Stk":                              "|4|Reduzierung DN 80 / DN 50|",
		"je 10 Schneidringe und Überwurfmuttern 12L":                    "|10|Schneidringe und Überwurfmuttern 12L|",
		"20 Stk FR-GV-12S-71, Gerade Verschraubung 12S, VPE 10 Stk":     "|20|FR-GV-12S-71|",
		"FR-GV-12S-71, straight union 12S, 10 each":                     "|10|FR-GV-12S-71|",
		"5 each flange DN 50 with gasket and bolts":                     "|5|flange DN 50 with gasket and bolts|",
		"2 Kugelhähne DN 25 mit 2 Gegenflanschen und 8 Schrauben":       "|2|Kugelhähne DN 25 mit 2 Gegenflanschen und 8 Schrauben|",
		"8 Schraubensätze M16x60, je 4 Schrauben und 4 Muttern":         "|8|Schraubensätze M16x60, je 4 Schrauben und 4 Muttern|",
		"1 flange set: 8 bolts M16 and 8 nuts M16":                      "|1|flange set: 8 bolts M16 and 8 nuts M16|",
		"1 Set (4 Schrauben M16x60, 4 Muttern M16)":                     "|1|(4 Schrauben M16x60, 4 Muttern M16)|",
		"4 valvole a sfera DN 25 con attuatore e 2 finecorsa":           "|4|valvole a sfera DN 25 con attuatore e 2 finecorsa|",
		"2 Schläuche DN 12, 1 Ende gerade, 1 Ende Winkel 12S":           "|2|Schläuche DN 12, 1 Ende gerade, 1 Ende Winkel 12S|",
		"FR-GV-12S-71, 20 Stk, alternativ FR-GV-12S-04, 20 Stk":         "|20|FR-GV-12S-71|alternativ FR-GV-12S-04",
		"3 Schlauchleitungen DN 12, 2 m lang, beidseitig DKOS":          "|3|Schlauchleitungen DN 12, 2 m lang, beidseitig DKOS|",
		"Summe: 20 Flansche DN 50, 10 Dichtungen DN 50":                 "total",
		"Pos\tArtikel\tMenge\n1\t5 FR-GV-12S-71 und 4 FR-GV-15L-71\t10": "1|10|FR-GV-12S-71|",
	} {
		if got := rowsOf(t, text, "de-DE"); got[len(got)-1] != want || len(got) > 1+strings.Count(text, "\n") {
			t.Errorf("%q is %q, not %s", text, got, want)
		}
	}
}

func TestAFurtherUnknownArticleLeavesTheChoice(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"20 Stk FR-GV-12S-71 und 2 Stk Blechhaube", "20 pcs straight union 12S 316Ti and 2 pcs sheet metal hood"} {
		lines, err := bom.Read(text, "de-DE", articles)
		if err != nil {
			t.Fatal(err)
		}
		resolve(t, lines)
		if len(lines) != 1 || lines[0].State == bom.Resolved {
			t.Errorf("%q is %+v", text, lines)
		}
	}
}

func TestArticlesOfOneLineShareItsText(t *testing.T) {
	t.Parallel()
	text := "Bitte 20 FR-GV-12S-71, 4 FR-GV-15L-71 und 20 FR-GV-12S-71"
	lines, err := bom.Read(text, "de-DE", articles)
	if err != nil {
		t.Fatal(err)
	}
	resolve(t, lines)
	var texts []string
	for i := range lines {
		texts = append(texts, lines[i].Text)
	}
	if diff := cmp.Diff([]string{"Bitte 20 FR-GV-12S-71,", " 4 FR-GV-15L-71", " und 20 FR-GV-12S-71"}, texts); diff != "" {
		t.Error(diff)
	}
	if got := lines[2]; got.Number != 1 || got.DuplicateOf != 1 {
		t.Errorf("line %d repeats line %d", got.Number, got.DuplicateOf)
	}
}

func TestLaterArticlesRepeatTheKindOfTheFirst(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"20 Verschraubungen 12S und 10 16S":                         {"|20|Verschraubungen 12S|", "|10|Verschraubungen 16S|"},
		"10 Kugelhähne DN 25 und 5 DN 32":                           {"|10|Kugelhähne DN 25|", "|5|Kugelhähne DN 32|"},
		"Wir brauchen 10 Kugelhähne DN 25, 5 DN 32 und 2 DN 50.":    {"|10|Kugelhähne DN 25|", "|5|Kugelhähne DN 32|", "|2|Kugelhähne DN 50|"},
		"10 ball valves DN 25 PN 40 and 5 pcs DN 32":                {"|10|ball valves DN 25 PN 40|", "|5|ball valves DN 32 PN 40|"},
		"20x Schneidring 12L, 10x 15L":                              {"|20|Schneidring 12L|", "|10|Schneidring 15L|"},
		"Nous avons besoin de 6 coudes 12S et 4 16S":                {"|6|coudes 12S|", "|4|coudes 16S|"},
		"12 valvole a sfera DN 25 e 6 DN 50":                        {"|12|valvole a sfera DN 25|", "|6|valvole a sfera DN 50|"},
		"10 Kugelhähne DN 25 und 5 Blindflansche DN 32 und 2 DN 40": {"|10|Kugelhähne DN 25|", "|5|Blindflansche DN 32|", "|2|Blindflansche DN 40|"},
		"5 Kugelhähne G 1/2 und 3 G 3/4":                            {"|5|Kugelhähne G 1/2|", "|3|Kugelhähne G 3/4|"},
		"10 Kugelhähne DN 25, PN 40, 1.4571 und 5 DN 32, KW 50":     {"|10|Kugelhähne DN 25, PN 40, 1.4571|KW 50", "|5|Kugelhähne DN 32, PN 40, 1.4571|KW 50"},
		"4 Rohr 22x2 und 5 18x1,5":                                  {"|4|Rohr 22x2|", "|5|Rohr 18x1,5|"},
		// One article or an open question.
		"10 Kugelhähne DN 25, 16 bar":                {"|10|Kugelhähne DN 25, 16 bar|"},
		"10 Reduzierungen DN 50 x DN 25 und 5 DN 32": {"|10|Reduzierungen DN 50 x DN 25 und 5 DN 32|"},
		"10 Reduzierungen DN 50 und DN 32":           {"|10|Reduzierungen DN 50 und DN 32|"},
		"4 T-Stücke DN 50, 2 Abgänge DN 25":          {"|4|T-Stücke DN 50, 2 Abgänge DN 25|"},
		"10 Kugelhähne DN 25 und 16":                 {"|10|Kugelhähne DN 25 und 16|"},
		"2 Verteiler mit 4 Anschlüssen und 2 G1/2":   {"|2|Verteiler mit 4 Anschlüssen und 2 G1/2|"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, text, "de-DE")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestACommaMayEndAPartNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"FR-GV-12S-71,10 Stk":                {"|10|FR-GV-12S-71|"},
		"FR-GV-12S-71,10":                    {"|10|FR-GV-12S-71|"},
		"FR-GV-12S-71,10 pcs":                {"|10|FR-GV-12S-71|"},
		"FR-GV-12S-71;20;FR-GV-16S-71;40":    {"|20|FR-GV-12S-71|", "|40|FR-GV-16S-71|"},
		"FR-GV-12S-71,20,FR-GV-16S-71,40":    {"|20|FR-GV-12S-71|", "|40|FR-GV-16S-71|"},
		"FR-GV-12S-71;20;Gerade;40":          {"|20|FR-GV-12S-71|"},
		"Bitte FR-GV-12S-71,10 Stk anbieten": {"|10|FR-GV-12S-71|"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, text, "de-DE")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

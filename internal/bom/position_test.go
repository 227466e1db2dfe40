package bom_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/bom"
)

// rowsOf parses and resolves a text and returns one line each: the reason of a line
// that requests nothing, else position, quantity, part number or words, and remark.
func rowsOf(t *testing.T, text, language string) []string {
	t.Helper()
	lines, err := bom.Read(text, language, articles)
	if err != nil {
		t.Fatal(err)
	}
	resolve(t, lines)
	var rows []string
	for i := range lines {
		l := &lines[i]
		if l.State == bom.Heading {
			rows = append(rows, string(l.Reason))
			continue
		}
		what := l.Part
		if what == "" {
			what = l.Description
		}
		rows = append(rows, fmt.Sprintf("%s|%d|%s|%s", l.Position, l.Quantity, what, l.Note))
	}
	return rows
}

func TestPositionsOverSeveralLinesAreJoined(t *testing.T) {
	t.Parallel()
	ten, twenty := "|10|FR-GV-12S-71|", "|20|FR-UM-12S-71|"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"number, name and quantity":  {"FR-GV-12S-71\nGerade Verschraubung\n10 Stk\nFR-UM-12S-71\nMutter\n20 Stk", []string{ten, twenty}},
		"quantity first":             {"10 Stk\nFR-GV-12S-71\nGerade Verschraubung\n20 Stk\nFR-UM-12S-71\nMutter", []string{ten, twenty}},
		"positions":                  {"Pos. 1\nFR-GV-12S-71\n10 Stk\nPos. 2\nFR-UM-12S-71\n20 Stk", []string{"1" + ten, "2" + twenty}},
		"positions and names":        {"Pos. 1\nFR-GV-12S-71\nGerade Verschraubung\n10 Stk\nPos. 2\nFR-UM-12S-71\nÜberwurfmutter\n20 Stk", []string{"1" + ten, "2" + twenty}},
		"numbers alone":              {"10\nFR-GV-12S-71\n10\n20\nFR-UM-12S-71\n20", []string{"10" + ten, "20" + twenty}},
		"blank lines between":        {"Verschraubung\nFR-GV-12S-71\n10 Stk\n\nMutter\nFR-UM-12S-71\n20 Stk", []string{ten, twenty}},
		"pairs":                      {"FR-GV-12S-71\nVerschraubung, 10 Stk\nFR-UM-12S-71\nMutter, 20 Stk", []string{ten, twenty}},
		"pairs, quantity first":      {"10 x FR-GV-12S-71\nVerschraubung\n20 x FR-UM-12S-71\nMutter", []string{ten, twenty}},
		"a remark below":             {"1 FR-GV-12S-71 10 Stk\nmit Zeugnis 3.1\n2 FR-UM-12S-71 20 Stk", []string{"1" + ten + "mit Zeugnis 3.1", "2" + twenty}},
		"a row of a table":           {"Pos\tMenge\tText\n1\t5\tBlechhaube\n\t\tmit Griff\n2\t3\tBlech", []string{"header", "1|5|Blechhaube mit Griff|", "2|3|Blech|"}},
		"a row with fewer cells":     {"1\tFR-GV-12S-71\tUnion\t10\tST\t04.12.2026\n2\tBlechhaube\t20\tST\n3\tFR-ER-12-15-71\tRohr\t24,000\tM\t04.12.2026", []string{"1" + ten + "04.12.2026", "2|20|Blechhaube|", "3|24|FR-ER-12-15-71|Menge in Metern; 04.12.2026"}},
		"a section of a table":       {"Pos\tMenge\tText\n1\t5\tBlechhaube\n\tPneumatik\t\n2\t3\tBlech", []string{"header", "1|5|Blechhaube|", "heading", "2|3|Blech|"}},
		"a foreign number below":     {"FR-GV-12S-71 10\nXY-4711-88 20", []string{ten, "|20|XY-4711-88|"}},
		"two lists are not one line": {"Sonderteil A 2 Stk\nsonderteil b 3 Stk", []string{"|2|Sonderteil A|", "|3|sonderteil b|"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, rowsOf(t, c.text, "de-DE")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPositionNumbersAreKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"tens":        {"10 FR-GV-12S-71 8 Stk\n20 FR-UM-12S-71 4 Stk", []string{"10|8|FR-GV-12S-71|", "20|4|FR-UM-12S-71|"}},
		"quantities":  {"10 FR-GV-12S-71\n5 FR-UM-12S-71", []string{"|10|FR-GV-12S-71|", "|5|FR-UM-12S-71|"}},
		"parts":       {"1.1 FR-GV-12S-71 8 Stk\n1.2 FR-UM-12S-71 4 Stk", []string{"1.1|8|FR-GV-12S-71|", "1.2|4|FR-UM-12S-71|"}},
		"letters":     {"A-1 FR-GV-12S-71 8 Stk\nA-2 FR-UM-12S-71 4 Stk", []string{"A-1|8|FR-GV-12S-71|", "A-2|4|FR-UM-12S-71|"}},
		"threads":     {"M12 Sonderteil 8 Stk\nM16 Sonderteil 4 Stk", []string{"|8|M12 Sonderteil|", "|4|M16 Sonderteil|"}},
		"leading 0":   {"00010 FR-GV-12S-71 8 ST", []string{"00010|8|FR-GV-12S-71|"}},
		"cells":       {"1.1\tFR-GV-12S-71\t8\n1.2\tFR-UM-12S-71\t4", []string{"1.1|8|FR-GV-12S-71|", "1.2|4|FR-UM-12S-71|"}},
		"long number": {"100234\t8\tFR-GV-12S-71\n100235\t4\tFR-UM-12S-71", []string{"|8|FR-GV-12S-71|", "|4|FR-UM-12S-71|"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, rowsOf(t, c.text, "de-DE")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRowsWithSingleSpaces(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"10 FR-GV-12S-71 Gerade Verschraubung 12S 1.4571 20 ST 12,50 250,00":              {"10|20|FR-GV-12S-71|"},
		"00010 4711-0815 Kugelhahn DN 25 PN 40 4 Stk 15.12.2026":                          {"00010|4|4711-0815|15.12.2026"},
		"00010 100234 Kugelhahn DN 25 PN 40 4,000 ST 189,00 756,00":                       {"00010|4|100234|"},
		"10 FR-GV-12S-71 Verschraubung 12S 20 12,50 250,00":                               {"10|20|FR-GV-12S-71|"},
		"0010 FR-GV-12S-71 Verschraubung 12S 4 ST 12.01.2027 189,00 756,00":               {"0010|4|FR-GV-12S-71|12.01.2027"},
		"10 15.12.2026 FR-UM-12S-71 Mutter 100 ST 4,10 EUR 410,00 EUR":                    {"10|100|FR-UM-12S-71|15.12.2026"},
		"30 77-0012 FR-UM-12L-71 Mutter 500 ST 285,00 / 100 ST 1.425,00":                  {"30|500|FR-UM-12L-71|"},
		"10 FR-ER-12-15-71 Rohr 12x1,5 48,000 M 17,90 859,20":                             {"10|48|FR-ER-12-15-71|Menge in Metern"},
		"1 MAT-100377 Special manifold 1 EA 980.00\n2 FR-GV-12S-71 union 10 EA 14.80":     {"1|1|MAT-100377|", "2|10|FR-GV-12S-71|"},
		"20 FR-GV-12S-71 Union 2 PCE 2026-12-11 USD 14.80":                                {"20|2|FR-GV-12S-71|2026-12-11"},
		"Sonderrohr 16 x 1,50 12,50":                                                      {"|1|Sonderrohr 16 x 1,50 12,50|"},
		"10 FR-GV-16S-71 Giunzione 24 NR 18,50 444,00\n20 FR-GV-12S-71 90 NR 2,00 180,00": {"10|24|FR-GV-16S-71|", "20|90|FR-GV-12S-71|"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, text, "de-DE")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestLinesThatRequestNothingHaveAReason(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Sehr geehrte Frau Krüger,": "greeting", "Merci de nous faire parvenir votre offre pour :": "greeting", "Vi preghiamo di quotare:": "greeting",
		"Seite 1 von 2": "footer", "Mit freundlichen Grüßen": "footer", "IBAN DE02 1203 0000 0000 2020 51": "footer", "P.IVA IT 01234560352": "footer",
		"Delivery by 15.12.2026": "date", "den 19.11.2026": "date", "Lieferung bis 15.12.2026": "date",
		"Tel. 0522 555 018": "phone", "+44 7700 900 123": "phone", "John 079 123 45 67": "phone",
		"ACME Ltd, Main St 5": "address", "12 rue de la Paix": "address", "Via Emilia 118, 42124 Reggio Emilia": "address", "a.b@example.com": "address",
		"Übertrag 1.609,20": "total", "Report 2 410,00": "total", "Totale 2.140,00": "total", "Carried forward: 1,842.00": "total",
		"Bestellung Nr. 4500 123 987 vom 19.11.2026": "reference", "Demande de prix n° DP-5567": "reference", "Betreff: Anfrage": "reference",
		"Baugruppe 2: Rücklauf DN 40": "heading", "GRUPPO 1 - POMPA": "heading",
		"Pos. Codice Descrizione Q.tà": "header", "----": "empty",
	} {
		got := rowsOf(t, text+"\n\n5 Stk FR-GV-12S-71\n2 Stk FR-UM-12S-71", "de-DE")
		if len(got) != 3 || got[0] != want {
			t.Errorf("%q is %v, not %s", text, got, want)
		}
	}
}

func TestQuantitiesWithUnitsOfFourLanguages(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"n. 12 raccordi speciali": "|12|raccordi speciali|", "pz 1.500 FR-GV-12S-71": "|1500|FR-GV-12S-71|", "qté 3 FR-GV-12S-71": "|3|FR-GV-12S-71|",
		"FR-GV-12S-71 / 3 each": "|3|FR-GV-12S-71|", "FR-GV-12S-71 (5x)": "|5|FR-GV-12S-71|", "zwei FR-GV-12S-71": "|2|FR-GV-12S-71|",
		"FR-GV-12S-71 5 Stk à 12,50 EUR": "|5|FR-GV-12S-71|", "2 no. Sonderteil": "|2|Sonderteil|", "5 Sonderventil 3 pièces DN 25": "|5|Sonderventil 3 pièces DN 25|",
		"3 Stangen à 6 m FR-ER-12-15-71": "|18|FR-ER-12-15-71|3 Stangen à 6 m", "Sonderteil DN25 x 4": "|4|Sonderteil DN25|",
		"nipplo speciale 1/2 pz 30": "|30|nipplo speciale 1/2|", "mt 36 Sonderrohr 18x1,5": "|36|Sonderrohr 18x1,5|quantità in metri", "Sonderrohr 12x1,5 MT 24": "|24|Sonderrohr 12x1,5|",
		"zwei Sonderventile DN 25": "|2|Sonderventile DN 25|", "ein Sonderventil DN 25": "|1|Sonderventil DN 25|", "Sonderprofil 3 m: 4 St.": "|4|Sonderprofil 3 m|",
		"Sonderventil DN 25: 1 St. (Vorlauf)": "|1|Sonderventil DN 25|Vorlauf", "Sonderrohr 12x1,5, 6 m lengths, 8 off": "|48|Sonderrohr 12x1,5|6 m lengths, 8 off",
		"100 ft Sonderrohr": "|31|Sonderrohr|100 ft", "Sonderventil NR 10   € 14,80": "|10|Sonderventil|", "(6) Sonderventil DN 25": "|6|Sonderventil DN 25|",
		"4b) Sonderventil 2 pz": "4b|2|Sonderventil|", "[ ] 2x Sonderventil": "|2|Sonderventil|",
	} {
		if diff := cmp.Diff([]string{want}, rowsOf(t, text, "it-IT")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestTimesSignsAtTheEndOfMostLinesPrecedeQuantities(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Sonderventil DN 65 x 2\nSonderstutzen 50.8 x 1.65 x 10\nSondermutter x 6 (Vorlauf)": {"|2|Sonderventil DN 65|", "|10|Sonderstutzen 50.8 x 1.65|", "|6|Sondermutter|Vorlauf"},
		"6 m Sonderrohr 20 x 2\n12 m Sonderrohr 25 x 3":                                      {"|6|Sonderrohr 20 x 2|quantity in metres", "|12|Sonderrohr 25 x 3|quantity in metres"},
	} {
		if diff := cmp.Diff(want, rowsOf(t, text, "en-US")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestPositionsThatReferToOthersRepeatTheirWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"4 Stk Sonderventil DN 25 PN 40\n2 Stk dto. DN 50":                                           "|2|Sonderventil PN 40 DN 50|",
		"4 Stk Sonderventil DN 25\ndito, 3 Stk":                                                      "|3|Sonderventil DN 25|",
		"10 x ACME-4711-B\n5 x dto.":                                                                 "|5|ACME-4711-B|",
		"Pos. 1 Sonderrohr 20x2 6 m\nPos. 2 Sonderventil 1 Stk\nPos. 3 wie Pos. 1, jedoch 25x2 12 m": "3|12|Sonderrohr 25x2|Menge in Metern",
		"Pos;Menge;Text\n1;5;Sonderbogen 90° DN 50\n2;3;idem 45°":                                    "2|3|Sonderbogen DN 50 45°|",
	} {
		rows := rowsOf(t, text, "de-DE")
		if got := rows[len(rows)-1]; got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
	}
}

func TestPartsMadeToADrawingStayFreeText(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"Sonderteil", "nach Zeichnung 4711", "special part", "as per drawing 12-B", "pièce spéciale", "selon plan 12", "pezzo speciale", "a disegno"} {
		if diff := cmp.Diff([]string{"unknown: 5 × »Blindflansch DN 50 PN 16 " + words + "«"}, read(t, "5 pcs Blindflansch DN 50 PN 16 "+words, "de-DE")); diff != "" {
			t.Error(diff)
		}
	}
}

func TestQuotedMailRequestsNothing(t *testing.T) {
	t.Parallel()
	got := rowsOf(t, "5 Stk FR-GV-12S-71\n\nAm 12.11.2026 um 16:02 schrieb Vertrieb:\n> 3 Stk FR-UM-12S-71", "de-DE")
	if diff := cmp.Diff([]string{"|5|FR-GV-12S-71|", "footer", "footer"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"|3|FR-UM-12S-71|"}, rowsOf(t, "> 3 Stk FR-UM-12S-71", "de-DE")); diff != "" {
		t.Error(diff)
	}
}

func TestDuplicatesAreMarkedNotMerged(t *testing.T) {
	t.Parallel()
	lines, err := bom.Read("5 FR-GV-12S-71\n3 frgv12s71\nSonderteil A 2 Stk\nsonderteil a 3 Stk", "de-DE", articles)
	if err != nil {
		t.Fatal(err)
	}
	resolve(t, lines)
	var got []int
	for i := range lines {
		got = append(got, lines[i].DuplicateOf)
	}
	if diff := cmp.Diff([]int{0, 1, 0, 3}, got); diff != "" {
		t.Error(diff)
	}
}

func TestHostileTextKeepsAllItsLines(t *testing.T) {
	t.Parallel()
	pieces := []string{"1 ", "1", `"`, "\"a\t", "1\t", "1x", "AB-1234,", `"";`, "bitte "}
	var text strings.Builder
	for i := range bom.MaxLines {
		piece := pieces[i%len(pieces)]
		text.WriteString("x" + strings.Repeat(piece, 100/len(piece)) + "\n")
	}
	lines, err := bom.Read(text.String(), "de-DE", articles)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for i := range lines {
		count += 1 + strings.Count(lines[i].Text, "\n")
	}
	if count != bom.MaxLines {
		t.Errorf("%d lines", count)
	}
}

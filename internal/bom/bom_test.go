package bom_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/demo"
	"ferrule/internal/bom"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
)

// articles is the catalogue of the demo supplier.
var articles *catalogue.Parts

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		panic(err)
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "parts")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	source, err := demo.Source()
	if err != nil {
		return 0, err
	}
	s, err := store.OpenAt(ctx, "", dir, content.Default())
	if err != nil {
		return 0, err
	}
	defer s.Close()
	if _, err := s.Import(ctx, source); err != nil {
		return 0, err
	}
	lists := catalogue.New(s, content.Default(), catalogue.Options{Log: slog.New(slog.DiscardHandler)})
	defer lists.Close()
	if articles, err = lists.Parts(ctx, "de-DE"); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// read parses and resolves a text and returns one line each: state, quantity with
// its hint, and the part number or the words.
func read(t *testing.T, text, language string) []string {
	t.Helper()
	lines, err := bom.Read(text, language, articles)
	if err != nil {
		t.Fatal(err)
	}
	resolve(t, lines)
	var out []string
	for _, l := range lines {
		if l.State == bom.Heading {
			out = append(out, "heading: "+strings.TrimSpace(l.Text))
			continue
		}
		text := string(l.State) + ": " + strconv.Itoa(l.Quantity)
		if l.Hint != "" {
			text += " " + string(l.Hint)
		}
		text += " × " + l.Part
		if l.Part == "" {
			text += "»" + l.Description + "«"
		}
		out = append(out, text)
	}
	return out
}

func resolve(t *testing.T, lines []bom.Line) {
	t.Helper()
	if err := bom.Resolve(t.Context(), lines, articles); err != nil {
		t.Fatal(err)
	}
}

func TestALineOfPlainText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// Number and quantity in either order.
		"10 x FR-GV-12S-71":                        "resolved: 10 × FR-GV-12S-71",
		"10x FR-GV-12S-71":                         "resolved: 10 × FR-GV-12S-71",
		"10xFR-GV-12S-71":                          "resolved: 10 × FR-GV-12S-71",
		"10 × FR-GV-12S-71":                        "resolved: 10 × FR-GV-12S-71",
		"10 FR-GV-12S-71":                          "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71 10":                          "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71  10 Stk.":                    "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71 x 10":                        "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71 x10":                         "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71*10":                          "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71: 10":                         "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71=10":                          "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71 (10)":                        "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71 (10 pcs)":                    "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71, Menge: 10":                  "resolved: 10 × FR-GV-12S-71",
		"Qty 10 - FR-GV-12S-71":                    "resolved: 10 × FR-GV-12S-71",
		"fr gv 12s 71 10 Stück":                    "resolved: 10 × fr gv 12s 71",
		"FRGV12S71 10":                             "resolved: 10 × FRGV12S71",
		"10 off FR-GV-12S-71":                      "resolved: 10 × FR-GV-12S-71",
		"10 pièces FR-GV-12S-71":                   "resolved: 10 × FR-GV-12S-71",
		"10 pz. FR-GV-12S-71":                      "resolved: 10 × FR-GV-12S-71",
		"Qté : 10, réf. FR-GV-12S-71":              "resolved: 10 × FR-GV-12S-71",
		"Q.tà 10 codice FR-GV-12S-71":              "resolved: 10 × FR-GV-12S-71",
		"- 10 Stk FR-GV-12S-71":                    "resolved: 10 × FR-GV-12S-71",
		"• FR-GV-12S-71, 10 Stück":                 "resolved: 10 × FR-GV-12S-71",
		"Pos. 3: 10 Stück FR-GV-12S-71":            "resolved: 10 × FR-GV-12S-71",
		"3. FR-GV-12S-71 10 Stk":                   "resolved: 10 × FR-GV-12S-71",
		"3) 10x FR-GV-12S-71":                      "resolved: 10 × FR-GV-12S-71",
		"3 FR-GV-12S-71 10":                        "resolved: 10 × FR-GV-12S-71",
		"10 FR-GV-12S-71 12,50":                    "resolved: 10 × FR-GV-12S-71",
		"FR-GV-12S-71":                             "resolved: 1 assumed × FR-GV-12S-71",
		"FR–GV–12S–71 10":                          "resolved: 10 × FR-GV-12S-71",
		"10 Gerade Verschraubung 12S FR-GV-12S-71": "resolved: 10 × FR-GV-12S-71",
		"10 Montagesatz FR-MS-12S-71":              "resolved: 10 × FR-MS-12S-71",
		// Prefixes, and words.
		"FR-GV-12S 7 Stk":                   "ambiguous: 7 × FR-GV-12S",
		"FR-GV-12S 7":                       "ambiguous: 7 × FR-GV-12S",
		"Gerade Verschraubung 12S 1.4571":   "resolved: 1 assumed × »Gerade Verschraubung 12S 1.4571«",
		"25 Stück Gerade Verschraubung 12S": "ambiguous: 25 × »Gerade Verschraubung 12S«",
		"4 straight union 12S 316Ti":        "resolved: 4 × »straight union 12S 316Ti«",
		"Pos. 3: 25 Stück Kugelhahn":        "unknown: 25 many × »Kugelhahn«",
		"FR-GV 5 Stk":                       "unknown: 5 many × FR-GV",
		// Sizes are not quantities.
		"Blindstopfen Sonderteil DN 25":         "unknown: 1 assumed × »Blindstopfen Sonderteil DN 25«",
		"Sonderrohr 20 x 1,5":                   "unknown: 1 assumed × »Sonderrohr 20 x 1,5«",
		"10 x Sonderrohr 20x1,5":                "unknown: 10 × »Sonderrohr 20x1,5«",
		"1/2\" Sonderteil":                      "unknown: 1 assumed × »1/2\" Sonderteil«",
		"6 m Sonderrohr 20x1,5":                 "unknown: 6 × »Sonderrohr 20x1,5«",
		"Sonderflansch DN 50, 1.4571":           "ambiguous: 1 assumed × »Sonderflansch DN 50, 1.4571«",
		"4 Sonderflansche DN 50, glatt, 316":    "ambiguous: 4 × »Sonderflansche DN 50, glatt, 316«",
		"FR-GV-12S-71 316":                      "resolved: 316 × FR-GV-12S-71",
		"3 Sonderschläuche, 2 m lang, verzinkt": "unknown: 3 × »Sonderschläuche, 2 m lang, verzinkt«",
		// Unknown part numbers.
		"5 x ACME-4711-B":                 "unknown: 5 × ACME-4711-B",
		"ACME-4711-B Blechwinkel, 5 Stk":  "unknown: 5 × ACME-4711-B",
		"<script>alert(1)</script> 5 Stk": "unknown: 5 × »<script>alert(1)</script>«",
		// The decimals of a measure are no quantity.
		"10 Rohr 12x1,5":                "ambiguous: 10 × »Rohr 12x1,5«",
		"Rohr 12x1,5":                   "ambiguous: 1 assumed × »Rohr 12x1,5«",
		"10 Rohr 17,2×1,8":              "unknown: 10 × »Rohr 17,2×1,8«",
		"10 Sonderschraube M20x1,5":     "unknown: 10 × »Sonderschraube M20x1,5«",
		"FR-PR-12-15-ZN Rohr 12x1,5":    "resolved: 1 assumed × FR-PR-12-15-ZN",
		"10 FR-PR-12-15-ZN Rohr 12x1,5": "resolved: 10 × FR-PR-12-15-ZN",
		"FR-PR-12-15-ZN Rohr 12x1,5 10": "resolved: 10 × FR-PR-12-15-ZN",
		// Lines that request nothing.
		"Baugruppe Hydraulik:":              "heading: Baugruppe Hydraulik:",
		"Guten Tag":                         "heading: Guten Tag",
		"----------":                        "heading: ----------",
		"Summe 25 Stk":                      "heading: Summe 25 Stk",
		"Total: 25":                         "heading: Total: 25",
		"Pos Menge Artikel-Nr. Bezeichnung": "heading: Pos Menge Artikel-Nr. Bezeichnung",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff([]string{want}, read(t, text, "de-DE")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWordsOfALineFindTheArticleWithTheirSize(t *testing.T) {
	t.Parallel()
	for text, numbers := range map[string][]string{
		"25 Schneidring 12S":           {"FR-SR-12-L-S-71"},
		"10x Flansch DN80 PN40 1.4571": {"FR-VF-080-040-71"},
		"5 Rohr 12x1,5":                {"FR-PR-12-15-ZN", "FR-ER-12-15-71"},
		"5 Rohr 12 x 1,5":              {"FR-PR-12-15-ZN", "FR-ER-12-15-71"},
		"2 Manometer NG 100 0-16 bar":  {"FR-M100-16"},
	} {
		lines, err := bom.Read(text, "de-DE", articles)
		if err != nil {
			t.Fatal(err)
		}
		resolve(t, lines)
		var want []uint32
		for _, number := range numbers {
			found, _, _ := articles.Number(number)
			want = append(want, found...)
		}
		if diff := cmp.Diff(want, lines[0].Articles); diff != "" {
			t.Errorf("%q: %s; %s", text, diff, describe(&lines[0]))
		}
	}
}

func TestQuantitiesOfAnyLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, amount, want string }{
		{"de-DE", "2,0 Stk", "2"},
		{"en-US", "2.0 pcs", "2"},
		{"de-DE", "2,5 m", "3 rounded"},
		{"de-DE", "1.000 Stk", "1000 separator"},
		{"it-IT", "1.000 pz", "1000 separator"},
		{"en-US", "1,000 pcs", "1000 separator"},
		{"en-US", "1.000 Stk", "1000 separator"}, // the text is German
		{"de-DE", "1,000 pcs", "1000 separator"}, // and this one English
		{"de-DE", "1'000 Stk", "1000"},
		{"de-DE", "1’000 Stk", "1000"},
		{"fr-FR", "1 000 pièces", "1000"},
		{"fr-FR", "1\u202f000 pièces", "1000"},
		{"de-DE", "12.345.678 Stk", "999999 limited"},
		{"de-DE", "1.234,50 m", "1235 rounded"},
		{"en-US", "1,234.50 m", "1235 rounded"},
		{"de-DE", "0 Stk", "1 zero"},
		{"de-DE", "0,500 m", "1 rounded"},
	} {
		t.Run(c.language+" "+c.amount, func(t *testing.T) {
			t.Parallel()
			want := []string{"resolved: " + c.want + " × FR-GV-12S-71"}
			for _, text := range []string{"FR-GV-12S-71 " + c.amount, c.amount + " FR-GV-12S-71", "FR-GV-12S-71\t" + c.amount} {
				if diff := cmp.Diff(want, read(t, text, c.language)); diff != "" {
					t.Errorf("%q: %s", text, diff)
				}
			}
		})
	}
}

func TestOneNumberProvesTheDecimalSeparatorOfAll(t *testing.T) {
	t.Parallel()
	want := []string{"resolved: 10 × FR-GV-12S-71", "resolved: 3 rounded × FR-GV-12S-ZN"}
	if diff := cmp.Diff(want, read(t, "FR-GV-12S-71\t10,000\nFR-GV-12S-ZN\t2,5", "en-US")); diff != "" {
		t.Error(diff)
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	ten, five := "resolved: 10 × FR-GV-12S-71", "resolved: 5 × FR-GV-12S-ZN"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"cells of a spreadsheet": {"FR-GV-12S-71\t10\nFR-GV-12S-ZN\t5", []string{ten, five}},
		"the other way round":    {"10\tFR-GV-12S-71\n5\tFR-GV-12S-ZN", []string{ten, five}},
		"German heads": {
			"Pos.\tArtikel-Nr.\tBezeichnung\tMenge\tEinheit\tEP\r\n1\tFR-GV-12S-71\tGerade Verschraubung 12S\t10\tStk\t12,50\r\n2\tFR-GV-12S-ZN\tGerade Verschraubung\t5\tStk\t3,20\r\n\t\tSumme\t15\t\t15,70",
			[]string{"heading: Pos.\tArtikel-Nr.\tBezeichnung\tMenge\tEinheit\tEP", ten, five, "heading: Summe\t15\t\t15,70"},
		},
		"English heads":         {"Item;Qty;Part no.;Description\n1;10;FR-GV-12S-71;Straight union\n2;5;FR-GV-12S-ZN;Straight union", []string{"heading: Item;Qty;Part no.;Description", ten, five}},
		"French heads":          {"Qté;Réf.;Désignation\n10;FR-GV-12S-71;Union double\n5;FR-GV-12S-ZN;Union double", []string{"heading: Qté;Réf.;Désignation", ten, five}},
		"Italian heads":         {"Codice|Q.tà\nFR-GV-12S-71|10\nFR-GV-12S-ZN|5", []string{"heading: Codice|Q.tà", ten, five}},
		"Markdown":              {"| Part | Qty |\n|---|---|\n| FR-GV-12S-71 | 10 |\n| FR-GV-12S-ZN | 5 |", []string{"heading: | Part | Qty |", "heading: |---|---|", ten, five}},
		"commas":                {"FR-GV-12S-71,10\nFR-GV-12S-ZN,5", []string{ten, five}},
		"one line with a comma": {"FR-GV-12S-71,10", []string{ten}},
		"quotation marks":       {"\"FR-GV-12S-71\";\"10\"\n\"FR-GV-12S-ZN\";\"5\"", []string{ten, five}},
		"an inch is no quotation mark": {
			"1/2\" Muster;FR-GV-12S-71;10\n\"3/4\"\" Muster\";FR-GV-12S-ZN;5", []string{ten, five},
		},
		"a cell over two lines": {"\"Gerade\nVerschraubung\"\tFR-GV-12S-71\t10\nGerade\tFR-GV-12S-ZN\t5", []string{ten, five}},
		"a numbering is no quantity": {
			"1\tFR-GV-12S-71\n2\tFR-GV-12S-ZN\n3\tFR-GV-12L-71\n4\tFR-GV-12L-ZN",
			[]string{"resolved: 1 assumed × FR-GV-12S-71", "resolved: 1 assumed × FR-GV-12S-ZN", "resolved: 1 assumed × FR-GV-12L-71", "resolved: 1 assumed × FR-GV-12L-ZN"},
		},
		"prices and positions without heads": {
			"10\tFR-GV-12S-71\t10\t12.50\n20\tFR-GV-12S-ZN\t5\t3.20", []string{ten, five},
		},
		"two columns of numbers, ours counts": {
			"Artikel-Nr.\tHersteller-Nr.\tMenge\nHX-100200\tFR-GV-12S-71\t10\nHX-100300\tFR-GV-12S-ZN\t5",
			[]string{"heading: Artikel-Nr.\tHersteller-Nr.\tMenge", ten, five},
		},
		"the customer's numbers, and words that tell": {
			"Artikel-Nr.;Bezeichnung;Menge\nHX-100200;Gerade Verschraubung 12S 1.4571;10",
			[]string{"heading: Artikel-Nr.;Bezeichnung;Menge", "resolved: 10 × HX-100200"},
		},
		"sections and empty rows": {
			"Stückliste Presse 7\t\nArt.-Nr.\tStk\nHydraulik\t\nFR-GV-12S-71\t10\n\t\n \nFR-GV-12S-ZN\t5\nSumme\t15",
			[]string{"heading: Stückliste Presse 7", "heading: Art.-Nr.\tStk", "heading: Hydraulik", ten, five, "heading: Summe\t15"},
		},
		"rows of separators": {"Artikel;Menge\n;;\nFR-GV-12S-71;10", []string{"heading: Artikel;Menge", "heading: ;;", ten}},
		"numbers among words": {
			"Gerade Verschraubung FR-GV-12S-71\t10\nVerschraubung, Stahl verzinkt, FR-GV-12S-ZN\t5", []string{ten, five},
		},
		"units in cells of their own": {"FR-GV-12S-71\t10\tStk\nFR-GV-12S-ZN\t5\tStk", []string{ten, five}},
		"unit beside the number":      {"FR-GV-12S-71\t10 Stk\nFR-GV-12S-ZN\t5 Stk", []string{ten, five}},
		"duplicates stay lines":       {"FR-GV-12S-71\t10\nFR-GV-12S-71\t10", []string{ten, ten}},
		"words only": {
			"Menge\tBezeichnung\n10\tGerade Verschraubung 12S 1.4571\n2\tBlechhaube nach Muster",
			[]string{"heading: Menge\tBezeichnung", "resolved: 10 × »Gerade Verschraubung 12S 1.4571«", "unknown: 2 × »Blechhaube nach Muster«"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, read(t, c.text, "de-DE")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRowWithFewerCellsThanTheHeaderLosesNothing(t *testing.T) {
	t.Parallel()
	got := read(t, "Pos\tArtikel\tMenge\n1\tFR-GV-12S-71\t10\nRohr 3 m verzinkt\t2", "de-DE")
	want := []string{"heading: Pos\tArtikel\tMenge", "resolved: 10 × FR-GV-12S-71", "unknown: 2 × »Rohr 3 m verzinkt«"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheCSVOfARequestIsReadWithoutItsFacts(t *testing.T) {
	t.Parallel()
	for language, header := range map[string]string{
		"de-DE": "Pos.;Kundenpos.;Teilenummer;Artikel;Werte;Menge;Bemerkung;Anfragenummer;Anfrage an;Kontakt;Antwort bis;Im Internet",
		"en-US": "Item,Customer item,Part number,Article,Values,Quantity,Note,Request number,Request to,Contact,Answer by,Online",
		"fr-FR": "Pos.;Pos. client;Référence;Article;Valeurs;Quantité;Remarque;Numéro de demande;Demande à;Contact;Réponse avant;En ligne",
		"it-IT": "Pos.;Pos. cliente;Codice;Articolo;Valori;Quantità;Nota;Numero richiesta;Richiesta a;Contatto;Risposta entro;Online",
	} {
		separator := header[strings.IndexAny(header, ";,"):][:1]
		facts := []string{"F-7K3-94Q", "Armaturenwerk AG", "Weg 1 · +41 52 1 · a@example.com", "2026-11-24T18:40:00+01:00", "https://example.com/de/request/T"}
		row := func(cells ...string) string { return strings.Join(append(cells, facts...), separator) }
		text := strings.Join([]string{
			header,
			row("1", "", "FR-GV-12S-71", "Gerade Verschraubung 12S", "S · 1.4571", "10", "eilt"),
			row("2", "", "", "Blechhaube nach Muster", "", "2", "blau"),
		}, "\n")
		lines, err := bom.Read(text, language, articles)
		if err != nil || len(lines) != 3 {
			t.Fatalf("%s: %d lines, %v", language, len(lines), err)
		}
		if l := lines[1]; l.Part != "FR-GV-12S-71" || l.Quantity != 10 || l.Note != "eilt" {
			t.Errorf("%s: %+v", language, l)
		}
		if l := lines[2]; l.Part != "" || l.Description != "Blechhaube nach Muster" || l.Quantity != 2 || l.Note != "blau" {
			t.Errorf("%s: %+v", language, l)
		}
	}
}

func TestAMailWithAList(t *testing.T) {
	t.Parallel()
	got := read(t, "Guten Tag,\n\nbitte bieten Sie an:\n\n10 x FR-GV-12S-71\n5 Stk. FR-GV-12S-ZN\n2 x Blechhaube nach Muster\n\nFreundliche Grüsse\nMüller", "de-DE")
	want := []string{
		"heading: Guten Tag,", "heading: bitte bieten Sie an:", "resolved: 10 × FR-GV-12S-71", "resolved: 5 × FR-GV-12S-ZN",
		"unknown: 2 × »Blechhaube nach Muster«", "heading: Freundliche Grüsse", "heading: Müller",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestErrorsOfLimitsAreInTheVisitorsLanguage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		strings.Repeat("FR-GV-12S-71 1\n", bom.MaxLines+1): "Veuillez répartir la nomenclature : 5\u202f000 lignes au plus",
		strings.Repeat("x", bom.MaxBytes+1):                "La nomenclature est trop longue : 1 Mo au plus",
	} {
		if _, err := bom.Read(text, "fr-FR", articles); fault.KindOf(err) != fault.TooLarge || err.Error() != want {
			t.Error(err)
		}
	}
	if lines, err := bom.Read(strings.Repeat("FR-GV-12S-71 1\n\n", bom.MaxLines), "fr-FR", articles); err != nil || len(lines) != bom.MaxLines {
		t.Error(len(lines), err)
	}
}

func TestNewLineKeepsItsNote(t *testing.T) {
	t.Parallel()
	lines := []bom.Line{bom.NewLine(1, "FR-MS-12S-71", 0, "bitte in Kisten"), bom.NewLine(2, "Guten Tag", 2_000_000, "")}
	resolve(t, lines)
	if l := lines[0]; l.State != bom.Resolved || l.Quantity != 1 || l.Note != "bitte in Kisten" {
		t.Error(l)
	}
	if l := lines[1]; l.State != bom.Unknown || l.Quantity != 999_999 {
		t.Error(l)
	}
}

func FuzzEveryLineIsInExactlyOneLine(f *testing.F) {
	for _, seed := range []string{
		"FR-GV-12S-71\t10\n", "\"a\nb\";10\r\nc;\"", "1.000 Stk x\n\n\n\u00a0\n|--|", "x,1\ny,2", "Pos. 3: 25 Stück", "\x00\xff\"\"", "10x", "Menge;Artikel\n;;",
		"10 FR-GV-12S-71 und 5 FR-GV-15L-71\nKW 50", "Pos 1\n2x FR-GV-12S-71, 3x FR-GV-15L-71",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := bom.Read(text, "de-DE", articles)
		if err != nil {
			return
		}
		var got []string
		former := 0
		for _, l := range lines {
			if l.Number < former || (l.State != bom.Heading && (l.Quantity < 1 || l.Quantity > 999_999)) {
				t.Fatalf("%+v after line %d", l, former)
			}
			former = l.Number
			got = append(got, strings.Split(l.Text, "\n")...)
		}
		// The articles of one line have parts of it.
		want := strings.Join(nonBlank(strings.Split(bom.Normalize(text), "\n")), "")
		if diff := cmp.Diff(want, strings.Join(nonBlank(got), "")); diff != "" {
			t.Fatal(diff)
		}
		resolve(t, lines)
		if _, err := json.Marshal(lines); err != nil {
			t.Fatal(err)
		}
	})
}

// nonBlank returns the lines that are not blank.
func nonBlank(lines []string) []string {
	result := []string{}
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			result = append(result, line)
		}
	}
	return result
}

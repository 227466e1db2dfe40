package document_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

const link = "https://shop.example.com/de/request/AAAAAAAAAAAAAAAAAAAAAAAAAA"

var berlin = document.Calendar(rfq.Calendar{Zone: time.FixedZone("MEZ", 3600), WorkingDays: []time.Weekday{time.Monday, time.Tuesday}})

func sent(language string, lines ...rfq.Line) rfq.Request {
	return rfq.Request{
		Reference: "F-7K3-94Q", State: rfq.StateOpen, Created: time.Date(2026, 11, 21, 17, 40, 0, 0, time.UTC),
		Message: rfq.Message{
			FormTitle: "Warenkorb", Name: "Zoë Größl", Phone: "+49 521 000 44 12", Email: "zoe@example.com",
			Message: "Bitte mit Prüfzeugnis 3.1.\nLieferung an Tor 2.", Language: language, Lines: lines,
		},
	}
}

var files = []rfq.File{{ID: "1", Name: "Zeichnung 12.pdf", Type: "application/pdf", Size: 1_234_567}, {ID: "2", Name: "liste.csv", Type: "text/csv", Size: 80}}

func line(t *testing.T, text string) rfq.Line {
	t.Helper()
	var l rfq.Line
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		t.Fatal(err)
	}
	return l
}

func flange(t *testing.T) rfq.Line {
	t.Helper()
	return line(t, `{"uid":"u","sku":"FR-GV-12S-04","type":"variation","quantity":1200,
		"translations":{"de-DE":{"name":"Vorschweiß\u00adflansch","title":"DN 80"},"fr-FR":{"name":"Bride à collerette"}},
		"variation":{"id":1,"title":"DN 80 PN 40","attributes":[{"attrId":1,"valueId":2,"value":"80"},{"attrId":3,"valueId":4,"value":"1.4404"},{"attrId":5,"valueId":6,"value":"M20×1.5"}]},
		"meta":{"known":true,"chips":[{"code":"DN","value":"80"},{"code":"M","value":"20×1.5"}],"position":"10.2","note":"=HYPERLINK(\"x\")"}}`)
}

func free(t *testing.T) rfq.Line {
	t.Helper()
	return line(t, `{"uid":"free:-12","sku":"-12; \"Zoll\"","type":"","quantity":2,"meta":{"free":true}}`)
}

func TestRowsAreInTheRequestsLanguage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		language string
		want     document.Row
	}{
		{"de-DE", document.Row{Name: "Vorschweißflansch DN 80", Values: "DN 80 · M 20×1,5 · 1.4404"}},
		{"fr-FR", document.Row{Name: "Bride à collerette DN 80 PN 40", Values: "DN 80 · M 20×1,5 · 1.4404"}},
		{"en-US", document.Row{Name: "Vorschweißflansch DN 80", Values: "DN 80 · M 20×1.5 · 1.4404"}},
	} {
		tt.want.Position, tt.want.Part, tt.want.Quantity, tt.want.Note, tt.want.Known = "10.2", "FR-GV-12S-04", 1200, `=HYPERLINK("x")`, true
		want := []document.Row{tt.want, {Name: `-12; "Zoll"`, Quantity: 2}}
		if diff := cmp.Diff(want, document.Rows(sent(tt.language, flange(t), free(t)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.language, diff)
		}
	}
	set := line(t, `{"uid":"b","sku":"FR-MS-12S-71","type":"bundle","quantity":1,"translations":{"de-DE":{"name":"Satz"}},"meta":{"known":true,"parts":[{"sku":"FR-GV-12S-71","quantity":1},{"sku":"FR-UM-12S-71","quantity":2}]}}`)
	if diff := cmp.Diff([]document.Row{{Part: "FR-MS-12S-71", Name: "Satz", Values: "1 × FR-GV-12S-71 · 2 × FR-UM-12S-71", Quantity: 1, Known: true}}, document.Rows(sent("de-DE", set))); diff != "" {
		t.Errorf("a set (-want +got):\n%s", diff)
	}
	open := line(t, `{"uid":"f","sku":"FR-GV","quantity":1,"translations":{"de-DE":{"name":"Verschraubung"}},"meta":{"known":true,"open":true}}`)
	if diff := cmp.Diff([]document.Row{{Part: "FR-GV", Name: "Verschraubung", Values: "Größe offen", Quantity: 1, Known: true}}, document.Rows(sent("de-DE", open))); diff != "" {
		t.Errorf("a family without its size (-want +got):\n%s", diff)
	}
	material := line(t, `{"uid":"m","sku":"FR-1","quantity":1,"meta":{"known":true,"chips":[{"code":"","value":"1.4571"},{"code":"Ø","value":"1.5"}]}}`)
	if diff := cmp.Diff([]document.Row{{Part: "FR-1", Values: "1.4571 · Ø 1,5", Quantity: 1, Known: true}}, document.Rows(sent("de-DE", material))); diff != "" {
		t.Errorf("a material number (-want +got):\n%s", diff)
	}
	number := line(t, `{"uid":"free:VCE12-04","sku":"VCE12-04","quantity":1,"meta":{"free":true}}`)
	if diff := cmp.Diff([]document.Row{{Part: "VCE12-04", Quantity: 1}}, document.Rows(sent("de-DE", number))); diff != "" {
		t.Errorf("a part number that was typed (-want +got):\n%s", diff)
	}
	odd := line(t, `{"uid":"u","slug":"ball-valve","quantity":1,"translations":[1],"variation":{"attributes":{}},"meta":{"chips":"x","note":7,"position":[]}}`)
	if diff := cmp.Diff([]document.Row{{Name: "ball-valve", Quantity: 1, Known: true}}, document.Rows(sent("de-DE", odd))); diff != "" {
		t.Errorf("malformed values (-want +got):\n%s", diff)
	}
}

func TestCSVHasTheSeparatorOfItsLanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{
		"de-DE": "\ufeffPos.;Kundenpos.;Teilenummer;Artikel;Werte;Menge;Bemerkung;Anfragenummer;Anfrage an;Kontakt;Antwort bis;Im Internet\r\n" +
			"1;10.2;FR-GV-12S-04;Vorschweißflansch DN 80;DN 80 · M 20×1,5 · 1.4404;1200;\"'=HYPERLINK(\"\"x\"\")\";F-7K3-94Q;;;2026-11-24T00:00:00+01:00;\r\n2;;;\"'-12; \"\"Zoll\"\"\";;2;;F-7K3-94Q;;;2026-11-24T00:00:00+01:00;\r\n",
		"en-US": "\ufeffItem,Customer item,Part number,Article,Values,Quantity,Note,Request number,Request to,Contact,Answer by,Online\r\n" +
			"1,10.2,FR-GV-12S-04,Vorschweißflansch DN 80,DN 80 · M 20×1.5 · 1.4404,1200,\"'=HYPERLINK(\"\"x\"\")\",F-7K3-94Q,,,2026-11-24T00:00:00+01:00,\r\n2,,,\"'-12; \"\"Zoll\"\"\",,2,,F-7K3-94Q,,,2026-11-24T00:00:00+01:00,\r\n",
	} {
		got, err := document.CSV(sent(language, flange(t), free(t)), nil, berlin)
		if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", language, err, diff)
		}
	}
}

func TestEachRowOfACSVNamesTheRequestAndItsSupplier(t *testing.T) {
	t.Parallel()
	supplier := document.Supplier(rfq.Supplier{Name: "Armaturen\u00adwerk AG", Contact: []string{"Weg 1, Ort", "+41 52 1", "anfrage@example.com"}})
	for language, want := range map[string][]string{
		"de-DE": {"Anfragenummer", "Anfrage an", "Kontakt", "Antwort bis", "Im Internet"},
		"en-US": {"Request number", "Request to", "Contact", "Answer by", "Online"},
		"fr-FR": {"Numéro de demande", "Demande à", "Contact", "Réponse avant", "En ligne"},
		"it-IT": {"Numero richiesta", "Richiesta a", "Contatto", "Risposta entro", "Online"},
	} {
		got, err := document.CSV(sent(language, flange(t), free(t)), nil, supplier, document.Link(link), berlin)
		if err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(bytes.NewReader(got))
		if language != "en-US" {
			r.Comma = ';'
		}
		rows, err := r.ReadAll() // fails if a row has another number of cells
		if err != nil || len(rows) != 3 {
			t.Fatalf("%s: %d rows, %v", language, len(rows), err)
		}
		of := []string{"F-7K3-94Q", "Armaturenwerk AG", "Weg 1, Ort · +41 52 1 · anfrage@example.com", "2026-11-24T00:00:00+01:00", link}
		for i, want := range [][]string{want, of, of} {
			if diff := cmp.Diff(want, rows[i][7:]); diff != "" {
				t.Errorf("%s, row %d (-want +got):\n%s", language, i, diff)
			}
		}
	}
}

func TestNoCellIsAFormula(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, err := document.NewCSV(&b, ',')
	if err != nil {
		t.Fatal(err)
	}
	cells := []string{"=1", "+1", "-1", "@a", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠a", "", "1=1", " =1", "ü"}
	if err := w.Write(cells); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	b.Next(len("\ufeff"))
	got, err := csv.NewReader(&b).Read()
	want := []string{"'=1", "'+1", "'-1", "'@a", "'\t=1", "'=1", "'＝1", "'＋1", "'－1", "'＠a", "", "1=1", " =1", "ü"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// cells returns the cells of one sheet of a workbook, row by row.
func cells(t *testing.T, book []byte, name string) (table [][]string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range z.File { // each is well-formed
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		dec := xml.NewDecoder(r)
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", part.Name, err)
			}
		}
	}
	r, err := z.Open("xl/worksheets/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Rows []struct {
			Cells []struct {
				At     string `xml:"r,attr"`
				Number string `xml:"v"`
				Text   string `xml:"is>t"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
	}
	if err := xml.NewDecoder(r).Decode(&parsed); err != nil {
		t.Fatal(err)
	}
	for _, row := range parsed.Rows {
		var line []string
		for _, c := range row.Cells {
			line = append(line, c.At+" "+c.Number+c.Text)
		}
		table = append(table, line)
	}
	return table
}

func TestXLSXHasTheLinesAndTheFacts(t *testing.T) {
	t.Parallel()
	book, err := document.XLSX(sent("de-DE", flange(t), free(t)), files, document.Supplier(rfq.Supplier{Name: "Ferrule GmbH & Co.", Contact: []string{"Weg 1, Ort", "+41 52 1"}}), document.Link("https://shop.example.com/de/request/T"), berlin)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"A1 Pos.", "B1 Kundenpos.", "C1 Teilenummer", "D1 Artikel", "E1 Werte", "F1 Menge", "G1 Bemerkung"},
		{"A2 1", "B2 10.2", "C2 FR-GV-12S-04", "D2 Vorschweißflansch DN 80", "E2 DN 80 · M 20×1,5 · 1.4404", "F2 1200", `G2 =HYPERLINK("x")`},
		{"A3 2", `D3 -12; "Zoll"`, "F3 2"},
	}
	if diff := cmp.Diff(want, cells(t, book, "sheet1.xml")); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	want = [][]string{
		{"A1 Ferrule GmbH & Co.", "B1 Weg 1, Ort\n+41 52 1"},
		{"A2 Anfrage", "B2 F-7K3-94Q"},
		{"A3 Eingegangen", "B3 21.11.2026, 18:40 MEZ"},
		{"A4 Antwort bis", "B4 24.11.2026, 00:00 MEZ"},
		{"A5 Name", "B5 Zoë Größl"},
		{"A6 Telefon", "B6 +49 521 000 44 12"},
		{"A7 E-Mail", "B7 zoe@example.com"},
		{"A8 Formular", "B8 Warenkorb"},
		{"A9 Nachricht", "B9 Bitte mit Prüfzeugnis 3.1.\nLieferung an Tor 2."},
		{"A10 Dateien", "B10 Zeichnung 12.pdf (1,2\u00a0MB)\nliste.csv (1\u00a0kB)"},
		{"A11 Im Internet", "B11 https://shop.example.com/de/request/T"},
	}
	if diff := cmp.Diff(want, cells(t, book, "sheet2.xml")); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

func TestCellAcceptsAnyText(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, err := document.NewWorkbook(&b, "A & B")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Sheet(0, 10); err != nil {
		t.Fatal(err)
	}
	if err := w.Row("<a>\x00\ud7ff", strings.Repeat("ü", 40_000), "👩‍🔧"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{"A1 <a>\ufffd\ud7ff", "B1 " + strings.Repeat("ü", 32_767), "C1 👩‍🔧"}
	if diff := cmp.Diff(want, cells(t, b.Bytes(), "sheet1.xml")[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// text returns the selectable text of a PDF.
func text(t *testing.T, pdf []byte) string {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed (poppler-utils)")
	}
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestPDFIsCompleteInEachLanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string][]string{
		"de-DE": {"Anfrage F-7K3-94Q", "21.11.2026, 18:40 MEZ", "Zoë Größl", "Prüfzeugnis 3.1.", "Teilenummer", "Vorschweißflansch DN 80", "M 20×1,5", "1200", "Katalog)", "Seite 1 von 1", "Antwort bis", "24.11.2026, 00:00 MEZ", "Zeichnung 12.pdf (1,2"},
		"fr-FR": {"Demande F-7K3-94Q", "Reçue", "Référence", "Bride à collerette", "Quantité", "catalogue)", "Page 1 sur 1"},
		"it-IT": {"Richiesta F-7K3-94Q", "Ricevuta", "Codice", "Quantità", "Pagina 1 di 1"},
		"en-US": {"Request F-7K3-94Q", "Nov 21, 2026, 6:40", "Part number", "M 20×1.5", "catalog)", "Page 1 of 1"},
		"pl-PL": {"Request F-7K3-94Q"},
	} {
		pdf, err := document.PDF(sent(language, flange(t), free(t)), files, document.Supplier(rfq.Supplier{Name: "Ferrule GmbH", Contact: []string{"Dichtweg\u00adstrasse 24, Winterthur", "+41 52 000 24 00"}}), document.Link(link), berlin)
		if err != nil {
			t.Fatal(err)
		}
		got := text(t, pdf)
		for _, words := range append(want, "Ferrule GmbH", "Dichtwegstrasse 24, Winterthur", link, "10.2", "FR-GV-12S-04") {
			if !strings.Contains(got, words) {
				t.Errorf("%s: %q is missing in\n%s", language, words, got)
			}
		}
		again, err := document.PDF(sent(language, flange(t), free(t)), files, document.Supplier(rfq.Supplier{Name: "Ferrule GmbH", Contact: []string{"Dichtweg\u00adstrasse 24, Winterthur", "+41 52 000 24 00"}}), document.Link(link), berlin)
		if err != nil || !bytes.Equal(pdf, again) {
			t.Errorf("%s: the PDF is not reproducible, %v", language, err)
		}
	}
}

func TestPDFSpansPages(t *testing.T) {
	t.Parallel()
	r := sent("de-DE")
	r.Message.Message = strings.Repeat("Eine lange Nachricht über viele Zeilen. ", 200)
	for i := range 500 {
		l := flange(t)
		l.SKU = fmt.Sprintf("FR-%03d", i)
		r.Lines = append(r.Lines, l)
	}
	pdf, err := document.PDF(r, nil, berlin)
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, pdf)
	pages := strings.Split(strings.TrimSuffix(got, "\f"), "\f")
	for i, page := range pages {
		if want := fmt.Sprintf("Seite %d von %d", i+1, len(pages)); !strings.Contains(page, want) {
			t.Errorf("%q is missing on a page", want)
		}
		if i > 1 && !strings.Contains(page, "Teilenummer") {
			t.Errorf("page %d has no column titles", i+1)
		}
	}
	for i := range 500 {
		if want := fmt.Sprintf("FR-%03d", i); strings.Count(got, want) != 1 {
			t.Errorf("%s occurs %d times", want, strings.Count(got, want))
		}
	}
}

func TestPDFAcceptsAnyText(t *testing.T) {
	t.Parallel()
	r := sent("de-DE", line(t, `{"uid":"u","sku":"`+strings.Repeat("X", 200)+`","quantity":1,"translations":{"de-DE":{"name":"`+strings.Repeat("y ", 20_000)+`"}}}`))
	r.Name, r.Message.Message = "株式会社 👩‍🔧 Ελένη Łódź e\u0301 \x01", strings.Repeat("\n", 300)+"Ende\t!"
	pdf, err := document.PDF(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, pdf)
	for _, want := range []string{"Ελένη Łódź é", "Ende !", "…"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%.2000s", want, got)
		}
	}
	r.Lines = nil
	if _, err := document.PDF(r, nil); err != nil {
		t.Errorf("without lines: %v", err)
	}
}

func BenchmarkPDF(b *testing.B) {
	r := sent("de-DE")
	for i := range 500 {
		r.Lines = append(r.Lines, rfq.Line{SKU: fmt.Sprint("FR-", i), Quantity: 3})
	}
	for b.Loop() {
		if _, err := document.PDF(r, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func TestRowOfAWorkbookIsAsHighAsItsTexts(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, err := document.NewWorkbook(&b, "A")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Sheet(0, 10, 20); err != nil {
		t.Fatal(err)
	}
	for _, cells := range [][]any{{"a", int64(1)}, {"", "three words of about thirty"}, {strings.Repeat("x", 28), ""}, {"1\n\n3", "a"}, {strings.Repeat("word ", 3000), ""}} {
		if err := w.Row(cells...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := fs.ReadFile(z, "xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"15", "30", "60", "45", "405"} {
		if row := fmt.Sprintf(`<row r="%d" ht="%s"`, i+1, want); !strings.Contains(string(sheet), row) {
			t.Errorf("%s is missing in %.600s", row, sheet)
		}
	}
}

func TestPDFHasTheCodeOfItsLink(t *testing.T) {
	t.Parallel()
	without, err := document.PDF(sent("de-DE"), nil)
	if err != nil {
		t.Fatal(err)
	}
	with, err := document.PDF(sent("de-DE"), nil, document.Link(link))
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"pdftoppm", "zbarimg"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	if got := scanned(t, with); got != "QR-Code:"+link {
		t.Errorf("the code says %q", got)
	}
	if got := scanned(t, without); got != "" {
		t.Errorf("without a link the code says %q", got)
	}
}

// scanned returns what a scanner reads from the first page of a PDF.
func scanned(t *testing.T, pdf []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(file+".pdf", pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := exec.CommandContext(t.Context(), "pdftoppm", "-r", "150", "-png", "-singlefile", file+".pdf", file).Run(); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.CommandContext(t.Context(), "zbarimg", "--quiet", file+".png").Output() // fails where it finds none
	return strings.TrimSpace(string(out))
}

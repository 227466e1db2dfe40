package document_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
	"ferrule/internal/rfq/offer"
)

func dec(text string) decimal.Decimal { return decimal.RequireFromString(text) }

func offered(language string) offer.Offer {
	line := func(position, name, sku, quantity, price, certificate string, parts ...offer.Delivery) offer.Line {
		l := offer.Line{Position: position, Name: name, SKU: sku, Quantity: dec(quantity), Price: dec(price), Certificate: certificate, Deliveries: parts, VATRate: dec("8.1")}
		if len(parts) == 1 {
			l.Deliveries = []offer.Delivery{{Quantity: l.Quantity, Date: parts[0].Date, Days: parts[0].Days}}
		}
		return l
	}
	lines := []offer.Line{
		line("1", "Giunzione diritta 12S", "FR-GV-12S-71", "40", "14.60", "3.1", offer.Delivery{Days: 3}),
		line("2", "Flangia a collarino DN 80 PN 40", "FR-VF-080-040-71", "6", "118", "3.1", offer.Delivery{Date: "2026-12-02"}),
		line("3", "Valvola a sfera in due pezzi DN 25, 1.4408", "FR-KH2-025-063-08", "2", "92.4", "", offer.Delivery{Days: 1}),
		line("4", "Schraubensatz M20, A4-70", "FR-SS-M20-470", "8", "38.5", "", offer.Delivery{Quantity: dec("4")}, offer.Delivery{Quantity: dec("4"), Date: "2026-12-02"}),
		line("5", "Guarnizione per flange", "FR-FD-080-040", "1500", "12.3456", "", offer.Delivery{Days: 3}),
		{Position: "6", Name: "Absperrklappe DN 200", Quantity: dec("1"), NotOffered: "ausgelaufen"},
	}
	lines[2].Replaces, lines[2].Note = "FR-KH2-025-063-71", "fuori produzione; stesso ingombro"
	lines[4].Per, lines[4].Discount = 100, dec("2.5")
	return offer.Offer{
		Number: "A-4M8-21R", Version: 1, Language: language, Currency: "CHF", Date: "2026-11-23", ValidUntil: "2026-12-07",
		Recipient: []string{"Officine Valgrande S.r.l.", "Giulia Ferrante", "Via Cernaia 40", "13900 Biella BI, Italia"},
		Contact:   offer.Contact{Name: "Jonas Brunner", Phone: "+41 52 000 24 11"}, Intro: "Buongiorno Signora Ferrante, la ringraziamo per la Sua richiesta. Le offriamo:",
		Lines: lines, Charges: []offer.Charge{{Text: "Trasporto a Biella, DAP", Amount: dec("64"), VATRate: dec("8.1")}},
		Notes: "Posizione 2: le sei flange vengono da un’unica colata.", Terms: "Valgono le condizioni di vendita del 1º marzo 2026.",
	}
}

var sentAt = time.Date(2026, 11, 23, 12, 7, 0, 0, time.UTC)

func offerPDF(t *testing.T, o offer.Offer) []byte {
	t.Helper()
	supplier := rfq.Supplier{Name: "Ferrule AG", Contact: []string{"Dichtwegstrasse 24", "8404 Winterthur", "+41 52 000 24 00"}}
	pdf, err := document.OfferPDF(o, "F-4M8-21R", sentAt, supplier, link)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := document.OfferPDF(o, "F-4M8-21R", sentAt, supplier, link); err != nil || !bytes.Equal(pdf, again) {
		t.Fatal("the same offer results in other bytes", err)
	}
	if folder := os.Getenv("FERRULE_KEEP_PDF"); folder != "" {
		name := fmt.Sprintf("offer-%s-%d.pdf", o.Language, len(o.Lines))
		if err := os.WriteFile(filepath.Join(folder, name), pdf, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return pdf
}

func TestOfferPDFSaysWhatIsOffered(t *testing.T) {
	for language, want := range map[string][]string{
		"it-IT": {
			"Offerta A-4M8-21R", "Officine Valgrande S.r.l.", "14,60", "584,00", "3 giorni lavorativi", "02/12/2026", "in luogo di FR-KH2-025-063-71", "1 giorno lavorativo",
			"4 subito", "4 il 02/12/2026", "12,3456", "per 100", "sconto del 2,5 %", "180,55", "non offerto: ausgelaufen", "Totale netto CHF", "2 029,35", "IVA esclusa", "fino al 07/12/2026", link,
			"Referente", "Jonas Brunner", "1 di 1",
		},
		"de-DE": {"Angebot A-4M8-21R", "3 Arbeitstage", "4 sofort", "4 am 02.12.2026", "zuzüglich MwSt", "Gültig bis", "07.12.2026"},
		"en-US": {"Offer A-4M8-21R", "2,029.35", "Dec 7, 2026", "VAT not included"},
		"fr-FR": {"Offre A-4M8-21R", "3 jours ouvrés", "TVA en sus"},
	} {
		text := text(t, offerPDF(t, offered(language)))
		for _, words := range want {
			if !strings.Contains(text, words) {
				t.Errorf("%s: the PDF lacks %q:\n%s", language, words, text)
			}
		}
	}
}

func TestOfferPDFSaysWhenEachPartIsDelivered(t *testing.T) {
	for language, want := range map[string]string{"de-DE": "4 in 3 Arbeitstagen", "fr-FR": "4 sous 3 jours ouvrés", "it-IT": "4 in 3 giorni lavorativi", "en-US": "4 in 3 working days"} {
		o := offered(language)
		o.Lines = o.Lines[3:4]
		o.Lines[0].Deliveries = []offer.Delivery{{Quantity: dec("4")}, {Quantity: dec("4"), Days: 3}}
		if text := text(t, offerPDF(t, o)); !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s: the PDF lacks %q:\n%s", language, want, text)
		}
	}
}

func TestOfferPDFWithVAT(t *testing.T) {
	o := offered("de-DE")
	o.VAT, o.Round5, o.Discount = true, true, dec("3")
	text := text(t, offerPDF(t, o))
	total := o.Total()
	for _, words := range []string{"Rabatt 3 %", "MwSt 8,1 %", "Rundung", "Gesamtbetrag CHF", strings.Replace(total.Total.StringFixed(2), ".", ",", 1)[1:]} {
		if !strings.Contains(text, words) {
			t.Errorf("the PDF lacks %q:\n%s", words, text)
		}
	}
	if strings.Contains(text, "zuzüglich") {
		t.Error("the PDF says that VAT is left out")
	}
}

func TestOfferPDFOfManyLinesRepeatsHeadAndTitleBlock(t *testing.T) {
	o := offered("de-DE")
	o.Lines = slices.Repeat(o.Lines, 20)
	text := text(t, offerPDF(t, o))
	sheets := strings.Count(text, "Ansprechpartner")
	if sheets < 4 || strings.Count(text, "Preis CHF") < sheets-1 || !strings.Contains(text, fmt.Sprintf("%d von %d", sheets, sheets)) {
		t.Errorf("%d sheets with %d heads:\n%s", sheets, strings.Count(text, "Preis CHF"), text)
	}
}

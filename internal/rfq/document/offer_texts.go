package document

import (
	"fmt"
	"strconv"
	"strings"

	"ferrule/internal/rfq/offer"
)

// offerTexts are the texts of an offer in one language.
type offerTexts struct {
	offer.Format

	tag                                                                            string
	title, draft, position, article, quantity, price, total, delivery, certificate string
	sum, discount, net, vat, gross, excluded, rounding                             string
	toKnow, accept, acceptHow                                                      string // acceptHow: format of the last day
	request, date, validUntil, contact, version, sheet, sheetOf                    string // sheetOf: format of the number of this sheet and of all
	replaces, notOffered, lineDiscount                                             string // formats
	atOnce, inDay, inDays, onDay, per                                              string // inDays: format of a number of days; onDay: of a date; per: format of 100 or 1,000
	workingDay, workingDays                                                        string
}

// offerTextsIn returns the texts of a language, by its primary subtag; the English
// texts for other languages.
func offerTextsIn(language string) offerTexts {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch tag {
	case "de":
		return offerTexts{
			tag: tag, title: "Angebot", draft: "Entwurf", position: "Pos.", article: "Artikel", quantity: "Menge", price: "Preis", total: "Gesamt", delivery: "Lieferung", certificate: "Zeugnis",
			sum: "Summe der Positionen", discount: "Rabatt", net: "Netto", vat: "MwSt", gross: "Gesamtbetrag", excluded: "zuzüglich MwSt", rounding: "Rundung",
			toKnow: "Zu wissen", accept: "Annehmen", acceptHow: "Auf der Seite Ihrer Anfrage, ohne Anmeldung, bis %s:",
			request: "Anfrage", date: "Datum", validUntil: "Gültig bis", contact: "Ansprechpartner", version: "Fassung", sheet: "Blatt", sheetOf: "%d von %s",
			replaces: "statt %s", notOffered: "nicht angeboten: %s", lineDiscount: "abzüglich %s %%",
			atOnce: "sofort", inDay: "in 1 Arbeitstag", inDays: "in %d Arbeitstagen", onDay: "am %s", per: "je %s", workingDay: "Arbeitstag", workingDays: "Arbeitstage",
			Format: offer.FormatIn(language),
		}
	case "fr":
		return offerTexts{
			tag: tag, title: "Offre", draft: "Projet", position: "Pos.", article: "Article", quantity: "Quantité", price: "Prix", total: "Total", delivery: "Livraison", certificate: "Cert.",
			sum: "Total des positions", discount: "Remise", net: "Total net", vat: "TVA", gross: "Total à payer", excluded: "TVA en sus", rounding: "Arrondi",
			toKnow: "À savoir", accept: "Accepter", acceptHow: "Sur la page de votre demande, sans compte, jusqu’au %s\u00a0:",
			request: "Demande", date: "Date", validUntil: "Valable jusqu’au", contact: "Votre contact", version: "Version", sheet: "Feuille", sheetOf: "%d sur %s",
			replaces: "au lieu de %s", notOffered: "non proposé\u00a0: %s", lineDiscount: "remise de %s\u00a0%%",
			atOnce: "immédiatement", inDay: "sous 1 jour ouvré", inDays: "sous %d jours ouvrés", onDay: "le %s", per: "par %s", workingDay: "jour ouvré", workingDays: "jours ouvrés",
			Format: offer.FormatIn(language),
		}
	case "it":
		return offerTexts{
			tag: tag, title: "Offerta", draft: "Bozza", position: "Pos.", article: "Articolo", quantity: "Quantità", price: "Prezzo", total: "Totale", delivery: "Consegna", certificate: "Cert.",
			sum: "Totale delle posizioni", discount: "Sconto", net: "Totale netto", vat: "IVA", gross: "Totale da pagare", excluded: "IVA esclusa", rounding: "Arrotondamento",
			toKnow: "Da sapere", accept: "Accettare", acceptHow: "Sulla pagina della richiesta, senza registrazione, fino al %s:",
			request: "Richiesta", date: "Data", validUntil: "Valida fino al", contact: "Referente", version: "Versione", sheet: "Foglio", sheetOf: "%d di %s",
			replaces: "in luogo di %s", notOffered: "non offerto: %s", lineDiscount: "sconto del %s %%",
			atOnce: "subito", inDay: "in 1 giorno lavorativo", inDays: "in %d giorni lavorativi", onDay: "il %s", per: "per %s", workingDay: "giorno lavorativo", workingDays: "giorni lavorativi",
			Format: offer.FormatIn(language),
		}
	default:
		return offerTexts{
			tag: "en", title: "Offer", draft: "Draft", position: "Item", article: "Article", quantity: "Quantity", price: "Price", total: "Total", delivery: "Delivery", certificate: "Cert.",
			sum: "Total of the items", discount: "Discount", net: "Net total", vat: "VAT", gross: "Total to pay", excluded: "VAT not included", rounding: "Rounding",
			toKnow: "Please note", accept: "How to accept", acceptHow: "On the page of your request, without an account, until %s:",
			request: "Request", date: "Date", validUntil: "Valid until", contact: "Your contact", version: "Version", sheet: "Sheet", sheetOf: "%d of %s",
			replaces: "instead of %s", notOffered: "not offered: %s", lineDiscount: "less %s%%",
			atOnce: "at once", inDay: "in 1 working day", inDays: "in %d working days", onDay: "on %s", per: "per %s", workingDay: "working day", workingDays: "working days",
			Format: offer.FormatIn(language),
		}
	}
}

// OfferName returns the name of the file of an offer: "Angebot-A-7K3-94Q.pdf".
func OfferName(language, number string) string {
	return offerTextsIn(language).title + "-" + number + ".pdf"
}

// deliveries returns when each part of a line is delivered: "4 at once", "4 on Dec 2, 2026".
func (w offerTexts) deliveries(l offer.Line) []string {
	parts := make([]string, len(l.Deliveries))
	for i, d := range l.Deliveries {
		when := w.atOnce
		switch {
		case d.Date != "" && len(l.Deliveries) == 1:
			when = w.Day(d.Date)
		case d.Date != "":
			when = fmt.Sprintf(w.onDay, w.Day(d.Date))
		case d.Days == 1 && len(l.Deliveries) == 1:
			when = "1 " + w.workingDay
		case d.Days > 1 && len(l.Deliveries) == 1:
			when = strconv.Itoa(d.Days) + " " + w.workingDays
		case d.Days == 1:
			when = w.inDay
		case d.Days > 1:
			when = fmt.Sprintf(w.inDays, d.Days)
		}
		if len(l.Deliveries) > 1 {
			when = w.Number(d.Quantity, 0) + " " + when
		}
		parts[i] = when
	}
	return parts
}

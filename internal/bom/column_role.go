package bom

import (
	"regexp"
	"strings"
)

// role is the kind of content of a column.
type role int

const (
	roleNone role = iota
	rolePart
	roleQuantity
	roleUnit
	rolePosition
	roleDescription
	roleOther // prices, weights: not needed to find an article
)

// roleOf returns the role of a column by its header, in German, English, French and
// Italian.
func roleOf(header string) role {
	header, _, _ = strings.Cut(header, "(")
	header, _, _ = strings.Cut(header, "[")
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .:-_/#°º'’\"", r) {
			return -1
		}
		return r
	}, strings.ToLower(header))
	switch letters {
	case "artikelnr", "artikelnummer", "artnr", "artikel", "art", "bestellnr", "bestellnummer", "teilenr", "teilenummer", "sachnr", "sachnummer",
		"materialnr", "materialnummer", "identnr", "typ", "bestellcode", "herstellernr", "herstellerartikelnr", "lieferantenartikelnr",
		"partno", "partnumber", "partnr", "part", "pn", "pno", "sku", "itemcode", "itemnumber", "articleno", "articlenumber", "article", "productcode", "ordercode",
		"orderno", "mpn", "catalogno", "catno", "code", "stockcode",
		"réf", "ref", "référence", "reference", "réfarticle", "codearticle", "nodarticle", "narticle", "noarticle", "numérodarticle", "référencearticle",
		"codice", "codicearticolo", "codarticolo", "codart", "cod", "articolo", "codiceprodotto", "riferimento", "rif":
		return rolePart
	case "menge", "anzahl", "stk", "stck", "stück", "stückzahl", "bestellmenge", "bedarf", "mengestk", "gesamtmenge",
		"qty", "quantity", "quant", "pcs", "pieces", "amount", "count", "orderqty", "qtyreqd", "reqdqty", "totalqty", "pce",
		"qté", "qte", "quantité", "quantite", "pièces", "pièce", "nombre", "nbre", "nb",
		"qtà", "qta", "quantità", "quantita", "pz", "pezzi", "npezzi":
		return roleQuantity
	case "einheit", "me", "eh", "mengeneinheit", "unit", "units", "uom", "um", "unité", "unite", "unità", "udm", "u":
		return roleUnit
	case "pos", "position", "posnr", "lfdnr", "lfd", "zeile", "nr", "item", "itemno", "line", "no", "poste", "repère", "rep", "ligne", "n", "posizione", "riga":
		return rolePosition
	case "bezeichnung", "beschreibung", "benennung", "artikelbezeichnung", "text", "titel", "werkstoff", "material", "dimension", "abmessung", "größe", "norm", "bemerkung", "hinweis",
		"description", "designation", "name", "title", "size", "remark", "remarks", "comment", "standard", "notes", "note",
		"désignation", "libellé", "matière", "taille", "norme", "remarque", "descriptif",
		"descrizione", "denominazione", "materiale", "dimensione", "norma", "osservazioni":
		return roleDescription
	case "preis", "einzelpreis", "ep", "gp", "gesamtpreis", "betrag", "gewicht", "liefertermin", "lieferzeit", "rabatt",
		"price", "unitprice", "totalprice", "weight", "delivery", "leadtime", "discount",
		"prix", "prixunitaire", "pu", "poids", "montant", "délai",
		"prezzo", "prezzounitario", "peso", "importo", "consegna":
		return roleOther
	}
	return roleNone
}

var (
	totalPattern = regexp.MustCompile(`(?i)^(?:(?:zwischen|gesamt|end)?summe|gesamt(?:betrag|preis|menge|gewicht)?|netto|brutto|mwst|übertrag|(?:grand[ -]|sub[ -]?)?total|vat|(?:sous-|sous )?total|tva|somme|(?:sub)?totale|iva)(?:$|[^\pL-])`)
	rulePattern  = regexp.MustCompile(`^[-=_*~+|.:;,#/\s"]*$`)
	unitPattern  = regexp.MustCompile(`(?i)^(?:` + units + `)\.?$`)
	// measurePattern matches what resembles a part number but is a size, a rating, a
	// thread, a material or a standard.
	measurePattern = regexp.MustCompile(`(?i)^(?:(?:dn|pn|nps|class|cl|ø|d|g|r|rp|rc|m|npt|unf|unc|tr|rd|sw|ral)[-. ]?\d[\d.,/x×*-]*|(?:din|en|iso|dineniso|dinen|asme|astm|ansi|aisi|api|bs|jis|nf|uni)[-. ]?[a-z]?\d.*|\d[\d.,/]*(?:x|×)[\d.,/x×]+\w{0,2}|\d[\d.,/]*(?:mm|cm|m|bar|mpa|psi|kg|g|nm|l|°c?|zoll|inch|v|w|a|")|\d[.]\d{4}.*)$`)
)

// looksLikePartNumber reports whether a text has the form of a part number: letters
// and digits without spaces, and not a measure.
func looksLikePartNumber(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 6 || len(text) > 60 || strings.ContainsAny(text, " \t") || measurePattern.MatchString(text) {
		return false
	}
	letters, digits, signs := 0, 0, 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		case strings.ContainsRune("-./_", r):
			signs++
		default:
			return false
		}
	}
	return digits > 0 && (letters > 0 && letters+digits >= 5 || signs > 0 && digits >= 6 || digits >= 7)
}

// isSizeLabel reports whether a word marks the following number as a size, not a
// quantity.
func isSizeLabel(word string) bool {
	switch strings.Trim(strings.ToLower(word), ".:=") {
	case "dn", "pn", "nps", "class", "cl", "ø", "d", "od", "id", "g", "r", "rp", "rc", "m", "sw", "ral", "typ", "type", "tipo", "gr", "größe", "size", "taille",
		"din", "en", "iso", "asme", "astm", "nr", "no", "n°", "pos", "item", "serie", "série", "reihe", "series", "x", "×", "/":
		return true
	}
	return false
}

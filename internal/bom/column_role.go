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
	roleRemark
	roleOther // prices, weights: not needed to find an article
)

// roleOf returns the role of a column by its header, in German, English, French and
// Italian.
func roleOf(header string) role {
	if len(header) > 60 {
		return roleNone
	}
	header, _, _ = strings.Cut(header, "(")
	header, _, _ = strings.Cut(header, "[")
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .:-_/#°º'’\"|", r) {
			return -1
		}
		return r
	}, strings.ToLower(header))
	switch letters {
	case "artikelnr", "artikelnummer", "artnr", "artikel", "art", "bestellnr", "bestellnummer", "teilenr", "teilenummer", "teil", "sachnr", "sachnummer",
		"materialnr", "materialnummer", "identnr", "typ", "bestellcode", "herstellernr", "herstellerartikelnr", "herstellerteilenr", "lieferantenartikelnr", "lieferantenartikel",
		"ihreartikelnr", "ihreartikelnummer", "ihrenr", "ihreartnr", "produkt", "produktnr", "katalognr",
		"partno", "partnumber", "partnr", "part", "pn", "pno", "sku", "itemcode", "itemnumber", "articleno", "articlenumber", "article", "productcode", "product", "ordercode",
		"orderno", "mpn", "catalogno", "catalogueno", "catno", "code", "stockcode", "supplierpart", "supplierpartno", "supplierpartnumber", "vendorpart", "vendorpartno", "manufacturerpartno", "yourpartno", "yourref",
		"réf", "ref", "référence", "reference", "réfarticle", "codearticle", "nodarticle", "narticle", "noarticle", "numérodarticle", "référencearticle",
		"référencefournisseur", "réffournisseur", "codefournisseur", "codeproduit", "votreréférence", "votreréf", "produit",
		"codice", "codicearticolo", "codarticolo", "codart", "cod", "articolo", "codiceprodotto", "codicefornitore", "codfornitore", "riferimento", "rif", "vscodice", "vostrocodice", "prodotto":
		return rolePart
	case "menge", "anzahl", "stk", "stck", "stück", "stückzahl", "bestellmenge", "bedarf", "mengestk", "gesamtmenge", "bedarfsmenge", "anfragemenge", "sollmenge",
		"qty", "quantity", "quant", "pcs", "pieces", "amount", "count", "orderqty", "qtyreqd", "reqdqty", "qtyrequired", "totalqty", "pce", "qtypcs", "reqqty", "orderquantity",
		"qté", "qte", "quantité", "quantite", "pièces", "pièce", "nombre", "nbre", "nb", "qtécommandée", "quantitécommandée", "qtétotale",
		"qtà", "qta", "quantità", "quantita", "pz", "pezzi", "npezzi", "quant.", "qtàordinata", "qtàrichiesta", "nrpezzi":
		return roleQuantity
	case "einheit", "me", "eh", "bme", "mengeneinheit", "unit", "units", "uom", "um", "unité", "unite", "unità", "udm", "unitàdimisura", "u", "vpe":
		return roleUnit
	case "pos", "position", "positionsnr", "posnr", "lfdnr", "lfd", "zeile", "nr", "item", "itemno", "line", "lineno", "no", "poste", "repère", "rep", "ligne", "nligne", "n", "posizione", "riga", "poline", "bestellposition", "laufendenummer":
		return rolePosition
	case "bezeichnung", "beschreibung", "benennung", "artikelbezeichnung", "artikelbeschreibung", "materialkurztext", "kurztext", "text", "titel", "werkstoff", "material", "dimension", "abmessung", "abmessungen", "größe", "norm", "produktbezeichnung", "bezeichnung1", "bezeichnung2", "artikeltext",
		"description", "partdescription", "itemdescription", "designation", "name", "title", "size", "dimensions", "standard", "specification", "spec", "grade",
		"désignation", "désignationarticle", "libellé", "matière", "taille", "norme", "descriptif", "intitulé",
		"descrizione", "descrizionearticolo", "denominazione", "designazione", "materiale", "dimensione", "dimensioni", "misura", "norma":
		return roleDescription
	case "bemerkung", "bemerkungen", "hinweis", "hinweise", "anmerkung", "anmerkungen", "notiz", "notizen", "kommentar", "zusatz", "liefertermin", "lieferwoche", "lieferdatum", "lieferung", "lieferzeit", "termin", "wunschtermin", "bedarfstermin", "zeugnis", "kommission", "projekt", "verwendung", "einbauort",
		"remark", "remarks", "comment", "comments", "notes", "note", "delivery", "deliverydate", "deliveryweek", "duedate", "needby", "needdate", "requireddate", "required", "reqdate", "leadtime", "certificate", "usage", "project",
		"remarque", "remarques", "commentaire", "commentaires", "observation", "observations", "délai", "délaisouhaité", "datedelivraison", "livraison", "certificat", "affaire", "chantier",
		"nota", "osservazioni", "osservazione", "annotazioni", "commenti", "consegna", "dataconsegna", "datadiconsegna", "termine", "terminediconsegna", "certificato", "commessa":
		return roleRemark
	case "preis", "einzelpreis", "stückpreis", "ep", "epnetto", "gp", "gesamt", "gesamtpreis", "betrag", "netto", "nettopreis", "preiseinheit", "pe", "gewicht", "gewichtkg", "rabatt", "währung", "zolltarifnummer", "lager", "lagerort", "werk", "lagerplatz", "mwst", "unserenr", "unsereartikelnr", "unserematerialnr", "eigenenr",
		"price", "unitprice", "netprice", "totalprice", "total", "linetotal", "weight", "discount", "currency", "value", "ournumber", "ourno", "ourpartno", "ourref", "rev", "revision",
		"prix", "prixunitaire", "prixunit", "prixtotal", "pu", "puht", "totalht", "poids", "montant", "montantht", "remise", "codeclient", "notreréf", "notreréférence",
		"prezzo", "prezzounitario", "prezzounit", "prezzototale", "totale", "peso", "importo", "sconto", "iva", "nscodice", "nostrocodice", "codicecliente",
		"eur", "chf", "usd", "gbp", "€", "$",
		// The facts in the CSV of a request (rfq/document).
		"anfragenummer", "anfragean", "kontakt", "antwortbis", "iminternet",
		"requestnumber", "requestto", "contact", "answerby", "online",
		"numérodedemande", "demandeà", "réponseavant", "enligne",
		"numerorichiesta", "richiestaa", "contatto", "rispostaentro":
		return roleOther
	}
	for _, price := range []string{"preis", "price", "prix", "prezzo"} {
		if strings.HasPrefix(letters, price) {
			return roleOther
		}
	}
	return roleOfWords(header)
}

// roleOfWords returns the role of a header that names a quantity or a price and its
// unit: Menge ME, Total EUR.
func roleOfWords(header string) role {
	words := strings.Fields(header)
	if len(words) < 2 {
		return roleNone
	}
	found := roleOther
	for _, word := range words {
		switch roleOf(word) {
		case roleQuantity:
			found = roleQuantity
		case roleUnit, roleOther:
		default:
			return roleNone
		}
	}
	return found
}

// sizeLabel returns the word that makes a size of the cells under a header: 80 in
// the column DN is DN 80; "" for other headers.
func sizeLabel(header string) string {
	switch strings.ToLower(strings.Trim(header, " .:")) {
	case "dn", "nw", "nennweite", "diamètre nominal", "diametro nominale", "nominal diameter":
		return "DN "
	case "pn", "druckstufe", "nenndruck", "pression nominale", "pressione nominale", "pressure rating":
		return "PN "
	}
	return ""
}

var (
	unitPattern = regexp.MustCompile(`(?i)^(?:(?:` + units + `)\.?|m)$`)
	// measurePattern matches what resembles a part number but is a size, a rating, a
	// thread, a material or a standard.
	measurePattern = regexp.MustCompile(`(?i)^(?:(?:dn|pn|nps|class|cl|ø|d|g|r|rp|rc|m|npt|unf|unc|tr|rd|sw|ral)[-. ]?\d[\d.,/x×*-]*|(?:din|en|iso|dineniso|dinen|asme|astm|ansi|aisi|api|bs|jis|nf|uni)[-. ]?[a-z]?\d.*|\d[\d.,/]*(?:x|×)[\d.,/x×]+\w{0,2}|\d[\d.,/]*(?:mm|cm|m|bar|mpa|psi|kg|g|nm|l|°c?|zoll|inch|v|w|a|")|\d[.]\d{4}.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{4}|\d{1,3}-\pL{3,}(?:-\pL+)*|\d{1,4}-\d{1,4}[a-z]{1,3}|(?:dn|pn)\d.*|3(?:04|16)(?:l|ti)?/.*|\d+[ls]/\d+[ls]|\d[\d./]*-\d+-?(?:npt|un[cfs]?|bsp\w?)|(?:kw|cw|sett?|sem)\.?\d+.*)$`)
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
		"ng", "form", "rev", "sch", "schedule", "psi", "max", "min", "bis", "stand", "kw", "cw", "week", "sett", "sem", "zeichnung", "drawing", "dessin", "disegno",
		"din", "en", "iso", "asme", "astm", "nr", "no", "n°", "pos", "item", "serie", "série", "reihe", "series", "x", "×", "/":
		return true
	}
	return false
}

package bom

import (
	"regexp"
	"strings"
)

// Reason is why a line requests nothing.
type Reason string

// The reasons.
const (
	Blank     Reason = "empty"     // separators alone
	Header    Reason = "header"    // the header of a table
	Title     Reason = "heading"   // the title of a list or an assembly
	Greeting  Reason = "greeting"  // a salutation or another sentence to the supplier
	Footer    Reason = "footer"    // a closing and what follows it, a page number, a quoted mail
	Date      Reason = "date"      // a date, or a date of delivery for the whole list
	Phone     Reason = "phone"     // a number of a phone
	Address   Reason = "address"   // a company, a street, an address of mail
	Total     Reason = "total"     // a sum, or a sum carried forward
	Reference Reason = "reference" // the number of an enquiry or an order, the header of a mail
)

// maxClassed is the number of bytes of a line that decide its class.
const maxClassed = 200

// wordEnd ends a word of a class.
const wordEnd = `(?:$|[^\pL\d-])`

var (
	rulePattern  = regexp.MustCompile(`^[-=_*~+|.:;,#/\s"<>]*$`)
	totalPattern = regexp.MustCompile(`(?i)^(?:\d{1,2}(?:[.,]\d)?\s?%\s*)?(?:(?:zzgl\.?|inkl\.?|plus|incl\.?)\s+)?(?:(?:zwischen|gesamt|end|netto|brutto|rechnungs|auftrags|waren)?(?:summe|betrag|wert)|gesamt(?:preis|menge|gewicht)?|netto|brutto|mwst\.?|mehrwertsteuer|ust\.?|übertrag|` +
		`(?:grand[ -]|sub[ -]?)?totals?|vat|carried forward|brought forward|net amount|(?:sous[ -])?total|tva|somme|report|à reporter|montant (?:total|ht|ttc)|(?:sub)?totale|iva|riporto|a riportare|imponibile|importo totale|` +
		`anzahl (?:der )?positionen|number of (?:items|lines|positions)|nombre de (?:lignes|positions|postes)|numero (?:di )?(?:righe|posizioni))` + wordEnd)
	pagePattern   = regexp.MustCompile(`(?i)^(?:seite|page|pagina|blatt|sheet|pag\.|p\.)\s*\d+(?:\s*(?:von|of|sur|di|de|/)\s*\d+)?\b|(?:\s(?:seite|page|pagina)\s+\d+(?:\s*(?:von|of|sur|di|de|/)\s*\d+)?)$`)
	legalPattern  = regexp.MustCompile(`(?i)amtsgericht|registergericht|handelsregister|\bhr[ab]\s*\d|geschäftsführer|ust-?id|steuernummer|steuer-nr|\biban\b|\bbic\b|\bswift\b|bankverbindung|registered (?:in|office)|company (?:no|reg)|vat (?:reg|no)|managing director|\brcs\b|\bsiret\b|\bsiren\b|capital (?:social )?de|tva intra|\bp\.? ?iva\b|partita iva|cod(?:ice|\.) fisc|\brea\b|cap(?:itale)?\.? soc|einkaufsbedingungen|lieferbedingungen|geschäftsbedingungen|\bagb\b|terms (?:and|&) conditions|conditions générales|condizioni generali|zahlbar|zahlungsziel|zahlungsbeding|payment terms|conditions? de paiement|paiement à|pagamento|(?:this|ce) (?:e-?mail|message|courriel)|diese (?:e-?mail|nachricht)|questo messaggio|questa e-?mail|vertraulich|confidential|confidentiel|riservat[oe] |von meinem (?:iphone|handy)|sent from my|envoyé de(?:puis)? mon|inviato da(?:l mio)?|think before you print`)
	quotedPattern = regexp.MustCompile(`(?i)^-{2,}\s*(?:ursprüngliche nachricht|original message|message d['’]origine|messaggio originale|weitergeleitete nachricht|forwarded message)|^(?:am|on|le|il)\b.{4,60}\b(?:schrieb|wrote|a écrit|ha scritto)\b|^(?:von|from|de|da)\s?:.*(?:@|gesendet|sent)`)
	mailPattern   = regexp.MustCompile(`(?i)^(?:von|an|cc|bcc|kopie|betreff|gesendet|datum|anlagen?|anhang|from|to|sent|subject|date|attachments?|re|fwd?|wg|aw|tr|de|à|objet|envoyé|pièces? jointes?|da|a|oggetto|inviato|data|allegat[oi])\s?:`)
	// The title of a document is followed by its number.
	referencePattern = regexp.MustCompile(`(?i)^(?:(?:unsere?|ihre?|our|your|ns\.?|vs\.?|vostr[oa]|nostr[oa]|notre|votre)\s+)?(?:(?:preis|angebots|liefer)?anfrage|bestellung|bestell-?nr|auftrag(?:s-?(?:nr|nummer))?|angebot|kundennummer|kunden-?nr|lieferantennummer|lieferanten-?nr|projekt|kommission|zeichen|vorgang|kostenstelle|beleg|auftragsbestätigung|lieferschein|bestellschein|` +
		`(?:purchase |price )?(?:enquiry|inquiry|request|order|quotation)(?: confirmation)?|rfq|rfp|po|quote|reference|ref|customer no|supplier no|job|project|` +
		`demande(?: de (?:prix|devis))?|(?:bon de |confirmation de )?commande|devis|offre|affaire|projet|dossier|référence|réf|n° client|` +
		`richiesta(?: d['’i]? ?offerta)?|rdo|rda|(?:conferma d['’])?ordine(?: fornitore| d['’]acquisto)?|preventivo|offerta|commessa|riferimento|rif|progetto)\.?(?:$|\s*(?:[:#]|n[°or]\.?|nr\.?|no\.?|nummer|number|num\.?|numéro|numero|vom|of|du|del|d\.d\.)|\s+[\pL-]{0,5}\s?[-/]?\d)`)
	phonePattern  = regexp.MustCompile(`(?i)(?:^|[\s|,;(])(?:tel(?:efon|éphone|efono|ephone)?|phone|fon|fax|telefax|mobil(?:e|telefon)?|handy|cell(?:ulare)?|natel|portable|tél|durchwahl|direct|t|m|f)\s?[.:]*\s*(?:\+|\(?0)[\d\s()/.-]{6,}|(?:^|\s)\+\d{2}[\s\d()/.-]{7,}\d|^(?:[\pL. -]{2,40}\s)?0\d{1,4}[\s/.-]\d{2,4}(?:[\s.-]\d{2,4}){1,4}$`)
	mailAddress   = regexp.MustCompile(`(?i)[\w.+-]+@[\w-]+\.[\w.]+|(?:^|\s)(?:https?://|www\.)\S+`)
	companyWord   = regexp.MustCompile(`(?:^|[\s,])(?:GmbH|mbH|AG|KG|OHG|e\.K\.|SE|Ltd|LTD|Limited|Inc|LLC|PLC|plc|Corp|SA|S\.A\.|SAS|SASU|SARL|S\.?[rR]\.?[lL]|SRL|S\.?[pP]\.?A|SpA|SPA|Snc|B\.?V|N\.V|Oy|AB|A/S)\.?(?:$|[\s,;:.|·-])`)
	streetPattern = regexp.MustCompile(`(?i)(?:\pL{3,}(?:str\.|straße|strasse|gasse|platz|allee|damm|ufer|weg|chaussee|hof)|(?:^|[\s,])(?:straße|strasse|weg|platz|allee))\s+\d+\s?[a-z]?(?:$|[\s,;|·-])|` +
		`(?:^|[\s,])(?:via|viale|corso|piazza|piazzale|strada|largo|rue|avenue|av\.|bd\.?|boulevard|chemin|allée|quai|impasse|zone|z\.?i\.?|unit|suite)\s+\pL.*\d|(?:^|[\s,])(?:unit|suite)\s+\d+,|(?:^|[\s,])\d+(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|av\.|bd\.?|boulevard|chemin|allée|quai|impasse|place|route)\s|` +
		`\pL{3,}\s(?:street|road|avenue|lane|drive|square|court|way)(?:$|[\s,]\D*\d*)|(?:^|\s)(?:postfach|p\.?\s?o\.?\s?box|casella postale|boîte postale|bp|c\.?p\.?)\s+\d`)
	cityPattern     = regexp.MustCompile(`^(?:(?:D|A|CH|F|I|DE|AT|FR|IT)-)\d{4,5}\s+\p{Lu}\pL+|^(?:\d{5}|[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2})\s+\p{Lu}[\pL .-]+(?:\([A-Z]{2}\))?$|,\s*(?:(?:D|A|CH|F|I|DE|AT|FR|IT)-)?\d{4,5}\s+\p{Lu}[\pL .-]+(?:\([A-Z]{2}\))?(?:$|[,;|·])`)
	datePattern     = regexp.MustCompile(`(?i)(?:^|[\s,(:])` + date + `(?:$|[\s,;.)])|\d\d[./]\d\d[./]\d{2,4}`)
	greetingPattern = regexp.MustCompile(`(?i)^(?:guten (?:tag|morgen|abend)|sehr geehrte[rs]?|liebe[rs]?|hallo|hi|hello|moin|servus|grüezi|grüß gott|werte[r]?|dear|good (?:morning|afternoon|day|evening)|to whom|bonjour|bonsoir|cher|chère|madame|monsieur|messieurs|buongiorno|buonasera|buon giorno|salve|gentil[ei]|gent\.(?:mi|le|ma)|egregi[o]?|spett\.?(?:le)?|ciao|salut)` + wordEnd)
	sentencePattern = regexp.MustCompile(`(?i)^(?:bitte|wir|ich|haben sie|hiermit|anbei|können sie|könn(?:t|en)|können|gerne?|danke|vielen dank|für|im anhang|folgende|nachfolgend|benötigen|unser[e]?|lieferung|liefertermin|versand(?:art|adresse)?|lieferadresse|lieferanschrift|lieferzeit|preise?|angebot|rückfragen|bei rückfragen|please|could|can you|would you|we|i|kindly|thanks?|many thanks|thank you|hope|looking|as discussed|further|following|delivery|deliver|ship(?:ping|ment)?|incoterms?|quote|the below|for any|let me|nous|je|j['’]aurais|il (?:nous|me) fau\w*|avez-vous|merci|pourriez|pouvez|veuillez|suite|dans l['’]attente|ci-dessous|livraison|expédition|délai|prière|en vous|vi|vorrei|vorremmo|con (?:la presente|riferimento)|si prega|si richiede|in attesa|chiediamo|siamo|abbiamo|avremmo|avrei|avete|ci serv\w*|mi serv\w*|potete|potreste|consegna|spedizione|resa|grazie|di seguito|come da)` + wordEnd)
	closingPattern  = regexp.MustCompile(`(?i)^(?:(?:mit )?(?:freundlichen?|besten?|herzlichen?|schönen?|viele|lieben?|vielen) (?:grü(?:ß|ss)en?|dank und)|mfg|mit freundl|gru(?:ß|ss)|vg|lg|hochachtungsvoll|(?:kind|best|warm|many)? ?regards|best wishes|yours (?:sincerely|faithfully|truly)|sincerely|cheers|(?:bien )?cordialement|(?:meilleures|sincères) salutations|salutations|bien à vous|cdlt|veuillez agréer|(?:cordiali|distinti|cari|migliori) saluti|saluti|un cordiale|in attesa di|ende der (?:liste|anfrage|bestellung)|end of (?:the )?(?:list|enquiry|order)|fin de (?:la )?(?:liste|demande|commande)|fine (?:della )?(?:lista|richiesta|distinta)|i\.\s?a\.|i\.\s?v\.|ppa\.)` + wordEnd)
	headingPattern  = regexp.MustCompile(`(?i)^(?:stückliste|(?:ersatz|verschleiß)?teileliste|ersatzteilliste|wartungsplan|maintenance plan|spares? (?:parts )?list|plan de maintenance|piano di manutenzione|lista ricambi|materialliste|bedarfsliste|baugruppe|gruppe|abschnitt|los|titel|bereich|anlagenteil|teil [A-Z\d]\b|bill of materials?|parts? list|bom|assembly|sub-?assembly|section|group|area|system|lot|nomenclature|liste (?:de|des)|ensemble|sous-ensemble|groupe|lot|zone|distinta|elenco|gruppo|sottogruppo|assieme|sezione)` + wordEnd)
	weekday         = regexp.MustCompile(`(?i)^(?:` + weekdays + `)` + wordEnd)
)

// classOf returns why a line of plain text requests nothing; "" for a position.
// counted is whether it has a quantity with a unit or a times sign, which only what
// cannot be a position overrides.
func classOf(text string, counted bool) Reason {
	text = text[:min(len(text), maxClassed)]
	switch {
	case rulePattern.MatchString(text):
		return Blank
	case isHeaderLine(text):
		return Header
	case totalPattern.MatchString(text):
		return Total
	case closingPattern.MatchString(text), pagePattern.MatchString(text), legalPattern.MatchString(text), quotedPattern.MatchString(text):
		return Footer
	case mailPattern.MatchString(text) && !counted:
		return Reference
	case mailAddress.MatchString(text):
		return Address
	case phonePattern.MatchString(text) && !counted:
		return Phone
	case greetingPattern.MatchString(text):
		return Greeting
	case counted:
		return ""
	case referencePattern.MatchString(text):
		return Reference
	case streetPattern.MatchString(text), companyWord.MatchString(text), cityPattern.MatchString(text):
		return Address
	case datePattern.MatchString(text), weekday.MatchString(text):
		return Date
	case sentencePattern.MatchString(text), strings.HasSuffix(text, "?"):
		return Greeting
	case headingPattern.MatchString(text), strings.HasSuffix(text, ":"), isCapitals(text):
		return Title
	}
	return ""
}

// isCapitals reports whether a line is a title in capital letters.
func isCapitals(text string) bool {
	words := 0
	for word := range strings.FieldsSeq(text) {
		if len(word) > 3 && !strings.ContainsAny(word, "0123456789") {
			words++
		}
	}
	return words > 1 && strings.ToUpper(text) == text
}

// isHeaderLine reports whether a line names columns that are aligned with spaces, or
// one column.
func isHeaderLine(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if roleOf(word) == roleNone {
			return roleOf(text) != roleNone && !strings.ContainsAny(text, "0123456789")
		}
	}
	return text != ""
}

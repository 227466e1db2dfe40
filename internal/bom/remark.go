package bom

import (
	"regexp"
	"strings"
)

// onlyDate matches a cell of a date of delivery.
var onlyDate = regexp.MustCompile(`(?i)^` + date + `$`)

// remarkPattern matches remarks in a line: a certificate, a date or week of delivery,
// urgency, and clauses that address the supplier, in four languages.
var remarkPattern = regexp.MustCompile(`(?i)(?:^|[\s,;(\[/` + placeholder + `])((?:` + strings.Join([]string{
	// Certificates: mit Abnahmeprüfzeugnis 3.1, with 3.1 certificate.
	withWord + `?(?:` + certificateClass + `[\s-]*)?` + certificateWord + `(?:\s+(?:` + accordingTo + `\s+)?` + certificateClass + `(?:\s+(?:` + accordingTo + `\s+)?en\s?10204)?)?`,
	withWord + certificateClass,
	deliveryRemarks,
	// Clauses up to the next separator.
	`(?:` + clauseWord + `)[^,;()\[\]` + placeholder + `]*`,
}, `|`) + `))(?:$|[\s,;.!)\]/` + placeholder + `])`)

const (
	withWord         = `(?:(?:mit|inkl\.?|incl\.?|with|avec|con|including|inclus|incluso|compreso)\s+)`
	certificateClass = `(?:en\s?10204[\s/-]*)?[23]\.[12](?:/[23]\.[12])?`
	certificateWord  = `(?:(?:abnahme(?:prüf)?|werks?|material|prüf|apz)-?)?(?:zeugnis(?:se)?|zertifikate?|atteste?|certificates?|certs?\.?|certificats?|certificat[oi]|mtc|apz)\b`
	accordingTo      = `(?:nach|gem\.?|gemäß|acc\.?(?:\s+to)?|according to|to|selon|suivant|secondo|sec\.)`
	deliveryWord     = `(?:lieferung|liefertermin|lieferzeit|lieferwoche|lieferdatum|termin|wunschtermin|bis|spätestens|delivery|deliver|due|needed|required|need(?:ed)? by|by|until|livraison|délai|délais|livrer|pour le|avant le|pour|consegna|entro|termine|in|il|le|la)`
	week             = `(?:kw|cw|kalenderwoche|week|wk|semaine|sem\.?|settimana|sett\.?)\s?\d{1,2}(?:\s?[/.]\s?\d{2,4})?\b`
	date             = `(?:\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?|\d\d/\d\d(?:/\d{2,4})?|\d{1,2}/\d{1,2}/\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th|er|\.)?\s+(?:` + months + `)\.?(?:\s+\d{4})?|(?:` + months + `)\s+\d{1,2}(?:,?\s+\d{4})?)`
	weekdays         = `montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|monday|tuesday|wednesday|thursday|friday|lundi|mardi|mercredi|jeudi|vendredi|lunedì|martedì|mercoledì|giovedì|venerdì`
	// deliveryRemarks match a week, a date or a day of delivery, and urgency.
	deliveryRemarks = `(?:` + deliveryWord + `\s*:?\s*)*` + week + `|` +
		`(?:` + deliveryWord + `\s*:?\s*)+(?:(?:ca\.?|spätestens|zum|am|latest|le|il)\s+)?` + date + `|` +
		`(?:` + deliveryWord + `\s+)+(?:(?:nächste[nr]?|kommende[nr]?|next|this)\s+)?(?:` + weekdays + `)(?:\s+prochain)?|` +
		`(?:` + deliveryWord + `\s*:?\s*)+\d+\s+(?:wochen?|tagen?|weeks?|days?|semaines?|jours?|settiman[ae]|giorni)|` +
		`(?:(?:sehr|bitte|very|très|molto)\s+)?(?:dringend|eilt|eilig|urgente?|asap|express|sofort|schnellstmöglich|eilauftrag|rush|priorité|priorità)\b!*`
	months = `januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|january|february|march|may|june|july|october|december|` +
		`janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|` +
		`gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|dicembre|jan|feb|apr|jun|jul|aug|sept?|okt|oct|nov|dez|dec|déc|dic`
	clauseWord = `(?:bemerkung|hinweis|anmerkung|anm\.|notiz|note|n\.?b\.|remarks?|comment|remarque|nota|achtung|attention|attenzione|kommission|komm?\.|projekt|projet|progetto|commessa|kostenstelle|kst\.?)\s*:|` +
		`für\s+(?:anlage|maschine|halle|linie|projekt|baustelle|pumpe|presse|ersatz|lager|werk|tank)\b|for\s+(?:machine|line|project|plant|pump|press|stock|unit|tank|job)\b|` +
		`pour\s+(?:la\s+|le\s+|l['’])?(?:machine|chantier|ligne|projet|pompe|presse|stock|usine|cuve)\b|per\s+(?:la\s+|il\s+|l['’])?(?:macchina|linea|impianto|cantiere|pompa|pressa|magazzino)\b|` +
		`alternativ|ersatzweise|oder gleichwertig|or equal|or equivalent|or similar|ou équivalent|ou similaire|o equivalente|o simile|` +
		`bitte|please|svp|s['’]il vous pla[iî]t|merci de|per favore|p\.f\.|einzeln|getrennt|separat|packed|packaged|individually|emballé|imballat|confezionat|verpackt|` +
		`ölfrei|fettfrei|öl- und fettfrei|oil[- ]free|degreased|dégraissé|sgrassat|wie (?:letzte|gehabt|bereits|zuletzt|besprochen)|as (?:last|before|discussed|agreed)|comme (?:la dernière|d['’]habitude|convenu)|come (?:l['’]ultim|concordato|da accordi)|` +
		`teillieferung|partial deliver|livraison|consegna|lieferung|delivery|rechange|ersatzteil|spare|ricambio|en une longueur|in einer länge|in one length|in un pezzo|rabatt|reserve`
)

// splitRemarks removes the remarks from a line, and returns them separated by
// semicolons.
func splitRemarks(rest string) (note, without string) {
	var notes []string
	for range maxRemarks {
		m := remarkPattern.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		notes = append(notes, trimWords(rest[m[2]:m[3]]))
		rest = rest[:m[2]] + " " + rest[m[3]:]
	}
	return joinNotes(notes...), emptyBrackets.ReplaceAllString(rest, " ")
}

// maxRemarks is the number of remarks that are looked for in a line.
const maxRemarks = 4

var (
	emptyBrackets = regexp.MustCompile(`\(\s*[,;.!]*\s*\)|\[\s*\]`)
	endInBrackets = regexp.MustCompile(`\(([^()\d]{3,})\)\s*$`)
	inBrackets    = regexp.MustCompile(`\(([^()\d]{3,})\)`)
)

// bracketed removes the text in brackets from a line whose article is known by its
// number: it is a remark.
func bracketed(rest string) (note, without string) {
	if m := inBrackets.FindStringSubmatchIndex(rest); m != nil && !strings.Contains(rest[m[0]:m[1]], placeholder) {
		return trimWords(rest[m[2]:m[3]]), rest[:m[0]] + " " + rest[m[1]:]
	}
	return "", rest
}

// afterAmount removes the text in brackets behind a quantity at the end of a line: it
// is a remark unless it is a measure or a material.
func afterAmount(rest string) (note, without string) {
	m := endInBrackets.FindStringSubmatchIndex(rest)
	if m == nil || onlyMeasures.MatchString(rest[m[2]:m[3]]) {
		return "", rest
	}
	amount, above := explicitAmount(rest[:m[0]])
	if above = strings.TrimSpace(above); amount == "" || above == "" || !strings.HasPrefix(rest, above) {
		return "", rest
	}
	return trimWords(rest[m[2]:m[3]]), rest[:m[0]]
}

// joinNotes joins the notes that are not empty.
func joinNotes(notes ...string) string {
	var filled []string
	for _, note := range notes {
		if note != "" {
			filled = append(filled, note)
		}
	}
	return strings.Join(filled, "; ")
}

// isRemark reports whether a line is only a remark on the line above.
func isRemark(text string) bool {
	note, rest := splitRemarks(text)
	return note != "" && trimWords(rest) == ""
}

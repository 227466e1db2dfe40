package bom

import (
	"regexp"
	"strings"
)

// numberLabel matches a label of the part number.
var numberLabel = regexp.MustCompile(`(?i)(?:^|[\s(,;])(?:(?:ihre?|your|votre|vs\.?|vostr[oa])\s+)?(?:art(?:ikel)?\.?\s*-?\s*(?:nr|nummer|no|n°)|best(?:ell)?\.?\s*-?\s*(?:nr|nummer)|mat(?:erial)?\.?\s*-?\s*(?:nr|nummer)|part\s*(?:no|number|#)|p/n|item\s*code|order\s*code|réf(?:érence)?|ref|code(?:\s+article)?|cod(?:ice)?(?:\s+articolo)?|codice|rif)\.?\s*:?\s*(` + placeholder + `)`)

var (
	// propertyLabel matches the label of a property, which is no word of the article.
	propertyLabel = regexp.MustCompile(`(?i)(?:^|\s)(?:größe|gr|abmessung(?:en)?|werkstoff|wst|material|ausführung|norm|size|dimensions?|grade|taille|matière|dimensioni?|misura|materiale?|bezeichnung|benennung|description|désignation|descrizione)\.?\s*:`)
	// otherNumber matches the number of an article at the customer.
	otherNumber = regexp.MustCompile(`(?i)(?:^|[\s,;(])(?:unsere?|ihre?|our|your|notre|votre|[nv]s\.?|[nv]ostr[oa])\s+(?:(?:art(?:ikel|icle)?|mat(?:erial)?|ident|sach|part)[.\s-]*)?(?:nr|nummer|no|number|n°|réf|ref|cod(?:ice)?|code)[.:\s]*[\w./-]*\d[\w./-]*`)
	// ofWord matches the word between a quantity and the article: 6 mètres de tube.
	ofWord = regexp.MustCompile(`(?i)^[\s` + placeholder + `]*(?:of|de|di|von)\s+`)
)

// readPlain parses the text of a position. With numbered, the text is known to end
// in a quantity.
func readPlain(l *Line, text string, numbered bool, a Articles) {
	text = requestPattern.ReplaceAllString(text, "$1")
	text = gluedTimes.ReplaceAllString(text, "$1 x $2")
	part, rest := extractPart(text, a)
	l.Part = part
	rest = requestPattern.ReplaceAllString(rest, "$1")
	readWords(l, rest, numbered)
	if l.Part != "" && l.Note == "" {
		l.Note, l.Description = bracketed(l.Description)
		l.Description = trimWords(l.Description)
	}
}

// readWords reads the quantity, the remarks and the words of a text in which the
// placeholder replaces the part number.
func readWords(l *Line, rest string, numbered bool) {
	rest = propertyLabel.ReplaceAllString(otherNumber.ReplaceAllString(rest, " "), " ")
	rest = cutPrices(numberLabel.ReplaceAllString(rest, " $1"))
	behind, rest := afterAmount(rest)
	amount, pieces := "", ""
	if l.amount == "" {
		if amount, pieces, rest = lengthsOf(rest); amount == "" {
			text := rest
			amount, rest = explicitAmount(rest)
			l.metres = isLength(text, amount)
		}
		if amount == "" {
			amount, pieces, rest = feetOf(rest)
		}
	}
	note, rest := splitRemarks(rest)
	if l.amount == "" && amount == "" {
		amount, rest = bareAmount(strings.TrimSpace(rest), numbered)
	} else {
		rest = cutSums(rest)
	}
	if amount != "" {
		l.amount = amount
		rest = ofWord.ReplaceAllString(rest, "")
	}
	l.Note, l.Description = joinNotes(l.Note, pieces, note, behind), trimWords(rest)
}

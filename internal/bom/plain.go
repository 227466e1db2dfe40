package bom

import (
	"regexp"
	"strings"
)

// numberLabel matches a label of the part number.
var numberLabel = regexp.MustCompile(`(?i)(?:^|[\s(,;])(?:(?:ihre?|your|votre|vs\.?|vostr[oa])\s+)?(?:art(?:ikel)?\.?\s*-?\s*(?:nr|nummer|no|n°)|best(?:ell)?\.?\s*-?\s*(?:nr|nummer)|mat(?:erial)?\.?\s*-?\s*(?:nr|nummer)|part\s*(?:no|number|#)|p/n|item\s*code|order\s*code|réf(?:érence)?|ref|code(?:\s+article)?|cod(?:ice)?(?:\s+articolo)?|codice|rif)\.?\s*:?\s*(` + placeholder + `)`)

// readPlain parses the text of a position. With numbered, the text is known to end
// in a quantity.
func readPlain(l *Line, text string, numbered bool, a Articles) {
	text = requestPattern.ReplaceAllString(text, "$1")
	text = gluedTimes.ReplaceAllString(text, "$1 x $2")
	part, rest := extractPart(text, a)
	l.Part = part
	readWords(l, rest, numbered)
	if l.Part != "" && l.Note == "" {
		l.Note, l.Description = bracketed(l.Description)
		l.Description = trimWords(l.Description)
	}
}

// readWords reads the quantity, the remarks and the words of a text in which the
// placeholder replaces the part number.
func readWords(l *Line, rest string, numbered bool) {
	rest = cutPrices(numberLabel.ReplaceAllString(rest, " $1"))
	behind, rest := afterAmount(rest)
	amount, pieces := "", ""
	if l.amount == "" {
		if amount, pieces, rest = lengthsOf(rest); amount == "" {
			amount, rest = explicitAmount(rest)
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
	}
	l.Note, l.Description = joinNotes(l.Note, pieces, note, behind), trimWords(rest)
}

package bom

import (
	"regexp"
	"strings"
)

var (
	// requestPattern matches the words of a request before its quantity.
	requestPattern = regexp.MustCompile(`(?i)^(?:(?:bitte|und|sowie|außerdem|zusätzlich|ferner|wir|ich|noch|auch|hätten?|gerne?|benötigen|benötige|brauchen|brauche|bräuchte|bräuchten|bestellen|bestelle|bieten|sie|uns|an|liefern|anbieten|ca\.?|circa|etwa|please|and|also|plus|we|i|need|require|would|like|to|order|quote|send|us|me|supply|approx\.?|about|et|aussi|nous|je|il|faut|faudrait|voudrions|voudrais|commandons|besoin|avons|de|environ|env\.?|e|anche|inoltre|vorremmo|vorrei|ci|servono|servirebbero|ordiniamo)[\s:,]+)+(\d)`)
	// countWord matches a number in words before what is requested.
	countWord = regexp.MustCompile(`(?i)^(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|two|three|four|five|six|seven|eight|nine|ten|twelve|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici)\s+`)
	// numberLabel matches a label of the part number.
	numberLabel = regexp.MustCompile(`(?i)(?:^|[\s(,;])(?:(?:ihre?|your|votre|vs\.?|vostr[oa])\s+)?(?:art(?:ikel)?\.?\s*-?\s*(?:nr|nummer|no|n°)|best(?:ell)?\.?\s*-?\s*(?:nr|nummer)|mat(?:erial)?\.?\s*-?\s*(?:nr|nummer)|part\s*(?:no|number|#)|p/n|item\s*code|order\s*code|réf(?:érence)?|ref|code(?:\s+article)?|cod(?:ice)?(?:\s+articolo)?|codice|rif)\.?\s*:?\s*(` + placeholder + `)`)
)

// readPlain parses the text of a position. With numbered, the text is known to end
// in a quantity.
func readPlain(l *Line, text string, numbered bool, a Articles) {
	text = requestPattern.ReplaceAllString(text, "$1")
	text = countWord.ReplaceAllStringFunc(text, func(word string) string { return countOf(strings.TrimSpace(word)) + " " })
	text = gluedTimes.ReplaceAllString(text, "$1 x $2")
	part, rest := extractPart(text, a)
	l.Part = part
	readWords(l, rest, numbered)
	if l.Part != "" && l.Note == "" {
		l.Note, l.Description = bracketed(l.Description)
		l.Description = trimWords(l.Description)
	}
}

// countOf returns the digits of a number in words.
func countOf(word string) string {
	switch strings.ToLower(word) {
	case "zwei", "two", "deux", "due":
		return "2"
	case "drei", "three", "trois", "tre":
		return "3"
	case "vier", "four", "quatre", "quattro":
		return "4"
	case "fünf", "five", "cinq", "cinque":
		return "5"
	case "sechs", "six", "sei":
		return "6"
	case "sieben", "seven", "sept", "sette":
		return "7"
	case "acht", "eight", "huit", "otto":
		return "8"
	case "neun", "nine", "neuf", "nove":
		return "9"
	case "zehn", "ten", "dix", "dieci":
		return "10"
	default:
		return "12"
	}
}

// readWords reads the quantity, the remarks and the words of a text in which the
// placeholder replaces the part number.
func readWords(l *Line, rest string, numbered bool) {
	rest = cutPrices(numberLabel.ReplaceAllString(rest, " $1"))
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
		rest = moneyPattern.ReplaceAllString(rest, " ")
	}
	if amount != "" {
		l.amount = amount
	}
	l.Note, l.Description = joinNotes(l.Note, pieces, note), trimWords(rest)
}

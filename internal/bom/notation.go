package bom

import (
	"regexp"
	"strconv"
	"strings"
)

// requestWords are the words of a request before its quantity.
const requestWords = `bitte|und|sowie|außerdem|zusätzlich|ferner|wir|ich|noch|auch|hätten?|gerne?|benötigen|benötige|brauchen|brauche|bräuchte|bräuchten|bestellen|bestelle|bieten|sie|uns|an|liefern|anbieten|ca\.?|circa|etwa|mind\.?|mindestens|` +
	`please|and|also|plus|we|i|need|require|would|like|to|order|quote|send|us|me|supply|approx\.?|about|at least|` +
	`et|aussi|nous|je|il|faut|faudrait|voudrions|voudrais|commandons|besoin|avons|de|environ|env\.?|merci|veuillez|chiffrer|coter|e|anche|inoltre|vorremmo|vorrei|ci|servono|servirebbero|ordiniamo`

var (
	requestPattern = regexp.MustCompile(`(?i)^(?:(?:` + requestWords + `)[\s:,]+)+(\d|` + placeholder + `)`)
	italianNumber  = regexp.MustCompile(`(?i)^(?:n\.?r?\.|n°|nr)\s*(` + number + `)\s+`)
	italianEnd     = regexp.MustCompile(`(?i)([^\s.:]{3,}|[\d"]),?\s+-?\s*(?:n\.|nr\.?|n°)\s*(\d{1,5})(\s*(?:[€(,].*)?)$`)
	// eachFirst matches the German word before a quantity, which begins a French sentence.
	eachFirst = regexp.MustCompile(`(?i)^je(?:weils)?\s+(\d)`)
	// bracketFirst matches a quantity or a position in brackets before the words.
	bracketFirst = regexp.MustCompile(`^\((\d{1,5})\)\s*`)
	// wordPattern matches the first word after those of a request.
	wordPattern = regexp.MustCompile(`(?i)^((?:(?:` + requestWords + `)[\s:,]+)*)(\pL+)\s+([\pL\d].*)$`)
	// timesAtEnd matches a quantity after a times sign at the end, or a measure.
	timesAtEnd = regexp.MustCompile(`(?i)\s[x×*]\s*(\d{1,5})((?:\s*\([^()]*\))?\s*)$`)
	// wholeSize matches a size that no times sign continues: DN 65.
	wholeSize = regexp.MustCompile(`(?i)(?:^|\s)(?:dn|nw|pn)\s?\d+$`)
)

// withUnit returns a line of which the quantity has a unit instead of the sign of a
// list: n. 10 raccordi, nut x 6, (6) nuts.
func withUnit(r *row, text, language string) string {
	if r.timesLast {
		text = timesAtEnd.ReplaceAllString(text, " $1 pcs$2")
	}
	if strings.HasPrefix(language, "it") || strings.HasPrefix(strings.ToLower(text), "n.") {
		text = italianNumber.ReplaceAllString(text, "$1 pcs ")
		text = italianEnd.ReplaceAllString(text, "$1 $2 pcs$3")
	}
	text = eachFirst.ReplaceAllString(text, "$1")
	if r.countFirst {
		text = bracketFirst.ReplaceAllString(text, "$1 pcs ")
	}
	return text
}

// inDigits returns a line of which the quantity is written in digits, not in words.
// one is whether the line begins with an article that may be the number one.
func inDigits(text string) (with string, one bool) {
	m := wordPattern.FindStringSubmatch(text)
	if m == nil || numberOf(m[2]) == 0 || isRemark(text) || datePattern.MatchString(text) {
		return text, false
	}
	if numberOf(m[2]) == 1 && (!strings.ContainsAny(text, "0123456789") || classOf(text, false) != "") {
		return text, true
	}
	unit := " pcs "
	if startsWithUnit.MatchString(m[3]) {
		unit = " "
	}
	return m[1] + strconv.Itoa(numberOf(m[2])) + unit + m[3], false
}

// numberOf returns the number that a word is in German, English, French or Italian;
// 0 for none.
func numberOf(word string) int {
	switch strings.ToLower(word) {
	case "ein", "eine", "einen", "one", "un", "une", "uno", "una":
		return 1
	case "zwei", "two", "deux", "due":
		return 2
	case "drei", "three", "trois", "tre":
		return 3
	case "vier", "four", "quatre", "quattro":
		return 4
	case "fünf", "five", "cinq", "cinque":
		return 5
	case "sechs", "six", "sei":
		return 6
	case "sieben", "seven", "sept", "sette":
		return 7
	case "acht", "eight", "huit", "otto":
		return 8
	case "neun", "nine", "neuf", "nove":
		return 9
	case "zehn", "ten", "dix", "dieci":
		return 10
	case "zwölf", "twelve", "douze", "dodici", "dozen":
		return 12
	case "fünfzehn", "fifteen", "quinze", "quindici":
		return 15
	case "zwanzig", "twenty", "vingt", "venti":
		return 20
	case "fünfzig", "fifty", "cinquante", "cinquanta":
		return 50
	case "hundert", "hundred", "cent", "cento":
		return 100
	}
	return 0
}

// markTimes marks the rows that end in a times sign and a number where most rows do
// and the number of one of them is clearly no measure: nut x 6, DN 65 x 2, but not
// tube 20 x 2.
func markTimes(rows []row) {
	markBrackets(rows)
	var ends []*row
	sized, clearly := 0, false
	for i := range rows {
		r := &rows[i]
		if r.hasCells() || len(r.text) > maxParsed || !strings.ContainsAny(r.text, "0123456789") {
			continue
		}
		sized++
		m := timesAtEnd.FindStringIndex(r.text)
		if m == nil {
			continue
		}
		above := strings.TrimSpace(r.text[:m[0]])
		is := wholeSize.MatchString(above) || !endsInMeasure(above) && !strings.HasSuffix(above, "mm")
		if amount, _ := explicitAmount(above); !is && (amount != "" || leadingPattern.MatchString(above)) {
			return
		}
		ends, clearly = append(ends, r), clearly || is
	}
	for _, r := range ends {
		r.timesLast = clearly && len(ends) > 1 && 2*len(ends) > sized
	}
}

// markBrackets marks the rows that begin with a quantity in brackets: the numbers do
// not count the rows.
func markBrackets(rows []row) {
	var found []*row
	counts := true
	for i := range rows {
		m := bracketFirst.FindStringSubmatch(strings.TrimSpace(rows[i].text[:min(len(rows[i].text), maxParsed)]))
		if m == nil || rows[i].hasCells() {
			continue
		}
		found = append(found, &rows[i])
		counts = counts && (m[1] == strconv.Itoa(len(found)) || m[1] == strconv.Itoa(10*len(found)))
	}
	for _, r := range found {
		r.countFirst = !counts
	}
}

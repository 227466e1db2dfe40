package bom

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// placeholder replaces the extracted part number in a line.
const placeholder = "\x00"

const (
	// bars matches words for the pieces in which tubes are sold.
	bars   = `stangen?|lengths?|barres?|barr[ae]`
	before = `(?:^|[\s(\[,;:=/` + placeholder + `])`
	after  = `(?:$|[\s)\],;:./` + placeholder + `])`
)

var (
	labelPattern   = regexp.MustCompile(`(?i)` + before + `(?:` + labels + `)\.?\s*[:=]?\s*(` + number + `)\s*(?:(?:` + units + `)\.?)?` + after)
	unitsPattern   = regexp.MustCompile(`(?i)` + before + `(` + number + `)\s*-?(?:` + units + `)\.?` + after)
	unitBeforeEnd  = regexp.MustCompile(`(?i)` + before + `(?:` + unitsBefore + `)\.?\s*[:=]?\s*(` + number + `)\s*$`)
	unitPrefix     = regexp.MustCompile(`(?i)` + before + `(?:` + unitsBefore + `)\.?\s*[:=]?\s*(` + number + `)` + after)
	timesPattern   = regexp.MustCompile(`(?i)` + before + `(` + number + `)\s*[x×*](?:\s|$|` + placeholder + `)`)
	byPattern      = regexp.MustCompile(`(?i)(?:` + placeholder + `\s*[x×*]\s*|[\s(][x×*]\s*)(` + number + `)(?:$|[\s)\],;.])`)
	bracketPattern = regexp.MustCompile(`[(\[]\s*(?:x\s*)?(` + number + `)\s*x?\s*[)\]]\s*$`)
	// lengths matches tubes and hoses in pieces: 3 x 6 m, 3 lengths of 6 m.
	lengths = regexp.MustCompile(`(?i)` + before + `((\d{1,4})\s*(?:[x×*]|(?:stk|stück|stangen?|pcs|pieces|lengths|barres?|pièces|barr[ae]|pezzi|pz)\.?)\s*(?:(?:à|a|je|of|da|de|di)\s+)?(\d{1,3}(?:[.,]\d{1,3})?)\s*(?:mtr?s?|meter|metres?|mètres?|metri|m))` + after)
	// lengthFirst matches bars with their length first: 6 m lengths, 8 off.
	lengthFirst     = regexp.MustCompile(`(?i)[(,]?\s*(?:` + bars + `)?\s*(?:(?:à|of|da|de)\s+)?\b(\d{1,2}(?:[.,]\d{1,2})?)\s*m\b\s*(?:` + bars + `)?\)?\s*[:,;=/-]*\s*\b(\d{1,4})\s*(?:` + bars + `|stk|st|stück|pcs|pieces|off|ea|pièces|pz|pezzi)\.?(?:$|[\s,;)])`)
	barWord         = regexp.MustCompile(`(?i)` + bars)
	thenNumber      = regexp.MustCompile(`^\.?\s*\d`)
	feet            = regexp.MustCompile(`(?i)` + before + `((\d[\d,]*(?:\.\d+)?)\s*-?(?:ft|feet|foot|lf))\b\.?`)
	gluedTimes      = regexp.MustCompile(`^(\d{1,6})[x×*](\pL{2}|[^\w\s"])`)
	leadingPattern  = regexp.MustCompile(`^(` + number + `)(?:[\s,;:]+|` + placeholder + `)`)
	trailingPattern = regexp.MustCompile(`[\s:;,=(\[` + placeholder + `](\d[\d.,'’]*)[)\]]?$`)
	apartPattern    = regexp.MustCompile(`(?:[:;=→]|[-=]>|,\s|\s[-/]\s)\s*(\d[\d.,'’]*)$`)
	wholeNumber     = regexp.MustCompile(`^(?:` + number + `)$`)
	measureWord     = regexp.MustCompile(`(?i)^(?:(?:mm|cm|bar|mpa|psi|kg|(?-i:g)|nm|l|ll|s|zoll|inch(?:es)?|pouces?|pollic[ei]|ti|x|grad|deg(?:rees?)?|degrés?|gradi|tlg|teilig|way|voies?|vie|volt)\b|["°%/×]|''|\d+/\d)`)
	dimensionWord   = regexp.MustCompile(`(?i)^\d[\d.,]*(?:\s|$)`)
	metre           = regexp.MustCompile(`(?i)^\s*m`)
	// thenPieces matches the unit of the length of a piece, and a number of pieces.
	thenPieces = regexp.MustCompile(`(?i)^\s*m\w*\.?\s*[:,;/-]*\s*\d+\s*(?:stk|st|stück|pcs?|pces?|pieces|pièces|pz|pezzi|ea)(?:$|[\s.,;)])`)
	// lengthWord matches a word behind the length of an article: 2 m lang.
	lengthWord = regexp.MustCompile(`(?i)^\s*(?:lang(?:e[rns]?)?|long(?:ueur)?|de long|lung(?:o|a|hi|he|hezza))(?:$|[\s,;.)])`)
	// pieceWord matches a unit that is also a property: a valve of 3 pieces.
	pieceWord    = regexp.MustCompile(`(?i)^[23]\s*-?(?:pieces?|pièces?|pezzi)`)
	pricePattern = regexp.MustCompile(priceWords + `\b\d[\d.,'’]*\s*` + currency + perUnit)
	// priceAfter matches a price behind its currency, priceAtEnd that at the end of a line.
	priceAfter   = regexp.MustCompile(priceWords + currency + `\s*(?:` + number + `)` + perUnit)
	priceAtEnd   = regexp.MustCompile(priceAfter.String() + `\W*$`)
	moneyPattern = regexp.MustCompile(`(?:\s+\d[\d.,'’]*[.,]\d\d)+\s*$|(?:\s+\d[\d.,'’]*[.,]\d\d){2,}(?:\s|$)`)
)

// The parts of a price.
const (
	priceWords = `(?i)(?:(?:à|a|@|zu|je|at)\s+)*`
	currency   = `(?:eur|chf|usd|gbp|[€$£])`
	perUnit    = `(?:\s*/\s*\d*\s*\pL+|\s*(?:cad(?:auno)?|each|(?:pro|je) (?:stück|stk|st|m)|l['’]unité|la pièce|per (?:pc|piece|m))\b\.?)?`
)

// cutPrices removes prices from a line. In 10 € 14,80 the price is 14,80.
func cutPrices(text string) string {
	if priceAtEnd.MatchString(text) {
		text = priceAfter.ReplaceAllString(text, " ")
	}
	return priceAfter.ReplaceAllString(pricePattern.ReplaceAllString(text, " "), " ")
}

// cutSums removes the prices without a currency after a quantity; 10 x 1,65 is a
// measure.
func cutSums(text string) string {
	m := moneyPattern.FindStringIndex(text)
	if m == nil || isSizeLabel(wordBefore(text, m[0])) {
		return text
	}
	return text[:m[0]] + " " + text[m[1]:]
}

// lengthsOf returns the metres of pieces of a length, and that as a remark; "" for
// none.
func lengthsOf(rest string) (amount, note, without string) {
	m := lengths.FindStringSubmatchIndex(rest)
	if m == nil || thenNumber.MatchString(rest[m[3]:]) {
		return lengthsBefore(rest)
	}
	pieces, _ := strconv.ParseFloat(rest[m[4]:m[5]], 64)
	length, _ := strconv.ParseFloat(strings.Replace(rest[m[6]:m[7]], ",", ".", 1), 64)
	return strconv.Itoa(int(math.Ceil(pieces * length))), rest[m[2]:m[3]], cut(rest, m[0], m[1])
}

// lengthsBefore returns the metres of pieces of which the length precedes the number:
// bars of 6 m: 8.
func lengthsBefore(rest string) (amount, note, without string) {
	m := lengthFirst.FindStringSubmatchIndex(rest)
	if m == nil || !barWord.MatchString(rest[m[0]:m[1]]) {
		return "", "", rest
	}
	length, _ := strconv.ParseFloat(strings.Replace(rest[m[2]:m[3]], ",", ".", 1), 64)
	pieces, _ := strconv.ParseFloat(rest[m[4]:m[5]], 64)
	return strconv.Itoa(int(math.Ceil(pieces * length))), trimWords(rest[m[0]:m[1]]), rest[:m[0]] + " " + rest[m[1]:]
}

// feetOf returns the metres of a length in feet, and that as a remark; "" for none.
func feetOf(rest string) (amount, note, without string) {
	m := feet.FindStringSubmatchIndex(rest)
	if m == nil {
		return "", "", rest
	}
	length, _ := strconv.ParseFloat(strings.ReplaceAll(rest[m[4]:m[5]], ",", ""), 64)
	return strconv.Itoa(int(math.Ceil(length * 0.3048))), rest[m[2]:m[3]], cut(rest, m[0], m[1])
}

// explicitAmount returns the quantity of a line that a label, a unit or a times sign
// marks, and the line without it; "" for none.
func explicitAmount(rest string) (amount, without string) {
	for _, pattern := range []*regexp.Regexp{labelPattern, unitBeforeEnd, unitsPattern, unitPrefix, timesPattern, byPattern} {
		for _, m := range pattern.FindAllStringSubmatchIndex(rest, -1) {
			if !isAmount(pattern, rest, m) {
				continue
			}
			return rest[m[2]:m[3]], cut(rest, m[0], m[1])
		}
	}
	return "", rest
}

// isAmount reports whether a match of a pattern is the quantity of a line, not a
// measure of the article.
func isAmount(pattern *regexp.Regexp, rest string, m []int) bool {
	word := wordBefore(rest, m[2])
	switch pattern {
	case byPattern: // 12 x 1,5 and M20 x 1,5 are measures; DN 25 x 4 are four
		return strings.Contains(rest[m[0]:m[1]], placeholder) || (!endsInMeasure(rest[:m[0]]) && !strings.ContainsAny(rest[m[2]:m[3]], ".,"))
	case timesPattern: // 12 x 1,5 is a tube; 10 x 12x1,5 is ten of them
		return !isSizeLabel(word) && !dimensionWord.MatchString(strings.TrimSpace(rest[m[1]:]))
	case unitBeforeEnd: // tube 22 pcs 12 are twelve; 22 pcs 12,50 and 22 pcs 12 are 22
		return decimalSign(rest[m[2]:m[3]]) == 0 && !wholeNumber.MatchString(strings.Trim(rest[:m[0]], " "+placeholder))
	case unitsPattern:
		if at := m[2] - 1; at > 0 && strings.IndexByte(",/", rest[at]) >= 0 && m[3]-m[2] <= 2 && isDigits(rest[at-1:at]) {
			return false // 12x1,5 m 24; 1/2 pcs 24
		}
		if metre.MatchString(rest[m[3]:m[1]]) && (isEach(word) || thenPieces.MatchString(rest[m[3]:]) || lengthWord.MatchString(rest[m[1]:])) {
			return false
		}
		if pieceWord.MatchString(rest[m[2]:]) && strings.TrimSpace(rest[:m[0]]) != "" && m[1] < len(rest) {
			return false
		}
	}
	return word == "/" || word == "m" || word == "m:" || !isSizeLabel(word) // 3 m: 4 pieces; M 4 is a thread
}

// isEach reports whether a word precedes a length: 4 x à 6 m.
func isEach(word string) bool {
	switch strings.ToLower(word) {
	case "à", "je", "a", "of", "da", "de", "di", "l", "l=", "länge", "length", "longueur", "lunghezza":
		return true
	}
	return false
}

// endsInMeasure reports whether a text ends in a size that a times sign continues:
// a number or a thread.
func endsInMeasure(text string) bool {
	word := wordBefore(text, len(text))
	return word == "" || measureBeforeTimes.MatchString(word)
}

var measureBeforeTimes = regexp.MustCompile(`(?i)^(?:m|g|r|ø|tr|unf)?[\d.,/]+"?$`)

// bareAmount returns a number without a label: at the beginning, or after the part
// number at the end. Where both exist the first is a position, unless the last is a
// price. With numbered, the line is known to end in a quantity.
func bareAmount(rest string, numbered bool) (amount, without string) {
	if m := bracketPattern.FindStringSubmatchIndex(rest); m != nil && !materialNumber.MatchString(rest[m[2]:m[3]]) {
		return rest[m[2]:m[3]], rest[:m[0]]
	}
	first := leadingPattern.FindStringSubmatchIndex(rest)
	if first != nil && measureWord.MatchString(rest[first[1]:]) {
		first = nil
	}
	pattern := apartPattern
	if numbered || strings.Contains(rest, placeholder) {
		pattern = trailingPattern
	}
	last := numberAtEnd(pattern, rest)
	if m := numberAtEnd(trailingPattern, rest); last == nil && m != nil && isDigits(rest[m[2]:m[3]]) && isSize(wordBefore(rest, m[2])) {
		last = m
	}
	if last != nil && (!wholeNumber.MatchString(rest[last[2]:last[3]]) || isMaterial(rest[last[2]:last[3]], rest) || isSizeLabel(wordBefore(rest, last[2])) || last[2] < strings.Index(rest, placeholder)) {
		last = nil
	}
	switch {
	case last != nil && (first == nil || first[2] == last[2] || decimalSign(rest[last[2]:last[3]]) == 0):
		amount, without = rest[last[2]:last[3]], rest[:last[2]]
		if first != nil && first[2] != last[2] {
			without = cut(without, first[2], first[3])
		}
		return amount, without
	case first != nil:
		return rest[first[2]:first[3]], cut(rest, first[2], first[3])
	}
	return "", rest
}

// numberAtEnd returns the match of a pattern of the number at the end of a text; nil
// for none and for the decimals of a measure.
func numberAtEnd(pattern *regexp.Regexp, text string) []int {
	m := pattern.FindStringSubmatchIndex(text)
	if m == nil || decimalOfMeasure.MatchString(text[:m[2]]) {
		return nil
	}
	return m
}

// decimalOfMeasure matches a text that ends in a measure of which the decimals
// follow: 12x1,5 and M20x1,5.
var decimalOfMeasure = regexp.MustCompile(`(?i)\d\s?[x×*]\s?\d+,$`)

// materialNumber matches a material in numbers.
var materialNumber = regexp.MustCompile(`^(?:1\.\d{4}|304|316)$`)

// isMaterial reports whether a number at the end of a line is a material, not a
// quantity. Behind a part number, 316 is a quantity.
func isMaterial(number, line string) bool {
	return materialNumber.MatchString(number) && (strings.Contains(number, ".") || !strings.Contains(line, placeholder))
}

// isDigits reports whether a text is a whole number without separators.
func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// isSize reports whether a word is a whole size, which no number continues: 12S, DN80,
// 1.4571, 1/2".
func isSize(word string) bool {
	return strings.ContainsAny(word, "0123456789") && strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || r == '"' }) || strings.HasPrefix(word, "1.4")
}

// cut removes a range from a line but keeps the placeholder.
func cut(text string, from, to int) string {
	replacement := ""
	if strings.Contains(text[from:to], placeholder) {
		replacement = placeholder
	}
	return text[:from] + " " + replacement + " " + text[to:]
}

// wordBefore returns the last word of text[:at].
func wordBefore(text string, at int) string {
	text = strings.TrimRight(text[:at], " \t")
	return text[strings.LastIndexAny(text, " \t")+1:]
}

var arrows = regexp.MustCompile(placeholder + `|[-=]>`)

// trimWords returns the remainder of a line as words.
func trimWords(rest string) string {
	return strings.Trim(strings.Join(strings.Fields(arrows.ReplaceAllString(rest, " ")), " "), " -,;:.=*[]|/→")
}

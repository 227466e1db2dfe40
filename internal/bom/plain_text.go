package bom

import (
	"regexp"
	"strings"
)

// placeholder replaces the extracted part number in a line.
const placeholder = "\x00"

var (
	bulletPattern   = regexp.MustCompile(`^(?:[-*•·>]\s+)+`)
	positionPattern = regexp.MustCompile(`(?i)^(?:(?:position|posizione|pos|item|lfd\.?\s*nr|nr|no|n°|poste?|repère|rep|line|zeile|#)\.?\s*\d{1,5}(?:\.\d+)*\s*[:.)\]-]?\s+|\d{1,3}[.)]\s+)`)

	labelPattern    = regexp.MustCompile(`(?i)(?:^|[\s(\[,;:` + placeholder + `])(?:` + labels + `)\.?\s*[:=]?\s*(` + number + `)(?:$|[\s)\],;.` + placeholder + `])`)
	unitsPattern    = regexp.MustCompile(`(?i)(?:^|[\s(\[:;,=` + placeholder + `])(` + number + `)\s*(?:` + units + `)\.?(?:$|[\s)\],;:.` + placeholder + `])`)
	timesPattern    = regexp.MustCompile(`(?i)(?:^|[\s(\[:;,=])(` + number + `)\s*[x×*](?:\s|$|` + placeholder + `)`)
	byPattern       = regexp.MustCompile(`(?i)` + placeholder + `\s*[x×*]\s*(` + number + `)(?:$|[\s)\],;.])`)
	leadingPattern  = regexp.MustCompile(`^(` + number + `)(?:[\s,;:]+|` + placeholder + `)`)
	trailingPattern = regexp.MustCompile(`[\s:;,=(\[` + placeholder + `](\d[\d.,'’]*)[)\]]?$`)
	apartPattern    = regexp.MustCompile(`(?:[:;=]|,\s|\s-\s)\s*(\d[\d.,'’]*)$`)
	wholeNumber     = regexp.MustCompile(`^(?:` + number + `)$`)
	measureWord     = regexp.MustCompile(`(?i)^(?:(?:mm|cm|bar|mpa|psi|kg|g|nm|l|zoll|inch|pouces?|ti|x)\b|["°%/×]|''|\d+/\d)`)
	dimensionWord   = regexp.MustCompile(`(?i)^\d[\d.,]*(?:\s|$)`)
)

// plainLine parses a line of plain text: "10 x FR-GV-12S-71", "Pos. 3: 25
// Stück Kugelhahn DN 25".
func plainLine(r *row, a Articles) Line {
	l := Line{Number: r.number, Text: r.text}
	text := strings.TrimSpace(r.text)
	if rulePattern.MatchString(text) || isHeaderLine(text) {
		l.State = Heading
		return l
	}
	text = positionPattern.ReplaceAllString(bulletPattern.ReplaceAllString(text, ""), "")
	part, rest := extractPart(text, a)
	if part == "" && (totalPattern.MatchString(text) || strings.HasSuffix(text, ":")) {
		l.State = Heading
		return l
	}
	l.Part = part
	l.amount, rest = extractAmount(rest)
	l.Description = trimWords(rest)
	if l.Part == "" && l.Description == "" {
		l.State = Heading // a number alone
	}
	return l
}

// isHeaderLine reports whether a line is the header of columns that are aligned with
// spaces.
func isHeaderLine(text string) bool {
	heads := 0
	for word := range strings.FieldsSeq(text) {
		if roleOf(word) == roleNone {
			return false
		}
		heads++
	}
	return heads > 1
}

// extractAmount returns the quantity of a line without its part number, and the line
// without it.
func extractAmount(rest string) (amount, without string) {
	for _, pattern := range []*regexp.Regexp{labelPattern, unitsPattern, timesPattern, byPattern} {
		for _, m := range pattern.FindAllStringSubmatchIndex(rest, -1) {
			if pattern != byPattern && isSizeLabel(wordBefore(rest, m[2])) {
				continue
			}
			// 12 x 1,5 is a tube; 10 x 12x1,5 is ten of them.
			if after := strings.TrimSpace(rest[m[1]:]); pattern == timesPattern && dimensionWord.MatchString(after) {
				continue
			}
			return rest[m[2]:m[3]], cut(rest, m[0], m[1])
		}
	}
	return bareAmount(rest)
}

// bareAmount returns a number without a label: at the beginning, or after the part
// number at the end. Where both exist the first is a position, unless the last is a
// price.
func bareAmount(rest string) (amount, without string) {
	first := leadingPattern.FindStringSubmatchIndex(rest)
	if first != nil && measureWord.MatchString(rest[first[1]:]) {
		first = nil
	}
	pattern := apartPattern
	if strings.Contains(rest, placeholder) {
		pattern = trailingPattern
	}
	last := pattern.FindStringSubmatchIndex(rest)
	if last != nil && (!wholeNumber.MatchString(rest[last[2]:last[3]]) || isSizeLabel(wordBefore(rest, last[2])) || last[2] < strings.Index(rest, placeholder)) {
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

// cut removes a range from a line but keeps the placeholder.
func cut(text string, from, to int) string {
	replacement := ""
	if strings.Contains(text[from:to], placeholder) {
		replacement = placeholder
	}
	return text[:from] + " " + replacement + " " + text[to:]
}

func wordBefore(text string, at int) string {
	words := strings.Fields(text[:at])
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// trimWords returns the remainder of a line as words.
func trimWords(rest string) string {
	return strings.Trim(strings.Join(strings.Fields(strings.ReplaceAll(rest, placeholder, " ")), " "), " -,;:.=*[]|")
}

package bom

import (
	"regexp"
	"strings"
)

// dittoPattern matches the words that stand for those of the position above, or of
// another one: dto. DN 50; wie Pos. 10, jedoch DN 50.
var dittoPattern = regexp.MustCompile(`(?i)^(?:dto|dito|ditto|idem|(?:wie|as|come|comme|idem) (?:vor(?:her)?|oben|above|sopra|dessus|ci-dessus|(?:pos|item|rep|repère)\.?\s*([\w.]*\w))|same(?: again)?|c\.\s?s)(?:$|[\s.,:;-]+)(?:(?:jedoch|aber|nur|but|only|in|mais|en|ma|però)\s+)*`)

// sizePatterns match the measures of which the position that repeats another has its
// own: each replaces that of the same kind.
var sizePatterns = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\bdn\s?\d+(?:/\d+)?`),
	regexp.MustCompile(`(?i)\bpn\s?\d+`),
	regexp.MustCompile(`(?i)\b\d{1,2}\s?[ls]\b`),
	regexp.MustCompile(`(?i)\d[\d.,]*\s?[x×]\s?\d[\d.,]*`),
	regexp.MustCompile(`(?i)\b[gr]p?\s?\d[\d/]*|\d[\d/ ]*(?:"|''|\s?(?:zoll|inch)\b)|\b\d/\d\b`),
	regexp.MustCompile(`(?i)\bm\s?\d+(?:x[\d.,]+)?\b`),
	regexp.MustCompile(`(?i)\d[\d.,]*\s?mm\b`),
	regexp.MustCompile(`\d+\s?°`),
	regexp.MustCompile(`(?i)\b1\.[0-9]\d{3}\b|\b3(?:04|16)(?:l|ti)?\b|\bv[24]a\b|\b(?:edelstahl|stainless|inox|stahl|steel|acier|acciaio)\b(?: (?:verzinkt|zingué|zincato))?`),
}

// repeatWords gives the positions that refer to another one its words, with their
// own measures.
func repeatWords(lines []Line) {
	var above *Line
	byPosition := map[string]*Line{}
	for i := range lines {
		l := &lines[i]
		if l.State == Heading {
			continue
		}
		if m := dittoPattern.FindStringSubmatchIndex(l.Description); m != nil && l.Part == "" {
			like := above
			if m[2] >= 0 {
				like = byPosition[l.Description[m[2]:m[3]]]
			}
			if like != nil {
				l.repeat(like, l.Description[m[1]:])
			}
		}
		above = l
		if l.Position != "" {
			byPosition[l.Position] = l
		}
	}
}

// repeat sets the words of a line to those of another one with own measures.
func (l *Line) repeat(like *Line, own string) {
	if own == "" {
		l.Part = like.Part
	}
	words := like.Description
	for _, size := range sizePatterns {
		if size.MatchString(own) {
			words = size.ReplaceAllString(words, " ")
		}
	}
	l.Description = strings.ReplaceAll(trimWords(words+" "+own), " ,", ",")
}

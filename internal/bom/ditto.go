package bom

import (
	"regexp"
	"strings"
)

// dittoPattern matches the words that stand for those of the position above, or of
// another one: dto. DN 50; wie Pos. 10, jedoch DN 50.
var dittoPattern = regexp.MustCompile(`(?i)^(?:(?:wie|as|come|comme|idem) (?:vor(?:her)?|oben|above|sopra|dessus|ci-dessus|(?:pos|item|rep|repère)\.?\s*([\w.]*\w))|dto|dito|ditto|idem|same(?: again)?|c\.\s?s)(?:$|[\s.,:;-]+)(?:(?:jedoch|aber|nur|but|only|in|mais|en|ma|però)\s+)*`)

// sizePattern matches the measures of which the position that repeats another has its
// own. Each group is a kind, of which the own measure replaces the other one.
var sizePattern = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`(\bdn\s?\d+(?:/\d+)?)`,
	`(\bpn\s?\d+)`,
	`(\b\d{1,2}\s?[ls]\b)`,
	`(\d[\d.,]*\s?[x×]\s?\d[\d.,]*)`,
	`(\b[gr]p?\s?\d[\d/]*|\d[\d/ ]*(?:"|''|\s?(?:zoll|inch)\b)|\b\d/\d\b)`,
	`(\bm\s?\d+(?:x[\d.,]+)?\b)`,
	`(\d[\d.,]*\s?mm\b)`,
	`(\d+\s?°)`,
	`(\b1\.[0-9]\d{3}\b|\b3(?:04|16)(?:l|ti)?\b|\bv[24]a\b|\b(?:edelstahl|stainless|inox|stahl|steel|acier|acciaio)\b(?: (?:verzinkt|zingué|zincato))?)`,
}, "|"))

// kindsOf returns the groups of sizePattern that a text contains.
func kindsOf(text string) map[int]bool {
	kinds := map[int]bool{}
	for _, m := range sizePattern.FindAllStringSubmatchIndex(text, -1) {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				kinds[g] = true
			}
		}
	}
	return kinds
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
	kinds := kindsOf(own)
	words := sizePattern.ReplaceAllStringFunc(like.Description, func(size string) string {
		for kind := range kindsOf(size) {
			if kinds[kind] {
				return " "
			}
		}
		return size
	})
	l.Description = strings.ReplaceAll(trimWords(words+" "+own), " ,", ",")
}

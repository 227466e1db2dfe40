package content

import (
	"slices"
	"strings"
	"unicode"
)

// FileTitle makes a title of a file's name, as a Directus does: without its
// ending, a word for each part, in the capitals of an English headline:
// "ball-valve_data-sheet.pdf" is "Ball Valve Data Sheet". Unlike there, a word
// with digits and capitals, as a part number or "DN25", stays as it is.
func FileTitle(filename string) string {
	if i := strings.LastIndexByte(filename, '.'); i > 0 {
		filename = filename[:i]
	}
	words := strings.FieldsFunc(apart(filename), func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
	for i, word := range words {
		low := strings.ToLower(word)
		switch {
		case slices.Contains([]string{"api", "cad", "css", "html", "pdf", "url"}, low):
			words[i] = strings.ToUpper(low)
		case strings.ContainsFunc(word, unicode.IsDigit) && strings.ContainsFunc(word, unicode.IsUpper):
		case i > 0 && i < len(words)-1 && slices.Contains([]string{"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}, low):
			words[i] = low
		default:
			first := []rune(low)
			first[0] = unicode.ToTitle(first[0])
			words[i] = string(first)
		}
	}
	return strings.Join(words, " ")
}

// apart puts a space where a small letter is followed by a capital.
func apart(s string) string {
	var b strings.Builder
	var last rune
	for _, r := range s {
		if unicode.IsLower(last) && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

package content

import (
	"slices"
	"strings"
	"unicode"
)

// FileTitle returns a title for a file name, as Directus does: without
// extension, split into words, in English title case:
// "ball-valve_data-sheet.pdf" becomes "Ball Valve Data Sheet". Unlike in a
// Directus, words with digits and capitals, such as part numbers or "DN25", are
// unchanged.
func FileTitle(filename string) string {
	if i := strings.LastIndexByte(filename, '.'); i > 0 {
		filename = filename[:i]
	}
	words := strings.FieldsFunc(splitCamelCase(filename), func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
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

// splitCamelCase inserts a space between a lower-case letter and a following capital.
func splitCamelCase(s string) string {
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

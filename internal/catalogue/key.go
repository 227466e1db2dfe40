package catalogue

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ferrule/internal/search"
)

// keyOf returns a value as it is written in a URL: lower case, with hyphens between
// its words; the only other characters are the hyphen, point and slash.
func keyOf(s string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range search.Fold(s) {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '/') {
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
		} else {
			hyphen = true
		}
	}
	return strings.Trim(b.String(), "./-")
}

package catalogue

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold normalizes text for comparison: lower case, without accents and soft
// hyphens, ß as ss, × as x, a decimal comma as a point.
func fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	digit := false
	for i, r := range s {
		switch {
		case r == '\u00ad':
			continue
		case r == ',' && digit && i+1 < len(s) && isDigit(s[i+1]):
			b.WriteByte('.')
		case r < utf8.RuneSelf:
			b.WriteByte(lowerByte(byte(r)))
		case r == 'ß':
			b.WriteString("ss")
		case r == '×':
			b.WriteByte('x')
		default:
			foldRune(&b, unicode.ToLower(r))
		}
		digit = r < utf8.RuneSelf && isDigit(byte(r))
	}
	return b.String()
}

func foldRune(b *strings.Builder, r rune) {
	switch r {
	case 'ø':
		b.WriteByte('o')
	case 'æ':
		b.WriteString("ae")
	case 'œ':
		b.WriteString("oe")
	default:
		for _, part := range norm.NFKD.String(string(r)) {
			if !unicode.Is(unicode.Mn, part) {
				b.WriteRune(part)
			}
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// isWordRune reports whether a rune of a folded text belongs to a word. Points and
// slashes belong to words such as 1.4404 and 1/2.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '/'
}

// words returns the folded words of a text.
func words(s string) []string {
	found := strings.FieldsFunc(fold(s), func(r rune) bool { return !isWordRune(r) })
	result := found[:0]
	for _, w := range found {
		if w = strings.Trim(w, "./"); w != "" {
			result = append(result, w)
		}
	}
	return result
}

// foldNumber returns a part number or technical value folded and reduced to its
// letters and digits.
func foldNumber(s string) string {
	folded := fold(s)
	plain := true
	for i := range len(folded) {
		if c := folded[i]; (c < 'a' || c > 'z') && !isDigit(c) {
			plain = false
			break
		}
	}
	if plain {
		return folded
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, folded)
}

// keyOf returns a value as it is written in a URL: lower case, with hyphens between
// its words; the only other characters are the hyphen, point and slash.
func keyOf(s string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range fold(s) {
		if r < utf8.RuneSelf && isWordRune(r) {
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

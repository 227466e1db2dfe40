package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold normalizes text for comparison: lower case, without accents and soft
// hyphens, ß as ss, × as x, a decimal comma as a point.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	foldInto(&b, s, func(int) {})
	return b.String()
}

// foldInto folds s and calls each with the offset of every rune, before its folded
// bytes are written.
func foldInto(b *strings.Builder, s string, each func(offset int)) {
	digit := false
	for i, r := range s {
		each(i)
		switch {
		case r == '\u00ad':
			continue
		case r == ',' && digit && i+1 < len(s) && isDigit(s[i+1]):
			b.WriteByte('.')
		case r < utf8.RuneSelf:
			b.WriteByte(lowerByte(byte(r)))
		default:
			foldRune(b, unicode.ToLower(r))
		}
		digit = r < utf8.RuneSelf && isDigit(byte(r))
	}
}

func foldRune(b *strings.Builder, r rune) {
	switch r {
	case 'ß':
		b.WriteString("ss")
	case '×':
		b.WriteByte('x')
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

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isWordRune reports whether a rune of a folded text belongs to a word. Points and
// slashes belong to words such as 1.4404 and 1/2.
func isWordRune(r rune) bool {
	return isLetterOrDigit(r) || r == '.' || r == '/'
}

// Words returns the folded words of a text.
func Words(s string) []string {
	found := strings.FieldsFunc(Fold(s), func(r rune) bool { return !isWordRune(r) })
	result := found[:0]
	for _, w := range found {
		if w = strings.Trim(w, "./"); w != "" {
			result = append(result, w)
		}
	}
	return result
}

// FoldNumber returns a part number or technical value folded and reduced to its
// letters and digits.
func FoldNumber(s string) string {
	folded := Fold(s)
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

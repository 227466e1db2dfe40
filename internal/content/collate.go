package content

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold makes texts comparable whatever their case, as PostgreSQL's ILIKE does:
// letter by letter, so that ß stays apart from ss. Databases have the same
// function, of the same table.
func Fold(s string) string { return strings.ToLower(s) }

// SortKey is what texts are ordered by: folded, and without accents, so that ä
// stands beside a. Texts of one key are told apart by themselves. Letter by
// letter, so that databases can have the same function of the same table; the
// order of a single language it is not.
func SortKey(s string) string {
	if isLowerASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		r = unicode.ToLower(r)
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r))
		} else {
			b.WriteString(unaccented(r))
		}
	}
	return b.String()
}

func isLowerASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// unaccented is the letter below the accents of a small letter, and nothing for
// an accent by itself. A letter of several parts, none of them an accent, stays.
func unaccented(r rune) string {
	if r >= 0x300 && r <= 0x36f { // combining diacritical marks
		return ""
	}
	base := r
	parts := norm.NFD.PropertiesString(string(r)).Decomposition()
	letters := 0
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		if !unicode.Is(unicode.Mn, part) {
			base = part
			letters++
		}
	}
	if letters > 1 {
		base = r
	}
	return plain(base)
}

// plain spells letters that Unicode does not take apart.
func plain(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'þ':
		return "th"
	case 'ø':
		return "o"
	case 'đ', 'ð':
		return "d"
	case 'ħ':
		return "h"
	case 'ł':
		return "l"
	case 'ŧ':
		return "t"
	case 'ı':
		return "i"
	default:
		return string(r)
	}
}

// Package collate owns the folding and the sort keys of texts, in Go as in both
// databases. It depends on no other package of the program.
package collate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in lower case, mapped character by character as PostgreSQL's
// ILIKE does: ß does not become ss. Both databases have the same function,
// generated from the same table.
func Fold(s string) string { return strings.ToLower(s) }

// SortKey returns the key that texts are ordered by: lower case without accents,
// so that ä sorts beside a. Texts with equal keys are ordered by their bytes.
// The mapping is character by character, so that the databases can have the same
// function; it is not the collation of any one language.
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

// unaccented returns the base letter of a lower-case letter, and "" for a
// combining mark. A letter that decomposes into several letters is kept.
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

// plain returns the spelling of letters that have no decomposition in Unicode.
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

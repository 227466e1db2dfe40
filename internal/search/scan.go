package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// piece is a technical term, or a word to be looked up.
type piece struct {
	from, to  int // in the folded text
	terms     []Term
	word      string
	corrected string // the word it was read as if misspelled, else ""
}

// scan splits a text into technical values and words.
func (r *Reader) scan(in *input) []piece {
	var pieces []piece
	s := in.folded
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		if !isLetterOrDigit(c) && !isSign(s, i) {
			i += size
			continue
		}
		t, end := r.value(s, i)
		if words, to := r.phraseWithDigits(s, i); to > end {
			for _, w := range words {
				pieces = append(pieces, piece{from: i, to: to, word: w})
			}
			i = to
			continue
		}
		if t != nil {
			pieces = append(pieces, piece{from: i, to: end, terms: r.expand(t)})
			i = end
			continue
		}
		if !isLetterOrDigit(c) {
			i += size
			continue
		}
		end = wordEnd(s, i)
		pieces = append(pieces, piece{from: i, to: end, word: s[i:end]})
		i = end
	}
	return pieces
}

// isSign reports whether the character at an offset is the sign of a number, rather
// than a dash between two words: -1 bar, >= 40.
func isSign(s string, i int) bool {
	return strings.IndexByte("-+>", s[i]) >= 0 && (i == 0 || s[i-1] == ' ' || s[i-1] == '(') &&
		i+1 < len(s) && (isDigit(s[i+1]) || s[i+1] == '=' || s[i+1] == ' ')
}

func wordEnd(s string, i int) int {
	for i < len(s) {
		c, size := utf8.DecodeRuneInString(s[i:])
		if !isLetterOrDigit(c) {
			break
		}
		i += size
	}
	return i
}

// value returns the technical value at an offset, the longest that a rule reads.
func (r *Reader) value(s string, i int) (best *Term, end int) {
	if s[i] >= utf8.RuneSelf {
		return nil, 0
	}
	for _, rule := range r.starting[s[i]] {
		m := rule.pattern.FindStringSubmatchIndex(s[i:])
		if m == nil || i+m[1] <= end || !ends(s, i+m[1], rule.glued) {
			continue
		}
		groups := make([]string, len(m)/2)
		for g := range groups {
			if m[2*g] >= 0 {
				groups[g] = s[i+m[2*g] : i+m[2*g+1]]
			}
		}
		if t := rule.read(groups); t != nil {
			best, end = t, i+m[1]
		}
	}
	return best, end
}

// ends reports whether a value may end at an offset: not within a word or number.
func ends(s string, end int, glued bool) bool {
	if end == len(s) {
		return true
	}
	c, _ := utf8.DecodeRuneInString(s[end:])
	last := s[end-1]
	switch {
	case !isLetterOrDigit(c):
		// 1.4404 is no 1, and 1/2 no 1.
		continues := (c == '.' || c == '/' && !glued) && isDigit(last) && end+1 < len(s) && isDigit(s[end+1])
		return !continues
	case glued:
		return !isDigit(byte(c)) || !isDigit(last) //nolint:gosec // compared with ASCII digits only
	}
	return !isLetterOrDigit(rune(last))
}

// phraseWithDigits returns the words of a phrase of the vocabulary that contains a
// number, such as 3-teilig, and its end.
func (r *Reader) phraseWithDigits(s string, i int) (words []string, end int) {
	var all []string
	digit, letter := false, false
	at := i
	for range maxPhrase {
		next := wordEnd(s, at)
		if next == at {
			break
		}
		if at > i && isDigit(s[at]) {
			if _, value := r.value(s, at); value > next {
				break // a number of its own: ball valve 1 1/4
			}
		}
		all = append(all, s[at:next])
		digit, letter = digit || hasDigit(s[at:next]), letter || hasLetter(s[at:next])
		if digit && letter && len(r.vocabulary.phrases[phraseKey(all)]) > 0 {
			words, end = slices.Clone(all), next
		}
		at = next
		for at < len(s) && (s[at] == ' ' || s[at] == '-' || s[at] == '/') {
			at++
		}
	}
	return words, end
}

func hasDigit(s string) bool  { return strings.ContainsAny(s, "0123456789") }
func hasLetter(s string) bool { return strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") }

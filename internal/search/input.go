package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// input is a text, folded for reading, with the way back to the text as written.
type input struct {
	text   string
	folded string
	at     []int // per byte of folded the offset in text, and one more: the end
}

func newInput(text string) *input {
	var b strings.Builder
	b.Grow(len(text) + 8)
	in := &input{text: text, at: make([]int, 0, len(text)+8)}
	mark := func(offset int) {
		for len(in.at) < b.Len() {
			in.at = append(in.at, offset)
		}
	}
	previous := rune(' ')
	for i, r := range text {
		foldTyped(&b, text[i:], r, previous)
		mark(i)
		previous = r
	}
	in.folded = b.String()
	in.at = append(in.at, len(text))
	return in
}

// foldTyped folds the rune r at the start of rest as Fold does, and writes what
// keyboards and word processors offer for one sign as one.
func foldTyped(b *strings.Builder, rest string, r, previous rune) {
	switch r {
	case '\u00ad':
	case ',':
		if unicode.IsDigit(previous) && len(rest) > 1 && isDigit(rest[1]) {
			b.WriteByte('.')
		} else {
			b.WriteByte(',')
		}
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '÷':
		b.WriteByte('-')
	case '\u201c', '\u201d', '\u201e', '\u2033', '\u00a8':
		b.WriteByte('"')
	case '\u2018', '\u2019', '\u00b4', '`', '\u2032':
		b.WriteByte('\'')
	case '\u2044', '\u2215':
		b.WriteByte('/')
	case '≥':
		b.WriteString(">=")
	case '…':
		b.WriteString("...")
	case '½', '¼', '¾', '⅛', '⅜', '⅝', '⅞':
		if unicode.IsDigit(previous) {
			b.WriteByte(' ')
		}
		b.WriteString(map[rune]string{'½': "1/2", '¼': "1/4", '¾': "3/4", '⅛': "1/8", '⅜': "3/8", '⅝': "5/8", '⅞': "7/8"}[r])
	case '⌀', '∅':
		b.WriteByte(' ')
	case 'Ø', 'ø':
		if next := strings.TrimLeft(rest[len("ø"):], " "); next != "" && isDigit(next[0]) {
			b.WriteByte(' ')
			return
		}
		b.WriteByte('o')
	case '°', '*', '#':
		b.WriteRune(r)
	default:
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r < utf8.RuneSelf:
			b.WriteByte(lowerByte(byte(r)))
		default:
			foldRune(b, unicode.ToLower(r))
		}
	}
}

// span returns the offsets in the text of a range of the folded text.
func (in *input) span(from, to int) (start, end int) {
	start, end = in.at[from], in.at[to]
	if to > from && end <= start { // several folded bytes of one rune
		_, size := utf8.DecodeRuneInString(in.text[start:])
		end = start + size
	}
	return start, start + len(strings.TrimRight(in.text[start:end], " \u00a0\u00ad"))
}

package bom

import (
	"regexp"
	"strings"
	"unicode"
)

const (
	maxWords  = 40 // words of a line that are searched for a part number
	maxPieces = 5  // words that a part number may be split into
)

var (
	gluedBefore = regexp.MustCompile(`^\d{1,6}[x×*]([^\d].*)$`)
	gluedAfter  = regexp.MustCompile(`^(.+?)[,x×*]\d{1,6}$`)
)

// drawingWord matches the word before the number of a drawing, which is no part number.
var drawingWord = regexp.MustCompile(`(?i)^(?:zeichnung|zeichnungs-?nr|zchng?|zng|drawing|drwg?|dwg|dessin|plan|disegno|dis)[.:]*$`)

// span is a range of bytes of a line.
type span struct{ from, to int }

// extractPart returns the part number of a line, and the line with a placeholder
// instead of it. The part number of an article takes precedence over a prefix of
// part numbers, and that over a text that merely looks like one.
func extractPart(text string, a Articles) (part, rest string) {
	words := wordsOf(text)
	found := findArticle(text, words, a)
	for _, w := range words {
		if found.to > 0 {
			break
		}
		if drawingWord.MatchString(wordBefore(text, w.from)) {
			continue
		}
		if looksLikePartNumber(text[w.from:w.to]) {
			found = w
		} else if m := gluedBefore.FindStringSubmatchIndex(text[w.from:w.to]); m != nil && looksLikePartNumber(text[w.from+m[2]:w.to]) {
			found = span{w.from + m[2], w.to}
		}
	}
	if found.to == 0 {
		return "", text
	}
	return text[found.from:found.to], text[:found.from] + placeholder + text[found.to:]
}

// findArticle returns the longest span of a line that is the part number of an
// article, else a prefix of some.
func findArticle(text string, words []span, a Articles) (found span) {
	exact, best := false, 0
	try := func(s span, pieces int) {
		piece := text[s.from:s.to]
		if len(piece) > 80 || strings.HasSuffix(piece, "/") || (!strings.ContainsAny(piece, "0123456789") && !strings.Contains(piece, "-")) {
			return
		}
		if pieces > 1 && !strings.ContainsFunc(piece, unicode.IsLetter) {
			return // NG 100 0-16 bar is no 100-016
		}
		_, all, is := a.Number(piece)
		if all == 0 || (!is && (exact || !mayBePrefix(piece, pieces))) {
			return
		}
		if length := len(piece); (is && !exact) || length > best {
			found, exact, best = s, is, length
		}
	}
	for i, w := range words {
		try(w, 1)
		word := text[w.from:w.to]
		if m := gluedBefore.FindStringSubmatchIndex(word); m != nil {
			try(span{w.from + m[2], w.to}, 1)
		}
		if m := gluedAfter.FindStringSubmatchIndex(word); m != nil {
			try(span{w.from, w.from + m[3]}, 1)
		}
		for n := 1; n < maxPieces && i+n < len(words); n++ {
			if strings.TrimSpace(text[words[i+n-1].to:words[i+n].from]) != "" {
				break
			}
			try(span{w.from, words[i+n].to}, n+1)
		}
	}
	return found
}

// mayBePrefix reports whether a piece may be the prefix of a part number: a number
// at the end of several words is more likely a quantity.
func mayBePrefix(piece string, pieces int) bool {
	if pieces > 1 {
		last := piece[strings.LastIndexAny(piece, " \t")+1:]
		if strings.Trim(last, "0123456789") == "" {
			return false
		}
	}
	return len(piece) >= 5 && strings.ContainsAny(strings.ToLower(piece), "abcdefghijklmnopqrstuvwxyz") && !measurePattern.MatchString(piece)
}

// wordsOf returns the words of a line, without surrounding punctuation.
func wordsOf(text string) []span {
	var words []span
	from := -1
	end := func(to int) {
		for from >= 0 && to > from && strings.IndexByte(`,.'"-`, text[to-1]) >= 0 {
			to--
		}
		if from >= 0 && to > from && len(words) < maxWords {
			words = append(words, span{from, to})
		}
		from = -1
	}
	for i := range len(text) {
		if strings.IndexByte(" \t;|()[]=:<>", text[i]) >= 0 {
			end(i)
		} else if from < 0 && strings.IndexByte(`,.'"-`, text[i]) < 0 {
			from = i
		}
	}
	end(len(text))
	return words
}

package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Reader reads texts. It is safe for concurrent use.
type Reader struct {
	rules      []rule
	starting   [utf8.RuneSelf][]*rule // by the first character of what they read
	vocabulary *Vocabulary
	materials  materials
}

// NewReader returns a reader that knows the shipped trade vocabulary and a site's
// own synonyms.
func NewReader(site []Synonym) *Reader {
	if len(site) == 0 {
		return shippedReader()
	}
	return newReader(NewVocabulary(site))
}

// shippedReader is built once: its vocabulary has thousands of entries.
var shippedReader = sync.OnceValue(func() *Reader { return newReader(NewVocabulary(nil)) }) //nolint:gochecknoglobals // immutable

func newReader(v *Vocabulary) *Reader {
	r := &Reader{vocabulary: v, materials: newMaterials()}
	r.rules = append([]rule{
		{pattern: r.materials.pattern, read: r.materials.term},
		{pattern: flangeTypePattern, read: flangeType},
		{pattern: stockPattern, read: func([]string) *Term { return &Term{Kind: Stock} }},
	}, rules()...)
	r.rules = append(r.rules, rule{pattern: standardPattern, read: r.standard})
	for i := range r.rules {
		rule := &r.rules[i]
		starts := rule.starts()
		for c := range byte(utf8.RuneSelf) {
			if starts(c) {
				r.starting[c] = append(r.starting[c], rule)
			}
		}
	}
	return r
}

// Label returns the word for a concept in a language.
func (r *Reader) Label(concept, language string) string { return r.vocabulary.Label(concept, language) }

// Knows reports whether a folded word has a meaning, as itself, as a part of a
// phrase or as a compound, or is a stop word.
func (r *Reader) Knows(word string) bool {
	return isStopWord(word) || r.vocabulary.stems[stem(word)] || r.vocabulary.split(word) != nil
}

// Propose returns synonyms for an unknown word, see Vocabulary.Propose.
func (r *Reader) Propose(word, language string) (proposed []Synonym, like string) {
	return r.vocabulary.Propose(word, language)
}

// Material returns the number of the grade that a text names, if it names nothing
// else; otherwise "".
func (r *Reader) Material(text string) string { return r.materials.key(text) }

// Read returns the terms of a text in their order. The language decides between
// the meanings of a word that several languages have. Stop words give no term.
func (r *Reader) Read(text, language string) []Term {
	return r.ReadTyped(text, language, func(string) bool { return true })
}

// ReadTyped reads a text that may have typing errors: of words that are unknown to
// the vocabulary and to the catalogue, whose folded words known reports.
func (r *Reader) ReadTyped(text, language string, known func(word string) bool) []Term {
	in := newInput(text)
	pieces := r.scan(in)
	for i := range pieces {
		p := &pieces[i]
		if p.word == "" || r.Knows(p.word) || known(p.word) {
			continue
		}
		if to := r.vocabulary.Nearest(p.word); to != "" {
			p.word, p.corrected = to, to
		} else if to = r.vocabulary.suffix(p.word); to != "" {
			p.word, p.corrected = to, to // the head of a compound whose first part says nothing
		}
	}
	return r.resolve(in, pieces, primary(language))
}

// resolve looks the words up and returns the terms in order.
func (r *Reader) resolve(in *input, pieces []piece, language string) []Term {
	var terms []Term
	put := func(p *piece, found ...Term) {
		for _, t := range found {
			t.Start, t.End = in.span(p.from, p.to)
			t.Text, t.Corrected = in.text[t.Start:t.End], p.corrected
			terms = append(terms, t)
		}
	}
	var words []*piece // that phrases are made of
	for i := range pieces {
		switch p := &pieces[i]; {
		case p.terms != nil:
			put(p, p.terms...)
		case isStopWord(p.word) || r.vocabulary.stems[stem(p.word)]:
			words = append(words, p)
		default:
			put(p, r.word(p.word, language)...)
		}
	}
	for i := 0; i < len(words); {
		n, found := r.phrase(words[i:], language)
		switch {
		case n > 0:
			whole := *words[i]
			if adjacent(pieces, words[i:i+n]) {
				whole.to = words[i+n-1].to
			}
			for _, w := range words[i : i+n] {
				whole.corrected = cmp.Or(whole.corrected, w.corrected)
			}
			put(&whole, found...)
		case !isStopWord(words[i].word):
			put(words[i], r.word(words[i].word, language)...)
		}
		i += max(n, 1)
	}
	slices.SortStableFunc(terms, func(a, b Term) int { return a.Start - b.Start })
	return aside(in, withoutSizes(merge(terms)), pieces)
}

// withoutSizes keeps a plain number beside a size from being read as a second one:
// 6″ 150 is a class.
func withoutSizes(terms []Term) []Term {
	sized := slices.ContainsFunc(terms, func(t Term) bool { return t.Kind == Size && !isPlain(t) })
	for i := range terms {
		if t := &terms[i]; sized && isPlain(*t) {
			t.Matches = slices.DeleteFunc(slices.Clone(t.Matches), func(m Match) bool {
				return strings.HasPrefix(m.Fact, "dn:") || strings.HasPrefix(m.Fact, "in:")
			})
		}
	}
	return terms
}

// isPlain reports whether a term is a number without a unit.
func isPlain(t Term) bool {
	return t.Kind == Size && len(t.Facts) == 1 && strings.HasPrefix(t.Facts[0], "n:")
}

// aside marks the parts that follow a word such as "for" behind another part: what
// is asked for is the part before.
func aside(in *input, terms []Term, pieces []piece) []Term {
	first := slices.IndexFunc(terms, func(t Term) bool { return t.Kind == Part })
	if first < 0 {
		return terms
	}
	for _, p := range pieces {
		if start, _ := in.span(p.from, p.to); p.terms == nil && start > terms[first].Start && isAside(p.word) {
			for i := range terms {
				// The number before such a part is its quantity: with 2 nuts.
				counts := i+1 < len(terms) && terms[i+1].Kind == Part && isPlain(terms[i])
				terms[i].Aside = terms[i].Aside || terms[i].Start > start && (terms[i].Kind == Part || counts)
			}
			break
		}
	}
	return terms
}

func isAside(w string) bool {
	const all = " mit ohne fur fuer f zum zur auf aus with without for to w pour avec sans per con senza "
	return strings.Contains(all, " "+w+" ")
}

// adjacent reports whether no other piece stands between words.
func adjacent(pieces []piece, words []*piece) bool {
	from, to := words[0].from, words[len(words)-1].to
	n := 0
	for _, p := range pieces {
		if p.from >= from && p.to <= to {
			n++
		}
	}
	return n == len(words)
}

// phrase returns the terms of the longest known phrase at the start of words, and
// its number of words.
func (r *Reader) phrase(words []*piece, language string) (n int, terms []Term) {
	if isStopWord(words[0].word) && len(words[0].word) > 1 {
		return 0, nil
	}
	for n = min(maxPhrase, len(words)); n > 0; n-- {
		phrase := make([]string, n)
		for i := range phrase {
			phrase[i] = words[i].word
		}
		if n == 1 && isStopWord(phrase[0]) {
			break
		}
		if meanings := r.vocabulary.meanings(phrase, language); len(meanings) > 0 && !isStopWord(phrase[n-1]) {
			return n, r.concept(meanings)
		}
	}
	return 0, nil
}

// merge drops a kind that another one makes more special: "flange" beside "weld
// neck flange".
func merge(terms []Term) []Term {
	return slices.DeleteFunc(terms, func(t Term) bool {
		return t.Kind == Part && len(t.Facts) == 1 && slices.ContainsFunc(terms, func(other Term) bool {
			return other.Kind == Part && slices.ContainsFunc(other.Facts, func(f string) bool { return strings.HasPrefix(f, t.Facts[0]+"/") })
		})
	})
}

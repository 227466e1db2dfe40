package search

import (
	"cmp"
	"regexp"
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
		rule.pattern.Longest()
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
	plain := func(t Term) bool { return t.Kind == Size && len(t.Facts) == 1 && strings.HasPrefix(t.Facts[0], "n:") }
	sized := slices.ContainsFunc(terms, func(t Term) bool { return t.Kind == Size && !plain(t) })
	for i := range terms {
		if t := &terms[i]; sized && plain(*t) {
			t.Matches = slices.DeleteFunc(slices.Clone(t.Matches), func(m Match) bool {
				return strings.HasPrefix(m.Fact, "dn:") || strings.HasPrefix(m.Fact, "in:")
			})
		}
	}
	return terms
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
				terms[i].Aside = terms[i].Aside || (terms[i].Kind == Part && terms[i].Start > start)
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

// word returns the terms of a single folded word: a known one, the parts of a
// compound, or the word itself.
func (r *Reader) word(word, language string) []Term {
	if meanings := r.vocabulary.meanings([]string{word}, language); len(meanings) > 0 {
		return r.concept(meanings)
	}
	if parts := r.vocabulary.split(word); parts != nil {
		if meanings := r.vocabulary.meanings(parts, language); len(meanings) > 0 {
			return r.concept(meanings)
		}
		var terms []Term
		for _, part := range parts {
			terms = append(terms, r.concept(r.vocabulary.meanings([]string{part}, language))...)
		}
		return terms
	}
	return []Term{{Kind: Word, Word: word, Label: word}}
}

// concept returns the terms of a phrase's meanings. Its kinds are alternatives, and
// so are its values.
func (r *Reader) concept(meanings []Synonym) []Term {
	var part, value *Term
	var standards []Term
	for _, s := range meanings {
		switch s.Means {
		case MeansKind:
			if part == nil {
				part = &Term{Kind: Part, Concept: s.Target, Label: s.Word}
			}
			if slices.Contains(part.Facts, "k:"+s.Target) {
				continue // the same in another language
			}
			part.Facts = append(part.Facts, "k:"+s.Target)
			part.Matches = append(part.Matches, Match{Fact: "e:" + s.Target, Level: Exact + exactKind}, Match{Fact: "k:" + s.Target, Level: Exact}, Match{Fact: "m:" + s.Target, Level: Mention})
		case MeansValue:
			t := r.property(s.Target)
			if value == nil {
				value = &t
				value.Label = s.Word
				continue
			}
			value.Facts = append(value.Facts, t.Facts...)
			value.Matches = append(value.Matches, t.Matches...)
		case MeansStandard:
			if standards == nil {
				standards = r.replaced(s.Target)
			}
		}
	}
	var terms []Term
	switch { // an elbow is the part, rather than the angle form of a valve
	case part != nil:
		terms = append(terms, *part)
	case value != nil:
		terms = append(terms, *value)
	}
	return append(terms, standards...)
}

// Mention is the level of a part that is only named by an article: the flange of a
// flange gasket.
const Mention = 40

// exactKind raises an article that is no more special than the part asked for.
const exactKind = 5

// property returns the term of a value: technical alternatives, or a property by
// its name.
func (r *Reader) property(target string) Term {
	named := Term{Kind: Property, Concept: target, Facts: []string{"v:" + target}, Matches: exact("v:" + target)}
	if isMaterial(target) {
		named.Kind = Material
	}
	if !hasDigit(target) {
		return named
	}
	var values []Term
	for alternative := range strings.SplitSeq(target, ", ") {
		if v, end := r.value(newInput(alternative).folded, 0); v != nil && end == len(alternative) {
			values = append(values, *v)
		}
	}
	switch len(values) {
	case 0:
		return named
	case 1:
		return values[0]
	}
	// One of several values is no fact about the article that a text describes.
	t := Term{Kind: values[0].Kind, Concept: target}
	for _, v := range values {
		t.Matches = append(t.Matches, v.Matches...)
	}
	return t
}

// isMaterial reports whether a property is a material.
func isMaterial(property string) bool {
	const all = " stainless carbon-steel alloy-steel zinc-plated galvanised phosphated brass bronze gunmetal copper aluminium cast-iron ductile-iron cast-steel " +
		"duplex super-duplex hastelloy monel inconel titanium ptfe fkm nbr epdm hnbr silicone graphite pp pe pa pvc pvc-u pvdf pom polypropylene polyamide rubber "
	return strings.Contains(all, " "+property+" ")
}

var (
	standardPattern = regexp.MustCompile(`^(?:din|en|iso|ansi|asme|astm|sae|jis|vdma|vg|nf|uni|bs|api|sms|ds|gost|ece)(?:[ /-]+(?:din|en|iso|ansi|asme|e))*` +
		`(?:[ .:-]*(\d{3,6}(?:-\d+)*[a-z]?|\d{1,2}-\d)|[ .:-]+([a-z] ?\d+(?:\.\d+)*|100 ?r\d+[a-z]{0,2}))`)
	// flangeTypePattern is the type of a flange of EN 1092-1.
	flangeTypePattern = regexp.MustCompile(`^(?:typ|type|tipo|form|forme|forma)[ .-]?(01|02|04|05|11|12|13|21|35)`)
	stockPattern      = regexp.MustCompile(`^(?:ab lager|auf lager|lagernd|lagerware|sofort lieferbar|sofort verfugbar|lieferbar|verfugbar|vorratig|in stock|ex stock|from stock|available|en stock|sur stock|disponibles?|disponibil[ei]|in magazzino|a magazzino|pronta consegna|in giacenza)`)
)

// standard reads a designation; its bodies do not distinguish it: DIN EN ISO 8434-1
// is ISO 8434-1.
func (r *Reader) standard(m []string) *Term {
	if m[1] == "" {
		m[1] = m[2]
	}
	body := m[0][:len(m[0])-len(m[1])]
	words := strings.FieldsFunc(body, func(c rune) bool { return c < 'a' || c > 'z' })
	name := words[len(words)-1]
	if name == "e" {
		name = "en"
	}
	digits := strings.ReplaceAll(m[1], " ", "")
	if (name == "ansi" || name == "asme") && barOfClass[digits] != "" {
		return nil // a pressure class
	}
	if _, steel := r.materials.named[digits]; steel && name == "en" {
		return nil // "en 316L": in this steel
	}
	if name == "ansi" {
		name = "asme" // the same standards under today's name
	}
	fact := "std:" + name + digits
	t := &Term{Kind: Standard, Label: strings.ToUpper(name) + " " + strings.ToUpper(digits), Facts: []string{fact}, Matches: exact(fact)}
	if base, _, parted := strings.Cut(digits, "-"); parted {
		t.Facts = append(t.Facts, "std:"+name+base)
		t.Matches = append(t.Matches, Match{Fact: "std:" + name + base, Level: Other})
	}
	return t
}

// expand returns a term with those that its standard stands for.
func (r *Reader) expand(t *Term) []Term {
	if t.Kind != Standard {
		return []Term{*t}
	}
	for _, s := range r.vocabulary.phrases[phraseKey(splitWords(t.Label))] {
		if s.Means == MeansStandard {
			more := r.replaced(s.Target)
			if len(more) > 0 && more[0].Kind == Standard {
				more[0].Matches = append(more[0].Matches, t.Matches...)
				more[0].Facts = append(more[0].Facts, t.Facts...)
				return more
			}
		}
	}
	return []Term{*t}
}

// replaced returns the terms of a standard's successors, which are alternatives,
// and of what else its designation fixes: the type of the part, the pressure.
func (r *Reader) replaced(target string) []Term {
	var all []Term
	for alternative := range strings.SplitSeq(target, ", ") {
		s := newInput(alternative).folded
		for i := 0; i < len(s); {
			t, end := r.value(s, i)
			switch {
			case t == nil:
				i++
				continue
			case t.Kind == Standard && len(all) > 0 && all[0].Kind == Standard:
				all[0].Matches = append(all[0].Matches, t.Matches...)
			default:
				all = append(all, *t)
			}
			i = end
		}
	}
	return all
}

func flangeType(m []string) *Term {
	path := map[string]string{
		"01": "flange/plate", "02": "flange/loose", "04": "flange/loose", "05": "flange/blind", "11": "flange/weld-neck",
		"12": "flange/slip-on", "13": "flange/threaded", "21": "flange/integral", "35": "flange/loose",
	}[m[1]]
	return &Term{Kind: Part, Concept: path, Facts: []string{"k:" + path}, Matches: exact("k:" + path)}
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

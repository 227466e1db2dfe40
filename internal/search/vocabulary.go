package search

import (
	"cmp"
	"slices"
	"strings"
)

// maxPhrase is the number of words of the longest phrase that is looked up.
const maxPhrase = 5

// Vocabulary finds the meanings of words and phrases in any inflection.
type Vocabulary struct {
	phrases map[string][]Synonym // by the sorted stems of the words, and by the phrase written as one word
	words   map[string]bool      // folded words of the phrases, for corrections
	stems   map[string]bool      // of these words
	labels  map[string]string    // target, language → first word
}

// NewVocabulary returns the vocabulary of the shipped synonyms, to which a site's
// own are added; a site's entry replaces the shipped ones of the same word and
// language.
func NewVocabulary(site []Synonym) *Vocabulary {
	v := &Vocabulary{phrases: map[string][]Synonym{}, words: map[string]bool{}, stems: map[string]bool{}, labels: map[string]string{}}
	replaced := byKey(site)
	kept := slices.DeleteFunc(Shipped(), func(s Synonym) bool { return len(replaced) > 0 && replaced[s.key()] != nil })
	for _, s := range slices.Concat(site, kept) {
		v.add(s)
	}
	for _, s := range slices.Concat(kept, site) { // a word that a site adds does not become the usual one
		if label := s.Target + "\x00" + s.Language; v.labels[label] == "" {
			v.labels[label] = s.Word
		}
	}
	return v
}

func (v *Vocabulary) add(s Synonym) {
	words := splitWords(s.Word)
	if len(words) == 0 || s.Target == "" {
		return
	}
	keys := []string{phraseKey(words)}
	// The o of an O-ring counts, and the phrase is also found without the articles
	// of "bride à souder".
	if some := withoutStopWords(words); len(some) > 1 {
		keys = append(keys, phraseKey(some))
	}
	if len(words) > 1 {
		keys = append(keys, stem(strings.Join(words, "")))
	}
	for _, key := range keys {
		if !slices.Contains(v.phrases[key], s) {
			v.phrases[key] = append(v.phrases[key], s)
		}
	}
	for _, w := range words {
		v.words[w] = true
		v.stems[stem(w)] = true
	}
}

// Label returns the usual word for a target in a language; of a path without a
// word that of its nearest parent.
func (v *Vocabulary) Label(target, language string) string {
	for path := target; path != ""; {
		for _, l := range []string{primary(language), "*", "en"} {
			if word := v.labels[path+"\x00"+l]; word != "" {
				return word
			}
		}
		cut := strings.LastIndexByte(path, '/')
		path = path[:max(cut, 0)]
	}
	return target
}

// meanings returns what a phrase means: in the language if it has a meaning there,
// else in any.
func (v *Vocabulary) meanings(words []string, language string) []Synonym {
	all := v.phrases[phraseKey(words)]
	if some := withoutStopWords(words); len(all) == 0 && len(some) > 1 {
		all = v.phrases[phraseKey(some)]
	}
	if len(words) > 1 && len(all) == 0 {
		all = v.phrases[stem(strings.Join(words, ""))]
	}
	own := slices.DeleteFunc(slices.Clone(all), func(s Synonym) bool { return s.Language != "*" && s.Language != language })
	if len(own) > 0 {
		return own
	}
	return all
}

// Nearest returns the known word one typing error away from a folded word, two in
// long words that begin alike; "" if there is none.
func (v *Vocabulary) Nearest(word string) string {
	if len(word) < minTypo || strings.ContainsAny(word, "0123456789") {
		return ""
	}
	most := 1
	if len(word) >= longWord {
		most = 2
	}
	best, distance := "", most+1
	for w := range v.words {
		if len(w) < minTypo {
			continue
		}
		errors := most
		if w[0] != word[0] {
			errors = 1 // with another beginning it is more likely another word
		}
		if d := Distance(word, w, errors); d <= errors && (d < distance || d == distance && w < best) {
			best, distance = w, d
		}
	}
	return best
}

// similar returns the word with a meaning that is most like an unknown one: the
// nearest, else the longest that begins or ends it, else the shortest that it
// begins; "" if there is none.
func (v *Vocabulary) similar(word string) string {
	if near := v.Nearest(word); near != "" && v.known(near) {
		return near
	}
	best, common := "", minSimilar-1
	for w := range v.words {
		shared := 0
		switch {
		case strings.HasPrefix(word, w), strings.HasSuffix(word, w):
			shared = len(w)
		case strings.HasPrefix(w, word):
			shared = len(word)
		}
		closer := shared > common || shared == common && best != "" && cmp.Or(cmp.Compare(len(w), len(best)), cmp.Compare(w, best)) < 0
		if closer && v.known(w) {
			best, common = w, shared
		}
	}
	return best
}

// Propose returns synonyms for a word that nothing knows, with the meanings in a
// language of the known word that is most like it. It returns none and "" if no
// known word is.
func (v *Vocabulary) Propose(word, language string) (proposed []Synonym, like string) {
	folded := Fold(word)
	if like = v.similar(folded); like == "" {
		return nil, ""
	}
	for _, s := range v.meanings([]string{like}, primary(language)) {
		s = Synonym{Language: cmp.Or(primary(language), "*"), Word: word, Means: s.Means, Target: s.Target}
		if !slices.Contains(proposed, s) {
			proposed = append(proposed, s)
		}
	}
	return proposed, like
}

const (
	minTypo  = 4 // letters from which a word may be misspelled
	longWord = 9 // letters from which it may have two typing errors

	minSimilar = 5 // letters that a word shares with a similar one
)

// splitWords returns the folded words of a phrase.
func splitWords(phrase string) []string {
	return strings.FieldsFunc(Fold(phrase), func(r rune) bool { return !isLetterOrDigit(r) })
}

func withoutStopWords(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), isStopWord)
}

func phraseKey(words []string) string {
	if len(words) == 1 {
		return stem(words[0])
	}
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = stem(w)
	}
	slices.Sort(stems)
	return strings.Join(stems, " ")
}

var plainUmlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u") //nolint:gochecknoglobals // immutable

// stem removes the endings of inflections in the four languages, at most two
// letters, and the umlauts written as two letters.
func stem(w string) string {
	if len(w) >= minTypo && !strings.ContainsAny(w, "0123456789") {
		w = plainUmlauts.Replace(w)
	}
	if len(w) > 3 && w[len(w)-1] == 's' {
		w = w[:len(w)-1]
	}
	for range 2 {
		if len(w) > 4 && strings.IndexByte("aeiounrxsm", w[len(w)-1]) >= 0 {
			w = w[:len(w)-1]
		}
	}
	return w
}

// split cuts a compound into two known words, the longest last one first:
// edelstahlkugelhahn. It returns nil if no cut gives two known words.
func (v *Vocabulary) split(word string) []string {
	const least = 3
	for cut := least; cut <= len(word)-least; cut++ {
		head, tail := word[:cut], word[cut:]
		if !v.known(tail) {
			continue
		}
		for _, link := range []string{"", "s", "n", "en"} {
			if first := strings.TrimSuffix(head, link); len(first) >= least && strings.HasSuffix(head, link) && v.known(first) {
				return []string{first, tail}
			}
		}
	}
	return nil
}

// suffix returns the longest known word at the end of a compound whose first part
// is unknown; "" if there is none.
func (v *Vocabulary) suffix(word string) string {
	const least = 5
	for cut := 2; cut <= len(word)-least; cut++ {
		if v.known(word[cut:]) {
			return word[cut:]
		}
	}
	return ""
}

func (v *Vocabulary) known(word string) bool { return len(v.phrases[stem(word)]) > 0 }

func primary(language string) string {
	tag, _, _ := strings.Cut(strings.ToLower(language), "-")
	return tag
}

// isStopWord reports whether a folded word carries no meaning in a search, in one
// of the four languages.
func isStopWord(w string) bool {
	const all = " und oder mit fur fuer aus der die das den dem des ein eine einen einer eines ab von bis zu zum zur im in an am auf als nach bei mindestens mehr " +
		"ich wir suche suchen brauche brauchen benotige benotigen bitte gesucht gibt es haben sie " +
		"and or with for of from the a an to at by on least min more than i we need looking please do you have " +
		"et ou avec pour par de du des d le la les l un une en au aux a moins plus sur je nous cherche cherchons besoin il me faut svp " +
		"e o con per da di del della dei delle degli il lo gli i una uno in almeno piu su cerco cerchiamo serve " +
		"ad al alla ai agli dal dalla nel nella sul sulla " +
		"typ type tipo art stuck stueck stk x f "
	return strings.Contains(all, " "+w+" ")
}

// Distance returns the number of typing errors between two words: letters added,
// missing or wrong, or adjacent ones exchanged (optimal string alignment). It
// returns most + 1 if there are more than most.
func Distance(a, b string, most int) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > most || len(b) >= maxDistanceWord {
		return most + 1
	}
	row := distances(a, b, most)
	return min(row[len(b)], most+1)
}

// StartDistance returns the number of typing errors between a word and the start of
// another, and the length of that start, the longest of equally similar ones. It
// returns most + 1 if there are more than most.
func StartDistance(word, other string, most int) (errors, length int) {
	other = other[:min(len(other), len(word)+most)]
	errors = most + 1
	if len(other) >= maxDistanceWord {
		return errors, 0
	}
	row := distances(word, other, most)
	for j := range len(other) + 1 {
		if row[j] <= min(errors, most) {
			errors, length = row[j], j
		}
	}
	return errors, length
}

// maxDistanceWord is the length in bytes from which words are not compared.
const maxDistanceWord = 64

// distances returns the numbers of typing errors between a and each start of b, by
// its length; all are more than most if that is certain before the end.
func distances(a, b string, most int) [maxDistanceWord]int {
	var rows [3][maxDistanceWord]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		before, last, row = last, row, before
		if least > most {
			break
		}
	}
	return *last
}

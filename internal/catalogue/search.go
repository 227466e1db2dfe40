package catalogue

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Limits of a search, for text that a visitor types.
const (
	maxWords  = 12
	minInside = 3 // characters from which a word matches inside other words
	minTypo   = 4
	maxSuffix = 2 // characters of a suffix that are removed: Flansche finds Flansch
)

// Scores of matches: part numbers, then names, values and other texts.
const (
	exactNumber   = 200
	prefixNumber  = 100
	insideNumber  = 60
	exactName     = 9
	prefixName    = 7
	insideName    = 5
	exactValue    = 6
	otherValue    = 5
	exactOther    = 4
	prefixOther   = 3
	insideOther   = 2
	correctedName = 2
)

// reader parses search text into terms.
type reader struct {
	x         *index
	materials materials
	stock     *strings.Replacer
}

// isStopWord reports whether a folded word carries no meaning in a search, in one
// of the four languages.
func isStopWord(w string) bool {
	const all = " und oder mit fur aus der die das den dem ein eine einen ab von bis zu im in an auf als mindestens mehr " +
		"and or with for of from the a an to at least min more than " +
		"et ou avec pour de du des le la les un une en au aux moins plus sur d l " +
		"e o con per da di del della dei il lo gli i una almeno piu su "
	return strings.Contains(all, " "+w+" ")
}

func newReader(x *index, m materials) *reader {
	var pairs []string
	for _, phrase := range []string{
		"ab lager", "auf lager", "lagernd", "sofort lieferbar", "lieferbar", "verfugbar", "in stock", "available",
		"en stock", "disponible", "disponibile", "in magazzino", "a magazzino", "pronta consegna",
	} {
		pairs = append(pairs, " "+phrase+" ", " \x00 ")
	}
	return &reader{x: x, materials: m, stock: strings.NewReplacer(pairs...)}
}

// read parses a search. Words without a match are ignored and reported in Reading.
func (r *reader) read(text string) *search {
	s := &search{}
	s.reading.Marks, s.reading.Ignored, s.reading.Corrected = []string{}, []string{}, []Correction{}
	folded := " " + strings.Join(strings.Fields(fold(text)), " ") + " "
	if replaced := r.stock.Replace(folded); replaced != folded {
		s.inStock, folded = true, strings.ReplaceAll(replaced, "\x00", " ")
	}
	tokens := tokensOf(folded)
	r.wholeNumber(s, foldNumber(folded))
	for i := 0; i < len(tokens) && len(s.terms) < maxWords; {
		t, used := r.technical(tokens[i:])
		if used == 0 {
			used = 1
			t = r.word(s, tokens[i])
		}
		i += used
		if t != nil && !t.empty() {
			s.terms = append(s.terms, t)
			s.reading.Marks = append(s.reading.Marks, t.word)
		}
		if s.parts != nil && len(s.reading.Ignored) > 0 {
			s.terms, s.reading.Ignored = nil, s.reading.Ignored[:0] // the words spell one part number
			break
		}
	}
	return s
}

// tokensOf splits a folded search into words. It drops punctuation around them but
// keeps >=, which means "at least".
func tokensOf(folded string) []string {
	folded = strings.NewReplacer("≥", ">=", "⌀", " ", "½", "1/2", "¼", "1/4", "¾", "3/4", "1⁄2", "1/2", "1⁄4", "1/4", "3⁄4", "3/4").Replace(folded)
	found := strings.FieldsFunc(folded, func(c rune) bool { return !isWordRune(c) && c != '>' && c != '=' })
	result := found[:0]
	for _, w := range found {
		if w = strings.Trim(w, "./="); w != "" && w != ">" {
			result = append(result, w)
		}
	}
	return result
}

// wholeNumber matches the whole text with the part numbers.
func (r *reader) wholeNumber(s *search, number string) {
	x := r.x
	if len(number) < minInside || !strings.ContainsAny(number, "0123456789") {
		return
	}
	occurrences(x.parts.all, x.parts.starts, number, func(item int, begins, ends bool) {
		if s.parts == nil {
			s.parts, s.byPart = newBits(len(x.variations)), map[uint32]int{}
			s.reading.Marks = append(s.reading.Marks, number)
		}
		score := insideNumber
		if begins {
			score = prefixNumber
		}
		if begins && ends {
			score = exactNumber
		}
		target := x.parts.target[item]
		p := x.productOf(target &^ wholeProduct)
		s.byPart[p] = max(s.byPart[p], score)
		if target&wholeProduct != 0 {
			s.parts.setRange(x.articles[p], x.articles[p+1])
		} else {
			s.parts.set(target)
		}
	})
}

// productOf returns the product of an article.
func (x *index) productOf(a uint32) uint32 {
	p, exact := slices.BinarySearch(x.articles[:len(x.ids)], a)
	if !exact {
		p--
	}
	return uint32(p)
}

var (
	dnPattern       = regexp.MustCompile(`^dn(\d+(?:\.\d+)?)$`)
	pressurePattern = regexp.MustCompile(`^(?:pn|>=)?(?:>=)?(\d+(?:\.\d+)?)(bar)?$`)
	lengthPattern   = regexp.MustCompile(`^(\d+(?:\.\d+)?)mm$`)
)

// technical parses a technical value: DN 25, PN 400 (and more), 12 mm, G 1/2. It
// returns the number of tokens consumed, 0 for none.
func (r *reader) technical(tokens []string) (*term, int) {
	for _, n := range []int{2, 1} {
		if len(tokens) < n {
			continue
		}
		joined := strings.Join(tokens[:n], "")
		if m := dnPattern.FindStringSubmatch(joined); m != nil {
			if t := r.numeric(joined, m[1], false, func(c *column) bool { return c.slug == "dn" }); t != nil {
				return t, n
			}
		}
		if m := lengthPattern.FindStringSubmatch(joined); m != nil {
			if t := r.numeric(joined, m[1], false, func(c *column) bool { return c.unit == "mm" }); t != nil {
				return t, n
			}
		}
		if m := pressurePattern.FindStringSubmatch(joined); m != nil && (strings.HasPrefix(joined, "pn") || strings.Contains(joined, ">=") || m[2] != "") {
			if t := r.numeric(joined, m[1], true, func(c *column) bool { return c.unit == "bar" }); t != nil {
				return t, n
			}
		}
		if n == 2 {
			if t := r.joinedValue(tokens[0], tokens[1]); t != nil {
				return t, n
			}
		}
	}
	return nil, 0
}

// numeric matches a number with the numeric columns that wanted accepts. orMore
// also matches greater values: a fitting for PN 630 may be used at PN 400.
func (r *reader) numeric(word, number string, orMore bool, wanted func(c *column) bool) *term {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return nil
	}
	t := &term{word: word}
	for _, c := range r.x.columns {
		if !c.numeric || !wanted(c) {
			continue
		}
		if sets, some := c.setsWith(func(v *value) bool { return v.isNum && v.number == n }); some {
			t.columns = append(t.columns, termColumn{c, sets, exactValue})
		}
		if !orMore {
			continue
		}
		if sets, some := c.setsWith(func(v *value) bool { return v.isNum && v.number > n }); some {
			t.columns = append(t.columns, termColumn{c, sets, otherValue})
		}
	}
	if t.columns == nil {
		return nil
	}
	return t
}

// joinedValue matches values spelled as two tokens, in either order: G 1/2,
// 1/2 NPT.
func (r *reader) joinedValue(a, b string) *term {
	if !strings.ContainsAny(a+b, "0123456789") {
		return nil
	}
	t := &term{word: b}
	for _, spelled := range []string{foldNumber(a + b), foldNumber(b + a)} {
		for _, c := range r.x.columns {
			if c.numeric {
				continue
			}
			if sets, some := c.setsWith(func(v *value) bool { return v.plain == spelled }); some {
				t.columns = append(t.columns, termColumn{c, sets, exactValue})
			}
		}
	}
	if t.columns == nil {
		return nil
	}
	return t
}

// word matches one word with values, texts and part numbers, then with a corrected
// spelling. It returns nil for a stop word and for a word without a match.
func (r *reader) word(s *search, w string) *term {
	w = strings.Trim(w, ">=")
	if w == "" {
		return nil
	}
	t := &term{word: w}
	r.values(t, w)
	// A grade is a value of articles; a match in the text of their product would
	// let its other grades pass.
	if t.columns == nil || r.materials.equal(w) == nil {
		r.texts(t, w)
	}
	r.partNumbers(t, w)
	if !t.empty() {
		// Words such as "mit" would restrict the result to names that contain them.
		if isStopWord(w) {
			return nil
		}
		return t
	}
	if isStopWord(w) {
		return nil
	}
	if plain := strings.NewReplacer("ae", "a", "oe", "o", "ue", "u").Replace(w); plain != w {
		if r.texts(t, plain); !t.empty() {
			t.word = plain
			return t
		}
	}
	if to := r.corrected(t, w); to != "" {
		t.word = to
		s.reading.Corrected = append(s.reading.Corrected, Correction{From: w, To: to})
		return t
	}
	s.reading.Ignored = append(s.reading.Ignored, w)
	return nil
}

// values matches a word with the values of columns: words in them, numbers, and
// steel grades under all their names.
func (r *reader) values(t *term, w string) {
	grades := r.materials.equal(w)
	number, err := strconv.ParseFloat(w, 64)
	for _, c := range r.x.columns {
		fits := func(v *value) bool {
			return slices.Contains(grades, v.key) || hasWord(v.key, w)
		}
		if c.numeric {
			if err != nil {
				continue
			}
			fits = func(v *value) bool { return v.isNum && v.number == number }
		}
		if sets, some := c.setsWith(fits); some {
			t.columns = append(t.columns, termColumn{c, sets, exactValue})
		}
	}
}

// hasWord reports whether word is one of the hyphen-separated words of a key.
func hasWord(key, word string) bool {
	for from := 0; ; {
		i := strings.Index(key[from:], word)
		if i < 0 {
			return false
		}
		at := from + i
		end := at + len(word)
		if (at == 0 || key[at-1] == '-') && (end == len(key) || key[end] == '-') {
			return true
		}
		from = at + 1
	}
}

// texts matches a word with names, categories, tags and titles.
func (r *reader) texts(t *term, w string) {
	v := &r.x.text
	exact := "\n" + w + "\n"
	if len(w) < minInside {
		if i := strings.Index(v.all, exact); i >= 0 {
			at, _ := slices.BinarySearch(v.starts, uint32(i)+1)
			r.mark(t, at, exactName, exactOther)
		}
		return
	}
	occurrences(v.all, v.starts, w, func(item int, begins, ends bool) {
		switch {
		case begins && ends:
			r.mark(t, item, exactName, exactOther)
		case begins:
			r.mark(t, item, prefixName, prefixOther)
		default:
			r.mark(t, item, insideName, insideOther)
		}
	})
	for cut := 1; cut <= maxSuffix && len(w)-cut > minInside; cut++ {
		stem := w[:len(w)-cut]
		occurrences(v.all, v.starts, stem+"\n", func(item int, begins, _ bool) {
			if begins {
				r.mark(t, item, prefixName, prefixOther)
			} else {
				r.mark(t, item, insideName, insideOther)
			}
		})
	}
}

// mark adds the products and articles of a vocabulary word to the term.
func (r *reader) mark(t *term, word int, name, other uint8) {
	v := &r.x.text
	r.markProducts(t, v.names.at(word), name)
	r.markProducts(t, v.others.at(word), other)
	for _, c := range v.categories.at(word) {
		r.markProducts(t, r.x.ranked[c].products, other)
	}
	articles := v.articles.at(word)
	if t.articles == nil && len(articles) > 0 {
		t.articles = newBits(len(r.x.variations))
	}
	for _, a := range articles {
		t.articles.set(a)
	}
}

func (r *reader) markProducts(t *term, products []uint32, score uint8) {
	if t.products == nil && len(products) > 0 {
		t.products = make([]uint8, r.x.products())
	}
	for _, p := range products {
		t.products[p] = max(t.products[p], score)
	}
}

// partNumbers matches a word inside part numbers, if it has digits and letters or
// is a long number. Other words would match by chance.
func (r *reader) partNumbers(t *term, w string) {
	x, number := r.x, foldNumber(w)
	digits := strings.ContainsAny(number, "0123456789")
	letters := strings.ContainsAny(number, "abcdefghijklmnopqrstuvwxyz")
	if len(number) < minInside || !digits || (!letters && len(number) <= minTypo) {
		return
	}
	occurrences(x.parts.all, x.parts.starts, number, func(item int, _, _ bool) {
		if t.articles == nil {
			t.articles = newBits(len(x.variations))
		}
		if target := x.parts.target[item]; target&wholeProduct != 0 {
			p := x.productOf(target &^ wholeProduct)
			t.articles.setRange(x.articles[p], x.articles[p+1])
		} else {
			t.articles.set(target)
		}
	})
}

// corrected matches the vocabulary words one typing error away and returns the one
// with the most matches, or "".
func (r *reader) corrected(t *term, w string) string {
	if len(w) < minTypo || strings.ContainsAny(w, "0123456789") {
		return ""
	}
	to, most := "", 0
	v := &r.x.text
	for i := range v.starts {
		word := v.word(i)
		if !oneOff(w, word) {
			continue
		}
		r.mark(t, i, correctedName, insideOther)
		n := len(v.names.at(i)) + len(v.others.at(i)) + len(v.articles.at(i))
		for _, c := range v.categories.at(i) {
			n += len(r.x.ranked[c].products)
		}
		if n > most {
			to, most = word, n
		}
	}
	return to
}

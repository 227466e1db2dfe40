package catalogue

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/search"
)

// demand is a term of a search with how well each article meets it.
type demand struct {
	search.Term
	levels []uint8 // per article; 0 for not at all
	used   bool
	parts  bool // the term is a part number
}

// weight orders the demands that are given up if no article meets all: the
// lightest first. first is whether it is the first part that is asked for.
func (d *demand) weight(first bool) int {
	switch {
	case d.Kind == search.Number:
		return 1000
	case d.Kind == search.Part && first:
		return 420
	case d.Kind == search.Part:
		return 400
	case d.Kind == search.Pressure:
		return 20
	case d.technical():
		return 60
	case d.Kind == search.Angle:
		return 40
	case d.Kind == search.Material:
		return 25
	case d.Kind == search.Word:
		return 12
	}
	return 8
}

// technical reports whether the demand tells sizes of one family apart.
func (d *demand) technical() bool {
	return slices.Contains([]search.Kind{search.Size, search.Thread, search.Tube, search.Series, search.Range, search.Pressure, search.Number}, d.Kind)
}

// vague reports whether the demand is a number without a unit.
func (d *demand) vague() bool {
	return d.Kind == search.Size && len(d.Facts) == 1 && strings.HasPrefix(d.Facts[0], "n:")
}

// Groups of results, in their order.
const (
	groupExact  = iota
	groupHigher // an article for a higher pressure than asked for
	groupNear   // an article that does not meet one of the demands
)

// result is an article that a search found.
type result struct {
	article uint32
	group   int
	level   int // sum of the levels of the demands
	score   int // the level, and what else ranks articles
}

// evaluation is a visitor's text, read and evaluated against the index.
type evaluation struct {
	text     string
	language string
	demands  []*demand
	results  []result // best first
	quantity int      // behind a part number; 0 for none
	// wrongNumber is a part number that is not in the catalogue; the results have
	// the nearest ones.
	wrongNumber string
}

// Levels of matches of words, and of a more general kind than asked for.
const (
	wordInName     = 90
	wordAtStart    = 70
	wordInside     = 50
	wordElsewhere  = 60
	generalKind    = 20
	inStockBonus   = 5
	namedBonus     = 3
	stepOfPressure = 6
	leastPressure  = 20
)

// evaluate reads a text and finds the articles that it asks for, best first.
func (x *searchIndex) evaluate(text, language string) *evaluation {
	e := &evaluation{text: text, language: language}
	terms := x.reader.ReadTyped(text, language, x.hasWord)
	from, to, found := x.readNumber(e, terms, false)
	if found {
		terms = x.reader.ReadTyped(text[:from]+strings.Repeat(" ", to-from)+text[to:], language, x.hasWord)
	}
	for _, t := range terms {
		e.demands = append(e.demands, x.demand(t))
	}
	e.readQuantity()
	slices.SortStableFunc(e.demands, func(a, b *demand) int { return a.Start - b.Start })
	x.rank(e)
	if len(e.results) == 0 && !found {
		// "gs 100" may be cast steel, or the end of a part number.
		other := &evaluation{text: text, language: language}
		if _, _, found = x.readNumber(other, terms, true); found {
			x.rank(other)
			return other
		}
	}
	return e
}

// demand evaluates a term. A word without a meaning is searched in the texts.
func (x *searchIndex) demand(t search.Term) *demand {
	d := &demand{Term: t}
	switch t.Kind {
	case search.Stock:
		d.levels = make([]uint8, len(x.variations))
		for a, stock := range x.stock {
			if stock > 0 {
				d.levels[a] = search.Exact
			}
		}
	case search.Word:
		if x.exactWord(d); d.levels == nil {
			x.partialWord(d)
		}
	default:
		x.meet(d)
	}
	d.used = d.levels != nil
	return d
}

// hasWord reports whether a word of the catalogue's texts begins with a word, as the
// last one may not be complete.
func (x *index) hasWord(word string) bool {
	i := x.facts.from("w:" + word)
	return i < len(x.facts.starts) && strings.HasPrefix(x.facts.at(i), "w:"+word)
}

// meet sets the levels of a term by its facts.
func (x *searchIndex) meet(d *demand) {
	for _, m := range d.Matches {
		x.raise(d, m.Fact, m.Level, m.Unless)
	}
	if d.AtLeast > 0 {
		x.raisePressures(d)
	}
	if d.vague() && strings.Contains(d.Text, ".") { // the start of 1.4404
		x.facts.withPrefix("mat:"+d.Text, func(i int, _ string) {
			x.articlesOfFact(i, func(a uint32) { d.raise(x, a, search.Weak) })
		})
	}
	switch {
	case d.Kind == search.Part:
		x.preferNamed(d)
		if d.levels == nil {
			x.meetGenerally(d)
		}
	case d.levels == nil && !d.technical():
		for _, w := range search.Words(d.Text) {
			x.raise(d, "w:"+w, search.Weak, "")
			x.raise(d, "o:"+w, search.Weak, "")
		}
	}
}

// meetGenerally meets a kind that the catalogue lacks by the nearest more general one.
// Of these, the articles with its number in their names come first: 5-fach-Ventilblock.
func (x *searchIndex) meetGenerally(d *demand) {
	for path := parent(d.Concept); path != "" && d.levels == nil; path = parent(path) {
		x.raise(d, "k:"+path, generalKind, "")
	}
	for _, w := range search.Words(d.Text) {
		numbered := &demand{}
		if _, err := strconv.Atoi(w); err == nil && d.levels != nil {
			x.raise(numbered, "w:"+w, wordInName, "")
		}
		for a, level := range numbered.levels {
			if level > 0 && d.levels[a] > 0 {
				d.levels[a] += namedBonus + inStockBonus
			}
		}
	}
}

// preferNamed raises the articles whose names have all words as typed: one word may
// stand for several kinds, and a part is what its supplier calls it.
func (x *searchIndex) preferNamed(d *demand) {
	words := search.Words(d.Text)
	named := &demand{}
	for i, w := range words {
		one := &demand{}
		x.raise(one, "w:"+w, wordInName, "")
		switch {
		case one.levels == nil:
			return
		case i == 0:
			named.levels = one.levels
		default:
			for a := range named.levels {
				named.levels[a] = min(named.levels[a], one.levels[a])
			}
		}
	}
	isPart := slices.ContainsFunc(d.levels, func(level uint8) bool { return level > search.Mention })
	for a, level := range named.levels {
		switch {
		case level == 0:
		case isPart && d.levels[a] > search.Mention:
			d.levels[a] += namedBonus
		case !isPart:
			d.raise(x, uint32(a), level) //nolint:gosec // an index
		}
	}
}

// raise gives the articles of a fact a level, unless they have another fact.
func (x *searchIndex) raise(d *demand, fact string, level uint8, unless string) {
	i, known := x.facts.find(fact)
	if !known {
		return
	}
	var except bits
	if n, some := x.facts.find(unless); unless != "" && some {
		except = newBits(len(x.variations))
		x.articlesOfFact(n, except.set)
	}
	x.articlesOfFact(i, func(a uint32) {
		if except == nil || !except.has(a) {
			d.raise(x, a, level)
		}
	})
}

func (d *demand) raise(x *searchIndex, a uint32, level uint8) {
	if d.levels == nil {
		d.levels = make([]uint8, len(x.variations))
	}
	d.levels[a] = max(d.levels[a], level)
}

// articlesOfFact calls each with the articles that a fact is true of.
func (x *index) articlesOfFact(i int, each func(a uint32)) {
	for _, p := range x.facts.products.at(i) {
		for a := x.articles[p]; a < x.articles[p+1]; a++ {
			each(a)
		}
	}
	for _, a := range x.facts.articles.at(i) {
		each(a)
	}
}

// raisePressures gives the articles for higher pressures a level: a fitting for
// PN 630 may be used at 400 bar. The next higher one comes first.
func (x *searchIndex) raisePressures(d *demand) {
	type pressure struct {
		fact int
		bar  float64
	}
	var higher []pressure
	x.facts.withPrefix(d.Above, func(i int, rest string) {
		if n, err := strconv.ParseFloat(rest, 64); err == nil && n >= d.AtLeast {
			higher = append(higher, pressure{i, n})
		}
	})
	slices.SortFunc(higher, func(a, b pressure) int { return cmp.Compare(a.bar, b.bar) })
	level := search.Other
	for _, p := range higher {
		x.articlesOfFact(p.fact, func(a uint32) { d.raise(x, a, uint8(level)) }) //nolint:gosec // at most 100
		level = max(leastPressure, level-stepOfPressure)
	}
}

// exactWord finds a word in the texts of articles.
func (x *searchIndex) exactWord(d *demand) {
	x.raise(d, "w:"+d.Word, wordInName, "")
	x.raise(d, "o:"+d.Word, wordElsewhere, "")
	x.raise(d, "c:"+d.Word, wordElsewhere, "")
}

// minInside is the number of letters from which a word matches inside others.
const minInside = 3

// partialWord finds a word at the start of words of the texts or inside them.
func (x *searchIndex) partialWord(d *demand) {
	if len(d.Word) < minInside {
		return
	}
	occurrences(x.facts.all, x.facts.starts, d.Word, func(item int, _, _ bool) {
		fact := x.facts.at(item)
		if len(fact) < 2 || fact[1] != ':' || !strings.Contains("woc", fact[:1]) {
			return
		}
		level := uint8(wordInside)
		if strings.HasPrefix(fact[2:], d.Word) {
			level = wordAtStart
		}
		if fact[0] != 'w' {
			level -= 10
		}
		x.articlesOfFact(item, func(a uint32) { d.raise(x, a, level) })
	})
	d.used = d.levels != nil
}

// rank finds the articles that meet the demands. If none meets all, the lightest
// demands are given up until one meets the rest, as long as something is asked for.
func (x *searchIndex) rank(q *evaluation) {
	var asked []*demand
	for _, d := range q.demands {
		switch {
		case d.used && !d.Aside:
			asked = append(asked, d)
		case d.Kind == search.Part && !d.Aside:
			return // the catalogue has no such parts
		}
	}
	if len(asked) == 0 {
		return
	}
	if len(asked) < len(q.demands) && !slices.ContainsFunc(asked, func(d *demand) bool { return !d.vague() }) {
		return // a number among unknown words
	}
	total := 0
	weights := make([]int, len(asked))
	first := slices.IndexFunc(asked, func(d *demand) bool { return d.Kind == search.Part })
	for i, d := range asked {
		weights[i] = d.weight(i == first)
		total += weights[i]
	}
	best := 0
	met := make([]int, len(x.variations))
	for a := range met {
		for i, d := range asked {
			if d.levels[a] > 0 {
				met[a] += weights[i]
			}
		}
		best = max(best, met[a])
	}
	if 2*best < total {
		return
	}
	isPart := slices.ContainsFunc(asked, func(d *demand) bool { return d.Kind == search.Part })
	proper := false // some article is such a part, rather than only naming one
	for a := range met {
		if met[a] == best && x.isPart(asked, a) {
			proper = true
			break
		}
	}
	for a := range met {
		if met[a] < best || (isPart && proper && !x.isPart(asked, a)) {
			continue
		}
		q.results = append(q.results, x.result(q.demands, uint32(a))) //nolint:gosec // an index
	}
	if len(q.results) == 0 {
		return
	}
	sortResults(q.results)
	for _, d := range q.demands {
		d.used = d.used && d.levels[q.results[0].article] > 0
	}
}

// sortResults sorts by group, score and the order of the content. Scores are small
// numbers, so that counting them sorts any number of articles in one pass.
func sortResults(results []result) {
	most := 0
	for _, r := range results {
		most = max(most, r.score)
	}
	key := func(r result) int { return r.group*(most+1) + most - r.score }
	starts := make([]int, (groupNear+1)*(most+1)+1)
	for _, r := range results {
		starts[key(r)+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	sorted := make([]result, len(results))
	for _, r := range results {
		sorted[starts[key(r)]] = r
		starts[key(r)]++
	}
	copy(results, sorted)
}

// isPart reports whether an article is one of the parts asked for.
func (x *searchIndex) isPart(asked []*demand, a int) bool {
	for _, d := range asked {
		if d.Kind == search.Part && d.levels[a] > search.Mention {
			return true
		}
	}
	return false
}

func (x *searchIndex) result(demands []*demand, a uint32) result {
	r := result{article: a}
	for _, d := range demands {
		if !d.used {
			continue
		}
		level := int(d.levels[a])
		r.level += level
		switch {
		case level == 0 && d.distinguishes():
			r.group = groupNear
		case d.AtLeast > 0 && level > 0 && level < search.Exact:
			r.group = max(r.group, groupHigher)
		}
	}
	r.score = r.level
	if x.stock[a] > 0 {
		r.score += inStockBonus
	}
	return r
}

// distinguishes reports whether an article that does not meet the demand is another
// one than was asked for. A property may be true without being stated.
func (d *demand) distinguishes() bool {
	return !d.Aside && (d.technical() || d.Kind == search.Part || d.Kind == search.Material || d.Kind == search.Angle)
}

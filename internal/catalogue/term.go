package catalogue

// bits is a set of articles.
type bits []uint64

func newBits(n int) bits         { return make(bits, (n+63)/64) }
func (b bits) set(i uint32)      { b[i/64] |= 1 << (i % 64) }
func (b bits) has(i uint32) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bits) setRange(from, to uint32) {
	for ; from < to; from++ {
		b.set(from)
	}
}

// any reports whether there is one of the articles from one to before another;
// none is in a set that is nil.
func (b bits) any(from, to uint32) bool {
	for ; b != nil && from < to; from++ {
		if b.has(from) {
			return true
		}
	}
	return false
}

// term is one word of a search, or one technical value, and all it matches.
type term struct {
	word     string
	products []uint8 // per product how well; nil for none
	articles bits    // nil for none
	columns  []termColumn
}

// termColumn are the sets of one column that a term matches.
type termColumn struct {
	c     *column
	sets  []bool
	score uint8
}

func (t *term) empty() bool { return t.products == nil && t.articles == nil && t.columns == nil }

// article reports how well the term matches an article of a product, 0 for not.
func (t *term) article(p, a uint32) int {
	best := 0
	if t.products != nil {
		best = int(t.products[p])
	}
	if t.articles != nil && t.articles.has(a) {
		best = max(best, exactValue)
	}
	for i := range t.columns {
		if c := &t.columns[i]; c.sets[c.c.of.at(a)] {
			best = max(best, int(c.score))
		}
	}
	return best
}

// rejects reports whether it is sure, without a look at their values, that none of
// a product's articles matches.
func (t *term) rejects(p, from, to uint32) bool {
	return t.columns == nil && (t.products == nil || t.products[p] == 0) && !t.articles.any(from, to)
}

// search is what a visitor's words mean to the index.
type search struct {
	terms   []*term
	inStock bool
	byPart  map[uint32]int // per product how well its part numbers match the whole text
	parts   bits           // articles whose part number matches the whole text
	reading Reading
}

// article reports how well an article matches, 0 for not.
func (s *search) article(p, a uint32) int {
	score := 0
	if len(s.terms) > 0 || s.inStock {
		score = 1
		for _, t := range s.terms {
			n := t.article(p, a)
			if n == 0 {
				score = 0
				break
			}
			score += n
		}
	}
	if s.parts != nil && s.parts.has(a) {
		score += s.byPart[p]
	}
	return score
}

// rejects is that of its terms, unless the product has a part number that matches.
func (s *search) rejects(p, from, to uint32) bool {
	if s.parts.any(from, to) {
		return false
	}
	for _, t := range s.terms {
		if t.rejects(p, from, to) {
			return true
		}
	}
	return len(s.terms) == 0 && !s.inStock
}

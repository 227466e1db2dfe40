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

// any reports whether the set has an article in [from, to). A nil set is empty.
func (b bits) any(from, to uint32) bool {
	for ; b != nil && from < to; from++ {
		if b.has(from) {
			return true
		}
	}
	return false
}

// term is one word or technical value of a search, with everything it matches.
type term struct {
	word     string
	products []uint8 // score per product; nil for none
	articles bits    // nil for none
	columns  []termColumn
}

// termColumn holds the sets of one column that a term matches.
type termColumn struct {
	c     *column
	sets  []bool
	score uint8
}

func (t *term) empty() bool { return t.products == nil && t.articles == nil && t.columns == nil }

// article returns the term's score for an article of a product, 0 for no match.
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

// rejects reports whether none of a product's articles can match, decided without
// reading their values.
func (t *term) rejects(p, from, to uint32) bool {
	return t.columns == nil && (t.products == nil || t.products[p] == 0) && !t.articles.any(from, to)
}

// search is a visitor's text, parsed against the index.
type search struct {
	terms   []*term
	inStock bool
	byPart  map[uint32]int // per product the score of its part numbers against the whole text
	parts   bits           // articles whose part number matches the whole text
	reading Reading
}

// article returns the score of an article, 0 for no match.
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

// rejects reports whether a term rejects the product and none of its part numbers
// matches.
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

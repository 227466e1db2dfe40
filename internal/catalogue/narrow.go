package catalogue

import (
	"cmp"
	"slices"
)

// chosen is what a selection demands of one column; of the stock when c is nil.
type chosen struct {
	c        *column
	values   []bool // per value, whether it is chosen; nil for a range
	sets     []bool // per set, whether it passes
	from, to *float64
}

// slug names the column in addresses.
func (c *chosen) slug() string {
	if c.c == nil {
		return slugStock
	}
	return c.c.slug
}

func (c *chosen) passes(x *index, a uint32) bool {
	if c.c == nil {
		return x.stock[a] > 0
	}
	return c.sets[c.c.of[a]]
}

// hit is a product of which at least one article passes.
type hit struct {
	product uint32
	score   int
	passing uint32 // articles
	only    uint32 // the last of them
}

// outcome is what a selection leaves of a scope.
type outcome struct {
	hits     []hit
	articles int
	counts   [][]int32 // per column and value: products that pass with it under all else
	present  [][]bool  // per column and set: some article of the scope has it
	inStock  int32     // products that pass and are in stock, under all else
	without  []int32   // where nothing passes, per part of the selection: products that pass without it
}

// narrow passes over the articles of a scope once. An article that fails a
// single part of the selection still counts for that part: its values are what
// the visitor could choose beside.
func (x *index) narrow(scope []uint32, s *search, selection []chosen, count bool) *outcome {
	o := &outcome{without: make([]int32, len(selection))}
	partOf := make([]int, len(x.columns)) // place in the selection, -1 for none
	for i, c := range x.columns {
		partOf[i] = slices.IndexFunc(selection, func(part chosen) bool { return part.c == c })
	}
	stockPart := slices.IndexFunc(selection, func(part chosen) bool { return part.c == nil })
	tally := newTally(x, o, count)
	without := make([]uint32, len(selection)) // the product that was counted last, + 1
	for _, p := range scope {
		h := hit{product: p}
		stocked := false
		for a := x.articles[p]; a < x.articles[p+1]; a++ {
			score := 1
			if s != nil {
				if score = s.article(p, a); score == 0 || (s.inStock && x.stock[a] <= 0) {
					continue
				}
			}
			failed, fails := -1, 0
			for i := range selection {
				if !selection[i].passes(x, a) {
					failed, fails = i, fails+1
					if fails > 1 && !count {
						break
					}
				}
			}
			if fails == 0 {
				h.score = max(h.score, score)
				h.passing++
				h.only = a
			}
			if fails == 1 && without[failed] != p+1 {
				without[failed] = p + 1
				o.without[failed]++
			}
			if count {
				stocked = stocked || (x.stock[a] > 0 && (fails == 0 || (fails == 1 && failed == stockPart)))
				tally.article(p, a, fails, failed, partOf)
			}
		}
		if stocked {
			o.inStock++
		}
		if h.passing > 0 {
			o.hits = append(o.hits, h)
			o.articles += int(h.passing)
		}
	}
	return o
}

// tally counts products by the values of their articles.
type tally struct {
	x      *index
	counts [][]int32
	seen   [][]uint32 // per column and value: the product that was counted last, + 1
	have   [][]bool
}

func newTally(x *index, o *outcome, count bool) *tally {
	t := &tally{x: x}
	if !count {
		return t
	}
	for _, c := range x.columns {
		o.counts = append(o.counts, make([]int32, len(c.values)))
		o.present = append(o.present, make([]bool, len(c.sets)))
		t.seen = append(t.seen, make([]uint32, len(c.values)))
	}
	t.counts, t.have = o.counts, o.present
	return t
}

func (t *tally) article(p, a uint32, fails, failed int, partOf []int) {
	for i, c := range t.x.columns {
		set := c.of[a]
		if set == 0 {
			continue
		}
		t.have[i][set] = true
		if fails > 1 || (fails == 1 && partOf[i] != failed) {
			continue
		}
		for _, v := range c.sets[set] {
			if t.seen[i][v] != p+1 {
				t.seen[i][v] = p + 1
				t.counts[i][v]++
			}
		}
	}
}

// order sorts the hits as an address asks for; relevance, else the content's
// own order, is the default.
func (x *index) order(hits []hit, by string, language int) {
	key := func(h hit) int64 { return -int64(h.score) }
	switch by {
	case "":
	case "name":
		key = func(h hit) int64 { return int64(x.nameRank[language][h.product]) }
	case "sku":
		key = func(h hit) int64 { return int64(x.skuRank[h.product]) }
	case "new":
		key = func(h hit) int64 { return -x.created[h.product] }
	case "stock":
		key = func(h hit) int64 { return -x.stockOf(h.product) }
	default:
		c := x.bySlug[by]
		if c == nil {
			return
		}
		key = func(h hit) int64 { return x.place(c, h.product) }
	}
	type keyed struct {
		key int64
		hit hit
	}
	list := make([]keyed, len(hits))
	for i, h := range hits {
		list[i] = keyed{key(h), h}
	}
	slices.SortFunc(list, func(l, r keyed) int {
		return cmp.Or(cmp.Compare(l.key, r.key), cmp.Compare(l.hit.product, r.hit.product))
	})
	for i := range list {
		hits[i] = list[i].hit
	}
}

func (x *index) stockOf(p uint32) int64 {
	total := int64(0)
	for _, n := range x.stock[x.articles[p]:x.articles[p+1]] {
		total += int64(n)
	}
	return total
}

// place is where the smallest value of a product's articles stands in a column;
// those without stand last.
func (x *index) place(c *column, p uint32) int64 {
	least := int64(len(c.values))
	for _, set := range c.of[x.articles[p]:x.articles[p+1]] {
		if values := c.sets[set]; len(values) > 0 {
			least = min(least, int64(values[0]))
		}
	}
	return least
}

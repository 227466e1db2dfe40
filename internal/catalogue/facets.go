package catalogue

import (
	"cmp"
	"math"
	"slices"
)

// condition is a selection's condition on one column, or on the stock if c is nil.
type condition struct {
	c        *column
	values   []bool // per value, whether it is selected; nil for a range
	sets     []bool // per set, whether it passes
	from, to *float64
}

// slug names the column in addresses.
func (c *condition) slug() string {
	if c.c == nil {
		return slugStock
	}
	return c.c.slug
}

func (c *condition) passes(x *index, a uint32) bool {
	if c.c == nil {
		return x.stock[a] > 0
	}
	return c.sets[c.c.of.at(a)]
}

// hit is a product with at least one article that passes.
type hit struct {
	product uint32
	passing uint32 // articles
	only    uint32 // the last of them
}

// outcome is the result of applying a selection to a scope.
type outcome struct {
	hits     []hit
	articles int
	counts   [][]int32 // per column and value: articles that pass with it under all else
	present  [][]bool  // per column and set: whether an article of the scope has it
	inStock  int32     // articles that pass and are in stock, under all else
	without  []int32   // per part of the selection: products that pass only without it
}

// narrow filters the articles of a scope in one pass. An article that fails
// exactly one part of the selection still counts for that part's facet: its
// values are the alternatives the visitor could select there.
func (x *index) narrow(scope []uint32, selection []condition, count bool) *outcome {
	o := &outcome{without: make([]int32, len(selection))}
	stockPart := slices.IndexFunc(selection, func(part condition) bool { return part.c == nil })
	t := newTally(x, o, selection, count)
	without := make([]uint32, len(selection)) // the product counted last, + 1
	for _, p := range scope {
		from, to := x.articles[p], x.articles[p+1]
		h := hit{product: p}
		for a := from; a < to; a++ {
			failed := none
			for i := range selection {
				if selection[i].passes(x, a) {
					continue
				}
				if failed != none {
					failed = several
					break
				}
				failed = i
			}
			if failed == none {
				h.passing++
				h.only = a
			}
			if failed >= 0 && without[failed] != p+1 {
				without[failed] = p + 1
				o.without[failed]++
			}
			if count {
				if x.stock[a] > 0 && (failed == none || (failed >= 0 && failed == stockPart)) {
					o.inStock++
				}
				t.add(tallied{a, failed})
			}
		}
		if h.passing > 0 {
			o.hits = append(o.hits, h)
			o.articles += int(h.passing)
		}
	}
	t.flush()
	return o
}

// Values of tallied.failed other than the index of a single part.
const (
	none    = -1
	several = -2
)

// tallied is an article to be counted.
type tallied struct {
	article uint32
	failed  int // index of the only part it fails; or none, or several
}

// tallyBatch is the number of articles counted at once, column by column, so that
// their data stays in the processor's cache.
const tallyBatch = 2048

// tally counts articles by their values.
type tally struct {
	x      *index
	o      *outcome
	partOf []int // per column its index in the selection, or none
	batch  []tallied
}

func newTally(x *index, o *outcome, selection []condition, count bool) *tally {
	t := &tally{x: x, o: o}
	if !count {
		return t
	}
	t.batch = make([]tallied, 0, tallyBatch)
	for _, c := range x.columns {
		o.counts = append(o.counts, make([]int32, len(c.values)))
		o.present = append(o.present, make([]bool, len(c.sets)))
		t.partOf = append(t.partOf, slices.IndexFunc(selection, func(part condition) bool { return part.c == c }))
	}
	return t
}

func (t *tally) add(a tallied) {
	if t.batch = append(t.batch, a); len(t.batch) == tallyBatch {
		t.flush()
	}
}

func (t *tally) flush() {
	for i := range t.partOf {
		t.column(i)
	}
	t.batch = t.batch[:0]
}

func (t *tally) column(i int) {
	c, counts, present, part := t.x.columns[i], t.o.counts[i], t.o.present[i], t.partOf[i]
	for _, a := range t.batch {
		set := c.of.at(a.article)
		if set == 0 {
			continue
		}
		present[set] = true
		if a.failed != none && (a.failed == several || a.failed != part) {
			continue
		}
		for _, v := range c.sets[set] {
			counts[v]++
		}
	}
}

// first returns the first most hits in the requested order. The default is the
// content's own order.
func (x *index) first(most int, hits []hit, by string, language int) []hit {
	var key func(h hit) int64
	switch by {
	case "":
		return hits[:most]
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
			return hits[:most]
		}
		key = func(h hit) int64 { return x.place(c, h.product) }
	}
	return least(most, hits, key)
}

// least returns the most hits with the smallest keys, sorted by key and then by
// product. It keeps only candidates, so that the other hits are never sorted.
func least(most int, hits []hit, key func(hit) int64) []hit {
	type keyed struct {
		key int64
		hit hit
	}
	list := make([]keyed, 0, 2*most)
	sorted := func() []keyed {
		slices.SortFunc(list, func(l, r keyed) int {
			return cmp.Or(cmp.Compare(l.key, r.key), cmp.Compare(l.hit.product, r.hit.product))
		})
		return list[:min(most, len(list))]
	}
	bound := int64(math.MaxInt64) // only keys below it can still be among the smallest
	for _, h := range hits {
		k := key(h)
		if k >= bound {
			continue
		}
		if list = append(list, keyed{k, h}); len(list) == 2*most {
			list = sorted()
			bound = list[most-1].key
		}
	}
	out := make([]hit, 0, most)
	for _, k := range sorted() {
		out = append(out, k.hit)
	}
	return out
}

func (x *index) stockOf(p uint32) int64 {
	total := int64(0)
	for _, n := range x.stock[x.articles[p]:x.articles[p+1]] {
		total += int64(n)
	}
	return total
}

// place returns the rank of the smallest value that a product's articles have in
// a column; products without a value rank last.
func (x *index) place(c *column, p uint32) int64 {
	least := int64(len(c.values))
	for a := x.articles[p]; a < x.articles[p+1]; a++ {
		if values := c.sets[c.of.at(a)]; len(values) > 0 {
			least = min(least, int64(values[0]))
		}
	}
	return least
}

package catalogue

import (
	"cmp"
	"maps"
	"slices"

	"ferrule/internal/content"
)

// index is the catalogue in columns: everything that narrowing, counting,
// sorting and searching look at. It does not change once it is built.
//
// An article is what can be asked for: a variation, or a product without any.
// Articles of one product stand together, in the order of their products, so
// that one pass over a product's articles counts it once.
type index struct {
	revision int64
	madeOf   []content.Tag // the columns it was made of
	mapping  *mapping      // where it lies; nil for memory of its own
	codes    []string      // of the languages

	ids      []int64  // of products, in the order of the content
	articles []uint32 // per product the first of its articles, and one more: the end
	byID     []uint32 // products by ascending id
	created  []int64  // Unix seconds
	skuRank  []uint32 // place of the product among all by part number
	nameRank [][]uint32

	variations []int64 // per article the variation's id, 0 for the product itself
	stock      []int32

	columns    []*column
	bySlug     map[string]*column
	categories map[string]*category
	ranked     []*category // by slug
	every      []uint32    // all products

	text  vocabulary
	parts numbers
}

// category is a published category with the products of all its descendants.
type category struct {
	id       int64
	slug     string
	titles   []string // per language
	parent   int64
	products []uint32 // ascending
}

// column is one attribute: for each article the set of values it has.
type column struct {
	id      int64
	slug    string
	unit    string
	numeric bool
	names   []string // per language
	values  []value
	byKey   map[string]uint16
	of      pages      // per article its set
	sets    [][]uint16 // values of each set; the first is empty, then one for each value alone
}

// pages are numbers of which long stretches are zero: those take no room. Most
// columns are of a few families of products, and these stand together.
type pages [][]uint16

const (
	pageBits = 10
	pageMask = 1<<pageBits - 1
)

func newPages(of []uint16) pages {
	p := make(pages, 0, len(of)>>pageBits+1)
	for page := range slices.Chunk(of, pageMask+1) {
		if !slices.ContainsFunc(page, func(n uint16) bool { return n != 0 }) {
			page = nil
		}
		p = append(p, slices.Clone(page))
	}
	return p
}

func (p pages) at(i uint32) uint16 {
	page := p[i>>pageBits]
	if page == nil {
		return 0
	}
	return page[i&pageMask]
}

// value is one value of an attribute, or several that mean the same.
type value struct {
	key    string
	plain  string   // the key without its separators
	texts  []string // per language
	number float64  // only of a numeric column
	isNum  bool
	sort   int64
	id     int64
}

func (x *index) products() int { return len(x.ids) }

// numberCategories puts the categories into the order of their slugs.
func (x *index) numberCategories() {
	x.ranked = slices.SortedFunc(maps.Values(x.categories), func(l, r *category) int { return cmp.Compare(l.slug, r.slug) })
}

// productWith is the product of an id.
func (x *index) productWith(id int64) (uint32, bool) {
	at, found := slices.BinarySearchFunc(x.byID, id, func(p uint32, id int64) int { return cmp.Compare(x.ids[p], id) })
	if !found {
		return 0, false
	}
	return x.byID[at], true
}

// setsWith marks the sets that have one of the values that fit.
func (c *column) setsWith(fits func(v *value) bool) ([]bool, bool) {
	ok := make([]bool, len(c.values))
	some := false
	for i := range c.values {
		ok[i] = fits(&c.values[i])
		some = some || ok[i]
	}
	if !some {
		return nil, false
	}
	marked := make([]bool, len(c.sets))
	for i, set := range c.sets {
		marked[i] = slices.ContainsFunc(set, func(v uint16) bool { return ok[v] })
	}
	return marked, true
}

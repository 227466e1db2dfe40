package catalogue

import (
	"cmp"
	"maps"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/search"
)

// index is the catalogue in columns, as filters, counts, sorting and searches need
// it. It is immutable once built.
//
// An article is the unit that can be requested: a variation, or a product without
// variations. Articles are ordered by product, so that one pass over a product's
// articles counts the product once.
type index struct {
	revision  int64
	builtFrom []content.Tag    // the columns it was built from
	mapping   *mapping         // the file that backs it; nil if it is on the heap
	synonyms  []search.Synonym // of the site, without those that are shipped
	codes     []string         // of the languages

	ids      []int64  // of products, in the order of the content
	articles []uint32 // per product the first of its articles, and one more: the end
	byID     []uint32 // products by ascending id
	created  []int64  // Unix seconds
	skuRank  []uint32 // rank of the product by part number
	nameRank [][]uint32

	variations []int64 // per article the variation's id, 0 for the product itself
	stock      []int32

	columns    []*column
	bySlug     map[string]*column
	categories map[string]*category
	ranked     []*category // by slug
	every      []uint32    // all products

	facts facts
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
	measure bool     // numbers and threads
	names   []string // per language
	values  []value
	byKey   map[string]uint16
	of      pages      // per article the number of its set
	sets    [][]uint16 // values of each set: the empty set, one set per single value, then combinations
}

// pages is a sparse array: a page of zeros takes no memory. Most columns apply to
// a few product families, whose articles are adjacent.
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

// value is one value of an attribute, or several with the same key.
type value struct {
	key    string
	texts  []string // per language
	number float64  // only in a numeric column
	isNum  bool
	sort   int64
	id     int64
}

// productOf returns the product of an article.
func (x *index) productOf(a uint32) uint32 {
	p, exact := slices.BinarySearch(x.articles[:len(x.ids)], a)
	if !exact {
		p--
	}
	return uint32(p)
}

func (x *index) products() int { return len(x.ids) }

// sortCategories orders the categories by slug.
func (x *index) sortCategories() {
	x.ranked = slices.SortedFunc(maps.Values(x.categories), func(l, r *category) int { return cmp.Compare(l.slug, r.slug) })
}

// productByID returns the product with an id.
func (x *index) productByID(id int64) (uint32, bool) {
	at, found := slices.BinarySearchFunc(x.byID, id, func(p uint32, id int64) int { return cmp.Compare(x.ids[p], id) })
	if !found {
		return 0, false
	}
	return x.byID[at], true
}

// setsWith marks the sets that contain a value accepted by fits. It returns false
// if no value is accepted.
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

package catalogue

import (
	"math"

	"ferrule/internal/content"
	"ferrule/internal/search"
)

// layout is the version of the encoding. Increase it with every change to walk.
const layout = 4

// walk encodes or decodes an index, in the order of the file.
func (x *index) walk(a *archive) {
	each(a, &x.builtFrom, func(t *content.Tag) {
		a.text(&t.Collection)
		a.text(&t.ID)
	})
	each(a, &x.synonyms, func(s *search.Synonym) {
		for _, text := range []*string{&s.Language, &s.Word, &s.Means, &s.Target} {
			a.text(text)
		}
	})
	a.texts(&x.codes)
	list(a, &x.ids)
	list(a, &x.articles)
	list(a, &x.byID)
	list(a, &x.created)
	list(a, &x.skuRank)
	each(a, &x.nameRank, func(rank *[]uint32) { list(a, rank) })
	list(a, &x.variations)
	list(a, &x.stock)
	list(a, &x.every)
	each(a, &x.columns, func(c **column) { walkNew(a, c, (*column).walk) })
	each(a, &x.ranked, func(c **category) { walkNew(a, c, (*category).walk) })
	x.facts.walk(a)
	x.parts.walk(a)
	if a.out != nil || a.err != nil {
		return
	}
	x.bySlug, x.categories = map[string]*column{}, map[string]*category{}
	for _, c := range x.columns {
		x.bySlug[c.slug] = c
	}
	for _, c := range x.ranked {
		x.categories[c.slug] = c
	}
}

// walkNew encodes or decodes the target of a pointer, which it allocates when
// decoding.
func walkNew[T any](a *archive, p **T, walk func(*T, *archive)) {
	if a.out == nil {
		*p = new(T)
	}
	walk(*p, a)
}

func (c *category) walk(a *archive) {
	a.number(&c.id)
	a.number(&c.parent)
	a.text(&c.slug)
	a.texts(&c.titles)
	list(a, &c.products)
}

func (c *column) walk(a *archive) {
	a.number(&c.id)
	a.boolean(&c.numeric)
	a.boolean(&c.measure)
	a.text(&c.slug)
	a.text(&c.unit)
	a.texts(&c.names)
	each(a, &c.values, func(v *value) { v.walk(a) })
	each(a, &c.sets, func(set *[]uint16) { list(a, set) })
	each(a, (*[][]uint16)(&c.of), func(page *[]uint16) { list(a, page) })
	if a.out != nil {
		return
	}
	c.byKey = make(map[string]uint16, len(c.values))
	for i := range c.values {
		c.byKey[c.values[i].key] = uint16(i)
	}
}

func (v *value) walk(a *archive) {
	a.text(&v.key)
	a.texts(&v.texts)
	number := int64(math.Float64bits(v.number)) //nolint:gosec // bits, not a number
	a.number(&number)
	v.number = math.Float64frombits(uint64(number)) //nolint:gosec // bits, not a number
	a.boolean(&v.isNum)
	a.number(&v.sort)
	a.number(&v.id)
}

func (f *facts) walk(a *archive) {
	a.longText(&f.all)
	list(a, &f.starts)
	for _, l := range []*lists{&f.products, &f.articles} {
		list(a, &l.ends)
		list(a, &l.numbers)
	}
}

func (n *numbers) walk(a *archive) {
	a.longText(&n.all)
	list(a, &n.starts)
	list(a, &n.target)
	list(a, &n.sorted)
}

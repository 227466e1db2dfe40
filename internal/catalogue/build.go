package catalogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/search"
)

// maxSets is the largest number of distinct sets of values in a column.
const maxSets = math.MaxUint16

// builder reads the content into an index, one collection after the other.
type builder struct {
	x        *index
	source   content.Scanner
	model    *content.Model
	language map[string]int // index of a code in x.codes

	product  map[int64]uint32 // by id
	article  map[int64]uint32 // by the variation's id
	columnOf map[int64]*column
	valueOf  map[int64]place
	own      []*values  // per column, values of products; articles without their own inherit them
	of       []*values  // per column, values of articles
	names    [][]string // per language, per product
	skus     []string
	parts    numbersBuilder
	facts    *factCollector
	log      *slog.Logger
}

// place identifies a value: its column and its index in it.
type place struct {
	column int
	value  uint16
}

// buildGCPercent is the garbage collector's target percentage during a build. A
// build takes seconds in the background and several times the memory of its
// result. The setting is global; only one build runs at a time, and nothing else
// changes it.
const buildGCPercent = 30

// build returns the index of a revision, and the reader that its texts were read
// with.
func build(ctx context.Context, source content.Scanner, model *content.Model, revision int64, log *slog.Logger) (*index, *search.Reader, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(buildGCPercent))
	b := &builder{
		x:      &index{revision: revision, bySlug: map[string]*column{}, categories: map[string]*category{}},
		source: source, model: model, language: map[string]int{},
		product: map[int64]uint32{}, article: map[int64]uint32{},
		columnOf: map[int64]*column{}, valueOf: map[int64]place{}, log: log,
	}
	for _, step := range []func(context.Context) error{
		b.synonyms, b.languages, b.attributes, b.attributeValues, b.productRows, b.productNames, b.variationRows,
		b.variationTitles, b.variationValues, b.productValues, b.categoryRows, b.tags,
	} {
		if err := step(ctx); err != nil {
			return nil, nil, fmt.Errorf("index catalogue: %w", err)
		}
	}
	b.finish()
	return b.x, b.facts.reader, nil
}

// synonyms reads the site's own vocabulary, with which all texts are read.
func (b *builder) synonyms(ctx context.Context) error {
	type row struct {
		search.Synonym

		sort int64
	}
	var rows []row
	var err error
	if b.model.Collection("synonyms").HasColumns("id", "language", "word", "means", "target", "sort") {
		err = b.scan(ctx, "synonyms", "id,language,word,means,target,sort", func(r record) error {
			s := row{search.Synonym{Language: r.text(1), Word: r.text(2), Means: r.text(3), Target: r.text(4)}, r.int(5)}
			if invalid := s.Validate(); invalid != nil { // a mirrored Directus does not check them
				b.log.Warn("synonym ignored", "id", r.int(0), "error", invalid)
				return nil
			}
			rows = append(rows, s)
			return nil
		})
	}
	slices.SortStableFunc(rows, func(l, r row) int { return cmp.Compare(l.sort, r.sort) })
	all := make([]search.Synonym, len(rows))
	for i, r := range rows {
		all[i] = r.Synonym
	}
	b.x.synonyms = search.Differing(all)
	b.facts = newFactCollector(search.NewReader(b.x.synonyms))
	return err
}

func (b *builder) languages(ctx context.Context) error {
	return b.scan(ctx, "languages", "code", func(r record) error {
		b.language[r.text(0)] = len(b.x.codes)
		b.x.codes = append(b.x.codes, r.text(0))
		return nil
	})
}

// translate sets the text of a language and ignores unknown language codes.
func (b *builder) translate(texts *[]string, code, text string) {
	at, known := b.language[code]
	if !known || text == "" {
		return
	}
	if *texts == nil {
		*texts = make([]string, len(b.x.codes))
	}
	(*texts)[at] = text
}

// translations reads one text of a collection's translations, by the id of the
// record they belong to.
func (b *builder) translations(ctx context.Context, collection, owner, field string) (map[int64][]string, error) {
	found := map[int64][]string{}
	err := b.scan(ctx, collection, owner+",languages_code,"+field, func(r record) error {
		texts := found[r.int(0)]
		b.translate(&texts, r.text(1), r.text(2))
		found[r.int(0)] = texts
		return nil
	})
	return found, err
}

// codeAt returns the language of a text of complete.
func (b *builder) codeAt(i int) string {
	if i < len(b.x.codes) {
		return b.x.codes[i]
	}
	return ""
}

// complete fills missing translations with the first one present, or else with
// otherwise.
func (b *builder) complete(texts []string, otherwise string) []string {
	first := otherwise
	for _, t := range texts {
		if t != "" {
			first = t
			break
		}
	}
	full := make([]string, max(1, len(b.x.codes)))
	for i := range full {
		full[i] = first
		if i < len(texts) && texts[i] != "" {
			full[i] = texts[i]
		}
	}
	return full
}

func (b *builder) productRows(ctx context.Context) error {
	type row struct {
		id, sort, created int64
		stock             int32
		sku               string
	}
	var rows []row
	err := b.scan(ctx, "products", "id,sku,status,sort,stock,date_created", func(r record) error {
		if r.text(2) != "published" {
			return nil
		}
		p := row{id: r.int(0), sku: r.text(1), sort: math.MaxInt64, stock: stockOf(r, 4)}
		if r[3] != nil {
			p.sort = r.int(3)
		}
		if at, err := time.Parse(time.RFC3339, r.text(5)); err == nil {
			p.created = at.Unix()
		}
		rows = append(rows, p)
		return nil
	})
	slices.SortFunc(rows, func(l, r row) int {
		return cmp.Or(cmp.Compare(l.sort, r.sort), cmp.Compare(l.id, r.id))
	})
	x := b.x
	for i, p := range rows {
		b.product[p.id] = uint32(i)
		x.ids = append(x.ids, p.id)
		x.created = append(x.created, p.created)
		b.skus = append(b.skus, p.sku)
		x.stock = append(x.stock, p.stock) // of products until the articles are known
	}
	b.names = make([][]string, len(x.codes))
	for i := range b.names {
		b.names[i] = make([]string, len(rows))
	}
	return err
}

func (b *builder) productNames(ctx context.Context) error {
	return b.scan(ctx, "products_translations", "products_id,languages_code,name,title", func(r record) error {
		p, known := b.product[r.int(0)]
		if !known {
			return nil
		}
		if at, known := b.language[r.text(1)]; known {
			b.names[at][p] = search.Fold(r.text(2))
		}
		b.facts.name(p, r.text(2), r.text(1))
		for _, w := range search.Words(r.text(3)) {
			b.facts.facts.product("w:"+w, p)
		}
		return nil
	})
}

// variationRows creates the articles: each product's variations, or the product
// itself.
func (b *builder) variationRows(ctx context.Context) error {
	type row struct {
		product  uint32
		id, sort int64
		stock    int32
		sku      string
	}
	var rows []row
	err := b.scan(ctx, "variations", "id,product,sku,stock,sort", func(r record) error {
		if p, known := b.product[r.int(1)]; known {
			rows = append(rows, row{p, r.int(0), r.int(4), stockOf(r, 3), r.text(2)})
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(l, r row) int {
		return cmp.Or(cmp.Compare(l.product, r.product), cmp.Compare(l.sort, r.sort), cmp.Compare(l.id, r.id))
	})
	x := b.x
	ofProducts := x.stock
	x.stock = make([]int32, 0, len(rows))
	next := 0
	for p := range uint32(len(x.ids)) {
		first := uint32(len(x.variations))
		x.articles = append(x.articles, first)
		listed := false
		for ; next < len(rows) && rows[next].product == p; next++ {
			v := rows[next]
			b.article[v.id] = uint32(len(x.variations))
			b.parts.add(v.sku, uint32(len(x.variations)))
			x.variations = append(x.variations, v.id)
			x.stock = append(x.stock, v.stock)
			listed = listed || v.sku == b.skus[p]
		}
		if int(first) == len(x.variations) {
			x.variations = append(x.variations, 0)
			x.stock = append(x.stock, ofProducts[p])
		}
		if !listed {
			b.parts.add(b.skus[p], first|wholeProduct)
		}
	}
	x.articles = append(x.articles, uint32(len(x.variations)))
	for range x.columns {
		b.of = append(b.of, newValues(len(x.variations)))
		b.own = append(b.own, newValues(len(x.ids)))
	}
	return nil
}

func (b *builder) variationTitles(ctx context.Context) error {
	return b.scan(ctx, "variations_translations", "variations_id,languages_code,title", func(r record) error {
		if a, known := b.article[r.int(0)]; known {
			b.facts.title(b.x.productOf(a), a, r.text(2), r.text(1))
		}
		return nil
	})
}

func (b *builder) variationValues(ctx context.Context) error {
	defer func() { b.article = nil }() // free it: it is as large as the index's own columns
	return b.scan(ctx, "variation_attributes", "variation,value", func(r record) error {
		a, known := b.article[r.int(0)]
		if !known {
			return nil
		}
		b.facts.articleValue(b.x.productOf(a), a, r.int(1))
		if at, filters := b.valueOf[r.int(1)]; filters {
			b.of[at.column].add(a, at.value)
		}
		return nil
	})
}

func (b *builder) productValues(ctx context.Context) error {
	owner := map[int64]uint32{}
	err := b.scan(ctx, "product_attributes", "id,product", func(r record) error {
		if p, known := b.product[r.int(1)]; known {
			owner[r.int(0)] = p
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.scan(ctx, "product_attributes_values", "product_attributes_id,attribute_values_id", func(r record) error {
		p, known := owner[r.int(0)]
		if !known {
			return nil
		}
		b.facts.productValue(p, r.int(1))
		if at, filters := b.valueOf[r.int(1)]; filters {
			b.own[at.column].add(p, at.value)
		}
		return nil
	})
}

func (b *builder) categoryRows(ctx context.Context) error {
	byID := map[int64]*category{}
	titles, err := b.translations(ctx, "categories_translations", "categories_id", "title")
	if err == nil {
		err = b.scan(ctx, "categories", "id,slug,status,parent", func(r record) error {
			if r.text(2) == "published" {
				c := &category{id: r.int(0), slug: r.text(1), parent: r.int(3), titles: b.complete(titles[r.int(0)], r.text(1))}
				byID[c.id], b.x.categories[c.slug] = c, c
			}
			return nil
		})
	}
	if err == nil {
		err = b.scan(ctx, "products_categories", "products_id,categories_id", func(r record) error {
			p, known := b.product[r.int(0)]
			if !known {
				return nil
			}
			// The bound ends a cycle of parents.
			at := r.int(1)
			for range 32 {
				c := byID[at]
				if c == nil {
					break
				}
				c.products = append(c.products, p)
				at = c.parent
			}
			return nil
		})
	}
	for _, c := range byID {
		c.products = ascending(c.products)
	}
	b.x.sortCategories()
	for _, c := range b.x.ranked {
		for i, title := range c.titles {
			terms := b.facts.terms(title, b.codeAt(i))
			for _, p := range c.products {
				b.facts.category(p, terms)
				for _, w := range search.Words(title) {
					b.facts.facts.product("c:"+w, p)
				}
			}
		}
	}
	return err
}

func (b *builder) tags(ctx context.Context) error {
	titles := map[int64][]string{}
	err := b.scan(ctx, "tags_translations", "tags_id,title", func(r record) error {
		titles[r.int(0)] = append(titles[r.int(0)], search.Words(r.text(1))...)
		return nil
	})
	return errors.Join(err, b.scan(ctx, "products_tags", "products_id,tags_id", func(r record) error {
		if p, known := b.product[r.int(0)]; known {
			for _, w := range titles[r.int(1)] {
				b.facts.facts.product("o:"+w, p)
			}
		}
		return nil
	}))
}

package rfqcontent

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"ferrule/internal/content"
	"ferrule/internal/rfq"
)

// Articles implements rfq.Articles with one query for all references, and a second
// for the part numbers of those that the first did not find.
func (r Reader) Articles(ctx context.Context, refs []rfq.ArticleRef) ([]*rfq.Article, error) {
	articles := make([]*rfq.Article, len(refs))
	index, err := r.read(ctx, byIdentity(refs))
	if err != nil {
		return nil, err
	}
	var missing []rfq.ArticleRef
	for i, w := range refs {
		if articles[i] = index.find(w); articles[i] == nil && w.SKU != "" {
			missing = append(missing, w)
		}
	}
	if len(missing) == 0 {
		return articles, nil
	}
	if index, err = r.read(ctx, byNumber(missing)); err != nil {
		return nil, err
	}
	for i, w := range refs {
		if articles[i] == nil && w.SKU != "" {
			articles[i] = index.numbers[w.SKU]
		}
	}
	return articles, nil
}

// conditions are filters of products and of their variations, combined with OR.
type conditions struct {
	products, variations []content.Filter
}

// byIdentity returns conditions on ids and slugs, and on the part numbers of
// variations where no variation is named by its id.
func byIdentity(refs []rfq.ArticleRef) conditions {
	var ids, slugs, variations, numbers []any
	for _, w := range refs {
		switch {
		case w.Product > 0:
			ids = append(ids, number(w.Product))
		case w.Slug != "":
			slugs = append(slugs, w.Slug)
		}
		if w.Variation > 0 {
			variations = append(variations, number(w.Variation))
		} else if w.SKU != "" {
			numbers = append(numbers, w.SKU)
		}
	}
	return conditions{products: in(in(nil, "id", ids), "slug", slugs), variations: in(in(nil, "id", variations), "sku", numbers)}
}

// byNumber returns conditions on the part numbers of products and of variations.
func byNumber(refs []rfq.ArticleRef) conditions {
	var numbers []any
	for _, w := range refs {
		numbers = append(numbers, w.SKU)
	}
	ofVariations := in(nil, "sku", numbers)
	return conditions{
		products:   append(in(nil, "sku", numbers), content.Filter{Name: "variations", Items: ofVariations}),
		variations: ofVariations,
	}
}

// in adds the condition that a field has one of the values, unless there are none.
func in(filters []content.Filter, field string, values []any) []content.Filter {
	if len(values) == 0 {
		return filters
	}
	return append(filters, content.Filter{Name: field, Items: []content.Filter{{Op: content.OpIn, Value: values}}})
}

func number(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }

// read reads the products from the public content, each with those of its
// variations that satisfy the conditions.
func (r Reader) read(ctx context.Context, by conditions) (articleIndex, error) {
	if len(by.products) == 0 {
		return articleIndex{}, nil
	}
	all := -1
	q := content.Query{
		Collection: "products",
		Fields: []string{
			"id", "slug", "sku", "translations.languages_code", "translations.name", "product_type", "count(variations)",
			"bundle.quantity", "bundle.related_variations_id.sku",
			"bundle.related_products_id.sku", "bundle.related_products_id.product_type", "bundle.related_products_id.count(variations)",
		},
		Options: content.Options{
			Filter: &content.Filter{Op: "_or", Items: by.products}, Limit: &all, Deep: map[string]content.Options{"translations": {Limit: &all}, "bundle": {Limit: &all}},
		},
	}
	named := content.Options{Filter: isIdentifying(), Limit: &all}
	q.Fields = append(q.Fields, ofProduct("")...)
	q.Deep["attributes"] = named
	if len(by.variations) > 0 {
		q.Fields = append(q.Fields, "variations.id", "variations.sku", "variations.translations.languages_code", "variations.translations.title", "variations.attributes.attribute.slug")
		q.Fields = slices.Concat(q.Fields, valueFields("variations.attributes.value."), ofProduct("variations.related_product."))
		q.Deep["variations"] = content.Options{
			Filter: &content.Filter{Op: "_or", Items: by.variations}, Limit: &all,
			Deep: map[string]content.Options{
				"translations": {Limit: &all}, "attributes": named, "related_product": {Deep: map[string]content.Options{"attributes": named}},
			},
		}
	}
	result, err := r.Source.Read(ctx, q)
	if err != nil {
		return articleIndex{}, err
	}
	var reply struct{ Data []productRow }
	if err := json.Unmarshal(result.Body, &reply); err != nil {
		return articleIndex{}, fmt.Errorf("read products of a request: %w", err)
	}
	return newArticleIndex(reply.Data), nil
}

// ofProduct returns the fields of a product's attributes.
func ofProduct(prefix string) []string {
	return append(valueFields(prefix+"attributes.values.attribute_values_id."), prefix+"attributes.attribute.slug")
}

// isIdentifying returns the condition that an attribute identifies articles.
func isIdentifying() *content.Filter {
	slugs := make([]any, len(identifying))
	for i, attribute := range identifying {
		slugs[i] = attribute.slug
	}
	return &content.Filter{Name: "attribute", Items: []content.Filter{{Name: "slug", Items: []content.Filter{{Op: content.OpIn, Value: slugs}}}}}
}

type productRow struct {
	ID        int64
	Slug, SKU string
	family
	Attributes   []productAttribute
	Translations []struct {
		Language string `json:"languages_code"`
		Name     string
	}
	Variations []struct {
		ID           int64
		SKU          string
		Attributes   []variationAttribute
		Related      *struct{ Attributes []productAttribute } `json:"related_product"`
		Translations []struct {
			Language string `json:"languages_code"`
			Title    string
		}
	}
	Bundle []struct {
		Quantity int64
		Product  *struct {
			SKU string
			family
		} `json:"related_products_id"`
		Variation *struct{ SKU string } `json:"related_variations_id"`
	}
}

// family declares whether a product has variations, its sizes.
type family struct {
	Type  string      `json:"product_type"`
	Sizes json.Number `json:"variations_count"`
}

func (f family) sized() bool { return f.Type == "variation" || f.Sizes != "0" }

// parts returns the parts of a set; none unless the content names the article of
// each, since the part number of a family may be that of another size.
func (p *productRow) parts() []rfq.Part {
	var parts []rfq.Part
	for _, row := range p.Bundle {
		part := rfq.Part{Quantity: max(1, row.Quantity)}
		switch {
		case row.Variation != nil:
			part.SKU = row.Variation.SKU
		case row.Product != nil && !row.Product.sized():
			part.SKU = row.Product.SKU
		}
		if part.SKU == "" {
			return nil
		}
		parts = append(parts, part)
	}
	return parts
}

// articleIndex indexes articles by every field that may identify one in a line.
type articleIndex struct {
	products map[int64]*rfq.Article
	of       map[[2]int64]*rfq.Article // by ids of product and variation
	sizes    map[sizeNumber]*rfq.Article
	numbers  map[string]*rfq.Article
	slugs    map[string]int64 // a product's id
}

// sizeNumber is the part number of a variation of a product.
type sizeNumber struct {
	product int64
	sku     string
}

func newArticleIndex(rows []productRow) articleIndex {
	x := articleIndex{
		products: map[int64]*rfq.Article{}, of: map[[2]int64]*rfq.Article{}, sizes: map[sizeNumber]*rfq.Article{},
		numbers: map[string]*rfq.Article{}, slugs: map[string]int64{},
	}
	for _, p := range rows {
		product := &rfq.Article{Slug: p.Slug, SKU: p.SKU, Titles: map[string]rfq.Title{}, Parts: p.parts(), SizeOpen: p.sized(), Values: valuesOf(nil, p.Attributes)}
		for _, t := range p.Translations {
			product.Titles[t.Language] = rfq.Title{Name: t.Name}
		}
		x.products[p.ID], x.numbers[p.SKU], x.slugs[p.Slug] = product, product, p.ID
		for _, v := range p.Variations {
			var related []productAttribute
			if v.Related != nil {
				related = v.Related.Attributes
			}
			variation := &rfq.Article{Values: valuesOf(v.Attributes, related, p.Attributes), Slug: p.Slug, SKU: cmp.Or(v.SKU, p.SKU), Variation: v.ID, Titles: maps.Clone(product.Titles)}
			for _, t := range v.Translations {
				variation.Titles[t.Language] = rfq.Title{Name: product.Titles[t.Language].Name, Title: t.Title}
			}
			x.of[[2]int64{p.ID, v.ID}], x.sizes[sizeNumber{p.ID, v.SKU}], x.numbers[v.SKU] = variation, variation, variation
		}
	}
	return x
}

// find returns the article of an id, or of a slug where there is no id; nil for
// none. Of a family it returns the size that the part number names.
func (x articleIndex) find(w rfq.ArticleRef) *rfq.Article {
	id := w.Product
	if id == 0 {
		id = x.slugs[w.Slug]
	}
	if w.Variation > 0 {
		return x.of[[2]int64{id, w.Variation}]
	}
	if size := x.sizes[sizeNumber{id, w.SKU}]; size != nil && w.SKU != "" {
		return size
	}
	return x.products[id]
}

package catalogue

import (
	"cmp"
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"strings"
)

// Limits of what a line of a bill of materials may stand for.
const (
	maxChoices   = 8  // articles that somebody can choose from at a glance
	minBeginning = 4  // letters and digits from which a beginning says something
	maxMeant     = 50 // articles above which words say too little to choose from
)

// Parts finds articles by their numbers and by words, all in one index. Its
// articles are numbers that mean something to it alone.
type Parts struct {
	*edition
	catalogue *Catalogue
}

// Parts returns the present index for finding articles.
func (c *Catalogue) Parts(ctx context.Context) (*Parts, error) {
	x, _, err := c.index(ctx, false)
	if err != nil {
		return nil, err
	}
	return &Parts{x, c}, nil
}

// Number finds the article that has a part number, written with or without its
// separators; exact is true then. Else it finds the first few of the sizes of
// the family that has it, or of those whose number begins so, and how many
// there are.
func (p *Parts) Number(text string) (articles []uint32, all int, exact bool) {
	defer runtime.KeepAlive(p) // what is compared lies in the index
	folded := foldNumber(text)
	if len(folded) < minInside {
		return nil, 0, false
	}
	found := p.parts.beginning(folded)
	same := 0 // numbers that are this one; they come before those that go on
	for same < len(found) && len(p.parts.at(found[same])) == len(folded) {
		same++
	}
	if same > 0 {
		articles, all = p.articlesOf(found[:same])
		return articles, all, all == 1
	}
	if len(folded) < minBeginning {
		return nil, 0, false
	}
	articles, all = p.articlesOf(found)
	return articles, all, false
}

// articlesOf returns the first few articles of some numbers, and how many there
// are. The number of a family stands for each of its sizes: the family itself
// cannot be asked for.
func (p *Parts) articlesOf(numbers []uint32) (articles []uint32, all int) {
	add := func(a uint32) {
		if all++; len(articles) < maxChoices {
			articles = append(articles, a)
		}
	}
	families := map[uint32]bool{}
	for _, item := range numbers {
		target := p.parts.target[item]
		if at := target &^ wholeProduct; at != target && p.variations[at] != 0 {
			families[p.productOf(at)] = true
		}
	}
	for _, item := range numbers {
		target := p.parts.target[item]
		switch at := target &^ wholeProduct; {
		case at != target && p.variations[at] != 0:
			product := p.productOf(at)
			for a := p.articles[product]; a < p.articles[product+1]; a++ {
				add(a)
			}
		case len(families) == 0 || !families[p.productOf(at)]:
			add(target)
		}
	}
	return articles, all
}

// Words finds articles by what is said of them, the best first, and how many
// there are. It finds none where most words are unknown to the catalogue, or
// what they say is true of too many.
func (p *Parts) Words(text string) (articles []uint32, all int) {
	defer runtime.KeepAlive(p)
	if len(text) > maxSearch {
		text = strings.ToValidUTF8(text[:maxSearch], "")
	}
	s := p.reader.read(text)
	if len(s.terms) == 0 || len(s.reading.Ignored) >= len(s.terms) {
		return nil, 0
	}
	type scored struct {
		article uint32
		score   int
	}
	var hits []scored
	for product := range uint32(p.products()) {
		for a := p.articles[product]; a < p.articles[product+1]; a++ {
			if score := s.article(product, a); score > 0 {
				hits = append(hits, scored{a, score})
			}
		}
	}
	if len(hits) > maxMeant {
		return nil, len(hits)
	}
	slices.SortStableFunc(hits, func(l, r scored) int { return cmp.Compare(r.score, l.score) })
	for _, h := range hits[:min(len(hits), maxChoices)] {
		articles = append(articles, h.article)
	}
	return articles, len(hits)
}

// Part is an article as the pages know it: records of a product and, where the
// article is one, of a variation, with their names in all languages.
type Part struct {
	Product   json.RawMessage `json:"product"`
	Variation json.RawMessage `json:"variation"` // null for the product itself
}

const (
	partProductFields = "id,slug,sku,product_type,translations.languages_code,translations.name," +
		setParts + ",thumbnail.id"
	partVariationFields = "id,sku,translations.languages_code,translations.title,attributes.attribute.id,attributes.attribute.slug," +
		"attributes.value.id,attributes.value.value,thumbnail.id"
)

// Records reads articles that Number or Words found. One that is gone since is
// not among them.
func (p *Parts) Records(ctx context.Context, articles []uint32) (map[uint32]Part, error) {
	var products, variations []int64
	for _, a := range articles {
		at := a &^ wholeProduct
		products = append(products, p.ids[p.productOf(at)])
		if id := p.variations[at]; a == at && id != 0 {
			variations = append(variations, id)
		}
	}
	ask := &asking{Catalogue: p.catalogue}
	families, err := ask.records(ctx, "products", partProductFields, distinctIDs(products), "")
	if err != nil {
		return nil, err
	}
	sizes, err := ask.records(ctx, "variations", partVariationFields, distinctIDs(variations), "")
	if err != nil {
		return nil, err
	}
	parts := make(map[uint32]Part, len(articles))
	for _, a := range articles {
		at := a &^ wholeProduct
		part := Part{families[p.ids[p.productOf(at)]], json.RawMessage("null")}
		if id := p.variations[at]; a == at && id != 0 {
			part.Variation = sizes[id]
		}
		if part.Product != nil && part.Variation != nil {
			parts[a] = part
		}
	}
	return parts, nil
}

func distinctIDs(ids []int64) []int64 {
	slices.Sort(ids)
	return slices.Compact(ids)
}

package catalogue

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"ferrule/internal/content/query"
)

// maxRelated is the number of related products.
const maxRelated = 8

const relatedFields = "id,slug,sku,translations.languages_code,translations.name," + ownPictures + "thumbnail." + pictureFields

// related returns the products that share a category with one: those of its
// smallest category first, starting with the next one in the category's order.
func (a *request) related(ctx context.Context, x *searchIndex, values url.Values) ([]json.RawMessage, error) {
	list := []json.RawMessage{}
	id, err := a.idOf(ctx, values.Get("product"))
	if err != nil {
		return nil, err
	}
	p, known := x.productByID(id)
	if !known {
		return list, nil
	}
	var ids []int64
	for _, other := range x.nearest(p) {
		ids = append(ids, x.ids[other])
	}
	records, err := a.records(ctx, "products", relatedFields, ids, values.Get("language"))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if record, there := records[id]; there {
			list = append(list, record)
		}
	}
	return list, nil
}

// nearest returns up to maxRelated products that share a category with p.
func (x *index) nearest(p uint32) []uint32 {
	var shared []*category
	for _, c := range x.ranked {
		if contains(c.products, p) {
			shared = append(shared, c)
		}
	}
	slices.SortStableFunc(shared, func(l, r *category) int { return cmp.Compare(len(l.products), len(r.products)) })
	var found []uint32
	for _, c := range shared {
		at, _ := slices.BinarySearch(c.products, p)
		for i := 1; i < len(c.products) && len(found) < maxRelated; i++ {
			if other := c.products[(at+i)%len(c.products)]; !slices.Contains(found, other) {
				found = append(found, other)
			}
		}
	}
	return found
}

func contains(ascending []uint32, n uint32) bool {
	_, found := slices.BinarySearch(ascending, n)
	return found
}

// idOf returns the id of the product with a slug, 0 for none.
func (a *request) idOf(ctx context.Context, slug string) (int64, error) {
	q, err := query.Parse(a.model, "products", url.Values{"fields": {"id"}, "filter[slug][_eq]": {slug}, "limit": {"1"}})
	if err != nil {
		return 0, err
	}
	result, err := a.source.Read(ctx, q)
	if err != nil {
		return 0, err
	}
	var reply struct {
		Data []struct {
			ID int64 `json:"id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(result.Body, &reply); err != nil || len(reply.Data) == 0 {
		return 0, err
	}
	return reply.Data[0].ID, nil
}

// counts returns the number of articles in each category, by slug.
func (x *index) counts() map[string]int {
	counts := make(map[string]int, len(x.categories))
	for slug, c := range x.categories {
		counts[slug] = x.articlesOf(c.products)
	}
	return counts
}

// articlesOf returns the number of articles of products.
func (x *index) articlesOf(products []uint32) int {
	n := 0
	for _, p := range products {
		n += int(x.articles[p+1] - x.articles[p])
	}
	return n
}

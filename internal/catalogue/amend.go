package catalogue

import (
	"encoding/json"
	"slices"
	"strconv"

	"ferrule/internal/content"
)

// amendStep is how many records are read at once.
const amendStep = 200

// amend brings the index to a later revision where that takes no new one: what
// changed is none of the columns it was made of, or only how much is in stock.
// It reports false where that is not so, or not known.
func (c *Catalogue) amend(x *edition, revision int64) bool {
	if x.revision == formerRevision {
		return false
	}
	changed, err := content.ChangedSince(c.base, c.source, x.revision)
	if err != nil || changed == nil {
		return false // what went wrong will go wrong again, and be told, while it is made anew
	}
	stocks := []content.Tag{}
	for _, collection := range []string{"products", "variations"} {
		stocks = append(stocks, dependencies{c.model}.columns(collection, "stock")...)
	}
	rest := slices.DeleteFunc(slices.Clone(x.madeOf), func(t content.Tag) bool { return slices.Contains(stocks, t) })
	if changed.Meets(rest) {
		return false
	}
	next := *x.index
	next.revision = revision
	if changed.Meets(stocks) {
		if next.stock, err = c.restocked(x.index, changed); err != nil {
			return false
		}
	}
	c.current.Store(&edition{&next, newReader(&next, c.materials)})
	return true
}

// restocked is how much there is of each article, read anew for the records that
// changed.
func (c *Catalogue) restocked(x *index, changed *content.Changed) ([]int32, error) {
	stock := slices.Clone(x.stock)
	products, err := c.stocksOf("products", changed)
	if err != nil {
		return nil, err
	}
	for id, n := range products {
		if p, known := x.productWith(id); known && x.variations[x.articles[p]] == 0 {
			stock[x.articles[p]] = n
		}
	}
	variations, err := c.stocksOf("variations", changed)
	if err != nil {
		return nil, err
	}
	for a, id := range x.variations {
		if n, known := variations[id]; known {
			stock[a] = n
		}
	}
	return stock, nil
}

// stocksOf reads how much there is of the records of a collection that changed.
func (c *Catalogue) stocksOf(collection string, changed *content.Changed) (map[int64]int32, error) {
	var ids []int64
	for t := range changed.Tags() {
		if id, err := strconv.ParseInt(t.ID, 10, 64); err == nil && t.Collection == collection {
			ids = append(ids, id)
		}
	}
	a := &asking{Catalogue: c}
	stocks := make(map[int64]int32, len(ids))
	for some := range slices.Chunk(ids, amendStep) {
		records, err := a.records(c.base, collection, "id,stock", some, "")
		if err != nil {
			return nil, err
		}
		for id, text := range records {
			var r struct {
				Stock int64 `json:"stock"` // null is none
			}
			if err := json.Unmarshal(text, &r); err != nil {
				return nil, err
			}
			stocks[id] = stockOf(record{r.Stock}, 0)
		}
	}
	return stocks, nil
}

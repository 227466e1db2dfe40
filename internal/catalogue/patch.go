package catalogue

import (
	"encoding/json"
	"slices"
	"strconv"

	"ferrule/internal/content"
)

// patchBatch is the number of records in one read.
const patchBatch = 200

// patch updates the index to a later revision without a rebuild. That is possible
// if none of the columns it was built from changed, or only the stock did. It
// reports false if a rebuild is needed or the changes are unknown.
func (c *Catalogue) patch(x *searchIndex, revision int64) bool {
	if x.revision == unknownRevision {
		return false
	}
	changed, err := content.ChangedSince(c.base, c.source, x.revision)
	if err != nil || changed == nil {
		return false // the rebuild meets the same error and reports it
	}
	stocks := []content.Tag{}
	for _, collection := range []string{"products", "variations"} {
		stocks = append(stocks, dependencies{c.model}.columns(collection, "stock")...)
	}
	rest := slices.DeleteFunc(slices.Clone(x.builtFrom), func(t content.Tag) bool { return slices.Contains(stocks, t) })
	if changed.Meets(rest) {
		return false
	}
	next := *x.index
	next.revision = revision
	if changed.Meets(stocks) {
		if next.stock, err = c.patchedStock(x.index, changed); err != nil {
			return false
		}
	}
	c.current.Store(&searchIndex{&next, x.reader, x.owners, x.kinds})
	return true
}

// patchedStock returns the stock of every article, with the changed records read
// again.
func (c *Catalogue) patchedStock(x *index, changed *content.Changed) ([]int32, error) {
	stock := slices.Clone(x.stock)
	products, err := c.readStocks("products", changed)
	if err != nil {
		return nil, err
	}
	for id, n := range products {
		if p, known := x.productByID(id); known && x.variations[x.articles[p]] == 0 {
			stock[x.articles[p]] = n
		}
	}
	variations, err := c.readStocks("variations", changed)
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

// readStocks returns the stock of a collection's changed records by their ids.
func (c *Catalogue) readStocks(collection string, changed *content.Changed) (map[int64]int32, error) {
	var ids []int64
	for t := range changed.Tags() {
		if id, err := strconv.ParseInt(t.ID, 10, 64); err == nil && t.Collection == collection {
			ids = append(ids, id)
		}
	}
	a := &request{Catalogue: c}
	stocks := make(map[int64]int32, len(ids))
	for some := range slices.Chunk(ids, patchBatch) {
		records, err := a.records(c.base, collection, "id,stock", some, "")
		if err != nil {
			return nil, err
		}
		for id, text := range records {
			var r struct {
				Stock int64 `json:"stock"` // null counts as 0
			}
			if err := json.Unmarshal(text, &r); err != nil {
				return nil, err
			}
			stocks[id] = stockOf(record{r.Stock}, 0)
		}
	}
	return stocks, nil
}

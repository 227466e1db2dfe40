package rfqcontent

import (
	"context"
	"fmt"

	"ferrule/internal/content"
)

// Stock returns the stock of articles by part number, without those whose stock is
// unknown. A product that has variations of the same part number has theirs.
func (r Reader) Stock(ctx context.Context, numbers []string) (map[string]int64, error) {
	stock := map[string]int64{}
	if len(numbers) == 0 {
		return stock, nil
	}
	values := make([]any, len(numbers))
	for i, n := range numbers {
		values[i] = n
	}
	all := -1
	for _, collection := range []string{"products", "variations"} {
		q := content.Query{Collection: collection, Fields: []string{"sku", "stock"}}
		q.Filter, q.Limit = &content.Filter{Op: "_and", Items: in(nil, "sku", values)}, &all
		var rows []struct {
			SKU   string
			Stock *int64
		}
		if err := r.list(ctx, q, &rows); err != nil {
			return nil, fmt.Errorf("read stock: %w", err)
		}
		for _, row := range rows {
			if row.Stock != nil {
				stock[row.SKU] = *row.Stock
			}
		}
	}
	return stock, nil
}

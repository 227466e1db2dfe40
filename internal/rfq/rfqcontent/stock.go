package rfqcontent

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"ferrule/internal/content"
)

// Stock returns the stock of articles by part number, without those whose stock is
// unknown. A product that has variations of the same part number has theirs.
func (r Reader) Stock(ctx context.Context, numbers []string) (map[string]int64, error) {
	stock := map[string]int64{}
	err := r.eachSold(ctx, numbers, func(s sold) {
		if s.Stock != nil {
			stock[s.SKU] = *s.Stock
		}
	})
	return stock, err
}

// Prices returns the prices of articles by part number, without those that have none.
func (r Reader) Prices(ctx context.Context, numbers []string) (map[string]decimal.Decimal, error) {
	prices := map[string]decimal.Decimal{}
	err := r.eachSold(ctx, numbers, func(s sold) {
		if s.Price.Valid && s.Price.Decimal.IsPositive() {
			prices[s.SKU] = s.Price.Decimal
		}
	})
	return prices, err
}

// sold is how an article is sold.
type sold struct {
	SKU   string
	Stock *int64
	Price decimal.NullDecimal
}

// eachSold calls do for articles by their part numbers: for products, then for variations,
// which may have the number of their product.
func (r Reader) eachSold(ctx context.Context, numbers []string, do func(sold)) error {
	if len(numbers) == 0 {
		return nil
	}
	values := make([]any, len(numbers))
	for i, n := range numbers {
		values[i] = n
	}
	all := -1
	for _, collection := range []string{"products", "variations"} {
		q := content.Query{Collection: collection, Fields: []string{"sku", "stock", "price"}}
		q.Filter, q.Limit = &content.Filter{Op: "_and", Items: in(nil, "sku", values)}, &all
		var rows []sold
		if err := r.list(ctx, q, &rows); err != nil {
			return fmt.Errorf("read stock and prices: %w", err)
		}
		for _, row := range rows {
			do(row)
		}
	}
	return nil
}

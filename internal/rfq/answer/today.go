package answer

import (
	"context"

	"github.com/shopspring/decimal"

	"ferrule/internal/rfq"
)

// Today is the article of a request's line in the current content.
type Today struct {
	SKU     string           `json:"sku"`   // empty for a family without a size
	Price   *decimal.Decimal `json:"price"` // null where unknown, as Stock
	Stock   *int64           `json:"stock"`
	Changed bool             `json:"changed"` // its part number is another one
	Ended   bool             `json:"ended"`   // the content has it no longer
}

// Today returns the current articles of the known lines of a request, nil for the others.
func (w Writer) Today(ctx context.Context, r rfq.Request) ([]*Today, error) {
	list := make([]*Today, len(r.Lines))
	var refs []rfq.ArticleRef
	var at []int
	for i, l := range r.Lines {
		if l.Known() {
			refs, at = append(refs, l.ArticleRef()), append(at, i)
		}
	}
	if len(refs) == 0 {
		return list, nil
	}
	articles, err := w.Content.Articles(ctx, refs)
	if err != nil {
		return list, err
	}
	var numbers []string
	for i, a := range articles {
		now := &Today{Ended: a == nil}
		if a != nil {
			sent := r.Lines[at[i]]
			now.Changed = sent.SKU != "" && a.SKU != sent.SKU
			if !a.SizeOpen {
				now.SKU = a.SKU
				numbers = append(numbers, a.SKU)
			}
		}
		list[at[i]] = now
	}
	stock, err := w.Content.Stock(ctx, numbers)
	if err != nil {
		return list, err
	}
	prices, err := w.Content.Prices(ctx, numbers)
	if err != nil {
		return list, err
	}
	for _, now := range list {
		if now == nil {
			continue
		}
		if n, ok := stock[now.SKU]; ok {
			now.Stock = &n
		}
		if price, ok := prices[now.SKU]; ok {
			now.Price = &price
		}
	}
	return list, nil
}

package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing/fstest"

	"ferrule/bench/seed"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// measured is the slug of the requested product.
const measured = "flange-25"

type record = map[string]any

// fill loads a supplier with a tree of 39 categories and 50 products, one of
// them with 24 variations, 8 attributes and one bundle, in four languages, and
// multiplies the products.
func fill(ctx context.Context, s *store.Store, products int) error {
	body, err := json.Marshal(record{"items": record{
		"languages": list(4, func(i int) record { return record{"code": languages()[i-1], "sort": i} }),
		"attributes": list(8, func(i int) record {
			return record{"id": i, "slug": fmt.Sprint("attribute-", i), "translations": translations("name", "Merkmal", i)}
		}),
		"attribute_values": list(80, func(i int) record {
			return record{"id": i, "attribute": (i-1)%8 + 1, "value": fmt.Sprint(i, " mm"), "number": i}
		}),
		"tags": list(3, func(i int) record {
			return record{"id": i, "title": fmt.Sprint("tag ", i), "translations": translations("title", "Marke", i)}
		}),
		"categories": list(39, category),
		"products":   list(50, flange),
	}})
	if err != nil {
		return err
	}
	if _, err := s.Import(ctx, fstest.MapFS{"content.json": {Data: body}}); err != nil {
		return err
	}
	return seed.Multiply(ctx, s, content.Default(), seed.Size{Products: products, Variations: 3})
}

func languages() []string { return []string{"de-DE", "en-US", "fr-FR", "it-IT"} }

func list(n int, item func(i int) record) []record {
	out := make([]record, n)
	for i := range out {
		out[i] = item(i + 1)
	}
	return out
}

func translations(field, text string, i int) []record {
	return list(len(languages()), func(l int) record {
		return record{"languages_code": languages()[l-1], field: fmt.Sprint(text, " ", i)}
	})
}

// category returns a category of three trees of 13: three children, each with three.
func category(i int) record {
	r := record{"id": i, "slug": fmt.Sprint("category-", i), "status": "published", "sort": i, "translations": translations("title", "Kategorie", i)}
	if i > 3 {
		r["parent"] = (i - 1) / 3
	}
	return r
}

func flange(i int) record {
	variations, attributes := 3, 2
	r := record{
		"id": i, "slug": fmt.Sprint("flange-", i), "sku": fmt.Sprint("FL-", i), "status": "published", "sort": i, "stock": i, "price": float64(i) + 0.5,
		"categories":   []record{{"categories_id": i%39 + 1}},
		"tags":         []record{{"tags_id": i%3 + 1}},
		"translations": translations("name", "Flansch", i),
	}
	for _, t := range r["translations"].([]record) { //nolint:forcetypeassert // made above
		t["title"] = "Vorschweißflansch nach EN 1092-1, Typ 11"
		t["description"] = "<p>" + strings.Repeat("Geschmiedet, normalgeglüht, mit Prüfbescheinigung 3.1. ", 6) + "</p>"
	}
	if r["slug"] == measured {
		variations, attributes, r["bundle"] = 24, 8, []record{{"related_products_id": 1, "quantity": 2}}
	}
	r["attributes"] = list(attributes, func(a int) record {
		return record{"attribute": a, "sort": a, "values": []record{{"attribute_values_id": a}}}
	})
	r["variations"] = list(variations, func(v int) record {
		return record{
			"sku": fmt.Sprintf("FL-%d-%d", i, v), "sort": v, "stock": v, "price": float64(v) + 0.25,
			"translations": translations("title", "DN", v),
			"attributes":   list(3, func(a int) record { return record{"attribute": a, "value": a + 8*(v%10), "sort": a} }),
		}
	})
	return r
}

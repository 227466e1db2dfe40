// Package seed creates a catalogue of any size for benchmarks by copying the
// products of a content store. It depends on the built-in content model and must not
// be imported by packages that serve a site.
package seed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/content"
)

// Store writes tables of content in one transaction, see store.Store.Bulk.
type Store interface {
	Bulk(ctx context.Context, f func(ctx context.Context, tx *sql.Tx) error) error
}

// Size is the size of the catalogue that Multiply makes.
type Size struct {
	Products   int // at least, in total
	Variations int // of each copy, at most; the first ones by their order
}

// copiesPerStatement bounds the memory of one statement.
const copiesPerStatement = 50

// Multiply adds copies of all products, with everything that belongs to them,
// until the store has as many products as size says. Copy k has "-k" appended to
// its slug and part numbers, and " k" to its names. A store without products is
// an error.
func Multiply(ctx context.Context, s Store, m *content.Model, size Size) error {
	err := s.Bulk(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return multiply(ctx, tx, m, size)
	})
	if err != nil {
		return fmt.Errorf("multiply products: %w", err)
	}
	return nil
}

func multiply(ctx context.Context, tx *sql.Tx, m *content.Model, size Size) error {
	var products int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM "products"`).Scan(&products); err != nil {
		return err
	}
	if products == 0 {
		return errors.New("no products to copy; import some first")
	}
	c := copier{model: m, spans: map[*content.Collection]int64{}, variations: size.Variations}
	if err := c.measure(ctx, tx); err != nil {
		return err
	}
	copies := (size.Products - 1) / products
	for first := 1; first <= copies; first += copiesPerStatement {
		if err := c.copy(ctx, tx, first, min(copies, first+copiesPerStatement-1)); err != nil {
			return err
		}
	}
	return nil
}

// tables returns the tables of a product, each after the tables that it refers to.
func tables() []string {
	return []string{
		"products", "products_translations", "products_categories", "products_tags", "product_attributes",
		"product_attributes_values", "product_attributes_translations", "variations", "variations_translations", "variation_attributes",
	}
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// copier copies the rows of a product's tables. The id of copy k of a row is the
// row's own plus k times the span of its table, which is the greatest id that
// the table had before.
type copier struct {
	model      *content.Model
	spans      map[*content.Collection]int64
	variations int
}

func (c *copier) measure(ctx context.Context, tx *sql.Tx) error {
	for _, name := range tables() {
		collection := c.model.Collection(name)
		if collection == nil {
			return fmt.Errorf("the model has no collection %q", name)
		}
		var span int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max("+quote(collection.Key.Name)+"),0) FROM "+quote(name)).Scan(&span); err != nil {
			return err
		}
		c.spans[collection] = span
	}
	return nil
}

// copy inserts the copies first to last of every row.
func (c *copier) copy(ctx context.Context, tx *sql.Tx, first, last int) error {
	for _, name := range tables() {
		if _, err := tx.ExecContext(ctx, c.statement(c.model.Collection(name), first, last)); err != nil {
			return fmt.Errorf("copy %s: %w", name, err)
		}
	}
	return nil
}

func (c *copier) statement(of *content.Collection, first, last int) string {
	var columns, values []string
	for _, f := range of.Fields {
		if f.Type == content.Alias {
			continue
		}
		columns = append(columns, quote(f.Name))
		value := "t." + quote(f.Name)
		switch {
		case f == of.Key:
			value = fmt.Sprintf("%s+k*%d", value, c.spans[of])
		case f.Kind == content.ManyToOne && c.spans[f.Relation.Related] > 0:
			value = fmt.Sprintf("%s+k*%d", value, c.spans[f.Relation.Related])
		case f.Name == "slug" || f.Name == "sku":
			value += "||'-'||k"
		case f.Name == "name":
			value += "||' '||k"
		}
		values = append(values, value)
	}
	where := fmt.Sprintf("t.%s<=%d", quote(of.Key.Name), c.spans[of])
	copied := fmt.Sprintf(`(SELECT "id" FROM "variations" WHERE "sort"<=%d AND "id"<=%d)`, c.variations, c.spans[c.model.Collection("variations")])
	switch of.Name {
	case "variations":
		where += fmt.Sprintf(` AND t."sort"<=%d`, c.variations)
	case "variations_translations":
		where += ` AND t."variations_id" IN ` + copied
	case "variation_attributes":
		where += ` AND t."variation" IN ` + copied
	}
	return fmt.Sprintf("WITH RECURSIVE ks(k) AS (SELECT %d UNION ALL SELECT k+1 FROM ks WHERE k<%d) INSERT INTO %s (%s) SELECT %s FROM ks CROSS JOIN %s t WHERE %s",
		first, last, quote(of.Name), strings.Join(columns, ","), strings.Join(values, ","), quote(of.Name), where)
}

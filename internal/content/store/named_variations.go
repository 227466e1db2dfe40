package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// naming is a junction whose rows name a product and one of its variations.
type naming struct{ junction, product, variation string }

func namings() []naming {
	return []naming{
		{"products_bundle", "related_products_id", "related_variations_id"},
		{"index_popular", "products_id", "variations_id"},
	}
}

// checkVariations refuses rows that name a variation of another product than
// the one beside it. It examines all rows, since an imported variation may have
// left the product that earlier rows name.
func (im *importer) checkVariations(ctx context.Context) error {
	touched := func(collection string) bool { return im.shapes[im.s.model.Collection(collection)] != nil }
	problems, err := im.s.variationProblems(ctx, im.tx, touched)
	for _, problem := range problems {
		im.problems.add("%s", problem)
	}
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return nil
}

// checkVariations is the importer's check for a single write.
func (w *writer) checkVariations(ctx context.Context) error {
	problems, err := w.s.variationProblems(ctx, w.tx, func(collection string) bool { return w.changed[collection] != nil })
	if err != nil || len(problems) == 0 {
		return err
	}
	return content.InvalidPayload("%s", strings.Join(problems, "; "))
}

// variationProblems returns a sentence for each row of a junction whose
// variation belongs to another product, mostProblems per junction at most.
// Junctions are skipped unless they or the variations were touched.
func (s *Store) variationProblems(ctx context.Context, tx *sql.Tx, touched func(collection string) bool) ([]string, error) {
	if !hasColumns(s.model.Collection("variations"), "id", "product") {
		return nil, nil
	}
	var problems []string
	for _, n := range namings() {
		if !hasColumns(s.model.Collection(n.junction), "id", n.product, n.variation) || !touched(n.junction) && !touched("variations") {
			continue
		}
		text := fmt.Sprintf(`SELECT j."id",j.%[1]s,coalesce(j.%[2]s,0) FROM %[3]s j JOIN "variations" v ON v."id"=j.%[1]s WHERE v."product" IS DISTINCT FROM j.%[2]s ORDER BY 1 LIMIT %[4]d`,
			sqlgen.Quote(n.variation), sqlgen.Quote(n.product), sqlgen.Quote(n.junction), mostProblems)
		err := eachRow(ctx, tx, text, func(row *sql.Rows) error {
			var id, variation, product int64
			err := row.Scan(&id, &variation, &product)
			problems = append(problems, fmt.Sprintf("%s, item %d: %s %d is no variation of product %d", n.junction, id, n.variation, variation, product))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return problems, nil
}

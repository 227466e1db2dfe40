// Package integrity checks the rules between records that neither the model nor
// the tables declare, in the transaction of a write or an import.
package integrity

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

// maxProblems limits the problems that Variations returns of one junction.
const maxProblems = 200

// naming is a junction whose rows name a product and one of its variations.
type naming struct{ junction, product, variation string }

func namings() []naming {
	return []naming{
		{"products_bundle", "related_products_id", "related_variations_id"},
		{"index_popular", "products_id", "variations_id"},
	}
}

// Variations returns a sentence for each row of a junction whose variation
// belongs to another product than the row names, maxProblems per junction at
// most. It reads all rows, since a variation may have moved to another product,
// and skips junctions of which neither rows nor variations were touched.
func Variations(ctx context.Context, tx *sql.Tx, m *content.Model, touched func(collection string) bool) ([]string, error) {
	if !m.Collection("variations").HasColumns("id", "product") {
		return nil, nil
	}
	var problems []string
	for _, n := range namings() {
		if !m.Collection(n.junction).HasColumns("id", n.product, n.variation) || !touched(n.junction) && !touched("variations") {
			continue
		}
		text := fmt.Sprintf(`SELECT j."id",j.%[1]s,coalesce(j.%[2]s,0) FROM %[3]s j JOIN "variations" v ON v."id"=j.%[1]s WHERE v."product" IS DISTINCT FROM j.%[2]s ORDER BY 1 LIMIT %[4]d`,
			sqlgen.Quote(n.variation), sqlgen.Quote(n.product), sqlgen.Quote(n.junction), maxProblems)
		err := database.EachRow(ctx, tx, text, func(row *sql.Rows) error {
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

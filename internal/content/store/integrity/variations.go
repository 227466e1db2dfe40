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

// Check returns the problems of the touched collections' records.
type Check func(ctx context.Context, tx *sql.Tx, m *content.Model, touched func(collection string) bool) ([]string, error)

// maxProblems limits the problems that Variations returns of one junction, and
// Synonyms.
const maxProblems = 200

// junction names a table whose rows reference a product and one of its variations, and these columns.
type junction struct{ table, product, variation string }

func junctions() []junction {
	return []junction{
		{"products_bundle", "related_products_id", "related_variations_id"},
		{"index_popular", "products_id", "variations_id"},
	}
}

// Variations returns a message for each row of a junction whose variation
// belongs to another product than the row references, at most maxProblems per
// junction. It reads all rows, since a variation may have moved to another product,
// and skips junctions of which neither rows nor variations were touched.
func Variations(ctx context.Context, tx *sql.Tx, m *content.Model, touched func(collection string) bool) ([]string, error) {
	if !m.Collection("variations").HasColumns("id", "product") {
		return nil, nil
	}
	var problems []string
	for _, n := range junctions() {
		if !m.Collection(n.table).HasColumns("id", n.product, n.variation) || !touched(n.table) && !touched("variations") {
			continue
		}
		text := fmt.Sprintf(`SELECT j."id",j.%[1]s,coalesce(j.%[2]s,0) FROM %[3]s j JOIN "variations" v ON v."id"=j.%[1]s WHERE v."product" IS DISTINCT FROM j.%[2]s ORDER BY 1 LIMIT %[4]d`,
			sqlgen.Quote(n.variation), sqlgen.Quote(n.product), sqlgen.Quote(n.table), maxProblems)
		err := database.EachRow(ctx, tx, text, func(row *sql.Rows) error {
			var id, variation, product int64
			err := row.Scan(&id, &variation, &product)
			problems = append(problems, fmt.Sprintf("%s, item %d: %s %d is no variation of product %d", n.table, id, n.variation, variation, product))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return problems, nil
}

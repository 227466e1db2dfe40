package transfer

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// checkReferences reports references to records that do not exist.
func (im *Importer) checkReferences(ctx context.Context) error {
	for _, r := range im.to.Model.Relations {
		if r.Related == nil || im.shapes[r.Collection] == nil {
			continue
		}
		if err := im.checkRelation(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func (im *Importer) checkRelation(ctx context.Context, r *content.Relation) error {
	c := r.Collection
	text := fmt.Sprintf("SELECT c.%[1]s,c.%[2]s FROM %[3]s c WHERE c.%[2]s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM %[4]s p WHERE p.%[5]s=c.%[2]s) ORDER BY 1 LIMIT %[6]d",
		sqlgen.Quote(c.Key.Name), sqlgen.Quote(r.Field.Name), sqlgen.Quote(c.Name), sqlgen.Quote(r.Related.Name), sqlgen.Quote(r.Related.Key.Name), maxProblems+1)
	return im.query(ctx, text, func(row *sql.Rows) error {
		var key, to any
		err := row.Scan(&key, &to)
		im.problems.add("%s, item %v: %s refers to %v, which is not in %s", c.Name, key, r.Field.Name, to, r.Related.Name)
		return err
	})
}

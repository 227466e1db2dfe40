package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

const (
	// keptRevisions is for how many revisions it is known what they changed.
	keptRevisions = 4000
	// maxNamed is how many items of one collection a write names. One that
	// changes more names the collection as a whole.
	maxNamed = 500
)

// createChanges makes the table of what each revision changed. A revision
// without a row there changed anything: so an import need not name a million
// rows, and revisions that are forgotten cannot mislead.
const createChanges = `CREATE TABLE IF NOT EXISTS "ferrule_changes" (revision BIGINT NOT NULL, collection TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (revision, collection, id))`

// changed collects what a write touches.
type changed map[string]map[string]bool

func (c changed) add(collection *content.Collection, key any) {
	ids := c[collection.Name]
	if ids == nil {
		ids = make(map[string]bool)
		c[collection.Name] = ids
	}
	if len(ids) <= maxNamed {
		ids[fmt.Sprint(key)] = true
	}
}

// column names a column: rows that are listed by it may come, go or move.
func (c changed) column(f *content.Field) { c.add(f.Collection, content.ColumnTag(f).ID) }

// record writes down what the transaction's revision changed, and forgets old
// revisions.
func (c changed) record(ctx context.Context, tx *sql.Tx, d sqlgen.Dialect) error {
	var revision int64
	if err := tx.QueryRowContext(ctx, `SELECT value FROM "ferrule_revision"`).Scan(&revision); err != nil {
		return err
	}
	insert := `INSERT INTO "ferrule_changes" (revision,collection,id) VALUES (` + d.Placeholder(1) + "," + d.Placeholder(2) + "," + d.Placeholder(3) + ")"
	for _, collection := range slices.Sorted(maps.Keys(c)) {
		ids := slices.Sorted(maps.Keys(c[collection]))
		if len(ids) > maxNamed {
			ids = []string{""}
		}
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, insert, revision, collection, id); err != nil {
				return err
			}
		}
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM "ferrule_changes" WHERE revision<=`+d.Placeholder(1), revision-keptRevisions)
	return err
}

var _ content.Changer = (*Store)(nil)

// Changes implements content.Changer. Each tag is named once.
func (s *Store) Changes(ctx context.Context, since int64) (tags []content.Tag, complete bool, err error) {
	rows, err := s.readers.QueryContext(ctx, `SELECT r.value,c.revision,c.collection,c.id FROM "ferrule_revision" r LEFT JOIN "ferrule_changes" c ON c.revision>`+s.dialect.Placeholder(1)+` ORDER BY c.revision`, since)
	if err != nil {
		return nil, false, fmt.Errorf("changes of the content: %w", err)
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
	seen := make(map[content.Tag]bool)
	last, known := since, int64(0)
	var now int64
	for rows.Next() {
		var revision sql.NullInt64
		var collection, id sql.NullString
		if err := rows.Scan(&now, &revision, &collection, &id); err != nil {
			return nil, false, fmt.Errorf("changes of the content: %w", err)
		}
		if !revision.Valid {
			continue
		}
		if revision.Int64 != last {
			last = revision.Int64
			known++
		}
		if tag := (content.Tag{Collection: collection.String, ID: id.String}); !seen[tag] {
			seen[tag] = true
			tags = append(tags, tag)
		}
	}
	return tags, known == now-since, rows.Err()
}

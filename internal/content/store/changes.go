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
	// retainedRevisions is the number of revisions whose changes are retained.
	retainedRevisions = 4000
	// maxIDs limits the ids of one collection that a write records. A write
	// that changes more records the collection as a whole.
	maxIDs = 500
)

// createChanges creates the table of changes by revision. A revision without a
// row may have changed anything: an import need not record a million rows, and
// pruned revisions stay correct.
const createChanges = `CREATE TABLE IF NOT EXISTS "ferrule_changes" (revision BIGINT NOT NULL, collection TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (revision, collection, id))`

// changed collects the tags that a write changes.
type changed map[string]map[string]bool

func (c changed) add(collection *content.Collection, key any) {
	ids := c[collection.Name]
	if ids == nil {
		ids = make(map[string]bool)
		c[collection.Name] = ids
	}
	if len(ids) <= maxIDs {
		ids[fmt.Sprint(key)] = true
	}
}

// column adds the tag of a column: rows of lists filtered or sorted by it may
// enter, leave or move.
func (c changed) column(f *content.Field) { c.add(f.Collection, content.ColumnTag(f).ID) }

// record stores the changes of the transaction's revision and prunes old
// revisions.
func (c changed) record(ctx context.Context, tx *sql.Tx, d sqlgen.Dialect) error {
	var revision int64
	if err := tx.QueryRowContext(ctx, `SELECT value FROM "ferrule_revision"`).Scan(&revision); err != nil {
		return err
	}
	insert := `INSERT INTO "ferrule_changes" (revision,collection,id) VALUES (` + d.Placeholder(1) + "," + d.Placeholder(2) + "," + d.Placeholder(3) + ")"
	for _, collection := range slices.Sorted(maps.Keys(c)) {
		ids := slices.Sorted(maps.Keys(c[collection]))
		if len(ids) > maxIDs {
			ids = []string{""}
		}
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, insert, revision, collection, id); err != nil {
				return err
			}
		}
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM "ferrule_changes" WHERE revision<=`+d.Placeholder(1), revision-retainedRevisions)
	return err
}

var _ content.Changer = (*Store)(nil)

// Changes implements content.Changer. The tags are distinct.
func (s *Store) Changes(ctx context.Context, since int64) (tags []content.Tag, complete bool, err error) {
	rows, err := s.readers.QueryContext(ctx, `SELECT r.value,c.revision,c.collection,c.id FROM "ferrule_revision" r LEFT JOIN "ferrule_changes" c ON c.revision>`+s.dialect.Placeholder(1)+` ORDER BY c.revision`, since)
	if err != nil {
		return nil, false, fmt.Errorf("read content changes: %w", err)
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	seen := make(map[content.Tag]bool)
	last, known := since, int64(0)
	var now int64
	for rows.Next() {
		var revision sql.NullInt64
		var collection, id sql.NullString
		if err := rows.Scan(&now, &revision, &collection, &id); err != nil {
			return nil, false, fmt.Errorf("read content changes: %w", err)
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

package store

import (
	"context"
	"fmt"

	"ferrule/internal/database"
)

// Mark names the present state of the content, and no other: a database that was
// put back and changed in another way comes to the same revision, but to another
// mark. With PostgreSQL it has the transaction that raised the revision, with
// SQLite a number drawn by lot for each revision.
func (s *Store) Mark(ctx context.Context) (string, error) {
	query := `SELECT r.value||'-'||m.value FROM "ferrule_revision" r,"ferrule_mark" m`
	if s.readers.Kind == database.Postgres {
		query = `SELECT value||'-'||xmin FROM "ferrule_revision"`
	}
	var mark string
	if err := s.readers.QueryRowContext(ctx, query).Scan(&mark); err != nil {
		return "", fmt.Errorf("mark of the content: %w", err)
	}
	return mark, nil
}

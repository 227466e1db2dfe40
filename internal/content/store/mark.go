package store

import (
	"context"
	"fmt"

	"ferrule/internal/database"
)

// Mark returns a unique identifier of the state of the content: a database that
// was restored and changed in another way reaches the same revision, but another
// mark. With PostgreSQL it contains the id of the transaction that incremented
// the revision, with SQLite a random number for each revision.
func (s *Store) Mark(ctx context.Context) (string, error) {
	query := `SELECT r.value||'-'||m.value FROM "ferrule_revision" r,"ferrule_mark" m`
	if s.readers.Kind == database.Postgres {
		query = `SELECT value||'-'||xmin FROM "ferrule_revision"`
	}
	var mark string
	if err := s.readers.QueryRowContext(ctx, query).Scan(&mark); err != nil {
		return "", fmt.Errorf("read content mark: %w", err)
	}
	return mark, nil
}

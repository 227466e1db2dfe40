package store

import (
	"context"
	"fmt"

	"ferrule/internal/database"
)

// Health is the result of Check.
type Health struct {
	Problems []string       // problems of the file or its tables; empty if there are none
	Kind     database.Kind  // kind of the database
	Version  int            // number of applied migrations
	Revision int64          // see Store.Revision
	Items    map[string]int // number of records, by collection
}

// Check verifies the store for `ferrule doctor`: with SQLite the file and its
// foreign keys, which PostgreSQL enforces itself, and with both that the tables
// match the model.
func (s *Store) Check(ctx context.Context) (Health, error) {
	h := Health{Kind: s.readers.Kind}
	if h.Kind == database.SQLite {
		if err := s.checkFile(ctx, &h); err != nil {
			return h, err
		}
	}
	var declared string
	if err := s.readers.QueryRowContext(ctx, `SELECT version,model FROM "ferrule_schema" ORDER BY version DESC LIMIT 1`).Scan(&h.Version, &declared); err != nil {
		return h, fmt.Errorf("check content: %w", err)
	}
	if declared != tablesOf(h.Kind).declared(s.model) {
		h.Problems = append(h.Problems, "the tables are not those of the content model; restart to migrate them")
	}
	var err error
	if h.Items, err = s.counts(ctx); err != nil {
		return h, err
	}
	h.Revision, err = s.Revision(ctx)
	return h, err
}

func (s *Store) checkFile(ctx context.Context, h *Health) error {
	const quickCheck = "PRAGMA quick_check(10)"
	for _, pragma := range []string{quickCheck, `SELECT 'a record of '||"table"||' refers to a missing record of '||"parent" FROM pragma_foreign_key_check LIMIT 10`} {
		found, err := s.texts(ctx, pragma)
		if err != nil {
			return database.Advise(err, s.file)
		}
		for _, text := range found {
			if text != "ok" {
				h.Problems = append(h.Problems, text)
			}
		}
		if pragma == quickCheck && len(h.Problems) > 0 {
			h.Problems = append(h.Problems, "content.db is damaged; stop the server and restore it from a backup")
		}
	}
	return nil
}

func (s *Store) texts(ctx context.Context, query string) ([]string, error) {
	rows, err := s.readers.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("check content: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("check content: %w", err)
		}
		out = append(out, text)
	}
	return out, rows.Err()
}

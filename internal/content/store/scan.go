package store

import (
	"context"
	"fmt"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

var _ content.Scanner = (*Store)(nil)

// Scan implements content.Scanner.
func (s *Store) Scan(ctx context.Context, collection string, columns []string, each func(values []any) error) error {
	c := s.model.Collection(collection)
	if c == nil {
		return fmt.Errorf("scan %q: no such collection", collection)
	}
	names := make([]string, len(columns))
	for i, name := range columns {
		f := c.Field(name)
		if f == nil || f.Type == content.Alias {
			return fmt.Errorf("scan %s: no column %q", collection, name)
		}
		names[i] = s.scanExpression(f)
	}
	rows, err := s.readers.QueryContext(ctx, "SELECT "+strings.Join(names, ",")+" FROM "+sqlgen.Quote(c.Name)+" ORDER BY "+sqlgen.Quote(c.Key.Name))
	if err != nil {
		return fmt.Errorf("scan %s: %w", collection, err)
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	values := make([]any, len(columns))
	into := make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("scan %s: %w", collection, err)
		}
		if err := each(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// scanExpression returns the expression of a column in the form common to all databases: booleans are 0
// and 1, decimals are doubles.
func (s *Store) scanExpression(f *content.Field) string {
	column := sqlgen.Quote(f.Name)
	if s.readers.Kind == database.Postgres {
		switch f.Type { //nolint:exhaustive // the others need no cast
		case content.Boolean:
			return column + "::integer"
		case content.Decimal:
			return column + "::double precision"
		}
	}
	return column
}

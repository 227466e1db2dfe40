package content

import "context"

// Scanner reads whole collections without permission checks.
type Scanner interface {
	// Scan calls each with the columns of every record, ordered by key. Values
	// are int64, float64, string, []byte or nil, as in the database; the slice
	// is valid until each returns.
	Scan(ctx context.Context, collection string, columns []string, each func(values []any) error) error
}

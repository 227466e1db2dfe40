package content

import "context"

// Scanner reads whole collections with the program's own rights.
type Scanner interface {
	// Scan calls each with the columns of every record, in the order of their
	// keys. Values are int64, float64, string, []byte or nil, as the database
	// has them; the slice is valid until each returns.
	Scan(ctx context.Context, collection string, columns []string, each func(values []any) error) error
}

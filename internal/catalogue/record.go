package catalogue

import (
	"context"
	"math"
	"strings"
)

// scan reads columns of a collection and records them in builtFrom.
func (b *builder) scan(ctx context.Context, collection, columns string, each func(r record) error) error {
	names := strings.Split(columns, ",")
	b.x.builtFrom = append(b.x.builtFrom, dependencies{b.model}.rows(collection, names...)...)
	return b.source.Scan(ctx, collection, names, func(values []any) error {
		return each(record(values))
	})
}

// record is one row of a scan.
type record []any

func (r record) int(i int) int64 {
	switch v := r[i].(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	case bool:
		if v {
			return 1
		}
	}
	return 0
}

func (r record) text(i int) string {
	switch v := r[i].(type) {
	case string:
		return v
	case []byte:
		return string(v)
	}
	return ""
}

func stockOf(r record, i int) int32 {
	return int32(min(max(r.int(i), 0), math.MaxInt32)) //nolint:gosec // bounded here
}

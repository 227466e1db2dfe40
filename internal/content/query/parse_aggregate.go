package query

import (
	"maps"
	"slices"

	"ferrule/internal/content"
)

// parseAggregate parses aggregate[count]=*, aggregate[sum]=stock,price or the
// same as JSON; nil is no aggregate.
func parseAggregate(v any) ([]content.Aggregate, error) {
	if s, ok := v.(string); ok && s != "" {
		if v, ok = decodeJSON(s); !ok {
			return nil, content.InvalidQuery("Invalid JSON for aggregate object")
		}
	}
	m, ok := v.(map[string]any)
	if !ok {
		if v == nil || v == "" {
			return nil, nil
		}
		return nil, content.InvalidQuery("%q has to be an object of functions and fields", "aggregate")
	}
	var out []content.Aggregate
	figures := 0
	for _, name := range slices.Sorted(maps.Keys(m)) { // the same request must always produce the same statement
		a := content.Aggregate{Func: content.AggregateFunc(name), Fields: slices.DeleteFunc(splitList(m[name]), func(s string) bool { return s == "" })}
		figures += len(a.Fields)
		out = append(out, a)
	}
	if figures > maxFigures {
		return nil, content.InvalidQuery("It asks for more than %d figures", maxFigures)
	}
	return out, nil
}

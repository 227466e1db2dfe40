package content

import (
	"maps"
	"slices"
)

// parseAggregate reads aggregate[count]=*, aggregate[sum]=stock,price or the
// same as JSON. Nothing given is no aggregate.
func parseAggregate(v any) ([]Aggregate, error) {
	if s, ok := v.(string); ok && s != "" {
		if v, ok = decodeJSON(s); !ok {
			return nil, invalid("Invalid JSON for aggregate object")
		}
	}
	m, ok := v.(map[string]any)
	if !ok {
		if v == nil || v == "" {
			return nil, nil
		}
		return nil, invalid("%q has to be an object of functions and fields", "aggregate")
	}
	var out []Aggregate
	figures := 0
	for _, name := range slices.Sorted(maps.Keys(m)) { // the same request must always give the same statement
		a := Aggregate{Func: AggregateFunc(name), Fields: splitList(m[name])}
		figures += len(a.Fields)
		out = append(out, a)
	}
	if figures > maxFigures {
		return nil, invalid("It asks for more than %d figures", maxFigures)
	}
	return out, nil
}

package content

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Bounds on one filter.
const (
	maxFilterDepth = 32   // levels
	maxListValues  = 1000 // in one _in
)

// Filter is the syntax tree of a condition, not bound to a model.
type Filter struct {
	Op    Op     // OpAnd, OpOr: of Items; "" selects Name; otherwise compares with Value
	Name  string // a field, a scope "item:link", "year(date)", "_some" or "_none"
	Items []Filter
	Value any // string, json.Number, bool, nil or []any of these
}

var errFilter = InvalidQuery("Invalid filter object")

// ParseFilter parses a filter from decoded JSON with numbers as json.Number;
// nil means no filter. Errors are those of InvalidQuery.
func ParseFilter(v any) (*Filter, error) {
	if v == nil {
		return nil, nil //nolint:nilnil // no filter is not an error
	}
	if list, ok := v.([]any); ok && len(list) == 0 {
		return nil, nil //nolint:nilnil // as in Directus
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, errFilter
	}
	f, err := filterNode(v, 0)
	if err != nil || f.Op == OpAnd && len(f.Items) == 0 {
		return nil, err
	}
	return &f, nil
}

// filterNode parses the condition on one record: an object of fields and
// logical operators, all of which must match.
func filterNode(v any, depth int) (Filter, error) {
	all := Filter{Op: OpAnd}
	if depth > maxFilterDepth {
		return all, InvalidQuery("The filter is nested too deep")
	}
	if list, ok := v.([]any); ok {
		m := make(map[string]any, len(list)) // a list instead of an object: the indexes are the names
		for i, e := range list {
			m[strconv.Itoa(i)] = e
		}
		v = m
	}
	m, ok := v.(map[string]any)
	if !ok {
		return all, errFilter
	}
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names) // the same filter must always produce the same statement
	for _, name := range names {
		item, err := filterMember(name, m[name], depth)
		if err != nil {
			return all, err
		}
		all.Items = append(all.Items, item)
	}
	if len(all.Items) == 1 {
		return all.Items[0], nil
	}
	return all, nil
}

func filterMember(name string, v any, depth int) (Filter, error) {
	switch op := Op(name); {
	case op == OpAnd || op == OpOr:
		return filterGroup(op, v, depth)
	case op == OpSome || op == OpNone:
		return filterStep(name, v, depth)
	case strings.HasPrefix(name, "_"):
		value, err := operand(op, v)
		return Filter{Op: op, Value: value}, err
	}
	switch v.(type) {
	case map[string]any, []any:
		return filterStep(name, v, depth)
	case nil:
		return Filter{}, errFilter // Directus requires {"_null":true} here
	default:
		value, err := operand(OpEq, v)
		return Filter{Name: name, Items: []Filter{{Op: OpEq, Value: value}}}, err
	}
}

func filterGroup(op Op, v any, depth int) (Filter, error) {
	group := Filter{Op: op}
	list, ok := v.([]any)
	if s, text := v.(string); text && s == "" {
		ok = true // filter[_and]=
	}
	if !ok {
		return group, errFilter
	}
	for _, e := range list {
		if _, ok := e.(map[string]any); !ok {
			return group, errFilter
		}
		item, err := filterNode(e, depth+1)
		if err != nil {
			return group, err
		}
		group.Items = append(group.Items, item)
	}
	return group, nil
}

func filterStep(name string, v any, depth int) (Filter, error) {
	inner, err := filterNode(v, depth+1)
	return Filter{Name: name, Items: []Filter{inner}}, err
}

// operand validates the value of an operator as far as possible without the
// type of the field. The text "null" means null.
func operand(op Op, v any) (any, error) {
	switch op { //nolint:exhaustive // the others take one value
	case OpNull, OpNnull, OpEmpty, OpNempty:
		switch v {
		case "", "true", true:
			return true, nil
		case "false", false:
			return false, nil
		}
		return nil, InvalidQuery("%q has to be a boolean", string(op))
	case OpIn, OpNin, OpBetween, OpNbetween:
		return operandList(op, v)
	}
	switch t := v.(type) {
	case map[string]any, []any:
		return nil, errFilter
	case string:
		if t == "" && (op == OpEq || op == OpNeq) {
			return nil, InvalidQuery(`You can't filter for an empty string in %q. Use "_empty" or "_nempty" instead`, string(op))
		}
		if t == "null" {
			return nil, nil //nolint:nilnil // null is a value
		}
	}
	return v, nil
}

func operandList(op Op, v any) (any, error) {
	switch t := v.(type) {
	case []any:
		if len(t) == 0 && (op == OpIn || op == OpNin) {
			return nil, InvalidQuery("%q has to be an array of values", string(op))
		}
		if len(t) > maxListValues {
			return nil, InvalidQuery("%q has more than %d values", string(op), maxListValues)
		}
		for _, e := range t {
			switch e.(type) {
			case map[string]any, []any:
				return nil, errFilter
			}
		}
		return t, nil
	case string:
		list := []any{}
		for s := range strings.SplitSeq(t, ",") {
			if s = strings.TrimSpace(s); s != "" {
				list = append(list, s)
			}
		}
		if len(list) > maxListValues {
			return nil, InvalidQuery("%q has more than %d values", string(op), maxListValues)
		}
		return list, nil
	case json.Number, bool:
		return []any{t}, nil
	default:
		return nil, errFilter
	}
}

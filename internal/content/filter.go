package content

import (
	"encoding/json"
	"maps"
	"math"
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
func ParseFilter(v any) (*Filter, error) { return filterParser{checked: true}.parse(v) }

// ParseDeepFilter parses the filter of a relation. As in Directus, it may compare
// with empty texts and empty lists.
func ParseDeepFilter(v any) (*Filter, error) { return filterParser{}.parse(v) }

// filterParser parses filters; checked rejects operands that are mistakes of a client.
type filterParser struct{ checked bool }

func (p filterParser) parse(v any) (*Filter, error) {
	if v == nil {
		return nil, nil //nolint:nilnil // no filter is not an error
	}
	if list, ok := v.([]any); ok && len(list) == 0 {
		return nil, nil //nolint:nilnil // as in Directus
	}
	f, err := p.node(v, 0)
	if err != nil || f.Op == OpAnd && len(f.Items) == 0 {
		return nil, err
	}
	return &f, nil
}

// node parses the condition on one record: an object of fields and
// logical operators, all of which must match.
func (p filterParser) node(v any, depth int) (Filter, error) {
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
		item, err := p.member(name, m[name], depth)
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

func (p filterParser) member(name string, v any, depth int) (Filter, error) {
	switch op := Op(name); {
	case op == OpAnd || op == OpOr:
		return p.group(op, v, depth)
	case op == OpSome || op == OpNone:
		return p.step(name, v, depth)
	case strings.HasPrefix(name, "_"):
		value, err := p.operand(op, v)
		return Filter{Op: op, Value: value}, err
	}
	switch v.(type) {
	case map[string]any, []any:
		return p.step(name, v, depth)
	case nil:
		return Filter{}, errFilter // Directus requires {"_null":true} here
	default:
		value, err := p.operand(OpEq, v)
		return Filter{Name: name, Items: []Filter{{Op: OpEq, Value: value}}}, err
	}
}

func (p filterParser) group(op Op, v any, depth int) (Filter, error) {
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
		item, err := p.node(e, depth+1)
		if err != nil {
			return group, err
		}
		group.Items = append(group.Items, item)
	}
	return group, nil
}

func (p filterParser) step(name string, v any, depth int) (Filter, error) {
	inner, err := p.node(v, depth+1)
	return Filter{Name: name, Items: []Filter{inner}}, err
}

// operand validates the value of an operator as far as possible without the
// type of the field. The text "null" means null.
func (p filterParser) operand(op Op, v any) (any, error) {
	if v == "null" {
		v = nil
	}
	switch op { //nolint:exhaustive // the others take one value
	case OpNull, OpNnull, OpEmpty, OpNempty:
		switch v {
		case nil, "", "true", true:
			return true, nil
		case "false", false:
			return false, nil
		}
		if !p.checked {
			return true, nil
		}
		return nil, InvalidQuery("%q has to be a boolean", string(op))
	case OpIn, OpNin, OpBetween, OpNbetween:
		return p.list(op, v)
	}
	switch t := v.(type) {
	case map[string]any, []any:
		return nil, InvalidQuery("The filter value for %q has to be a string, number, or boolean", string(op))
	case string:
		if t == "" && p.checked {
			return nil, InvalidQuery(`You can't filter for an empty string in %q. Use "_empty" or "_nempty" instead`, string(op))
		}
	case json.Number:
		if n, err := t.Float64(); p.checked && (err != nil || math.Abs(n) >= maxExact) {
			return nil, InvalidQuery("The filter value for %q is not a valid number", string(op))
		}
	}
	return v, nil
}

// list reads the values of _in and _between: a list, the members of an object,
// a text with commas, or one value.
func (p filterParser) list(op Op, v any) (any, error) {
	list := []any{v}
	switch t := v.(type) {
	case []any:
		list = t
	case map[string]any:
		list = list[:0]
		for _, name := range slices.Sorted(maps.Keys(t)) {
			list = append(list, t[name])
		}
	case string:
		list = list[:0]
		for s := range strings.SplitSeq(t, ",") {
			list = append(list, strings.TrimSpace(s))
		}
	}
	if len(list) == 0 && p.checked {
		return nil, InvalidQuery("%q has to be an array of values", string(op))
	}
	if len(list) > maxListValues {
		return nil, InvalidQuery("%q has more than %d values", string(op), maxListValues)
	}
	values := make([]any, len(list))
	for i, e := range list {
		switch e.(type) {
		case map[string]any, []any:
			return nil, errFilter
		}
		if e != "null" {
			values[i] = e
		}
	}
	return values, nil
}

// IsEmpty reports whether the filter has no operator: it is no condition, whatever
// it names.
func (f *Filter) IsEmpty() bool {
	if f.Op != "" && f.Op != OpAnd && f.Op != OpOr {
		return false
	}
	return !slices.ContainsFunc(f.Items, func(i Filter) bool { return !i.IsEmpty() })
}

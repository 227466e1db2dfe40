package content

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// decodeJSON reads exactly one JSON value, numbers kept as they were written.
func decodeJSON(s string) (any, bool) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil, false
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, false
	}
	return v, true
}

// filterParameter reads a filter in JSON or bracket form; nil for none.
func filterParameter(v any) (*Filter, error) {
	if s, ok := v.(string); ok {
		if s == "" {
			return nil, nil //nolint:nilnil // no filter is not an error
		}
		if v, ok = decodeJSON(s); !ok {
			return nil, invalid("Invalid JSON for filter object")
		}
	}
	return parseFilter(v)
}

var errFilter = invalid("Invalid filter object")

func parseFilter(v any) (*Filter, error) {
	if v == nil {
		return nil, nil //nolint:nilnil // no filter is not an error
	}
	if list, ok := v.([]any); ok && len(list) == 0 {
		return nil, nil //nolint:nilnil // as a Directus takes it
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, errFilter
	}
	f, err := filterNode(v, 0)
	if err != nil || f.Op == opAnd && len(f.Items) == 0 {
		return nil, err
	}
	return &f, nil
}

// filterNode reads what stands for one record: an object of fields and logical
// operators, all of which must hold.
func filterNode(v any, depth int) (Filter, error) {
	all := Filter{Op: opAnd}
	if depth > maxBrackets {
		return all, invalid("The filter is nested too deep")
	}
	if list, ok := v.([]any); ok {
		m := make(map[string]any, len(list)) // a list where names belong: its positions are the names
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
	slices.Sort(names) // the same filter must always give the same statement
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
	case op == opAnd || op == opOr:
		return filterGroup(op, v, depth)
	case op == opSome || op == opNone:
		return filterStep(name, v, depth)
	case strings.HasPrefix(name, "_"):
		value, err := operand(op, v)
		return Filter{Op: op, Value: value}, err
	}
	switch v.(type) {
	case map[string]any, []any:
		return filterStep(name, v, depth)
	case nil:
		return Filter{}, errFilter // a Directus wants {"_null":true} here
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

// operand checks the value of an operator as far as the field's type does not
// matter. The text "null" means null.
func operand(op Op, v any) (any, error) {
	switch op { //nolint:exhaustive // the rest take one value
	case OpNull, OpNnull, OpEmpty, OpNempty:
		switch v {
		case "", "true", true:
			return true, nil
		case "false", false:
			return false, nil
		}
		return nil, invalid("%q has to be a boolean", string(op))
	case OpIn, OpNin, OpBetween, OpNbetween:
		return operandList(op, v)
	}
	switch t := v.(type) {
	case map[string]any, []any:
		return nil, errFilter
	case string:
		if t == "" && (op == OpEq || op == OpNeq) {
			return nil, invalid(`You can't filter for an empty string in %q. Use "_empty" or "_nempty" instead`, string(op))
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
			return nil, invalid("%q has to be an array of values", string(op))
		}
		if len(t) > maxListValues {
			return nil, invalid("%q has more than %d values", string(op), maxListValues)
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
		for _, s := range splitList(t) {
			list = append(list, s)
		}
		if len(list) > maxListValues {
			return nil, invalid("%q has more than %d values", string(op), maxListValues)
		}
		return list, nil
	case json.Number, bool:
		return []any{t}, nil
	default:
		return nil, errFilter
	}
}

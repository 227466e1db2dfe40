package query

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content"
)

// node is one level of a parameter such as filter[a][b]=c.
type node struct {
	values   []any
	children map[string]*node
}

// parameter collects all values of a name: name=v, name[]=v, name[0]=v,
// name[a][b]=v. The result is a string, []any or map[string]any of these.
func parameter(v url.Values, name string) (value any, given bool, err error) {
	root := &node{}
	keys := make([]string, 0, len(v))
	for key := range v {
		if key == name || strings.HasPrefix(key, name+"[") {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, false, nil
	}
	slices.Sort(keys) // the same request must always produce the same statement
	for _, key := range keys {
		steps, err := brackets(key[len(name):])
		if err != nil {
			return nil, false, content.InvalidQuery("%q is no parameter: %v", key, err)
		}
		at := root
		for _, s := range steps {
			if at.children == nil {
				at.children = make(map[string]*node)
			}
			if at.children[s] == nil {
				at.children[s] = &node{}
			}
			at = at.children[s]
		}
		for _, s := range v[key] {
			at.values = append(at.values, s)
		}
	}
	return root.value(), true, nil
}

type bracketError string

func (e bracketError) Error() string { return string(e) }

func brackets(s string) ([]string, error) {
	var steps []string
	for s != "" {
		end := strings.IndexByte(s, ']')
		if s[0] != '[' || end < 0 || strings.IndexByte(s[1:end], '[') >= 0 {
			return nil, bracketError("brackets do not match")
		}
		if len(steps) == maxBrackets {
			return nil, bracketError("it is nested too deep")
		}
		steps = append(steps, s[1:end])
		s = s[end+1:]
	}
	return steps, nil
}

func (n *node) value() any {
	if len(n.children) == 0 {
		if len(n.values) == 1 {
			return n.values[0]
		}
		return n.values
	}
	names := make([]string, 0, len(n.children))
	list := true
	for name := range n.children {
		names = append(names, name)
		list = list && index(name) >= 0
	}
	if !list {
		m := make(map[string]any, len(names))
		for _, name := range names {
			m[name] = n.children[name].value()
		}
		return m
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(index(a), index(b)) })
	out := slices.Clone(n.values)
	for _, name := range names {
		child := n.children[name]
		if name == "" && len(child.children) == 0 {
			out = append(out, child.values...) // a[]=1&a[]=2
		} else {
			out = append(out, child.value())
		}
	}
	return out
}

// index parses a name as a position in a list: "" sorts after all numbers, -1 is
// no position.
func index(name string) int {
	if name == "" {
		return 1 << 20
	}
	if len(name) > 5 {
		return -1
	}
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil {
		return -1
	}
	return int(n)
}

package sqlgen

import (
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// operand returns the expression that a condition tests or a sort order
// compares: a column, a part of a timestamp, or the number of rows of a
// relation.
func (s *statement) operand(a *scope, f *content.Field, fn query.Func, counted *query.Counted) string {
	switch {
	case fn == query.FuncNone:
		return column(a.alias, f)
	case f.ToMany():
		return s.countRelated(f, counted, a.collection, a.alias)
	default:
		return s.dialect.part(fn, column(a.alias, f))
	}
}

// test returns the condition of one operator. Null fulfils only _null and
// _empty.
func (s *statement) test(a *scope, c *query.Cond) string {
	x := s.operand(a, c.Field, c.Func, c.Counted)
	if a.picked && !picks(c) {
		x = s.dialect.unindexed(x)
	}
	value := func(i int) string { return s.bind(s.dialect.Value(c.Field, c.Values[i])) }
	switch c.Op {
	case content.OpEq:
		return x + "=" + value(0)
	case content.OpNeq:
		return x + "<>" + value(0)
	case content.OpLt:
		return x + "<" + value(0)
	case content.OpLte:
		return x + "<=" + value(0)
	case content.OpGt:
		return x + ">" + value(0)
	case content.OpGte:
		return x + ">=" + value(0)
	case content.OpBetween:
		return "(" + x + " BETWEEN " + value(0) + " AND " + value(1) + ")"
	case content.OpNbetween:
		return "(" + x + " NOT BETWEEN " + value(0) + " AND " + value(1) + ")"
	case content.OpIn:
		return s.dialect.AnyOf(x, s.bind(s.dialect.List(c.Field, c.Values)))
	case content.OpNin:
		return "(" + x + " IS NOT NULL AND NOT " + s.dialect.AnyOf(x, s.bind(s.dialect.List(c.Field, c.Values))) + ")"
	case content.OpNull:
		return x + " IS NULL"
	case content.OpNnull:
		return x + " IS NOT NULL"
	case content.OpEmpty:
		return "(" + x + " IS NULL OR " + x + "='')"
	case content.OpNempty:
		return "(" + x + " IS NOT NULL AND " + x + "<>'')"
	default:
		return s.matches(x, c)
	}
}

// matches returns the condition of the operators on parts of texts:
// [n][i]contains, starts_with, ends_with.
func (s *statement) matches(x string, c *query.Cond) string {
	name := strings.TrimPrefix(string(c.Op), "_")
	rest, negated := strings.CutPrefix(name, "n")
	rest, folded := strings.CutPrefix(rest, "i")
	how := matching{start: rest == "starts_with", end: rest == "ends_with", fold: folded}
	pattern, _ := c.Values[0].(string)
	if pattern == "" { // contained in every text
		return x + map[bool]string{false: " IS NOT NULL", true: " IS NULL AND 1=0"}[negated]
	}
	text := s.dialect.match(s, x, pattern, how)
	if negated {
		return "NOT (" + text + ")"
	}
	return text
}

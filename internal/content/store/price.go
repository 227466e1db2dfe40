package store

import (
	"slices"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store/sqlgen"
)

// The price of a row that is searched and not returned, in rows of a reply,
// measured with SQLite (5 µs for a row of a reply on a busy machine).
const (
	searched = 0.1 // to find it and compare numbers, keys or whole texts
	spelled  = 1.0 // to match a text by a pattern or compute its sort key
)

// price estimates the cost of a query, in rows of a reply. Searched rows count
// if a client wrote the query; the program's own queries are known.
type price struct {
	rows   map[string]float64 // of each table
	client bool
}

func (p price) plan(plan *query.Plan) float64 {
	root := plan.Root
	all := p.rows[root.Collection.Name]
	if plan.ID != nil {
		return p.row(root)
	}
	total := p.counts(plan, all)
	if plan.Aggregated() {
		if root.Requested != nil {
			total += p.all(root.Requested, all)
		}
		return total + all
	}
	wanted := all
	if plan.One {
		wanted = 1
	} else if root.Limit >= 0 {
		wanted = min(wanted, float64(root.Limit))
	}
	return total + wanted*p.row(root) + p.search(root, all)
}

// row returns the price of one row of a selection with all that is nested in it,
// if every parent has the average number of children.
func (p price) row(sel *query.Selection) float64 {
	cost := 1.0
	for i := range sel.Outputs {
		o := &sel.Outputs[i]
		for _, scope := range o.Scopes {
			cost += p.row(scope)
		}
		if o.Nested == nil {
			continue
		}
		each := 1.0
		if o.Field.ToMany() {
			each = p.rows[o.Nested.Collection.Name] / max(1, p.rows[sel.Collection.Name])
			cost += p.search(o.Nested, each)
			if l := o.Nested.Limit; l >= 0 {
				each = min(each, float64(l))
			}
			each = max(each, 0.01)
		}
		cost += each * p.row(o.Nested)
	}
	return cost
}

// counts returns the price of the counts beside a reply.
func (p price) counts(plan *query.Plan, all float64) (total float64) {
	if plan.Meta.TotalCount {
		total += p.all(plan.CountRule, all)
	}
	if plan.Meta.FilterCount {
		total += p.all(plan.Root.Requested, all)
	}
	return total
}

// all returns the price of testing rows by a condition.
func (p price) all(c *query.Cond, rows float64) float64 {
	if !p.client {
		return 0
	}
	if few, ok := p.named(c); ok {
		rows = min(rows, few)
	}
	return rows * (searched + p.test(c))
}

// search returns the price of the rows that are searched at worst. Rows that an
// index returns in order are read until there are enough.
func (p price) search(sel *query.Selection, there float64) float64 {
	ordered := inOrder(sel.Sort)
	switch {
	case !p.client || sel.Language != "":
		return 0
	case ordered && (sel.Requested == nil || served(sel.Requested, sel.Sort[0].Field)):
		return searched * min(there, float64(max(0, sel.Offset)))
	}
	if few, ok := p.named(sel.Requested); ok {
		there = min(there, few)
	}
	each := searched + p.test(sel.Requested)
	if !ordered {
		each += p.sort(sel)
	}
	return there * each
}

// named returns how many rows an index finds by a condition; ok is false for a
// condition that has to be tested on all rows.
func (p price) named(c *query.Cond) (n float64, ok bool) {
	if c == nil {
		return 0, false
	}
	switch c.Kind {
	case query.CondAll:
		for i := range c.Items {
			if few, is := p.named(&c.Items[i]); is && (!ok || few < n) {
				n, ok = few, true
			}
		}
		return n, ok
	case query.CondAny:
		for i := range c.Items {
			few, is := p.named(&c.Items[i])
			if !is {
				return 0, false
			}
			n += few
		}
		return n, true
	case query.CondTest:
		if c.Func != query.FuncNone || c.Op != content.OpEq && c.Op != content.OpIn {
			return 0, false
		}
		return p.behind(c.Field, float64(len(c.Values)))
	case query.CondStep:
		few, is := p.named(&c.Items[0])
		if !is || c.Step.Field.ToMany() {
			return few, is
		}
		return p.behind(c.Step.Field, few)
	default:
		return 0, false
	}
}

// behind returns how many rows have one of n values of a field that an index
// serves.
func (p price) behind(f *content.Field, n float64) (rows float64, ok bool) {
	switch {
	case f == f.Collection.Key, f.Unique, f.Name == "slug":
		return n, true
	case f.Kind == content.ManyToOne:
		return n * max(1, p.rows[f.Collection.Name]/max(1, p.rows[f.Relation.Related.Name])), true
	default:
		return 0, false
	}
}

// test returns the price of testing one row by a condition, beyond finding the
// row.
func (p price) test(c *query.Cond) (cost float64) {
	if c == nil {
		return 0
	}
	for i := range c.Items {
		cost += p.test(&c.Items[i])
	}
	switch c.Kind {
	case query.CondTest:
		switch {
		case c.Func == query.FuncCount && c.Field.ToMany():
			return p.children(c.Field) * searched
		case isPattern(c.Op):
			return spelled
		}
	case query.CondStep, query.CondSome, query.CondNone:
		cost += searched + p.test(c.Step.Rule)
		if c.Step.Field.ToMany() {
			cost *= p.children(c.Step.Field)
		}
	case query.CondAll, query.CondAny:
	}
	return cost
}

// sort returns the price of sorting one row.
func (p price) sort(sel *query.Selection) (cost float64) {
	for i := range sel.Sort {
		t := &sel.Sort[i]
		each := searched
		switch {
		case t.Func == query.FuncCount && t.Field.ToMany():
			each += p.children(t.Field) * searched
		case t.Func == query.FuncNone && sqlgen.IsCollated(t.Field):
			each += spelled
		}
		for _, step := range t.Path {
			each += searched
			if step.Field.ToMany() {
				each *= max(1, p.children(step.Field))
			}
		}
		cost += each
	}
	return cost
}

// children returns the average number of rows of a relation.
func (p price) children(f *content.Field) float64 {
	return p.rows[f.Relation.Collection.Name] / max(1, p.rows[f.Collection.Name])
}

// isPattern reports whether an operator matches a part of a text.
func isPattern(op content.Op) bool {
	return strings.Contains(string(op), "contains") || strings.HasSuffix(string(op), "_with")
}

// inOrder reports whether an index returns the rows of a collection in an order.
func inOrder(terms []query.Term) bool {
	for i := range terms {
		t := &terms[i]
		f := t.Field
		switch {
		case len(t.Path) > 0 || t.Func != query.FuncNone:
			return false
		case f == f.Collection.Key:
			return true // unique
		case i > 0 || !f.Unique && f.Kind != content.ManyToOne && f != f.Collection.SortField &&
			f.Name != "slug" && f.Name != "status" && !f.HasSpecial("date-created") && !f.HasSpecial("date-updated"):
			return false
		}
	}
	return true
}

// served reports whether the index that returns rows in the order of a field
// excludes those that a condition excludes: by the status, with which the
// indexes of lists begin (see indexes), or by a range of the key.
func served(c *query.Cond, order *content.Field) bool {
	switch {
	case c.Kind == query.CondAll:
		return !slices.ContainsFunc(c.Items, func(i query.Cond) bool { return !served(&i, order) })
	case c.Kind != query.CondTest || c.Func != query.FuncNone:
		return false
	}
	switch c.Op {
	case content.OpEq:
		return c.Field.Name == "status" && !order.HasSpecial("date-updated")
	case content.OpGt, content.OpGte, content.OpLt, content.OpLte, content.OpBetween:
		return c.Field == order && order == order.Collection.Key
	default:
		return false
	}
}

package store

import (
	"context"
	"slices"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store/sqlgen"
)

// maxCost is the highest estimated cost of a query with limited access, in rows
// of a reply. A row takes some microseconds, so this is two seconds at worst; the
// most expensive query of the site is below a tenth of it.
const maxCost = 400_000

// expensiveCost is the estimated cost from which a query is expensive: ten
// milliseconds. A product with all that is nested in it costs some hundred rows.
const expensiveCost = 2_000

// checkCost rejects a query whose nesting multiplies into too many rows, and a
// client's query that searches too many. An accepted query is checked again
// after the next count.
func (p *prepared) checkCost(ctx context.Context) error {
	rows, counted, err := p.store.rows(ctx)
	if err != nil || p.acceptedCount.Load() == counted {
		return err
	}
	cost := costModel{rows, p.query.Client}.plan(p.plan)
	if cost > maxCost {
		return errTooExpensive()
	}
	p.expensive.Store(cost > expensiveCost)
	p.acceptedCount.Store(counted)
	return nil
}

// Expensive implements content.Prepared.
func (p *prepared) Expensive(ctx context.Context) (bool, error) {
	if p.query.Access == content.System {
		return false, nil
	}
	err := p.checkCost(ctx)
	return p.expensive.Load(), err
}

// Cost of a row that is searched and not returned, in rows of a reply, measured
// with SQLite (5 µs for a row of a reply on a busy machine).
const (
	searchCost  = 0.1 // finding it and comparing numbers, keys or whole texts
	patternCost = 1.0 // matching a text against a pattern or computing its sort key
)

// costModel estimates the cost of a query, in rows of a reply. It counts searched
// rows only if a client wrote the query: the program's own queries use indexes.
type costModel struct {
	rows   map[string]float64 // rows by table
	client bool
}

func (m costModel) plan(plan *query.Plan) float64 {
	root := plan.Root
	all := m.rows[root.Collection.Name]
	if plan.ID != nil {
		return m.row(root)
	}
	total := m.counts(plan, all)
	if plan.Aggregated() {
		if root.Requested != nil {
			total += m.scan(root.Requested, all)
		}
		return total + all
	}
	wanted := all
	if plan.One {
		wanted = 1
	} else if root.Limit >= 0 {
		wanted = min(wanted, float64(root.Limit))
	}
	return total + wanted*m.row(root) + m.search(root, all)
}

// row returns the cost of one row of a selection and its nested selections,
// if every parent has the average number of children.
func (m costModel) row(sel *query.Selection) float64 {
	cost := 1.0
	for i := range sel.Outputs {
		o := &sel.Outputs[i]
		for _, scope := range o.Scopes {
			cost += m.target(scope)
		}
		switch {
		case o.Func == query.FuncCount && o.Field.ToMany() && m.client:
			cost += m.children(o.Field) * searchCost
		case o.Nested == nil:
		case o.Field.ToMany():
			each := m.rows[o.Nested.Collection.Name] / max(1, m.rows[sel.Collection.Name])
			cost += m.search(o.Nested, each)
			if l := o.Nested.Limit; l >= 0 {
				each = min(each, float64(l))
			}
			cost += max(each, 0.01) * m.row(o.Nested)
		default:
			cost += m.target(o.Nested)
		}
	}
	return cost
}

// target returns the cost of the row that a foreign key references, which is tested
// against the filter of the selection. Its sort order has no effect.
func (m costModel) target(sel *query.Selection) float64 {
	if sel.Requested == nil {
		return m.row(sel)
	}
	return m.row(sel) + m.scan(sel.Requested, 1)
}

// counts returns the cost of the counts in a reply's meta.
func (m costModel) counts(plan *query.Plan, all float64) (total float64) {
	if plan.Meta.TotalCount {
		total += m.scan(plan.CountRule, all)
	}
	if plan.Meta.FilterCount {
		total += m.scan(plan.Root.Requested, all)
	}
	return total
}

// scan returns the cost of testing rows against a condition.
func (m costModel) scan(c *query.Cond, rows float64) float64 {
	if !m.client {
		return 0
	}
	if few, ok := m.indexed(c); ok {
		rows = min(rows, few)
	}
	return rows * (searchCost + m.test(c))
}

// search returns the cost of the rows that are searched at worst. Rows that an
// index returns in order are read only until the limit is reached.
func (m costModel) search(sel *query.Selection, candidates float64) float64 {
	ordered := isIndexOrder(sel.Sort)
	switch {
	case !m.client, sel.Language != "" && sel.Requested == nil:
		return 0
	case sel.Language != "": // among the translations in the language, then among all
		return 2 * m.scan(sel.Requested, candidates)
	case ordered && (sel.Requested == nil || isIndexFilter(sel.Requested, sel.Sort[0].Field)):
		return searchCost * min(candidates, float64(max(0, sel.Offset)))
	}
	if few, ok := m.indexed(sel.Requested); ok {
		candidates = min(candidates, few)
	}
	each := searchCost + m.test(sel.Requested)
	if !ordered {
		each += m.sort(sel)
	}
	return candidates * each
}

// indexed returns how many rows an index finds for a condition; ok is false for
// a condition that must be tested on all rows.
func (m costModel) indexed(c *query.Cond) (n float64, ok bool) {
	if c == nil {
		return 0, false
	}
	switch c.Kind {
	case query.CondAll:
		for i := range c.Items {
			if few, is := m.indexed(&c.Items[i]); is && (!ok || few < n) {
				n, ok = few, true
			}
		}
		return n, ok
	case query.CondAny:
		for i := range c.Items {
			few, is := m.indexed(&c.Items[i])
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
		return m.matching(c.Field, float64(len(c.Values)))
	case query.CondStep:
		few, is := m.indexed(&c.Items[0])
		if !is || c.Step.Field.ToMany() {
			return few, is
		}
		return m.matching(c.Step.Field, few)
	default:
		return 0, false
	}
}

// matching returns how many rows have one of n values of an indexed field; ok is
// false if the field has no index.
func (m costModel) matching(f *content.Field, n float64) (rows float64, ok bool) {
	switch {
	case f == f.Collection.Key, f.Unique, f.Name == "slug":
		return n, true
	case f.Kind == content.ManyToOne:
		return n * max(1, m.rows[f.Collection.Name]/max(1, m.rows[f.Relation.Related.Name])), true
	default:
		return 0, false
	}
}

// test returns the cost of testing one row against a condition, beyond finding
// the row.
func (m costModel) test(c *query.Cond) (cost float64) {
	if c == nil {
		return 0
	}
	for i := range c.Items {
		cost += m.test(&c.Items[i])
	}
	switch c.Kind {
	case query.CondTest:
		switch {
		case c.Func == query.FuncCount && c.Field.ToMany():
			return m.children(c.Field) * searchCost
		case isPattern(c.Op):
			return patternCost
		}
	case query.CondStep, query.CondSome, query.CondNone:
		cost += searchCost + m.test(c.Step.Rule)
		if c.Step.Field.ToMany() {
			cost *= m.children(c.Step.Field)
		}
	case query.CondAll, query.CondAny:
	}
	return cost
}

// sort returns the cost of sorting one row.
func (m costModel) sort(sel *query.Selection) (cost float64) {
	for i := range sel.Sort {
		t := &sel.Sort[i]
		each := searchCost
		switch {
		case t.Func == query.FuncCount && t.Field.ToMany():
			each += m.children(t.Field) * searchCost
		case t.Func == query.FuncNone && sqlgen.IsCollated(t.Field):
			each += patternCost
		}
		for _, step := range t.Path {
			each += searchCost
			if step.Field.ToMany() {
				each *= max(1, m.children(step.Field))
			}
		}
		cost += each
	}
	return cost
}

// children returns the average number of related rows of one record.
func (m costModel) children(f *content.Field) float64 {
	return m.rows[f.Relation.Collection.Name] / max(1, m.rows[f.Collection.Name])
}

// isPattern reports whether an operator matches a part of a text.
func isPattern(op content.Op) bool {
	return strings.Contains(string(op), "contains") || strings.HasSuffix(string(op), "_with")
}

// isIndexOrder reports whether an index returns the rows of a collection in an order.
// Foreign keys and the status repeat: all rows with one value would be sorted by the key.
func isIndexOrder(terms []query.Term) bool {
	for i := range terms {
		t := &terms[i]
		f := t.Field
		switch {
		case len(t.Path) > 0 || t.Func != query.FuncNone:
			return false
		case f == f.Collection.Key:
			return true // unique
		case i > 0 || !f.Unique && f != f.Collection.SortField &&
			f.Name != "slug" && !f.HasSpecial("date-created") && !f.HasSpecial("date-updated"):
			return false
		}
	}
	return true
}

// isIndexFilter reports whether the index that returns rows in the order of a
// field excludes those that a condition excludes: by the status, with which the
// indexes of lists begin (see indexes), or by a range of the key.
func isIndexFilter(c *query.Cond, order *content.Field) bool {
	switch {
	case c.Kind == query.CondAll:
		return !slices.ContainsFunc(c.Items, func(i query.Cond) bool { return !isIndexFilter(&i, order) })
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

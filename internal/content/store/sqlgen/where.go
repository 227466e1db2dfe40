package sqlgen

import (
	"slices"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// scope is a row to which conditions apply, and the joins that they need.
type scope struct {
	s          *statement
	alias      string
	collection *content.Collection
	joins      *joins
	nested     bool // the rows are few and found through a parent
	fanned     bool // steps to many rows are joins here, see exists
	required   bool // the condition must hold: it is not an alternative of an OR
	inline     bool // no joins can be added: steps are subselects
	picked     bool // a condition picks the rows, see picks
}

// joins is the list of joins of one FROM, one for each distinct step from a row,
// so that conditions on one path apply to the same row.
type joins struct {
	list   []*join
	byStep map[string]*join
}

type join struct {
	alias, text string
	// inner reports that a missing row cannot fulfil the condition. Only then
	// may the database begin with the joined table.
	inner bool
}

func newScope(s *statement, c *content.Collection) *scope {
	return &scope{s: s, alias: s.alias(), collection: c, joins: &joins{byStep: make(map[string]*join)}, required: true}
}

// from returns the table and its joins; call it after all conditions are
// compiled.
func (a *scope) from() string {
	var b strings.Builder
	b.WriteString(Quote(a.collection.Name) + " " + a.alias)
	for _, j := range a.joins.list {
		if !j.inner {
			b.WriteString(" LEFT")
		}
		b.WriteString(" JOIN " + j.text)
	}
	return b.String()
}

// where returns the WHERE clause of a condition and further ones in SQL.
func (a *scope) where(c *query.Cond, more ...string) string {
	if c != nil {
		more = append(more, a.cond(c))
	}
	if len(more) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(more, " AND ")
}

// join returns the scope of a related row, which is all nulls where the reader
// may see none, unless the join is inner.
func (a *scope) join(step query.Step, inner bool) scope {
	to := *a
	to.collection, to.picked = step.Target, false
	key := a.alias + "." + step.Field.Name + ":" + step.Target.Name
	j := a.joins.byStep[key]
	if j == nil {
		j = &join{alias: a.s.alias()}
		to.alias = j.alias
		on := a.match(step, to.alias)
		if step.Rule != nil {
			rule := scope{s: a.s, alias: to.alias, collection: step.Target, nested: true, inline: true}
			on += " AND " + rule.cond(step.Rule)
		}
		j.text = Quote(step.Target.Name) + " " + j.alias + " ON " + on
		a.joins.byStep[key] = j
		a.joins.list = append(a.joins.list, j)
	}
	to.alias = j.alias
	j.inner = j.inner || inner
	return to
}

// picks reports whether a condition selects so few rows that a database should
// begin with it: records by key, or records that they reference.
func picks(c *query.Cond) bool {
	switch {
	case c == nil:
		return false
	case c.Kind == query.CondAll:
		return slices.ContainsFunc(c.Items, func(i query.Cond) bool { return picks(&i) })
	case c.Kind == query.CondTest:
		f := c.Field
		return (c.Op == content.OpEq || c.Op == content.OpIn) && c.Func == query.FuncNone &&
			(f == f.Collection.Key || f.Unique || f.Kind == content.ManyToOne)
	default:
		return c.Kind == query.CondSome || c.Kind == query.CondStep
	}
}

func (a *scope) match(step query.Step, target string) string {
	if step.Field.ToMany() {
		return column(target, step.Field.Relation.Field) + "=" + column(a.alias, a.collection.Key)
	}
	return a.s.keyMatch(step.Field, step.Target, a.alias, target)
}

// cond returns a condition in SQL.
func (a *scope) cond(c *query.Cond) string {
	switch c.Kind {
	case query.CondAll:
		return a.all(c.Items)
	case query.CondAny:
		// existence is tested for each alternative separately
		each := *a
		each.required = a.required && len(c.Items) == 1
		parts := make([]string, len(c.Items))
		for i := range c.Items {
			parts[i] = each.cond(&c.Items[i])
		}
		return group(parts, " OR ", "1=0")
	case query.CondTest:
		return a.s.test(a, c)
	case query.CondSome:
		return a.some(c.Step, c.Items)
	case query.CondNone:
		return "NOT " + a.some(c.Step, c.Items)
	default:
		return a.step(c)
	}
}

func group(parts []string, by, empty string) string {
	switch len(parts) {
	case 0:
		return empty
	case 1:
		return parts[0]
	default:
		return "(" + strings.Join(parts, by) + ")"
	}
}

func (a *scope) step(c *query.Cond) string {
	switch {
	case a.inline && c.Step.Field.ToMany():
		return a.exists([]query.Cond{*c})
	case a.inline:
		return a.behind(c)
	case c.Step.Field.ToMany() && !a.fanned:
		return a.exists([]query.Cond{*c})
	}
	to := a.join(c.Step, a.required && rejectsNull(&c.Items[0]))
	return to.cond(&c.Items[0])
}

// behind tests the row that a foreign key references without a join.
func (a *scope) behind(c *query.Cond) string {
	to := newScope(a.s, c.Step.Target)
	to.nested, to.inline = true, true
	tie := a.match(c.Step, to.alias)
	if c.Step.Rule != nil {
		tie += " AND " + to.cond(c.Step.Rule)
	}
	cond := to.cond(&c.Items[0])
	table := Quote(c.Step.Target.Name) + " " + to.alias
	if rejectsNull(&c.Items[0]) {
		return "EXISTS (SELECT 1 FROM " + table + " WHERE " + tie + " AND " + cond + ")"
	}
	return "EXISTS (SELECT 1 FROM (SELECT 1) one LEFT JOIN " + table + " ON " + tie + " WHERE " + cond + ")"
}

// rejectsNull reports whether a condition can never hold for a missing row.
func rejectsNull(c *query.Cond) bool {
	switch c.Kind {
	case query.CondAll:
		return slices.ContainsFunc(c.Items, func(i query.Cond) bool { return rejectsNull(&i) })
	case query.CondAny:
		return !slices.ContainsFunc(c.Items, func(i query.Cond) bool { return !rejectsNull(&i) })
	case query.CondTest:
		return c.Op != content.OpNull && c.Op != content.OpEmpty && c.Func != query.FuncCount
	case query.CondStep:
		return rejectsNull(&c.Items[0])
	case query.CondSome:
		return true
	default:
		return false
	}
}

// some tests whether a relation has a row of its own that fulfils the condition.
func (a *scope) some(step query.Step, conds []query.Cond) string {
	r := newScope(a.s, step.Target)
	r.nested = true
	parts := []string{a.match(step, r.alias)}
	if step.Rule != nil {
		parts = append(parts, r.cond(step.Rule))
	}
	parts = append(parts, r.all(conds))
	return "EXISTS (SELECT 1 FROM " + r.from() + " WHERE " + strings.Join(parts, " AND ") + ")"
}

// all returns the conjunction of conditions. Those on one relation are tested
// together, because they must hold for the same row; others separately, so that
// no product of several relations is formed.
func (a *scope) all(items []query.Cond) string {
	var parts []string
	if a.fanned {
		for i := range items {
			parts = append(parts, a.cond(&items[i]))
		}
		return group(parts, " AND ", "1=1")
	}
	for _, together := range connected(items) {
		if len(together) == 1 {
			parts = append(parts, a.cond(&together[0]))
		} else {
			parts = append(parts, a.exists(together))
		}
	}
	return group(parts, " AND ", "1=1")
}

// exists tests whether conditions hold for some combination of related rows. At
// the root it selects the keys from the side of the conditions, which lets the
// database begin at the smaller side; below a parent it tests the few rows one
// by one.
func (a *scope) exists(conds []query.Cond) string {
	in := newScope(a.s, a.collection)
	in.nested, in.fanned = a.nested, true
	body := in.all(conds)
	key, outer := column(in.alias, a.collection.Key), column(a.alias, a.collection.Key)
	if a.nested {
		return "EXISTS (SELECT 1 FROM " + in.from() + " WHERE " + key + "=" + outer + " AND " + body + ")"
	}
	return outer + " IN (SELECT " + key + " FROM " + in.from() + " WHERE " + body + ")"
}

// connected groups the conditions that step through the same to-many relation.
func connected(items []query.Cond) [][]query.Cond {
	type class struct {
		heads map[string]bool
		items []query.Cond
	}
	var classes []class
	for i := range items {
		next := class{heads: map[string]bool{}, items: []query.Cond{items[i]}}
		heads(&items[i], "", next.heads)
		rest := classes[:0:0]
		for _, c := range classes {
			if !overlap(c.heads, next.heads) {
				rest = append(rest, c)
				continue
			}
			next.items = append(c.items, next.items...)
			for h := range c.heads {
				next.heads[h] = true
			}
		}
		classes = append(rest, next)
	}
	out := make([][]query.Cond, len(classes))
	for i, c := range classes {
		out[i] = c.items
	}
	return out
}

func overlap(a, b map[string]bool) bool {
	for h := range a {
		if b[h] {
			return true
		}
	}
	return false
}

// heads collects the first to-many relations on the paths of a condition.
func heads(c *query.Cond, prefix string, into map[string]bool) {
	if c.Kind == query.CondSome || c.Kind == query.CondNone {
		return
	}
	if c.Kind == query.CondStep {
		prefix += c.Step.Field.Name + ":" + c.Step.Target.Name + "."
		if c.Step.Field.ToMany() {
			into[prefix] = true
			return
		}
	}
	for i := range c.Items {
		heads(&c.Items[i], prefix, into)
	}
}

package content

import (
	"regexp"
	"time"
)

// Bind checks a query against the model and against what its reader may see.
// The time is what $NOW stands for. Unknown and forbidden names alike are
// *fault.Error of kind Forbidden.
func Bind(m *Model, q Query, now time.Time) (*Plan, error) {
	c := m.Collection(q.Collection)
	if c == nil {
		return nil, forbiddenCollection(q.Collection, nil)
	}
	if !m.visible(q.Access, c) {
		if c.System {
			return nil, ErrItem()
		}
		return nil, forbiddenCollection(q.Collection, nil)
	}
	if !languageShape.MatchString(q.Language) {
		return nil, invalid("%q is no language code", "language")
	}
	b := &binder{model: m, access: q.Access, user: q.Access.userID(), now: now, language: q.Language}
	p := &Plan{One: c.Singleton || q.ID != "", Meta: q.Meta, Trace: q.Trace, Language: q.Language}
	options := q.Options
	if q.ID != "" {
		id, err := ParseValue(c.Key, q.ID)
		if err != nil || q.Limit != nil && *q.Limit == 0 {
			return nil, ErrItem()
		}
		p.ID = id
		p.Meta = Meta{}
		options = Options{Alias: q.Alias, Deep: q.Deep} // the key decides alone
	}
	var err error
	fields := fieldTree(q.Fields)
	aggregated := q.ID == "" && (len(q.Aggregate) > 0 || len(q.Group) > 0)
	if aggregated {
		fields, options.Sort = fieldTree([]string{c.Key.Name}), nil
	}
	if p.Root, err = b.selection(c, fields, options, nil, false); err != nil {
		return nil, err
	}
	if aggregated {
		if err := b.aggregate(p, c, q); err != nil {
			return nil, err
		}
	}
	if p.One {
		p.Root.Limit, p.Root.Offset = 1, 0
	}
	if p.CountRule, err = b.rule(c); err != nil {
		return nil, err
	}
	if q.Trace {
		m.watch(p)
	}
	return p, nil
}

var languageShape = regexp.MustCompile(`^([A-Za-z0-9-]{2,20})?$`)

// binder carries what is the same for the whole of one query.
type binder struct {
	model    *Model
	access   *Policy
	user     any // what $CURRENT_USER stands for: a text, or nil
	now      time.Time
	language string

	selections, outputs int
	ruleDepth           int // rules that refer to each other must end
}

// selection binds the rows of c that fields and options ask for. With implied
// the rule of c is known to hold.
func (b *binder) selection(c *Collection, fields *fieldNode, o Options, at path, implied bool) (*Selection, error) {
	if b.selections++; b.selections > maxSelections {
		return nil, invalid("It reads more than %d relations", maxSelections)
	}
	if len(at) > maxFieldSteps {
		return nil, invalid("Its fields are nested more than %d levels deep", maxFieldSteps)
	}
	s := &Selection{Collection: c, Limit: DefaultLimit, Offset: o.Offset}
	if o.Limit != nil {
		s.Limit = *o.Limit
	}
	switch {
	case s.Limit == -1 && o.Page > 0:
		s.Offset = 0 // all of it is one page
	case o.Page > 0:
		s.Offset = (o.Page - 1) * s.Limit
	}
	var rule *Cond
	var err error
	if !implied {
		if rule, err = b.rule(c); err != nil {
			return nil, err
		}
	}
	filter, err := b.filter(c, o.Filter, at)
	if err != nil {
		return nil, err
	}
	s.Asked = and(filter, b.search(c, o.Search))
	s.Where = and(rule, s.Asked)
	if s.Sort, err = b.sort(c, o.Sort, at); err != nil {
		return nil, err
	}
	s.Outputs, err = b.fields(c, fields, o, at)
	return s, err
}

// rule binds which rows of c the reader may see; nil for all.
func (b *binder) rule(c *Collection) (*Cond, error) {
	f := b.model.rule(b.access, c)
	if f == nil {
		return nil, nil //nolint:nilnil // no rule is not an error
	}
	if b.ruleDepth > maxRelationDepth {
		return nil, invalid("The permissions of %s refer to themselves", c.Name)
	}
	// A rule is the operator's own words: it may look at fields and rows that
	// the reader must not see.
	system := &binder{model: b.model, access: System, user: b.user, now: b.now, ruleDepth: b.ruleDepth + 1}
	return system.filter(c, f, nil)
}

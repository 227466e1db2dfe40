// Package query owns the query language of the content API, the Directus
// dialect: it parses a request to a content.Query and binds that to the model
// and to the permissions of its reader. The result is a Plan, which a store
// compiles to a statement. It depends on neither SQL nor HTTP.
package query

import (
	"regexp"
	"time"

	"ferrule/internal/content"
)

// Bind checks a query against the model and the permissions of its reader. $NOW
// is now. Unknown and forbidden names alike are *fault.Error of kind Forbidden.
func Bind(m *content.Model, q content.Query, now time.Time) (*Plan, error) {
	c := m.Collection(q.Collection)
	if c == nil {
		return nil, content.ForbiddenCollection(q.Collection, nil)
	}
	if !m.Visible(q.Access, c) {
		if c.System {
			return nil, content.ErrItem()
		}
		return nil, content.ForbiddenCollection(q.Collection, nil)
	}
	if !languageShape.MatchString(q.Language) {
		return nil, content.InvalidQuery("%q is no language code", "language")
	}
	b := &binder{model: m, access: q.Access, vars: content.Variables{Now: now, User: q.Access.UserID()}, language: q.Language}
	p := &Plan{One: c.Singleton || q.ID != "", Meta: q.Meta, Trace: q.Trace, Language: q.Language}
	options := q.Options
	if q.ID != "" {
		id, err := content.ParseValue(c.Key, q.ID)
		if err != nil || q.Limit != nil && *q.Limit == 0 {
			return nil, content.ErrItem()
		}
		p.ID = id
		p.Meta = content.Meta{}
		if _, err := b.filter(c, q.Filter, nil); err != nil {
			return nil, err
		}
		if _, err := b.sort(c, q.Sort, nil); err != nil {
			return nil, err
		}
		options.Filter, options.Sort = nil, nil // the key selects the item
	}
	if c.Singleton {
		one := 1
		options.Limit = &one
	}
	var err error
	fields := fieldTree(q.Fields)
	aggregated := q.ID == "" && (len(q.Aggregate) > 0 || len(q.Group) > 0)
	if aggregated {
		options.Sort = nil
		if fields = fieldTree([]string{c.Key.Name}); c.Singleton {
			fields = fieldTree(nil) // its defaults are the reply if nothing is found
		}
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
		p.Root.Limit = 1
	}
	if p.CountRule, err = b.rule(c); err != nil {
		return nil, err
	}
	if q.Trace {
		watch(m, p)
	}
	return p, nil
}

var languageShape = regexp.MustCompile(`^([A-Za-z0-9-]{2,20})?$`)

// binder is the state of binding one query.
type binder struct {
	model    *content.Model
	access   *content.Policy
	vars     content.Variables
	language string

	selections, outputs int
	ruleDepth           int // limits rules that refer to each other
	filtered            int // relations above the filter that is being bound
}

// selection binds the rows of c that fields and options select. If implied, the
// rule of c is known to hold.
func (b *binder) selection(c *content.Collection, fields *fieldNode, o content.Options, at content.Path, implied bool) (*Selection, error) {
	if b.selections++; b.selections > maxSelections {
		return nil, content.InvalidQuery("It reads more than %d relations", maxSelections)
	}
	if len(at) > maxFieldSteps {
		return nil, content.InvalidQuery("Its fields are nested more than %d levels deep", maxFieldSteps)
	}
	if o.Err != nil {
		return nil, o.Err
	}
	s := &Selection{Collection: c, Limit: content.DefaultLimit, Offset: o.Offset}
	if o.Limit != nil {
		s.Limit = *o.Limit
	}
	if o.Page > 0 && s.Limit != -1 { // all rows are one page
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
	s.Requested = and(filter, b.search(c, o.Search))
	s.Where = and(rule, s.Requested)
	if s.Sort, err = b.sort(c, o.Sort, at); err != nil {
		return nil, err
	}
	s.Outputs, err = b.fields(c, fields, o, at)
	return s, err
}

// rule binds the permission of the reader to read rows of c; nil for all rows.
func (b *binder) rule(c *content.Collection) (*Cond, error) {
	f, err := b.model.Rule(b.access, c, content.ActionRead)
	if f == nil || err != nil {
		return nil, err
	}
	if b.ruleDepth > maxRelationDepth {
		return nil, content.InvalidQuery("The permissions of %s refer to themselves", c.Name)
	}
	// The operator writes the rules: they may filter by fields and rows that the
	// reader may not see.
	system := &binder{model: b.model, access: content.System, vars: b.vars, ruleDepth: b.ruleDepth + 1}
	return system.filter(c, f, nil)
}

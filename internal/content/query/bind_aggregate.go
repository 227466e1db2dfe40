package query

import "ferrule/internal/content"

// aggregate binds aggregate functions and groups in place of fields. Groups are
// ordered by their values unless the query has a sort order.
func (b *binder) aggregate(p *Plan, c *content.Collection, q content.Query) error {
	for _, name := range q.Group {
		out, err := b.groupBy(c, name)
		if err != nil {
			return err
		}
		if find(p.Groups, out.Name) < 0 {
			p.Groups = append(p.Groups, *out)
		}
	}
	for _, a := range q.Aggregate {
		if err := b.figures(p, c, a); err != nil {
			return err
		}
	}
	if len(p.Groups) == 0 && len(p.Figures) == 0 { // only unknown ones: an empty object for each row
		p.Groups = []Output{{Field: c.Key}}
	}
	return b.groupOrder(p, c, q)
}

func (b *binder) groupBy(c *content.Collection, name string) (*Output, error) {
	if fn, of, ok := splitFunc(name); ok {
		out, err := b.function(c, name, fn, of, nil)
		if err == nil && fn == FuncCount {
			return nil, content.InvalidQuery("It cannot be grouped by %q", name)
		}
		return out, err
	}
	f := c.Field(name)
	if f == nil || !b.model.Readable(b.access, f) {
		return nil, content.ForbiddenField(name, c, nil)
	}
	if f.Type == content.Alias || f.Type == content.JSON {
		return nil, content.InvalidQuery("It cannot be grouped by %q, which is of type %q", name, string(f.Type))
	}
	return &Output{Name: name, Field: f}, nil
}

func (b *binder) figures(p *Plan, c *content.Collection, a content.Aggregate) error {
	switch a.Func {
	case content.AggregateCount, content.AggregateCountDistinct, content.AggregateCountAll, content.AggregateSum, content.AggregateSumDistinct, content.AggregateAvg, content.AggregateAvgDistinct, content.AggregateMin, content.AggregateMax:
	default:
		return nil // unknown functions are ignored, as in Directus
	}
	for _, name := range a.Fields {
		if name == "*" {
			if a.Func != content.AggregateCount && a.Func != content.AggregateCountAll {
				return content.InvalidQuery("%q needs the name of a field", string(a.Func))
			}
			p.Figures = append(p.Figures, Figure{Func: a.Func})
			continue
		}
		f := c.Field(name)
		if f == nil || !b.model.Readable(b.access, f) {
			return content.ForbiddenField(name, c, nil)
		}
		if !aggregates(a.Func, f) {
			return content.InvalidQuery("%q cannot be asked of a field of type %q", string(a.Func), string(f.Type))
		}
		p.Figures = append(p.Figures, Figure{Func: a.Func, Field: f})
	}
	return nil
}

// groupOrder binds the sort order of groups. Only groups are allowed: other fields
// have no single value per group. Without groups it is ignored.
func (b *binder) groupOrder(p *Plan, c *content.Collection, q content.Query) error {
	p.Root.Sort = nil
	names := q.Sort
	if len(q.Group) == 0 {
		names = nil // one row, or one of each record without a value
	}
	for _, name := range names {
		t, err := b.term(c, name, nil)
		if err != nil {
			return err
		}
		if t == nil {
			continue
		}
		if len(t.Path) > 0 || !isGroup(p.Groups, t.Field, t.Func) {
			return content.InvalidQuery("It cannot be sorted by %q without being grouped by it", name)
		}
		p.Root.Sort = append(p.Root.Sort, *t)
	}
	for i := range p.Groups {
		p.Root.Sort = append(p.Root.Sort, Term{Field: p.Groups[i].Field, Func: p.Groups[i].Func})
	}
	return nil
}

func isGroup(groups []Output, f *content.Field, fn Func) bool {
	for i := range groups {
		if groups[i].Field == f && groups[i].Func == fn {
			return true
		}
	}
	return false
}

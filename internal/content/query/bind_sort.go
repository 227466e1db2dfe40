package query

import (
	"strings"

	"ferrule/internal/content"
)

// sort binds a sort order. The key is always the last term, so that pages of a list
// never overlap.
func (b *binder) sort(c *content.Collection, names []string, at content.Path) ([]Term, error) {
	var terms []Term
	for _, name := range names {
		t, err := b.term(c, name, at)
		if err != nil {
			return nil, err
		}
		if t != nil {
			terms = append(terms, *t)
		}
	}
	if len(names) == 0 && c.SortField != nil && b.model.Readable(b.access, c.SortField) {
		terms = append(terms, Term{Field: c.SortField})
	}
	return append(terms, Term{Field: c.Key}), nil
}

// term binds one field of a sort order; nil where Directus ignores it.
func (b *binder) term(c *content.Collection, name string, at content.Path) (*Term, error) {
	t := &Term{}
	name, t.Desc = strings.CutPrefix(name, "-")
	steps := strings.Split(name, ".")
	if len(steps) > maxRelationDepth {
		return nil, content.InvalidQuery("It sorts through more than %d relations", maxRelationDepth)
	}
	for i, step := range steps {
		last := i == len(steps)-1
		if fn, of, ok := splitFunc(step); ok && last {
			t.Func = fn
			var err error
			t.Field, t.Counted, err = b.argument(c, step, fn, of, at)
			return t, err
		}
		f := c.Field(step)
		if f == nil || !b.model.Readable(b.access, f) {
			return nil, content.ForbiddenField(step, c, at)
		}
		if last {
			t.Field = f
			break
		}
		if f.Kind == content.None || f.Kind == content.AnyToOne {
			return nil, content.ForbiddenField(steps[i+1], c, at)
		}
		at, c = at.Step(step), b.target(f)
		if !b.model.Visible(b.access, c) {
			return nil, content.ForbiddenCollection(c.Name, at)
		}
		s, err := b.step(f, c)
		if err != nil {
			return nil, err
		}
		t.Path = append(t.Path, s)
	}
	if t.Field.ToMany() || t.Field.Type == content.JSON {
		return nil, nil //nolint:nilnil // has no order
	}
	return t, nil
}

// search binds a search text: contained in a text field, case-insensitively, or
// equal to a number or a UUID. Dates and related rows are not searched.
func (b *binder) search(c *content.Collection, text string) *Cond {
	if text == "" {
		return nil
	}
	found := &Cond{Kind: CondAny}
	for _, f := range c.Fields {
		if !b.model.Readable(b.access, f) {
			continue
		}
		test := Cond{Kind: CondTest, Field: f, Op: content.OpEq}
		var v any
		var err error
		switch f.Type {
		case content.String, content.Text:
			test.Op, v = content.OpIcontains, text
		case content.Integer, content.BigInteger, content.Float, content.Decimal:
			v, err = b.vars.ParseOperand(f, f.Type, text)
		case content.UUID:
			v, err = content.ParseValue(f, text)
		default:
			continue
		}
		if err == nil {
			test.Values = []any{v}
			found.Items = append(found.Items, test)
		}
	}
	return found
}

package query

import (
	"strconv"
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
	if names == nil && c.SortField != nil && b.model.Readable(b.access, c.SortField) {
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
		name, scope, scoped := strings.Cut(step, ":")
		f := c.Field(name)
		if f == nil || !b.model.Readable(b.access, f) || scoped && f.Kind != content.AnyToOne {
			return nil, content.ForbiddenField(step, c, at)
		}
		if last {
			t.Field = f
			break
		}
		switch {
		case f.Kind == content.None:
			return nil, content.ForbiddenField(steps[i+1], c, at)
		case f.Kind == content.AnyToOne && !scoped:
			return nil, errNoScope
		}
		at = at.Step(step)
		s, err := b.step(f, scope, at)
		if err != nil {
			return nil, err
		}
		t.Path, c = append(t.Path, s), s.Target
	}
	f := t.Field
	if f.Type == content.JSON || f.ToMany() && !b.model.Visible(b.access, f.Relation.Collection) {
		return nil, nil //nolint:nilnil // has no order
	}
	if f.ToMany() { // is sorted by the keys of its rows
		s, err := b.step(f, "", at)
		if err != nil {
			return nil, err
		}
		t.Path, t.Field = append(t.Path, s), s.Target.Key
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
			if v, err = b.vars.ParseOperand(f, f.Type, text); err == nil && !isNumeral(text) {
				continue
			}
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

// isNumeral reports whether a text is a number in its shortest form: part numbers
// such as "013" are none.
func isNumeral(text string) bool {
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && strconv.FormatFloat(n, 'f', -1, 64) == text
}

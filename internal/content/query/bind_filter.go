package query

import (
	"slices"
	"strings"

	"ferrule/internal/content"
)

// filter binds a condition on rows of c; nil stays nil.
func (b *binder) filter(c *content.Collection, f *content.Filter, at content.Path) (*Cond, error) {
	if f == nil {
		return nil, nil //nolint:nilnil // no filter is not an error
	}
	outer := b.filtered
	b.filtered = len(at)
	cond, err := b.condition(c, f, at)
	b.filtered = outer
	return cond, err
}

// condition binds a condition on a record of c: groups and steps, but no
// operators, which need a field.
func (b *binder) condition(c *content.Collection, f *content.Filter, at content.Path) (*Cond, error) {
	if len(at) > maxRelationDepth {
		return nil, content.InvalidQuery("The filter steps through more than %d relations", maxRelationDepth)
	}
	switch {
	case f.Op == content.OpAnd || f.Op == content.OpOr:
		return b.group(f, func(item *content.Filter) (*Cond, error) { return b.condition(c, item, at) })
	case f.Op != "":
		return nil, content.InvalidQuery("Invalid filter key %q on %q", string(f.Op), c.Name)
	case f.IsEmpty():
		return &Cond{Kind: CondAll}, nil
	}
	if fn, of, ok := splitFunc(f.Name); ok {
		field, counted, err := b.argument(c, f.Name, fn, of, at)
		if err != nil {
			return nil, err
		}
		return b.tests(Cond{Kind: CondTest, Field: field, Func: fn, Counted: counted}, &f.Items[0])
	}
	name, scope, scoped := strings.Cut(f.Name, ":")
	field := c.Field(name)
	if field == nil || !b.model.Readable(b.access, field) || scoped && field.Kind != content.AnyToOne {
		return nil, content.ForbiddenField(name, c, at)
	}
	switch {
	case scoped:
		return b.scopeStep(field, scope, f, at)
	case field.Kind == content.None || field.Kind == content.AnyToOne:
		if name, ok := stepsInto(&f.Items[0]); ok {
			return nil, content.ForbiddenField(name, c, at)
		}
		if field.Kind == content.AnyToOne && b.below(at) {
			return nil, errNoScope
		}
		return b.tests(Cond{Kind: CondTest, Field: field}, &f.Items[0])
	default:
		return b.relation(field, &f.Items[0], at)
	}
}

var errNoScope = content.InvalidQuery("You have to provide a collection scope when sorting or filtering on a many-to-any item")

// below reports whether at is below a relation of the filter that is being bound.
// The rules of the operator are not limited as the filters of a Directus are.
func (b *binder) below(at content.Path) bool {
	return len(at) > b.filtered && b.access != content.System
}

// group binds the members of _and and _or. An empty group is no condition.
func (b *binder) group(f *content.Filter, bind func(*content.Filter) (*Cond, error)) (*Cond, error) {
	g := &Cond{Kind: CondAll}
	if f.Op == content.OpOr && len(f.Items) > 0 {
		g.Kind = CondAny
	}
	for i := range f.Items {
		item, err := bind(&f.Items[i])
		if err != nil {
			return nil, err
		}
		g.Items = append(g.Items, *item)
	}
	return g, nil
}

// relation binds conditions below a relation field: operators test the key,
// names step to the related row, _some and _none test related rows separately.
func (b *binder) relation(field *content.Field, f *content.Filter, at content.Path) (*Cond, error) {
	switch {
	case f.Op == content.OpAnd || f.Op == content.OpOr:
		return b.group(f, func(item *content.Filter) (*Cond, error) { return b.relation(field, item, at) })
	case f.Op != "" && !field.ToMany():
		return b.tests(Cond{Kind: CondTest, Field: field}, f)
	}
	if name := content.Op(f.Name); (name == content.OpSome || name == content.OpNone) && (!field.ToMany() || b.below(at)) {
		return nil, content.InvalidQuery("%q can only be used with top level relational alias field", f.Name)
	}
	at = at.Step(field.Name)
	step, err := b.step(field, "", at)
	if err != nil {
		return nil, err
	}
	if f.Op != "" { // of an alias: compares the keys of the related rows
		cond, err := b.tests(Cond{Kind: CondTest, Field: step.Target.Key}, f)
		if err != nil {
			return nil, err
		}
		return &Cond{Kind: CondStep, Step: step, Items: []Cond{*cond}}, nil
	}
	kind, inner := CondStep, f
	switch content.Op(f.Name) { //nolint:exhaustive // every other name is a field
	case content.OpSome:
		kind, inner = CondSome, &f.Items[0]
	case content.OpNone:
		kind, inner = CondNone, &f.Items[0]
	}
	cond, err := b.condition(step.Target, inner, at)
	if err != nil {
		return nil, err
	}
	return &Cond{Kind: kind, Step: step, Items: []Cond{*cond}}, nil
}

// step binds the step through a relation, for a many-to-any field to the collection
// that scope names. It ends at the path at.
func (b *binder) step(field *content.Field, scope string, at content.Path) (Step, error) {
	target, err := b.stepTarget(field, scope, at)
	if err != nil {
		return Step{}, err
	}
	rule, err := b.rule(target)
	return Step{Field: field, Target: target, Rule: rule}, err
}

func (b *binder) stepTarget(field *content.Field, scope string, at content.Path) (*content.Collection, error) {
	target := b.target(field)
	if field.Kind == content.AnyToOne {
		i := slices.IndexFunc(field.Relation.Allowed, func(c *content.Collection) bool { return c.Name == scope })
		if i < 0 {
			return nil, content.ForbiddenCollection(scope, at)
		}
		target = field.Relation.Allowed[i]
	}
	if !b.model.Visible(b.access, target) {
		return nil, content.ForbiddenCollection(target.Name, at)
	}
	return target, nil
}

func (b *binder) scopeStep(field *content.Field, scope string, f *content.Filter, at content.Path) (*Cond, error) {
	at = at.Step(f.Name)
	step, err := b.step(field, scope, at)
	if err != nil {
		return nil, err
	}
	cond, err := b.condition(step.Target, &f.Items[0], at)
	if err != nil {
		return nil, err
	}
	return &Cond{Kind: CondStep, Step: step, Items: []Cond{*cond}}, nil
}

// stepsInto returns a name below a field that is not a relation.
func stepsInto(f *content.Filter) (string, bool) {
	if f.Op == "" {
		return f.Name, true
	}
	for i := range f.Items {
		if name, ok := stepsInto(&f.Items[i]); ok {
			return name, true
		}
	}
	return "", false
}

// tests binds operators, alone or in groups, on the field or function in like.
func (b *binder) tests(like Cond, f *content.Filter) (*Cond, error) {
	switch f.Op { //nolint:exhaustive // the rest are operators
	case content.OpAnd, content.OpOr:
		return b.group(f, func(item *content.Filter) (*Cond, error) { return b.tests(like, item) })
	case "":
		return nil, content.InvalidQuery("Invalid filter key %q on %q", f.Name, like.Field.Name)
	}
	return b.test(like, f)
}

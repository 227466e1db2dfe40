package query

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"ferrule/internal/content"
)

// fieldNode is a tree of dotted field paths. Children are in the order in which
// they were first named.
type fieldNode struct {
	named    bool // a path ends here
	names    []string
	children map[string]*fieldNode
}

func (n *fieldNode) child(name string) *fieldNode {
	if n.children == nil {
		n.children = make(map[string]*fieldNode)
	}
	c := n.children[name]
	if c == nil {
		c = &fieldNode{}
		n.children[name] = c
		n.names = append(n.names, name)
	}
	return c
}

func fieldTree(paths []string) *fieldNode {
	root := &fieldNode{}
	if paths == nil {
		paths = []string{"*"}
	}
	for _, p := range paths {
		at := root
		for step := range strings.SplitSeq(p, ".") {
			at = at.child(step)
		}
		at.named = true
	}
	return root
}

// merge adds the children of m to n, as for "*.name" and "image.id".
func (n *fieldNode) merge(m *fieldNode) {
	n.named = n.named || m.named
	for _, name := range m.names {
		n.child(name).merge(m.children[name])
	}
}

// expand replaces a wildcard by the fields that the reader may see. Below "*"
// the rest of the path applies to every relation; columns are included
// themselves. A wildcard alone also stands for the other names of fields.
func (b *binder) expand(c *content.Collection, n *fieldNode, aliases map[string]string) *fieldNode {
	star := n.children["*"]
	if star == nil {
		return n
	}
	out := &fieldNode{}
	for _, name := range n.names {
		if name != "*" {
			out.child(name).merge(n.children[name])
			continue
		}
		for _, f := range c.Fields {
			if !b.model.Readable(b.access, f) {
				continue
			}
			if len(star.names) > 0 && b.hasHiddenTarget(f) {
				continue // Directus returns the bare key only where nothing below it is selected
			}
			into := out.child(f.Name)
			switch f.Kind {
			case content.None:
			case content.AnyToOne:
				for _, a := range f.Relation.Allowed {
					if len(star.names) > 0 && b.model.Visible(b.access, a) {
						out.child(f.Name + ":" + a.Name).merge(star)
					}
				}
			default:
				into.merge(star)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(aliases)) {
			out.child(name).merge(star)
		}
	}
	return out
}

// hasHiddenTarget reports whether a field is a foreign key of a collection that
// the reader may not see or that is not in the model, such as the folder of a file.
func (b *binder) hasHiddenTarget(f *content.Field) bool {
	switch f.Kind {
	case content.None:
		return f.HasSpecial("m2o")
	case content.AnyToOne:
		return false
	default:
		return !b.model.Visible(b.access, b.target(f))
	}
}

// target returns the collection whose rows a relation field contains.
func (b *binder) target(f *content.Field) *content.Collection {
	if f.ToMany() {
		return f.Relation.Collection
	}
	return f.Relation.Related
}

// fields binds the members of the rows of c.
func (b *binder) fields(c *content.Collection, tree *fieldNode, o content.Options, at content.Path) ([]Output, error) {
	tree = b.expand(c, tree, o.Alias)
	var outs []Output
	for _, name := range tree.names {
		out, err := b.output(c, name, tree, o, at)
		if err != nil {
			return nil, err
		}
		if out == nil {
			continue
		}
		if i := find(outs, out.Name); i >= 0 {
			outs[i].Scopes = append(outs[i].Scopes, out.Scopes...) // item and item:link
			continue
		}
		outs = append(outs, *out)
	}
	for i := range outs {
		if err := b.bareScopes(&outs[i]); err != nil {
			return nil, err
		}
	}
	if b.outputs += len(outs); b.outputs > maxOutputs {
		return nil, content.InvalidQuery("It asks for more than %d fields", maxOutputs)
	}
	return outs, nil
}

func find(outs []Output, name string) int {
	for i := range outs {
		if outs[i].Name == name {
			return i
		}
	}
	return -1
}

// output binds one member; nil where Directus drops it silently.
func (b *binder) output(c *content.Collection, name string, tree *fieldNode, o content.Options, at content.Path) (*Output, error) {
	nested := tree.children[name]
	if fn, of, ok := splitFunc(name); ok {
		return b.function(c, name, fn, of, at)
	}
	name, scope, scoped := strings.Cut(name, ":")
	fieldName := name
	if a, ok := o.Alias[name]; ok {
		fieldName = a
	}
	f := c.Field(fieldName)
	if (f == nil || !b.model.Readable(b.access, f)) && !nested.named && !scoped {
		return nil, nil //nolint:nilnil // so is nesting on an unknown field
	}
	if f == nil || !b.model.Readable(b.access, f) || scoped && f.Kind != content.AnyToOne {
		return nil, content.ForbiddenField(fieldName, c, at)
	}
	out := &Output{Name: name, Field: f}
	switch f.Kind { //nolint:exhaustive // the rest nests, below
	case content.None:
		if len(nested.names) > 0 && !nested.named {
			return nil, nil //nolint:nilnil // nesting on a scalar is dropped
		}
		return out, nil
	case content.AnyToOne:
		return out, b.scopes(out, scope, nested, o, at)
	case content.ManyToOne:
		if len(nested.names) == 0 {
			return out, nil
		}
	}
	target := b.target(f)
	if !b.model.Visible(b.access, target) {
		return nil, nil //nolint:nilnil // a relation to a collection that the reader may not see
	}
	var err error
	if out.Nested, err = b.selection(target, nested, o.Deep[name], at.Step(name), b.implied(f)); err != nil {
		return nil, err
	}
	if f.ToMany() {
		b.order(out, o.Deep[name])
		out.Hidden, err = b.hidden(f)
	} else if len(out.Nested.Outputs) == 0 {
		out.Nested = nil // no field of it is visible: return the key itself, as a column
	}
	return out, err
}

// implied reports whether the rule of the rows of an alias only requires that
// their parent is visible. The query selects only visible parents, so the store
// need not test the rule for every row.
func (b *binder) implied(f *content.Field) bool {
	if !f.ToMany() {
		return false
	}
	rule, err := b.model.Rule(b.access, f.Relation.Collection, content.ActionRead)
	if err != nil || rule == nil || rule.Op != "" || rule.Name != f.Relation.Field.Name {
		return false
	}
	parent, err := b.model.Rule(b.access, f.Collection, content.ActionRead)
	return err == nil && parent != nil && reflect.DeepEqual(rule.Items[0], *parent)
}

// order sets the default order and the language of the rows of an alias,
// unless the query has a sort order.
func (b *binder) order(out *Output, deep content.Options) {
	r := out.Field.Relation
	if r.SortField != nil && len(deep.Sort) == 0 {
		out.Nested.Sort = []Term{{Field: r.SortField}, {Field: r.Collection.Key}}
	}
	if l := out.Field.Language(); l != nil && l.Type == content.String && b.language != "" {
		out.Nested.Language, out.Nested.LanguageOf = b.language, l
	}
}

// hidden returns the targets of a junction that the reader may not see: the
// junction's rows that reference them are hidden as well.
func (b *binder) hidden(f *content.Field) ([]Visibility, error) {
	j := f.Relation.Junction
	if j == nil || j.Kind == content.None || f.Kind == content.Translations {
		return nil, nil
	}
	targets := j.Relation.Allowed
	if j.Kind == content.ManyToOne {
		targets = []*content.Collection{j.Relation.Related}
	}
	var hidden []Visibility
	for _, t := range targets {
		if !b.model.Visible(b.access, t) {
			continue // its key is visible, as in every column
		}
		rule, err := b.rule(t)
		if err != nil {
			return nil, err
		}
		if rule != nil {
			hidden = append(hidden, Visibility{Collection: t, Rule: rule})
		}
	}
	return hidden, nil
}

// scopes binds the fields of the items of a many-to-any relation.
func (b *binder) scopes(out *Output, scope string, nested *fieldNode, o content.Options, at content.Path) error {
	if len(nested.names) == 0 {
		return nil
	}
	for _, a := range out.Field.Relation.Allowed {
		if scope != "" && a.Name != scope || !b.model.Visible(b.access, a) {
			continue // an unknown scope is ignored
		}
		name := out.Name + ":" + a.Name
		s, err := b.selection(a, nested, o.Deep[name], at.Step(name), false)
		if err != nil {
			return err
		}
		out.Scopes = append(out.Scopes, s)
	}
	return nil
}

// bareScopes adds the collections that were not selected. If the query names a
// scope, the items of the other collections are returned as keys, and as null if
// the item does not exist.
func (b *binder) bareScopes(out *Output) error {
	if len(out.Scopes) == 0 {
		return nil
	}
	for _, a := range out.Field.Relation.Allowed {
		given := false
		for _, s := range out.Scopes {
			given = given || s.Collection == a
		}
		if given || !b.model.Visible(b.access, a) {
			continue
		}
		rule, err := b.rule(a)
		if err != nil {
			return err
		}
		out.Scopes = append(out.Scopes, &Selection{Collection: a, Where: rule, Limit: 1})
	}
	return nil
}

// splitFunc parses "count(translations)".
func splitFunc(name string) (fn Func, of string, ok bool) {
	open := strings.IndexByte(name, '(')
	if open < 1 || !strings.HasSuffix(name, ")") {
		return "", "", false
	}
	return Func(name[:open]), name[open+1 : len(name)-1], true
}

func (b *binder) function(c *content.Collection, name string, fn Func, of string, at content.Path) (*Output, error) {
	if fn == "json" {
		return nil, content.InvalidQuery("%q is not supported: ask for the whole field", name)
	}
	f, counted, err := b.argument(c, name, fn, of, at)
	return &Output{Name: of + "_" + string(fn), Field: f, Func: fn, Counted: counted}, err
}

// argument returns the field that a function is applied to and, for count, the
// rows that the reader may count.
func (b *binder) argument(c *content.Collection, name string, fn Func, of string, at content.Path) (*content.Field, *Counted, error) {
	f := c.Field(of)
	if f == nil || !b.model.Readable(b.access, f) {
		return nil, nil, content.ForbiddenField(of, c, at)
	}
	if !fn.takes(f) {
		return nil, nil, content.InvalidQuery("Invalid function specified %q", string(fn))
	}
	if !f.ToMany() {
		return f, nil, nil
	}
	rows := f.Relation.Collection
	if !b.model.Visible(b.access, rows) {
		return nil, nil, content.ForbiddenCollection(rows.Name, at.Step(name))
	}
	rule, err := b.rule(rows)
	if err != nil {
		return nil, nil, err
	}
	hidden, err := b.hidden(f)
	return f, &Counted{Rule: rule, Hidden: hidden}, err
}

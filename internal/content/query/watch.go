package query

import (
	"slices"

	"ferrule/internal/content"
)

// Besides the rows that it contains, a reply depends on the columns by which it
// is filtered or sorted: a change of one of them adds a row to a list, removes it
// or moves it. Visibility by a public rule within a relation is not watched: a
// write records the affected records itself (see Model.VisibilityColumns).

// watch sets Plan.Watched and Plan.Identified.
func watch(m *content.Model, p *Plan) {
	w := watcher{model: m, seen: make(map[content.Tag]bool)}
	root := p.Root
	switch {
	case p.Aggregated(), p.One && p.ID == nil: // aggregates over all rows, and the singleton
		w.add(content.Tag{Collection: root.Collection.Name})
		w.cond(root.Where, nil)
	case p.ID != nil, identifies(root.Where):
		p.Identified = true
		w.cond(root.Where, func(f *content.Field) bool { return f.Collection == root.Collection })
	default:
		w.add(content.ColumnTag(root.Collection.Key))
		w.cond(root.Where, nil)
		w.terms(root, nil)
	}
	if p.Meta != (content.Meta{}) {
		w.add(content.ColumnTag(root.Collection.Key))
		w.cond(root.Where, nil)
		w.cond(p.CountRule, nil)
	}
	w.outputs(root.Outputs)
	p.Watched = w.tags
}

// identifies reports whether a condition selects one row by a unique value. While
// that row exists, the reply does not depend on others.
func identifies(c *Cond) bool {
	if c == nil {
		return false
	}
	if c.Kind == CondAll {
		for i := range c.Items {
			if identifies(&c.Items[i]) {
				return true
			}
		}
	}
	return c.Kind == CondTest && c.Op == content.OpEq && c.Func == FuncNone && (c.Field.Unique || c.Field == c.Field.Collection.Key)
}

// watcher collects distinct tags in order of appearance.
type watcher struct {
	model *content.Model
	seen  map[content.Tag]bool
	tags  []content.Tag
}

func (w *watcher) add(t content.Tag) {
	if !w.seen[t] {
		w.seen[t] = true
		w.tags = append(w.tags, t)
	}
}

// selection watches the rows of a relation. The tag of their parent covers which
// rows it has, and their order.
func (w *watcher) selection(of *content.Field, s *Selection) {
	if s == nil {
		return
	}
	known := append(w.model.VisibilityColumns(s.Collection), s.Collection.Key)
	if of.ToMany() {
		known = append(known, of.Relation.SortField)
		w.terms(s, known)
	}
	w.cond(s.Where, func(f *content.Field) bool { return slices.Contains(known, f) })
	if l := s.LanguageOf; l != nil && l.Kind == content.ManyToOne {
		w.add(content.Tag{Collection: l.Relation.Related.Name})
	}
	w.outputs(s.Outputs)
}

func (w *watcher) outputs(outs []Output) {
	for i := range outs {
		w.selection(outs[i].Field, outs[i].Nested)
		for _, s := range outs[i].Scopes {
			w.selection(outs[i].Field, s)
		}
	}
}

// terms watches a sort order. It matters only for rows that are not in the
// reply: the others are covered by their own tags.
func (w *watcher) terms(s *Selection, known []*content.Field) {
	for i := range s.Sort {
		t := &s.Sort[i]
		for _, step := range t.Path {
			w.step(step)
		}
		w.column(t.Field, t.Counted, func(f *content.Field) bool {
			return len(t.Path) == 0 && (s.Limit == -1 || slices.Contains(known, f))
		})
	}
}

// cond watches a condition, except columns for which known reports true.
func (w *watcher) cond(c *Cond, known func(*content.Field) bool) {
	if c == nil {
		return
	}
	switch c.Kind {
	case CondTest:
		w.column(c.Field, c.Counted, known)
		return
	case CondStep, CondSome, CondNone:
		w.step(c.Step)
		known = nil // of other rows
	case CondAll, CondAny:
	}
	for i := range c.Items {
		w.cond(&c.Items[i], known)
	}
}

func (w *watcher) column(f *content.Field, counted *Counted, known func(*content.Field) bool) {
	switch {
	case f.ToMany():
		w.add(content.Tag{Collection: f.Relation.Collection.Name})
		if counted != nil {
			w.cond(counted.Rule, nil)
			for _, h := range counted.Hidden {
				w.cond(h.Rule, nil)
			}
		}
	case known == nil || !known(f):
		w.add(content.ColumnTag(f))
	}
}

// step watches the relation of a step.
func (w *watcher) step(s Step) {
	f := s.Field
	if f.ToMany() {
		f = f.Relation.Field
		w.add(content.ColumnTag(s.Target.Key))
	}
	w.add(content.ColumnTag(f))
	if f.Kind == content.AnyToOne { // the row is identified by both
		w.add(content.ColumnTag(f.Relation.CollectionField))
	}
	w.cond(s.Rule, nil)
}

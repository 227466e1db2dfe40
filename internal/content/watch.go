package content

import "slices"

// What a reply depends on beyond the rows it shows: on columns, since a row
// comes into a list, leaves it or moves when a column that is filtered or
// sorted by changes, and on nothing else. What a public rule hides or shows
// within a relation is not watched: a write names the records that it concerns
// (see Model.Deciding).

// ColumnTag is the tag of a column: of what is in it in all rows. That of the
// key stands for which rows there are.
func ColumnTag(f *Field) Tag { return Tag{Collection: f.Collection.Name, ID: "?" + f.Name} }

// IsColumn reports whether a tag stands for a column.
func (t Tag) IsColumn() bool { return len(t.ID) > 0 && t.ID[0] == '?' }

// watch fills in what the plan's reply depends on.
func (m *Model) watch(p *Plan) {
	w := watcher{model: m, seen: make(map[Tag]bool)}
	root := p.Root
	switch {
	case p.Aggregated(), p.One && p.ID == nil: // figures of all rows, and the singleton
		w.add(Tag{Collection: root.Collection.Name})
		w.cond(root.Where, nil)
	case p.ID != nil, identifies(root.Where):
		p.Identified = true
		w.cond(root.Where, func(f *Field) bool { return f.Collection == root.Collection })
	default:
		w.add(ColumnTag(root.Collection.Key))
		w.cond(root.Where, nil)
		w.terms(root, nil)
	}
	if p.Meta != (Meta{}) {
		w.add(ColumnTag(root.Collection.Key))
		w.cond(root.Where, nil)
		w.cond(p.CountRule, nil)
	}
	w.outputs(root.Outputs)
	p.Watched = w.tags
}

// identifies reports whether a condition names the one row by a value that no
// other can have. As long as it is there, nothing else about other rows matters.
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
	return c.Kind == CondTest && c.Op == OpEq && c.Func == FuncNone && (c.Field.Unique || c.Field == c.Field.Collection.Key)
}

// watcher collects tags, each once, in order of appearance.
type watcher struct {
	model *Model
	seen  map[Tag]bool
	tags  []Tag
}

func (w *watcher) add(t Tag) {
	if !w.seen[t] {
		w.seen[t] = true
		w.tags = append(w.tags, t)
	}
}

// selection watches the rows of a relation. Which rows it has, and in which
// order, is known with its parent.
func (w *watcher) selection(of *Field, s *Selection) {
	if s == nil {
		return
	}
	known := append(w.model.Deciding(s.Collection), s.Collection.Key)
	if of.ToMany() {
		known = append(known, of.Relation.SortField)
		w.terms(s, known)
	}
	w.cond(s.Where, func(f *Field) bool { return slices.Contains(known, f) })
	if l := s.LanguageOf; l != nil && l.Kind == ManyToOne {
		w.add(Tag{Collection: l.Relation.Related.Name})
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

// terms watches a sort order. It matters for rows that are not shown, if there
// may be any: those that are depend on themselves.
func (w *watcher) terms(s *Selection, known []*Field) {
	for i := range s.Sort {
		t := &s.Sort[i]
		for _, step := range t.Path {
			w.step(step)
		}
		w.column(t.Field, t.Counted, func(f *Field) bool {
			return len(t.Path) == 0 && (s.Limit == -1 || slices.Contains(known, f))
		})
	}
}

// cond watches a condition, but for columns that are known otherwise.
func (w *watcher) cond(c *Cond, known func(*Field) bool) {
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

func (w *watcher) column(f *Field, counted *Counted, known func(*Field) bool) {
	switch {
	case f.ToMany():
		w.add(Tag{Collection: f.Relation.Collection.Name})
		if counted != nil {
			w.cond(counted.Rule, nil)
			for _, h := range counted.Hidden {
				w.cond(h.Rule, nil)
			}
		}
	case known == nil || !known(f):
		w.add(ColumnTag(f))
	}
}

// step watches which rows lead to which.
func (w *watcher) step(s Step) {
	f := s.Field
	if f.ToMany() {
		f = f.Relation.Field
		w.add(ColumnTag(s.Target.Key))
	}
	w.add(ColumnTag(f))
	w.cond(s.Rule, nil)
}

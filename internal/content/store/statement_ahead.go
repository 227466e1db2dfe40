package store

import (
	"strings"

	"ferrule/internal/content"
)

// lister is a dialect that makes the lists of all parents at once. It cannot stop
// at the limit of one and go on with the next, so a list that is longer has the
// statement fail, and be compiled again without (see prepared.run).
type lister interface {
	// lists makes a list for each parent of the rows of from, which come one
	// parent after the other. A slot is a number of the lists' own.
	lists(slot int, parent, limit string, pieces []piece, from string) string
	// listOf is the list of one of them.
	listOf(lists, parent string) string
}

// maxLists is how many slots a dialect has.
const maxLists = 64

// ahead are lists that are made for all rows of a selection before these.
type ahead struct {
	row   string // the alias of the rows
	keys  string // selects their keys, in their order
	alias string // of what follows
	lists []string
}

// from is what stands before the rows.
func (a *ahead) from() string {
	if len(a.lists) == 0 {
		return ""
	}
	return "(SELECT " + strings.Join(a.lists, ",") + ") " + a.alias + " CROSS JOIN "
}

// fromAhead is the list behind an alias field of the row t, made ahead for all
// rows; "" where that cannot be.
func (s *statement) fromAhead(sel *content.Selection, o *content.Output, t string, a *ahead) string {
	d, ok := s.dialect.(lister)
	if !ok || s.oneByOne || a.row != t || s.slots == maxLists || !isInOrder(o) {
		return ""
	}
	if len(a.lists) == 0 {
		a.alias = s.alias()
	}
	parent, in, name := s.alias(), s.alias(), s.alias()
	key := column(in, o.Nested.Collection.Key)
	var row []piece
	var more beside
	if len(o.Nested.Outputs) == 0 {
		row = s.bareKey(o.Nested.Collection, key)
	} else {
		row = s.row(o.Nested, in, s.trace, &more)
	}
	to := o.Field.Relation.Field
	from := "(" + a.keys + ") " + parent + " CROSS JOIN " + quote(o.Nested.Collection.Name) + " " + in + " INDEXED BY " + quote(relatedIndex(to)) +
		" ON " + column(in, to) + "=" + parent + ".k" + more.joins
	a.lists = append(a.lists, d.lists(s.slots, parent+".k", s.bound(o.Nested.Limit), row, from)+" AS "+name)
	s.slots++
	return d.listOf(a.alias+"."+name, column(t, sel.Collection.Key))
}

// isInOrder reports whether the rows behind an alias field are all there are, in
// the order of an index. Where a limit is asked for, more than it are expected.
func isInOrder(o *content.Output) bool {
	sel := o.Nested
	if sel.Where != nil || len(o.Hidden) > 0 || sel.Language != "" || sel.Offset > 0 || sel.Limit >= 0 && sel.Limit != content.DefaultLimit {
		return false
	}
	order := relatedOrder(o.Field.Relation.Field)
	if order == nil || len(order) != len(sel.Sort) {
		return false
	}
	for i := range order {
		t := &sel.Sort[i]
		if t.Field != order[i] || len(t.Path) > 0 || t.Func != content.FuncNone || t.Desc || isDictionary(t.Field) {
			return false
		}
	}
	return true
}

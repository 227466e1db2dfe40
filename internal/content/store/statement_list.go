package store

import "ferrule/internal/content/query"

// linked ties the rows of a relation to their parent; nil at the root.
type linked func(alias string) string

// keys selects the keys of the wanted rows in their order.
func (s *statement) keys(sel *query.Selection, link linked, hidden func(*scope) []string) string {
	if sel.Language != "" {
		return s.translation(sel, link)
	}
	a, wanted := s.wanted(sel, link, hidden)
	return "SELECT " + column(a.alias, sel.Collection.Key) + " AS k FROM " + a.from() + wanted
}

// wanted is a scope on the rows of a selection, and what picks and orders them.
func (s *statement) wanted(sel *query.Selection, link linked, hidden func(*scope) []string) (*scope, string) {
	a := newScope(s, sel.Collection)
	a.nested = link != nil
	a.picked = link == nil && picks(sel.Where)
	var conds []string
	if link != nil {
		conds = append(conds, link(a.alias))
	}
	if hidden != nil {
		conds = append(conds, hidden(a)...)
	}
	where := a.where(sel.Where, conds...)
	order := s.order(a, sel)
	return a, where + " ORDER BY " + order + s.dialect.limit(s, sel.Limit, sel.Offset)
}

// translation selects the key of the one translation wanted: that in the
// language, which an index finds at once, else the first there is.
func (s *statement) translation(sel *query.Selection, link linked) string {
	pick := func(a *scope, order string, more ...string) string {
		a.nested = true
		where := a.where(sel.Where, append(more, link(a.alias))...)
		return "(SELECT " + column(a.alias, sel.Collection.Key) + " FROM " + a.from() + where + " ORDER BY " + order + " LIMIT 1)"
	}
	exact, other := newScope(s, sel.Collection), newScope(s, sel.Collection)
	return "SELECT coalesce(" + pick(exact, column(exact.alias, sel.Collection.Key), column(exact.alias, sel.LanguageOf)+"="+s.bind(sel.Language)) +
		"," + pick(other, s.byLanguage(other, sel.LanguageOf)) + ") AS k"
}

// list is the JSON list of a selection's rows.
func (s *statement) list(sel *query.Selection, link linked, hidden func(*scope) []string) string {
	switch {
	case len(sel.Outputs) == 0:
		keys, k := s.keys(sel, link, hidden), s.alias()
		return s.dialect.array(s.bareKey(sel.Collection, k+".k"), "("+keys+") "+k+" WHERE "+k+".k IS NOT NULL")
	case sel.Language != "":
		return s.dialect.json([]piece{{text: "["}, {kind: pieceRaw, text: s.one(sel, link)}, {text: "]"}})
	case s.dialect.keysFirst():
		row, from := s.fetched(sel, s.keys(sel, link, hidden))
		return s.dialect.array(row, from)
	default:
		return s.whole(sel, link, hidden)
	}
}

// whole is a list whose rows are made where they are picked and ordered.
func (s *statement) whole(sel *query.Selection, link linked, hidden func(*scope) []string) string {
	a, wanted := s.wanted(sel, link, hidden)
	var more beside
	if link == nil {
		more.count = maxBeside // what is joined is joined to all rows there are
	}
	row, k := s.row(sel, a.alias, s.trace, &more), s.alias()
	return s.dialect.array([]piece{{kind: pieceRaw, text: k + ".r"}}, "(SELECT "+s.dialect.json(row)+" AS r FROM "+a.from()+more.joins+wanted+") "+k)
}

// one is the JSON object of the first row, null if there is none.
func (s *statement) one(sel *query.Selection, link linked) string {
	keys := s.keys(sel, link, nil)
	if len(sel.Outputs) == 0 {
		k := s.alias()
		return "(SELECT " + s.dialect.json(s.bareKey(sel.Collection, k+".k")) + " FROM (" + keys + ") " + k + ")"
	}
	row, from := s.fetched(sel, keys)
	return "(SELECT " + s.dialect.json(row) + " FROM " + from + ")"
}

// fetched is the JSON object of a row, and where it is found by one of the keys.
func (s *statement) fetched(sel *query.Selection, keys string) (row []piece, from string) {
	k, t := s.alias(), s.alias()
	var more beside
	row = s.row(sel, t, s.trace, &more)
	return row, "(" + keys + ") " + k + s.dialect.joinByKey() + quote(sel.Collection.Name) + " " + t + " ON " + column(t, sel.Collection.Key) + "=" + k + ".k" + more.joins
}

package sqlgen

import "ferrule/internal/content/query"

// linked returns the condition that relates the rows of a relation to their parent;
// nil at the root.
type linked func(alias string) string

// keys returns a query for the keys of a selection's rows, in their order.
func (s *statement) keys(sel *query.Selection, link linked, hidden func(*scope) []string) string {
	if sel.Language != "" {
		return s.translation(sel, link)
	}
	a, wanted := s.wanted(sel, link, hidden)
	return "SELECT " + column(a.alias, sel.Collection.Key) + " AS k FROM " + a.from() + wanted
}

// wanted returns a scope on the rows of a selection, and the clauses that filter
// and order them.
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

// translation returns a query for the key of one translation: that in the
// language, which an index finds, else the first.
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

// list returns the JSON list of a selection's rows.
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
		return s.wholeRows(sel, link, hidden)
	}
}

// wholeRows returns a list whose rows are built by the query that filters and orders them.
func (s *statement) wholeRows(sel *query.Selection, link linked, hidden func(*scope) []string) string {
	a, wanted := s.wanted(sel, link, hidden)
	var more targetJoins
	if link == nil {
		more.count = maxTargetJoins // the joins would apply to all rows before the limit
	}
	row, k := s.row(sel, a.alias, s.trace, &more), s.alias()
	return s.dialect.array([]piece{{kind: pieceRaw, text: k + ".r"}}, "(SELECT "+s.dialect.json(row)+" AS r FROM "+a.from()+more.joins+wanted+") "+k)
}

// one returns the JSON object of the first row, null if there is none.
func (s *statement) one(sel *query.Selection, link linked) string {
	keys := s.keys(sel, link, nil)
	if len(sel.Outputs) == 0 {
		k := s.alias()
		return "(SELECT " + s.dialect.json(s.bareKey(sel.Collection, k+".k")) + " FROM (" + keys + ") " + k + ")"
	}
	row, from := s.fetched(sel, keys)
	return "(SELECT " + s.dialect.json(row) + " FROM " + from + ")"
}

// fetched returns the JSON object of a row, and the FROM that fetches the row by
// its key.
func (s *statement) fetched(sel *query.Selection, keys string) (row []piece, from string) {
	k, t := s.alias(), s.alias()
	var more targetJoins
	row = s.row(sel, t, s.trace, &more)
	return row, "(" + keys + ") " + k + s.dialect.joinByKey() + Quote(sel.Collection.Name) + " " + t + " ON " + column(t, sel.Collection.Key) + "=" + k + ".k" + more.joins
}

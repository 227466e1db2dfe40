package sqlgen

import (
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// order returns the ORDER BY of a selection. Nulls are largest, as in
// PostgreSQL.
func (s *statement) order(a *scope, sel *query.Selection) string {
	terms := make([]string, len(sel.Sort))
	for i := range sel.Sort {
		terms[i] = s.term(a, &sel.Sort[i])
	}
	return strings.Join(terms, ",")
}

func (s *statement) term(a *scope, t *query.Term) string {
	for _, step := range t.Path {
		if step.Field.ToMany() {
			return s.direction(t, s.extreme(a, t))
		}
	}
	at := *a
	for _, step := range t.Path {
		at = at.join(step, false)
	}
	value := s.sortable(&at, t)
	if a.nested && isIndexed(t) {
		return s.dialect.Ascending(value)
	}
	order := s.direction(t, value)
	if t.Func == query.FuncNone && IsCollated(t.Field) { // tie-breaker of texts that differ in case or accents alone
		order += "," + s.direction(t, column(at.alias, t.Field))
	}
	return order
}

// isIndexed reports whether an index may return the rows of a relation in the
// order of a term.
func isIndexed(t *query.Term) bool {
	return len(t.Path) == 0 && t.Func == query.FuncNone && !t.Desc && !t.Field.Required && !IsCollated(t.Field)
}

// extreme returns the least of several related values or, in descending order,
// the greatest.
func (s *statement) extreme(a *scope, t *query.Term) string {
	in := newScope(s, a.collection)
	in.nested, in.fanned = true, true
	at := *in
	for _, step := range t.Path {
		at = at.join(step, false)
	}
	value := s.sortable(&at, t)
	pick := "min"
	if t.Desc {
		pick = "max"
	}
	return "(SELECT " + pick + "(" + value + ") FROM " + in.from() + " WHERE " + column(in.alias, a.collection.Key) + "=" + column(a.alias, a.collection.Key) + ")"
}

// sortable returns the value by which a term sorts.
func (s *statement) sortable(a *scope, t *query.Term) string {
	value := s.operand(a, t.Field, t.Func, t.Counted)
	if a.picked {
		value = s.dialect.unindexed(value)
	}
	if t.Func != query.FuncNone {
		return value
	}
	return s.dialect.sortable(t.Field, value)
}

// IsCollated reports whether texts of a field are ordered by collate.SortKey.
// Identifiers are ordered by their bytes, by which they are indexed.
func IsCollated(f *content.Field) bool {
	if f.Type != content.String && f.Type != content.Text {
		return false
	}
	return f != f.Collection.Key && !f.Unique && f.Kind == content.None && f.Name != "slug" && f.Name != "status"
}

func (s *statement) direction(t *query.Term, value string) string {
	never := len(t.Path) == 0 && t.Field.Required && t.Func == query.FuncNone
	switch {
	case never && t.Desc:
		return value + " DESC"
	case never:
		return value
	case t.Desc:
		return value + " DESC NULLS FIRST"
	default:
		return value + " NULLS LAST"
	}
}

// byLanguage orders translations in the order of their languages.
func (s *statement) byLanguage(a *scope, lang *content.Field) string {
	key := column(a.alias, a.collection.Key)
	if lang.Kind != content.ManyToOne || lang.Relation.Related.SortField == nil {
		return column(a.alias, lang) + " NULLS LAST," + key
	}
	l := s.alias()
	related := lang.Relation.Related
	return "(SELECT " + column(l, related.SortField) + " FROM " + Quote(related.Name) + " " + l + " WHERE " + column(l, related.Key) + "=" + column(a.alias, lang) + ") NULLS LAST," + key
}

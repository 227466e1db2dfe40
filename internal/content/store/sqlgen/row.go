package sqlgen

import (
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

func (s *statement) bareKey(c *content.Collection, k string) []piece {
	key := s.json(c.Key, k)
	if s.trace {
		return append(touched(c, k), key)
	}
	return []piece{key}
}

// targetJoins collects the joins of the rows that a row's foreign keys reference. A
// join takes a third less time than a subselect for each.
type targetJoins struct {
	joins string
	count int
}

// maxTargetJoins keeps the number of tables in one FROM below SQLite's limit of 64,
// and the planning time of PostgreSQL short.
const maxTargetJoins = 12

// row returns the JSON object of the row t.
func (s *statement) row(sel *query.Selection, t string, trace bool, more *targetJoins) []piece {
	if len(sel.Outputs) == 0 {
		return []piece{s.json(sel.Collection.Key, column(t, sel.Collection.Key))}
	}
	pieces := make([]piece, 0, 2*len(sel.Outputs)+4)
	open := "{"
	if trace {
		pieces = append(append(pieces, piece{text: "{"}), touched(sel.Collection, column(t, sel.Collection.Key))...)
		open = ""
	}
	for i := range sel.Outputs {
		o := &sel.Outputs[i]
		pieces = append(append(pieces, s.member(o, open, "")), s.output(sel, o, t, more)...)
		if sel == s.root && o.Nested != nil && o.Nested.Language != "" {
			pieces = append(pieces, s.member(o, ",", "_languages"), s.languages(sel, o, t))
		}
		open = ","
	}
	return append(pieces, piece{text: "}"})
}

// member returns the name of a member of a row. A name that the request chose is
// bound: a statement contains no text of a request.
func (s *statement) member(o *query.Output, open, suffix string) piece {
	name := open + jsonKey(o.Name+suffix)
	if o.Func == query.FuncNone && o.Name != o.Field.Name {
		return piece{kind: pieceRaw, text: s.bind(name)}
	}
	return piece{text: name}
}

// output returns the JSON of one member of the row t.
func (s *statement) output(sel *query.Selection, o *query.Output, t string, more *targetJoins) []piece {
	f := o.Field
	switch {
	case o.Func != query.FuncNone && f.ToMany():
		return []piece{{kind: pieceQuoted, text: s.countRelated(f, o.Counted, sel.Collection, t)}}
	case o.Func != query.FuncNone:
		return []piece{{kind: pieceQuoted, text: s.dialect.part(o.Func, column(t, f))}}
	case f.ToMany():
		return s.related(sel, o, t)
	case len(o.Scopes) > 0:
		return s.scoped(o, t)
	case o.Nested != nil:
		return s.target(o, t, more)
	default:
		return []piece{s.json(f, column(t, f))}
	}
}

// link returns the condition that relates rows of the alias f to the row t of
// c.
func (s *statement) link(f *content.Field, c *content.Collection, t string) linked {
	return func(alias string) string {
		return column(alias, f.Relation.Field) + "=" + column(t, c.Key)
	}
}

func (s *statement) related(sel *query.Selection, o *query.Output, t string) []piece {
	list := piece{kind: pieceRaw, text: s.list(o.Nested, s.link(o.Field, sel.Collection, t), s.leaveOut(o.Field, o.Hidden))}
	if !s.trace || len(o.Hidden) == 0 {
		return []piece{list}
	}
	// A hidden row may become visible: the reply depends on it.
	a := s.alias()
	j := o.Field.Relation.Junction
	name := piece{text: ""}
	if j.Kind == content.ManyToOne {
		name.text = j.Relation.Related.Name
	} else {
		name = piece{kind: pieceRaw, text: column(a, j.Relation.CollectionField)}
	}
	hidden := s.dialect.concatenated(s.dialect.json([]piece{{text: mark}, name, {text: ":"}, {kind: pieceRaw, text: column(a, j)}, {text: mark}}),
		Quote(o.Field.Relation.Collection.Name)+" "+a+" WHERE "+s.link(o.Field, sel.Collection, t)(a)+" AND "+column(a, j)+" IS NOT NULL")
	return []piece{{kind: pieceRaw, text: hidden}, list}
}

// countRelated returns the number of rows of the alias f of the row t of c.
func (s *statement) countRelated(f *content.Field, counted *query.Counted, c *content.Collection, t string) string {
	a := newScope(s, f.Relation.Collection)
	a.nested = true
	conds := []string{s.link(f, c, t)(a.alias)}
	if hide := s.leaveOut(f, counted.Hidden); hide != nil {
		conds = append(conds, hide(a)...)
	}
	where := a.where(counted.Rule, conds...)
	return "(SELECT count(*) FROM " + a.from() + where + ")"
}

// leaveOut returns conditions that exclude rows of a junction whose target the
// reader may not see. Rows without a target, or whose target does not exist, are
// included.
func (s *statement) leaveOut(f *content.Field, hidden []query.Visibility) func(*scope) []string {
	if len(hidden) == 0 {
		return nil
	}
	return func(a *scope) []string {
		conds := make([]string, 0, len(hidden))
		for _, v := range hidden {
			h := newScope(s, v.Collection)
			h.nested, h.inline = true, true
			match := s.keyMatch(f.Relation.Junction, v.Collection, a.alias, h.alias)
			// For NOT EXISTS, PostgreSQL would read all hidden rows.
			conds = append(conds, "(SELECT ("+h.cond(v.Rule)+") IS NOT TRUE FROM "+Quote(v.Collection.Name)+" "+h.alias+" WHERE "+match+") IS NOT TRUE")
		}
		return conds
	}
}

// keyMatch returns the condition that the foreign key f of the row from
// references the row target of c.
func (s *statement) keyMatch(f *content.Field, c *content.Collection, from, target string) string {
	if f.Kind == content.AnyToOne {
		return column(target, c.Key) + "=" + s.dialect.key(c.Key, column(from, f)) + " AND " + column(from, f.Relation.CollectionField) + "=" + Literal(c.Name)
	}
	return column(target, c.Key) + "=" + column(from, f)
}

// target returns the JSON of the row that a foreign key references, null if the
// reader may not see it.
func (s *statement) target(o *query.Output, t string, more *targetJoins) []piece {
	row := s.attached(o, t, more)
	if !s.trace {
		return []piece{row}
	}
	key := column(t, o.Field)
	return []piece{{kind: piecePresent, text: key, inside: touched(o.Nested.Collection, key)}, row}
}

func (s *statement) attached(o *query.Output, t string, more *targetJoins) piece {
	if more.count == maxTargetJoins {
		return piece{kind: pieceValue, text: s.behind(o.Field, o.Nested, t)}
	}
	more.count++
	a := newScope(s, o.Nested.Collection)
	a.nested, a.inline = true, true
	on := s.keyMatch(o.Field, o.Nested.Collection, t, a.alias)
	if o.Nested.Where != nil {
		on += " AND " + a.cond(o.Nested.Where)
	}
	more.joins += " LEFT JOIN " + Quote(o.Nested.Collection.Name) + " " + a.alias + " ON " + on
	row := s.row(o.Nested, a.alias, false, more)
	return piece{kind: pieceObject, text: column(a.alias, o.Nested.Collection.Key), inside: row}
}

func (s *statement) behind(f *content.Field, sel *query.Selection, t string) string {
	a := newScope(s, sel.Collection)
	a.nested = true
	where := a.where(sel.Where, s.keyMatch(f, sel.Collection, t, a.alias))
	var more targetJoins
	row := s.row(sel, a.alias, false, &more)
	return "(SELECT " + s.dialect.json(row) + " FROM " + a.from() + more.joins + where + ")"
}

// scoped returns the JSON of an item of one of several collections.
func (s *statement) scoped(o *query.Output, t string) []piece {
	var b strings.Builder
	b.WriteString("CASE " + column(t, o.Field.Relation.CollectionField))
	for _, sel := range o.Scopes {
		b.WriteString(" WHEN " + Literal(sel.Collection.Name) + " THEN " + s.behind(o.Field, sel, t))
	}
	b.WriteString(" ELSE " + s.dialect.json([]piece{s.json(o.Field, column(t, o.Field))}) + " END")
	row := piece{kind: pieceValue, text: b.String()}
	if !s.trace {
		return []piece{row}
	}
	collection := piece{kind: pieceRaw, text: column(t, o.Field.Relation.CollectionField)}
	return []piece{{text: mark}, collection, {text: ":"}, {kind: pieceRaw, text: column(t, o.Field)}, {text: mark}, row}
}

// languages returns the JSON list of the codes of the languages in which a
// record has translations.
func (s *statement) languages(sel *query.Selection, o *query.Output, t string) piece {
	a := newScope(s, o.Nested.Collection)
	a.nested = true
	code := column(a.alias, o.Nested.LanguageOf)
	where := a.where(o.Nested.Where, s.link(o.Field, sel.Collection, t)(a.alias), code+" IS NOT NULL")
	k := s.alias()
	return piece{kind: pieceRaw, text: s.dialect.array([]piece{s.json(o.Nested.LanguageOf, k+".k")}, "(SELECT "+code+" AS k FROM "+a.from()+where+" ORDER BY "+code+" LIMIT "+strconv.Itoa(content.DefaultLimit)+") "+k)}
}

package store

import (
	"strconv"
	"strings"

	"ferrule/internal/content"
)

func (s *statement) bareKey(c *content.Collection, k string) string {
	text := s.dialect.json(c.Key, k)
	if s.trace {
		return "concat(" + touched(c, k) + "," + text + ")"
	}
	return text
}

func touched(c *content.Collection, key string) string {
	return literal(mark+c.Name+":") + "," + key + "," + literal(mark)
}

// maxArguments keeps calls of concat below PostgreSQL's limit on arguments; that
// of SQLite is higher.
const maxArguments = 90

// beside collects what a row's foreign keys point to: joined to the row, it is
// found for a third less than by a subselect for each.
type beside struct {
	joins string
	count int
}

// maxBeside keeps the number of tables in one FROM below the 64 of SQLite, and
// PostgreSQL's planning short.
const maxBeside = 12

// row is the JSON object of the row t.
func (s *statement) row(sel *content.Selection, t string, trace bool, more *beside) string {
	if len(sel.Outputs) == 0 {
		return s.dialect.json(sel.Collection.Key, column(t, sel.Collection.Key))
	}
	parts := make([]string, 0, 2*len(sel.Outputs)+4)
	open := "{"
	if trace {
		parts = append(parts, "'{'", touched(sel.Collection, column(t, sel.Collection.Key)))
		open = ""
	}
	for i := range sel.Outputs {
		o := &sel.Outputs[i]
		parts = append(parts, s.member(o, open, ""), s.output(sel, o, t, more))
		if sel == s.root && o.Nested != nil && o.Nested.Language != "" {
			parts = append(parts, s.member(o, ",", "_languages"), s.languages(sel, o, t))
		}
		open = ","
	}
	parts = append(parts, "'}'")
	for len(parts) > maxArguments {
		parts = append([]string{"concat(" + strings.Join(parts[:maxArguments], ",") + ")"}, parts[maxArguments:]...)
	}
	return "concat(" + strings.Join(parts, ",") + ")"
}

// member is the name of a member of a row as JSON has it. One that the request
// chose is bound: a statement has no text of a request in it.
func (s *statement) member(o *content.Output, open, suffix string) string {
	text := open + jsonKey(o.Name+suffix)
	if o.Func == content.FuncNone && o.Name != o.Field.Name {
		return s.bind(text)
	}
	return literal(text)
}

// output is the JSON text of one member of the row t.
func (s *statement) output(sel *content.Selection, o *content.Output, t string, more *beside) string {
	f := o.Field
	switch {
	case o.Func != content.FuncNone && f.ToMany():
		return `concat('"',` + s.countRelated(f, o.Counted, sel.Collection, t) + `,'"')`
	case o.Func != content.FuncNone:
		return s.dialect.quoted(s.dialect.part(o.Func, column(t, f)))
	case f.ToMany():
		return s.related(sel, o, t)
	case len(o.Scopes) > 0:
		return s.scoped(o, t)
	case o.Nested != nil:
		return s.target(o, t, more)
	default:
		return s.dialect.json(f, column(t, f))
	}
}

// link ties rows behind the alias f to the row t of c.
func (s *statement) link(f *content.Field, c *content.Collection, t string) linked {
	return func(alias string) string {
		return column(alias, f.Relation.Field) + "=" + column(t, c.Key)
	}
}

func (s *statement) related(sel *content.Selection, o *content.Output, t string) string {
	list := s.list(o.Nested, s.link(o.Field, sel.Collection, t), s.leaveOut(o.Field, o.Hidden))
	if !s.trace || len(o.Hidden) == 0 {
		return list
	}
	// What is left out today may be shown tomorrow: the reply depends on it.
	a := s.alias()
	j := o.Field.Relation.Junction
	var name string
	if j.Kind == content.ManyToOne {
		name = literal(j.Relation.Related.Name)
	} else {
		name = column(a, j.Relation.CollectionField)
	}
	hidden := s.dialect.joined("concat("+literal(mark)+","+name+",':',"+column(a, j)+","+literal(mark)+")",
		quote(o.Field.Relation.Collection.Name)+" "+a+" WHERE "+s.link(o.Field, sel.Collection, t)(a)+" AND "+column(a, j)+" IS NOT NULL")
	return "concat(" + hidden + "," + list + ")"
}

// countRelated counts the rows behind the alias f of the row t of c.
func (s *statement) countRelated(f *content.Field, counted *content.Counted, c *content.Collection, t string) string {
	a := newScope(s, f.Relation.Collection)
	a.nested = true
	conds := []string{s.link(f, c, t)(a.alias)}
	if hide := s.leaveOut(f, counted.Hidden); hide != nil {
		conds = append(conds, hide(a)...)
	}
	where := a.where(counted.Rule, conds...)
	return "(SELECT count(*) FROM " + a.from() + where + ")"
}

// leaveOut keeps out rows of a junction whose target the reader must not see.
// Rows without a target, or whose target does not exist, stay.
func (s *statement) leaveOut(f *content.Field, hidden []content.Visibility) func(*scope) []string {
	if len(hidden) == 0 {
		return nil
	}
	return func(a *scope) []string {
		conds := make([]string, 0, len(hidden))
		for _, v := range hidden {
			h := newScope(s, v.Collection)
			h.nested, h.inline = true, true
			tie := s.keyMatch(f.Relation.Junction, v.Collection, a.alias, h.alias)
			// Asked for NOT EXISTS, PostgreSQL would look for all that are hidden.
			conds = append(conds, "(SELECT ("+h.cond(v.Rule)+") IS NOT TRUE FROM "+quote(v.Collection.Name)+" "+h.alias+" WHERE "+tie+") IS NOT TRUE")
		}
		return conds
	}
}

// keyMatch ties the row target of c to the foreign key f of the row from.
func (s *statement) keyMatch(f *content.Field, c *content.Collection, from, target string) string {
	if f.Kind == content.AnyToOne {
		return column(target, c.Key) + "=" + s.dialect.key(c.Key, column(from, f)) + " AND " + column(from, f.Relation.CollectionField) + "=" + literal(c.Name)
	}
	return column(target, c.Key) + "=" + column(from, f)
}

// target is the JSON of the row a foreign key points to, null if the reader
// must not see it.
func (s *statement) target(o *content.Output, t string, more *beside) string {
	text := s.attached(o, t, more)
	if !s.trace {
		return text
	}
	key := column(t, o.Field)
	return "concat(CASE WHEN " + key + " IS NOT NULL THEN concat(" + touched(o.Nested.Collection, key) + ") END," + text + ")"
}

func (s *statement) attached(o *content.Output, t string, more *beside) string {
	if more.count == maxBeside {
		return "coalesce(" + s.behind(o.Field, o.Nested, t) + ",'null')"
	}
	more.count++
	a := newScope(s, o.Nested.Collection)
	a.nested, a.inline = true, true
	on := s.keyMatch(o.Field, o.Nested.Collection, t, a.alias)
	if o.Nested.Where != nil {
		on += " AND " + a.cond(o.Nested.Where)
	}
	more.joins += " LEFT JOIN " + quote(o.Nested.Collection.Name) + " " + a.alias + " ON " + on
	row := s.row(o.Nested, a.alias, false, more)
	return "CASE WHEN " + column(a.alias, o.Nested.Collection.Key) + " IS NULL THEN 'null' ELSE " + row + " END"
}

func (s *statement) behind(f *content.Field, sel *content.Selection, t string) string {
	a := newScope(s, sel.Collection)
	a.nested = true
	where := a.where(sel.Where, s.keyMatch(f, sel.Collection, t, a.alias))
	var more beside
	row := s.row(sel, a.alias, false, &more)
	return "(SELECT " + row + " FROM " + a.from() + more.joins + where + ")"
}

// scoped is the JSON of an item of one of several collections.
func (s *statement) scoped(o *content.Output, t string) string {
	var b strings.Builder
	b.WriteString("CASE " + column(t, o.Field.Relation.CollectionField))
	for _, sel := range o.Scopes {
		b.WriteString(" WHEN " + literal(sel.Collection.Name) + " THEN coalesce(" + s.behind(o.Field, sel, t) + ",'null')")
	}
	b.WriteString(" ELSE " + s.dialect.json(o.Field, column(t, o.Field)) + " END")
	if !s.trace {
		return b.String()
	}
	return "concat(" + literal(mark) + "," + column(t, o.Field.Relation.CollectionField) + ",':'," + column(t, o.Field) + "," + literal(mark) + "," + b.String() + ")"
}

// languages lists the languages a record has translations in, by their codes.
func (s *statement) languages(sel *content.Selection, o *content.Output, t string) string {
	a := newScope(s, o.Nested.Collection)
	a.nested = true
	code := column(a.alias, o.Nested.LanguageOf)
	where := a.where(o.Nested.Where, s.link(o.Field, sel.Collection, t)(a.alias), code+" IS NOT NULL")
	k := s.alias()
	return s.dialect.array(s.dialect.json(o.Nested.LanguageOf, k+".k"), "(SELECT "+code+" AS k FROM "+a.from()+where+" ORDER BY "+code+" LIMIT "+strconv.Itoa(content.DefaultLimit)+") "+k)
}

// Package sqlgen compiles bound queries to SQL statements, one for each query,
// whose single value is the JSON of the reply. It owns everything in which SQLite
// and PostgreSQL differ in a query, and the SQL functions that statements call.
// It executes no statement.
package sqlgen

import (
	"encoding/json"
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// statement is an SQL statement under construction. Bound values are numbered,
// so that parts can be concatenated in any order.
type statement struct {
	dialect Dialect
	root    *query.Selection // the outermost selection
	trace   bool
	args    []any
	bounds  map[int]string // placeholders of bound limits and offsets
	aliases int
}

func (s *statement) bind(v any) string {
	s.args = append(s.args, v)
	return s.dialect.operand(len(s.args), v)
}

// bound binds a limit or an offset once per value, since each bound value costs
// time on every run.
func (s *statement) bound(n int) string {
	text, ok := s.bounds[n]
	if !ok {
		text = s.bind(int64(n))
		if s.bounds == nil {
			s.bounds = map[int]string{}
		}
		s.bounds[n] = text
	}
	return text
}

func (s *statement) alias() string {
	s.aliases++
	return "t" + strconv.Itoa(s.aliases)
}

// mark encloses what Trace inserts into a reply: the collection and key of a
// row. It cannot occur in JSON, where control characters are escaped.
const mark = "\x01"

// Compile returns a statement with one value, the body of the reply. The value
// is null if the plan reads one item by its key and there is none.
func Compile(d Dialect, p *query.Plan) (text string, args []any) {
	root := p.Root
	s := &statement{dialect: d, root: root, trace: p.Trace}
	head := []piece{{text: "{"}}
	if p.Meta != (content.Meta{}) {
		open := `{"meta":{`
		head = nil
		count := func(name string, where *query.Cond) {
			head = append(head, piece{text: open + jsonKey(name)}, piece{kind: pieceValue, text: s.count(root.Collection, where)})
			open = ","
		}
		if p.Meta.TotalCount {
			count("total_count", p.CountRule)
		}
		if p.Meta.FilterCount {
			count("filter_count", root.Where)
		}
		head = append(head, piece{text: "},"})
	}
	head = append(head, piece{text: `"data":`})
	var data string
	switch {
	case p.Aggregated():
		data = s.aggregate(p)
	case p.ID != nil:
		data = s.one(root, func(alias string) string {
			return column(alias, root.Collection.Key) + "=" + s.bind(d.Value(root.Collection.Key, p.ID))
		})
	case p.One:
		data = "coalesce(" + s.one(root, nil) + "," + Literal(emptySingleton(root)) + ")"
	default:
		data = s.list(root, nil, nil)
	}
	return "SELECT " + s.dialect.reply(s.dialect.json(head)+"||"+data+"||'}'"), s.args
}

// CompileRow returns a statement that selects the columns of a collection, in the
// order of fields, of the row with a key if the condition holds for it.
func CompileRow(d Dialect, c *content.Collection, key any, where *query.Cond) (text string, args []any, fields []*content.Field) {
	s := &statement{dialect: d}
	a := newScope(s, c)
	conds := a.where(where, column(a.alias, c.Key)+"="+s.bind(d.Value(c.Key, key)))
	var names []string
	for _, f := range c.Fields {
		if f.Type != content.Alias {
			names, fields = append(names, column(a.alias, f)), append(fields, f)
		}
	}
	return "SELECT " + strings.Join(names, ",") + " FROM " + a.from() + conds, s.args, fields
}

// emptySingleton returns the JSON of a singleton without a row: its key and the
// defaults of its columns.
func emptySingleton(sel *query.Selection) string {
	var b strings.Builder
	b.WriteByte('{')
	for _, o := range sel.Outputs {
		if o.Field != sel.Collection.Key && o.Field.Default == nil || o.Func != query.FuncNone || o.Name != o.Field.Name {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(o.Field.Default)
		if err != nil {
			value = []byte("null")
		}
		b.WriteString(jsonKey(o.Name))
		b.Write(value)
	}
	b.WriteByte('}')
	return b.String()
}

func jsonKey(name string) string {
	text, err := json.Marshal(name)
	if err != nil {
		panic("sqlgen: a text is always JSON: " + err.Error())
	}
	return string(text) + ":"
}

func column(alias string, f *content.Field) string { return alias + "." + Quote(f.Name) }

func (s *statement) count(c *content.Collection, where *query.Cond) string {
	a := newScope(s, c)
	cond := a.where(where)
	return "(SELECT count(*) FROM " + a.from() + cond + ")"
}

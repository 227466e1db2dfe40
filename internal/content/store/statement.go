package store

import (
	"encoding/json"
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// statement collects one SQL statement. Bound values are numbered, so parts
// can be put together in any order.
type statement struct {
	dialect dialect
	root    *query.Selection // what is asked for, not what is nested in it
	trace   bool
	args    []any
	bounds  map[int]string // limits and offsets that are bound already
	aliases int
}

func (s *statement) bind(v any) string {
	s.args = append(s.args, v)
	return s.dialect.operand(len(s.args), v)
}

// bound binds a limit or an offset. Most of a statement's are the same, and each
// that is bound takes time whenever it is run.
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

// mark surrounds what Trace adds to the text of a reply: the collection and
// key of a row. It cannot occur in JSON, where control characters are escaped.
const mark = "\x01"

// compile turns a plan into a statement with one value, the body of the reply.
// The value is null if the plan asks for one item by its key and there is none.
func compile(d dialect, p *query.Plan) (text string, args []any) {
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
			return column(alias, root.Collection.Key) + "=" + s.bind(d.value(root.Collection.Key, p.ID))
		})
	case p.One:
		data = "coalesce(" + s.one(root, nil) + "," + literal(emptySingleton(root)) + ")"
	default:
		data = s.list(root, nil, nil)
	}
	return "SELECT " + s.dialect.reply(s.dialect.json(head)+"||"+data+"||'}'"), s.args
}

// emptySingleton is what a singleton without a row looks like: its key and
// what the database would fill in.
func emptySingleton(sel *query.Selection) string {
	var b strings.Builder
	b.WriteByte('{')
	for _, o := range sel.Outputs {
		if o.Field != sel.Collection.Key && o.Field.Default == nil || o.Func != query.FuncNone {
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
		panic("store: a text is always JSON: " + err.Error())
	}
	return string(text) + ":"
}

func column(alias string, f *content.Field) string { return alias + "." + quote(f.Name) }

func (s *statement) count(c *content.Collection, where *query.Cond) string {
	a := newScope(s, c)
	cond := a.where(where)
	return "(SELECT count(*) FROM " + a.from() + cond + ")"
}

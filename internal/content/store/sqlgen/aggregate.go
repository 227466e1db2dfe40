package sqlgen

import (
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// aggregate returns the JSON of an aggregate's rows: a list or, if p.One, the
// first row.
func (s *statement) aggregate(p *query.Plan) string {
	root := p.Root
	a := newScope(s, root.Collection)
	where := a.where(root.Where)
	var columns, groups []string
	for i := range p.Groups {
		columns = append(columns, s.operand(a, p.Groups[i].Field, p.Groups[i].Func, nil)+" AS g"+strconv.Itoa(i))
		groups = append(groups, strconv.Itoa(i+1))
	}
	for i, f := range p.Figures {
		columns = append(columns, s.figure(a, f)+" AS f"+strconv.Itoa(i))
	}
	text := "SELECT " + strings.Join(columns, ",") + " FROM " + a.from() + where
	if len(groups) > 0 {
		text += " GROUP BY " + strings.Join(groups, ",") + " ORDER BY " + s.order(a, root)
	}
	text += s.dialect.limit(s, root.Limit, root.Offset)
	k := s.alias()
	row := s.aggregateRow(p, k)
	if p.One {
		return "coalesce((SELECT " + s.dialect.json(row) + " FROM (" + text + ") " + k + ")," + Literal(emptySingleton(root)) + ")"
	}
	return s.dialect.array(row, "("+text+") "+k)
}

// figure returns the expression of one aggregate function over the rows of a
// group.
func (s *statement) figure(a *scope, f query.Figure) string {
	if f.Field == nil {
		return "count(*)"
	}
	x := column(a.alias, f.Field)
	switch f.Func {
	case content.AggregateCountDistinct:
		return "count(DISTINCT " + x + ")"
	case content.AggregateSum, content.AggregateAvg:
		return s.dialect.figure(f.Func, f.Field, s.dialect.exact(f.Field, x))
	case content.AggregateSumDistinct:
		return s.dialect.figure(content.AggregateSum, f.Field, "DISTINCT "+s.dialect.exact(f.Field, x))
	case content.AggregateAvgDistinct:
		return s.dialect.figure(content.AggregateAvg, f.Field, "DISTINCT "+s.dialect.exact(f.Field, x))
	case content.AggregateMin:
		return "min(" + x + ")"
	case content.AggregateMax:
		return "max(" + x + ")"
	default:
		return "count(" + x + ")"
	}
}

// aggregateRow returns the JSON object of one row of k: groups by name, then
// aggregate functions, {"status":"draft","count":"4","sum":{"stock":"12"}}.
func (s *statement) aggregateRow(p *query.Plan, k string) []piece {
	pieces := []piece{{text: "{"}}
	comma := ""
	add := func(key string, values ...piece) {
		pieces = append(append(pieces, piece{text: comma + key}), values...)
		comma = ","
	}
	for i := range p.Groups {
		g := &p.Groups[i]
		group := k + ".g" + strconv.Itoa(i)
		switch {
		case g.Name == "":
		case g.Func != query.FuncNone:
			add(jsonKey(g.Name), piece{kind: pieceQuoted, text: group})
		default:
			add(jsonKey(g.Name), s.json(g.Field, group))
		}
	}
	for i := 0; i < len(p.Figures); {
		fn := p.Figures[i].Func
		inner, more := []piece(nil), "{"
		for ; i < len(p.Figures) && p.Figures[i].Func == fn; i++ {
			f, figure := p.Figures[i], k+".f"+strconv.Itoa(i)
			switch {
			case fn == content.AggregateCountAll: // Directus computes this value, but does not return it
			case f.Field == nil:
				add(jsonKey(string(fn)), piece{kind: pieceQuoted, text: figure})
			default:
				inner = append(inner, piece{text: more + jsonKey(f.Field.Name)}, s.figureJSON(f, figure))
				more = ","
			}
		}
		if len(inner) > 0 {
			add(jsonKey(string(fn)), append(inner, piece{text: "}"})...)
		}
	}
	return append(pieces, piece{text: "}"})
}

// figureJSON returns the least or greatest value as one of the field, sums and averages
// of doubles as numbers, and all other figures as a JSON string, since JavaScript numbers
// cannot represent every value.
func (s *statement) figureJSON(f query.Figure, figure string) piece {
	switch f.Func {
	case content.AggregateMin, content.AggregateMax:
		return s.json(f.Field, figure)
	case content.AggregateSum, content.AggregateSumDistinct, content.AggregateAvg, content.AggregateAvgDistinct:
		if f.Field.Type == content.Float {
			return s.json(f.Field, "CAST("+figure+" AS double precision)")
		}
	default:
	}
	return piece{kind: pieceQuoted, text: figure}
}

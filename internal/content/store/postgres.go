package store

import (
	"fmt"
	"strings"

	"ferrule/internal/collate"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// postgresDialect is the dialect of PostgreSQL. Texts, identifiers, moments, json
// and csv are columns of type text with COLLATE "C", in the forms of
// content.ParseValue; decimals are numeric, which keep their digits.
type postgresDialect struct{}

func (postgresDialect) placeholder(n int) string { return fmt.Sprintf("$%d", n) }

// operand names the type of the value: PostgreSQL would else take that of the
// column, into which not every fair operand fits.
func (d postgresDialect) operand(n int, v any) string {
	text := d.placeholder(n)
	switch v.(type) {
	case string:
		return text + "::text"
	case int64:
		return text + "::bigint"
	case float64:
		return text + "::float8"
	case bool:
		return text + "::boolean"
	case []string:
		return text + "::text[]"
	case []int64:
		return text + "::bigint[]"
	case []float64:
		return text + "::float8[]"
	case []bool:
		return text + "::boolean[]"
	default:
		return text
	}
}

// maxPieces keeps calls of concat below PostgreSQL's limit of 100 arguments.
const maxPieces = 90

func (d postgresDialect) json(pieces []piece) string {
	few := func(some []piece) bool { return len(some) <= maxPieces }
	var texts []string
	for _, p := range fit(pieces, few, d.json) {
		texts = append(texts, d.piece(p))
	}
	return "concat(" + strings.Join(texts, ",") + ")"
}

func (d postgresDialect) piece(p piece) string {
	switch p.kind {
	case pieceConstant:
		return literal(p.text)
	case pieceValue:
		return "coalesce(" + p.text + "::text,'null')"
	case pieceQuoted, pieceDecimal:
		return `coalesce('"'||` + p.text + `::text||'"','null')`
	case pieceText:
		return "coalesce(to_json(" + p.text + ")::text,'null')"
	case pieceBoolean:
		return "CASE " + p.text + " WHEN true THEN 'true' WHEN false THEN 'false' ELSE 'null' END"
	case pieceObject:
		return "CASE WHEN " + p.text + " IS NULL THEN 'null' ELSE " + d.json(p.inside) + " END"
	case piecePresent:
		return "CASE WHEN " + p.text + " IS NOT NULL THEN " + d.json(p.inside) + " END"
	default:
		return p.text
	}
}

func (d postgresDialect) array(pieces []piece, from string) string {
	return "(SELECT concat('[',string_agg(" + d.json(pieces) + ",','),']') FROM " + from + ")"
}

func (postgresDialect) reply(text string) string { return text }

func (postgresDialect) double(column string) string { return "to_json(" + column + ")::text" }

func (postgresDialect) csv(column string) string {
	return "CASE WHEN " + column + "='' THEN '[]' ELSE '['||replace(to_json(" + column + ")::text,',','\",\"')||']' END"
}

func (postgresDialect) part(fn query.Func, column string) string {
	if fn == query.FuncCount {
		return "CASE json_typeof(" + column + "::json) WHEN 'array' THEN json_array_length(" + column + "::json) END"
	}
	unit := map[query.Func]string{
		query.FuncYear: "year", query.FuncMonth: "month", query.FuncWeek: "week", query.FuncDay: "day",
		query.FuncWeekday: "dow", query.FuncHour: "hour", query.FuncMinute: "minute", query.FuncSecond: "second",
	}[fn]
	// A time alone is one of some day.
	moment := "(CASE WHEN strpos(" + column + ",':')=3 THEN '2000-01-01T'||" + column + " ELSE " + column + " END)::timestamp"
	return "floor(EXTRACT(" + unit + " FROM " + moment + "))::integer"
}

func (postgresDialect) exact(f *content.Field, column string) string {
	if f.Type == content.Decimal {
		return column
	}
	return column + "::numeric"
}

func (postgresDialect) digits(column string) string {
	return "trim_scale(" + column + "::numeric)::text"
}

func (postgresDialect) figure(fn content.AggregateFunc, _ *content.Field, exact string) string {
	return string(fn) + "(" + exact + ")::text"
}

func (postgresDialect) key(key *content.Field, text string) string {
	if key.Type == content.Integer || key.Type == content.BigInteger {
		return "CASE WHEN " + text + " ~ '^[0-9]{1,18}$' THEN " + text + "::bigint END"
	}
	return text
}

// keysFirst is no: with a LIMIT, PostgreSQL makes what is dear when rows are
// sorted and cut off. How many keys there are it would only guess, and read a
// table whole to find a few.
func (postgresDialect) keysFirst() bool { return false }

func (postgresDialect) joinByKey() string { return " JOIN " }

func (postgresDialect) joined(text, from string) string {
	return "(SELECT string_agg(" + text + ",'') FROM " + from + ")"
}

func (postgresDialect) limit(s *statement, limit, offset int) string {
	var text string
	if limit >= 0 {
		text = " LIMIT " + s.bound(limit)
	}
	if offset > 0 {
		text += " OFFSET " + s.bound(offset)
	}
	return text
}

// aside leaves it to PostgreSQL, which knows how values are spread.
func (postgresDialect) aside(column string) string { return column }

func (postgresDialect) sortable(f *content.Field, column string) string {
	switch {
	case f.Type == content.Boolean:
		return column + "::integer" // there is no least of truths
	case isDictionary(f):
		return "ferrule_sort(" + column + ")"
	default:
		return column
	}
}

func (postgresDialect) ascending(column string) string { return column + " NULLS LAST" }

func (postgresDialect) value(_ *content.Field, v any) any { return v }

func (postgresDialect) anyOf(column, list string) string { return column + "=ANY(" + list + ")" }

// list is a slice of one type. Whole numbers among fractions are doubles. It is
// never nil, which would be null: whatever is asked of a list of nulls alone is
// asked of an empty one.
func (postgresDialect) list(f *content.Field, values []any) any {
	texts := []string{}
	var whole []int64
	var numbers []float64
	var truths []bool
	for _, v := range values {
		switch t := v.(type) {
		case string:
			texts = append(texts, t)
		case int64:
			whole, numbers = append(whole, t), append(numbers, float64(t))
		case float64:
			numbers = append(numbers, t)
		case bool:
			truths = append(truths, t)
		}
	}
	switch {
	case len(numbers) > len(whole):
		return numbers
	case len(whole) > 0:
		return whole
	case len(truths) > 0:
		return truths
	case len(texts) == 0 && columnIsNumber(f):
		return []int64{}
	default:
		return texts
	}
}

func columnIsNumber(f *content.Field) bool {
	return f.Type == content.Integer || f.Type == content.BigInteger || f.Type == content.Float || f.Type == content.Decimal
}

// match folds ASCII alone where the pattern is of ASCII, which ILIKE does for
// columns with COLLATE "C" and needs no table.
func (postgresDialect) match(s *statement, column, pattern string, how matching) string {
	wild := strings.ContainsAny(pattern, `%_\`)
	if !how.fold && !wild {
		p := s.bind(pattern)
		switch {
		case how.start:
			return "starts_with(" + column + "," + p + ")"
		case how.end:
			return "right(" + column + ",length(" + p + "))=" + p
		default:
			return "strpos(" + column + "," + p + ")>0"
		}
	}
	operator := " LIKE "
	if how.fold && isPlain(pattern) {
		operator = " ILIKE "
	} else if how.fold {
		column, pattern = "ferrule_fold("+column+")", collate.Fold(pattern)
	}
	if !how.start {
		pattern = "%" + pattern
	}
	if !how.end {
		pattern += "%"
	} else if escapes := len(pattern) - len(strings.TrimRight(pattern, `\`)); escapes%2 == 1 {
		pattern += `\` // one that escapes nothing is a sign like any other
	}
	return column + operator + s.bind(pattern)
}

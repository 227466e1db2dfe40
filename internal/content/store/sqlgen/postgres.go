package sqlgen

import (
	"fmt"
	"strings"

	"ferrule/internal/collate"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// Postgres is the dialect of PostgreSQL. Texts, identifiers, timestamps, json
// and csv are columns of type text with COLLATE "C", in the forms of
// content.ParseValue; decimals are numeric, which keep their digits.
type Postgres struct{}

func (Postgres) Placeholder(n int) string { return fmt.Sprintf("$%d", n) }

// operand casts the value to its type: PostgreSQL would otherwise assume that of
// the column, which may be too narrow.
func (d Postgres) operand(n int, v any) string {
	text := d.Placeholder(n)
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

func (d Postgres) json(pieces []piece) string {
	few := func(some []piece) bool { return len(some) <= maxPieces }
	var texts []string
	for _, p := range fit(pieces, few, d.json) {
		texts = append(texts, d.piece(p))
	}
	return "concat(" + strings.Join(texts, ",") + ")"
}

func (d Postgres) piece(p piece) string {
	switch p.kind {
	case pieceConstant:
		return Literal(p.text)
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

func (d Postgres) array(pieces []piece, from string) string {
	return "(SELECT concat('[',string_agg(" + d.json(pieces) + ",','),']') FROM " + from + ")"
}

func (Postgres) reply(text string) string { return text }

func (Postgres) double(column string) string { return "to_json(" + column + ")::text" }

func (Postgres) csv(column string) string {
	return "CASE WHEN " + column + "='' THEN '[]' ELSE '['||replace(to_json(" + column + ")::text,',','\",\"')||']' END"
}

func (Postgres) part(fn query.Func, column string) string {
	if fn == query.FuncCount {
		return "CASE json_typeof(" + column + "::json) WHEN 'array' THEN json_array_length(" + column + "::json) END"
	}
	unit := map[query.Func]string{
		query.FuncYear: "year", query.FuncMonth: "month", query.FuncWeek: "week", query.FuncDay: "day",
		query.FuncWeekday: "dow", query.FuncHour: "hour", query.FuncMinute: "minute", query.FuncSecond: "second",
	}[fn]
	// A time needs a date.
	moment := "(CASE WHEN strpos(" + column + ",':')=3 THEN '2000-01-01T'||" + column + " ELSE " + column + " END)::timestamp"
	return "floor(EXTRACT(" + unit + " FROM " + moment + "))::integer"
}

func (Postgres) exact(f *content.Field, column string) string {
	if f.Type == content.Decimal {
		return column
	}
	return column + "::numeric"
}

func (Postgres) figure(fn content.AggregateFunc, _ *content.Field, exact string) string {
	return string(fn) + "(" + exact + ")::text"
}

func (Postgres) key(key *content.Field, text string) string {
	if key.Type == content.Integer || key.Type == content.BigInteger {
		return "CASE WHEN " + text + " ~ '^[0-9]{1,18}$' THEN " + text + "::bigint END"
	}
	return text
}

// keysFirst returns false: with a LIMIT, PostgreSQL computes costly expressions
// after it sorts and limits. Of a query for keys it would only estimate the
// number of rows, and scan a whole table to find a few.
func (Postgres) keysFirst() bool { return false }

func (Postgres) joinByKey() string { return " JOIN " }

func (Postgres) concatenated(text, from string) string {
	return "(SELECT string_agg(" + text + ",'') FROM " + from + ")"
}

func (Postgres) limit(s *statement, limit, offset int) string {
	var text string
	if limit >= 0 {
		text = " LIMIT " + s.bound(limit)
	}
	if offset > 0 {
		text += " OFFSET " + s.bound(offset)
	}
	return text
}

// unindexed returns the column: PostgreSQL knows the distribution of values.
func (Postgres) unindexed(column string) string { return column }

func (Postgres) sortable(f *content.Field, column string) string {
	switch {
	case f.Type == content.Boolean:
		return column + "::integer" // min and max do not accept booleans
	case IsCollated(f):
		return "ferrule_sort(" + column + ")"
	default:
		return column
	}
}

func (Postgres) Ascending(column string) string { return column + " NULLS LAST" }

func (Postgres) Value(_ *content.Field, v any) any { return v }

func (Postgres) AnyOf(column, list string) string { return column + "=ANY(" + list + ")" }

// List returns a slice of one type. Integers among fractions become doubles. The
// slice is never nil, which would be null: a list of nulls alone is an empty
// list.
func (Postgres) List(f *content.Field, values []any) any {
	texts := []string{}
	var integers []int64
	var numbers []float64
	var truths []bool
	for _, v := range values {
		switch t := v.(type) {
		case string:
			texts = append(texts, t)
		case int64:
			integers, numbers = append(integers, t), append(numbers, float64(t))
		case float64:
			numbers = append(numbers, t)
		case bool:
			truths = append(truths, t)
		}
	}
	switch {
	case len(numbers) > len(integers):
		return numbers
	case len(integers) > 0:
		return integers
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

// match uses ILIKE where the pattern is ASCII: with COLLATE "C" it folds ASCII
// alone.
func (Postgres) match(s *statement, column, pattern string, how matching) string {
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
		pattern += `\` // a trailing backslash is literal
	}
	return column + operator + s.bind(pattern)
}

package store

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"ferrule/internal/collate"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

func replaceAll(s, old, by string) string { return strings.ReplaceAll(s, old, by) }

// sqliteDialect is the dialect of SQLite. Booleans are 0 and 1, decimals are REAL and
// get their digits on the way out, moments, json and csv are text in the forms
// of content.ParseValue.
type sqliteDialect struct{}

func (sqliteDialect) placeholder(n int) string { return fmt.Sprintf("?%d", n) }

func (d sqliteDialect) operand(n int, _ any) string { return d.placeholder(n) }

// maxArguments keeps calls of functions below SQLite's limit of 1,000 arguments.
const maxArguments = 900

// json calls a function that is told by a format what its arguments are.
func (d sqliteDialect) json(pieces []piece) string {
	return "ferrule_json(" + d.arguments(pieces) + ")"
}

// array relies on SQLite's visiting a CROSS JOIN in the order in which it is
// written, and on a subselect with LIMIT keeping its order.
func (d sqliteDialect) array(pieces []piece, from string) string {
	return "(SELECT ferrule_json_array(" + d.arguments(pieces) + ") FROM " + from + ")"
}

func (d sqliteDialect) arguments(pieces []piece) string {
	few := func(some []piece) bool {
		_, args := pieceFormat(some)
		return len(args) <= maxArguments
	}
	how, args := pieceFormat(fit(pieces, few, d.json))
	return strings.Join(append([]string{literal(how)}, args...), ",")
}

// pieceFormat is the format of ferrule_json (internal/database/json.c) and its arguments.
func pieceFormat(pieces []piece) (how string, args []string) {
	var b strings.Builder
	for _, p := range pieces {
		if p.kind == pieceConstant {
			b.WriteString(replaceAll(p.text, "%", "%%"))
			continue
		}
		if p.kind == pieceDecimal {
			args = append(args, strconv.Itoa(p.digits))
		}
		b.WriteString(map[pieceKind]string{pieceRaw: "%v", pieceValue: "%n", pieceQuoted: "%q", pieceDecimal: "%d", pieceText: "%s", pieceBoolean: "%b", pieceObject: "%{", piecePresent: "%["}[p.kind])
		args = append(args, p.text)
		if p.kind == pieceObject || p.kind == piecePresent {
			inner, more := pieceFormat(p.inside)
			b.WriteString(inner + "%}")
			args = append(args, more...)
		}
	}
	return b.String(), args
}

// reply is a blob: of a text the driver makes a string, which is copied.
func (sqliteDialect) reply(text string) string { return "CAST(" + text + " AS BLOB)" }

func (sqliteDialect) double(column string) string { return "json_quote(" + column + ")" }

func (sqliteDialect) csv(column string) string {
	return "CASE WHEN " + column + "='' THEN '[]' WHEN " + column + " IS NOT NULL THEN '['||replace(json_quote(" + column + "),',','\",\"')||']' END"
}

func (sqliteDialect) part(fn query.Func, column string) string {
	if fn == query.FuncCount {
		return "CASE json_type(" + column + ") WHEN 'array' THEN json_array_length(" + column + ") END"
	}
	format := map[query.Func]string{
		query.FuncYear: "%Y", query.FuncMonth: "%m", query.FuncWeek: "%V", query.FuncDay: "%d",
		query.FuncWeekday: "%w", query.FuncHour: "%H", query.FuncMinute: "%M", query.FuncSecond: "%S",
	}[fn]
	return "CAST(strftime('" + format + "'," + column + ") AS INTEGER)"
}

func (sqliteDialect) exact(f *content.Field, column string) string {
	if f.Type == content.Decimal {
		return fmt.Sprintf("CASE WHEN %[1]s IS NOT NULL THEN printf('%%.%[2]df',%[1]s) END", column, f.Scale)
	}
	return column
}

func (sqliteDialect) digits(column string) string { return "ferrule_digits(" + column + ")" }

func (sqliteDialect) figure(fn content.AggregateFunc, _ *content.Field, exact string) string {
	return "ferrule_" + string(fn) + "(" + exact + ")"
}

func (sqliteDialect) key(key *content.Field, text string) string {
	if key.Type == content.Integer || key.Type == content.BigInteger {
		return "CASE WHEN " + text + "<>'' AND " + text + " NOT GLOB '*[^0-9]*' AND length(" + text + ")<=18 THEN CAST(" + text + " AS INTEGER) END"
	}
	return text
}

func (sqliteDialect) keysFirst() bool { return true }

func (sqliteDialect) joinByKey() string { return " CROSS JOIN " }

func (sqliteDialect) joined(text, from string) string {
	return "(SELECT group_concat(" + text + ",'') FROM " + from + ")"
}

func (sqliteDialect) limit(s *statement, limit, offset int) string {
	text := " LIMIT " + s.bound(limit)
	if offset > 0 {
		text += " OFFSET " + s.bound(offset)
	}
	return text
}

// aside hides a column from SQLite's planner, which cannot know how long a bound
// list is and would rather read a whole index than sort.
func (sqliteDialect) aside(column string) string { return "+" + column }

func (sqliteDialect) sortable(f *content.Field, column string) string {
	if isDictionary(f) {
		return "ferrule_sort(" + column + ")"
	}
	return column
}

// ascending puts nulls last by a term of its own: SQLite's indexes have them
// first, and for NULLS LAST it would sort.
func (sqliteDialect) ascending(column string) string { return column + " IS NULL," + column }

func (sqliteDialect) value(_ *content.Field, v any) any {
	if b, ok := v.(bool); ok {
		if b {
			return int64(1)
		}
		return int64(0)
	}
	return v
}

func (sqliteDialect) anyOf(column, list string) string {
	return column + " IN (SELECT value FROM json_each(" + list + "))"
}

func (d sqliteDialect) list(f *content.Field, values []any) any {
	bound := make([]any, 0, len(values))
	for _, v := range values {
		if v != nil {
			bound = append(bound, d.value(f, v))
		}
	}
	text, err := json.Marshal(bound)
	if err != nil {
		panic("store: a list of scalars is always JSON: " + err.Error())
	}
	return string(text)
}

// match uses what is built in for plain texts, which is ten times as fast, and
// a function of ours where the pattern has wildcards or letters beyond ASCII
// have to be folded: SQLite's own LIKE folds ASCII only.
func (sqliteDialect) match(s *statement, column, pattern string, how matching) string {
	if how.fold && isPlain(pattern) {
		if !how.start {
			pattern = "%" + pattern
		}
		if !how.end {
			pattern += "%"
		}
		return column + " LIKE " + s.bind(pattern)
	}
	if how.fold {
		column, pattern = "ferrule_fold("+column+")", collate.Fold(pattern)
	}
	if strings.ContainsAny(pattern, `%_\`) {
		if !how.start {
			pattern = "%" + pattern
		}
		if !how.end {
			pattern += "%"
		}
		return "ferrule_like(" + s.bind(pattern) + "," + column + ")"
	}
	p := s.bind(pattern)
	switch {
	case how.start:
		return "substr(" + column + ",1,length(" + p + "))=" + p
	case how.end:
		return "substr(" + column + ",-length(" + p + "))=" + p
	default:
		return "instr(" + column + "," + p + ")>0"
	}
}

// isPlain reports whether a pattern is of ASCII without wildcards.
func isPlain(pattern string) bool {
	for i := range len(pattern) {
		if c := pattern[i]; c >= 0x80 || c == '%' || c == '_' || c == '\\' {
			return false
		}
	}
	return true
}

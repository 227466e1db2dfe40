package sqlgen

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"ferrule/internal/collate"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// SQLite is the dialect of SQLite. Booleans are 0 and 1, decimals are REAL and
// formatted when read; timestamps, json and csv are text in the forms of
// content.ParseValue.
type SQLite struct{}

func (SQLite) Placeholder(n int) string { return fmt.Sprintf("?%d", n) }

func (d SQLite) operand(n int, _ any) string { return d.Placeholder(n) }

// maxArguments keeps calls of functions below SQLite's limit of 1,000 arguments.
const maxArguments = 900

// json calls ferrule_json with a format and its arguments.
func (d SQLite) json(pieces []piece) string {
	return "ferrule_json(" + d.arguments(pieces) + ")"
}

// array relies on two properties of SQLite. It scans the tables of a CROSS JOIN in
// the written order (lang_select.html, CROSS JOIN). And it keeps the ORDER BY of
// a subselect in FROM that has a LIMIT or feeds an aggregate function other than
// count, min and max (select.c, tag-select-0230). ORDER BY within the aggregate
// needs a row number from the subselect and sorts the arguments of every row, also
// where an index returns the rows in order: a list of 1,000 rows of an indexed
// order takes five times as long.
func (d SQLite) array(pieces []piece, from string) string {
	return "(SELECT ferrule_json_array(" + d.arguments(pieces) + ") FROM " + from + ")"
}

func (d SQLite) arguments(pieces []piece) string {
	few := func(some []piece) bool {
		_, args := pieceFormat(some)
		return len(args) <= maxArguments
	}
	format, args := pieceFormat(fit(pieces, few, d.json))
	return strings.Join(append([]string{Literal(format)}, args...), ",")
}

// pieceFormat returns the format of ferrule_json (internal/database/json.c) and
// its arguments.
func pieceFormat(pieces []piece) (format string, args []string) {
	var b strings.Builder
	for _, p := range pieces {
		if p.kind == pieceConstant {
			b.WriteString(strings.ReplaceAll(p.text, "%", "%%"))
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

// reply returns a blob: the driver copies a text into a string.
func (SQLite) reply(text string) string { return "CAST(" + text + " AS BLOB)" }

func (SQLite) double(column string) string { return "json_quote(" + column + ")" }

func (SQLite) csv(column string) string {
	return "CASE WHEN " + column + "='' THEN '[]' WHEN " + column + " IS NOT NULL THEN '['||replace(json_quote(" + column + "),',','\",\"')||']' END"
}

func (SQLite) part(fn query.Func, column string) string {
	if fn == query.FuncCount {
		return "CASE json_type(" + column + ") WHEN 'array' THEN json_array_length(" + column + ") END"
	}
	format := map[query.Func]string{
		query.FuncYear: "%Y", query.FuncMonth: "%m", query.FuncWeek: "%V", query.FuncDay: "%d",
		query.FuncWeekday: "%w", query.FuncHour: "%H", query.FuncMinute: "%M", query.FuncSecond: "%S",
	}[fn]
	return "CAST(strftime('" + format + "'," + column + ") AS INTEGER)"
}

func (SQLite) exact(f *content.Field, column string) string {
	if f.Type == content.Decimal {
		return fmt.Sprintf("CASE WHEN %[1]s IS NOT NULL THEN printf('%%.%[2]df',%[1]s) END", column, f.Scale)
	}
	return column
}

func (SQLite) figure(fn content.AggregateFunc, _ *content.Field, exact string) string {
	return "ferrule_" + string(fn) + "(" + exact + ")"
}

func (SQLite) key(key *content.Field, text string) string {
	if key.Type == content.Integer || key.Type == content.BigInteger {
		return "CASE WHEN " + text + "<>'' AND " + text + " NOT GLOB '*[^0-9]*' AND length(" + text + ")<=18 THEN CAST(" + text + " AS INTEGER) END"
	}
	return text
}

func (SQLite) keysFirst() bool { return true }

func (SQLite) joinByKey() string { return " CROSS JOIN " }

func (SQLite) concatenated(text, from string) string {
	return "(SELECT group_concat(" + text + ",'') FROM " + from + ")"
}

func (SQLite) limit(s *statement, limit, offset int) string {
	text := " LIMIT " + s.bound(limit)
	if offset > 0 {
		text += " OFFSET " + s.bound(offset)
	}
	return text
}

// unindexed hides a column from SQLite's planner, which cannot know the length of a
// bound list and would rather scan an index than sort.
func (SQLite) unindexed(column string) string { return "+" + column }

func (SQLite) sortable(f *content.Field, column string) string {
	if IsCollated(f) {
		return "ferrule_sort(" + column + ")"
	}
	return column
}

// Ascending sorts nulls last by a term of their own: SQLite's indexes have them
// first, and with NULLS LAST it would sort.
func (SQLite) Ascending(column string) string { return column + " IS NULL," + column }

func (SQLite) Value(_ *content.Field, v any) any {
	if b, ok := v.(bool); ok {
		if b {
			return int64(1)
		}
		return int64(0)
	}
	return v
}

func (SQLite) AnyOf(column, list string) string {
	return column + " IN (SELECT value FROM json_each(" + list + "))"
}

func (d SQLite) List(f *content.Field, values []any) any {
	bound := make([]any, 0, len(values))
	for _, v := range values {
		if v != nil {
			bound = append(bound, d.Value(f, v))
		}
	}
	text, err := json.Marshal(bound)
	if err != nil {
		panic("sqlgen: a list of scalars is always JSON: " + err.Error())
	}
	return string(text)
}

// match uses built-in functions, which are ten times as fast, unless the pattern
// contains wildcards or non-ASCII letters are folded: SQLite's LIKE folds ASCII
// only.
func (SQLite) match(s *statement, column, pattern string, how matching) string {
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

// isPlain reports whether a pattern is ASCII without wildcards.
func isPlain(pattern string) bool {
	for i := range len(pattern) {
		if c := pattern[i]; c >= 0x80 || c == '%' || c == '_' || c == '\\' {
			return false
		}
	}
	return true
}

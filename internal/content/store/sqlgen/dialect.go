package sqlgen

import (
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// Dialect is everything in which databases differ. The shape of a statement is
// the same for all of them: objects are concatenated from pieces of text, lists
// aggregated from ordered subselects.
type Dialect interface {
	// Placeholder returns the n-th bound value, counted from 1; its type is that
	// of the column that it is compared with or assigned to.
	Placeholder(n int) string
	// operand returns the n-th bound value as an operand of its own type.
	operand(n int, v any) string
	// json returns the concatenation of pieces, never null.
	json(pieces []piece) string
	// array returns the JSON list of pieces for each row of from, in the order
	// of the rows.
	array(pieces []piece, from string) string
	// reply converts a text to the type that the driver reads fastest.
	reply(text string) string
	// double and csv return the JSON text of such a column; null for null.
	double(column string) string
	csv(column string) string
	// part returns a part of a timestamp, or the length of a JSON list, as an
	// integer.
	part(fn query.Func, column string) string
	// exact returns the digits of a number as a text, for sums that must not
	// depend on the order of the rows.
	exact(f *content.Field, column string) string
	// figure returns the sum or average of exact numbers as a text with as many
	// digits as in PostgreSQL; null over no rows.
	figure(fn content.AggregateFunc, f *content.Field, exact string) string
	// key converts the text of a many-to-any key to the type of key.
	key(key *content.Field, text string) string
	// keysFirst reports whether a statement first selects keys and then the other
	// columns by key, because the database would otherwise build the JSON of
	// rows before it sorts and limits them.
	keysFirst() bool
	// joinByKey returns the join of a table to a row of keys that scans the keys
	// first.
	joinByKey() string
	// concatenated returns the concatenation of text over the rows of from.
	concatenated(text, from string) string
	// limit returns LIMIT and OFFSET; -1 is all rows.
	limit(s *statement, limit, offset int) string
	// unindexed hides a column from the planner where another condition selects
	// fewer rows.
	unindexed(column string) string
	// sortable returns the expression by which rows are ordered for a column.
	sortable(f *content.Field, column string) string
	// Ascending returns the terms that order the rows of a relation by a column,
	// nulls last, as an index on it can.
	Ascending(column string) string
	// Value converts a value of a field to the type that is bound.
	Value(f *content.Field, v any) any
	// AnyOf tests whether a column is in a list bound as one value, so that the
	// number of values does not change the statement.
	AnyOf(column, list string) string
	List(f *content.Field, values []any) any
	// match tests a column against a pattern in which % and _ are wildcards.
	match(s *statement, column, pattern string, how matching) string
}

// matching declares how a pattern is matched.
type matching struct {
	start, end bool // anchored at the start, at the end of the text
	fold       bool // case-insensitive
}

// Quote returns a quoted identifier.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Literal returns a text constant. It is for constants of the program and names
// of the model; values are bound.
func Literal(s string) string { return `'` + strings.ReplaceAll(s, `'`, `''`) + `'` }

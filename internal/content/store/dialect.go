package store

import (
	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// dialect is everything in which databases differ. The shape of a statement is
// the same for all of them: objects are made of pieces of text, lists aggregated
// from ordered subselects.
type dialect interface {
	// placeholder is the n-th bound value, counted from 1, of the type of what
	// it is compared with or put into.
	placeholder(n int) string
	// operand is the n-th bound value as an operand of its own type.
	operand(n int, v any) string
	// json is the text that pieces make, one after the other. It is never null.
	json(pieces []piece) string
	// array is the JSON list of what pieces make of each row of from, in their order.
	array(pieces []piece, from string) string
	// reply is a text in the form in which it is read fastest.
	reply(text string) string
	// double and csv are the JSON texts of such columns; null for null.
	double(column string) string
	csv(column string) string
	// part is a part of a moment, or the length of a JSON list, as a whole number.
	part(fn query.Func, column string) string
	// exact is the digits of a number as a text, for figures that must not
	// depend on the order of the rows.
	exact(f *content.Field, column string) string
	// digits is the text of a double, with 15 digits and no exponent.
	digits(column string) string
	// figure is the sum or the average of exact numbers as a text, with as many
	// digits as PostgreSQL gives; null over no rows.
	figure(fn content.AggregateFunc, f *content.Field, exact string) string
	// key turns the text of a many-to-any key into the type of key.
	key(key *content.Field, text string) string
	// keysFirst reports whether the keys of the wanted rows are selected before
	// anything else of them, since the database would make the JSON of rows
	// before it sorts them and cuts them off.
	keysFirst() bool
	// joinByKey joins a table to a row of keys so that the keys come first.
	joinByKey() string
	// joined is all values of text over the rows of from, one after the other.
	joined(text, from string) string
	// limit is LIMIT and OFFSET; -1 is all rows.
	limit(s *statement, limit, offset int) string
	// aside is a column that rows should not be looked for by, since another
	// condition finds fewer.
	aside(column string) string
	// sortable is what rows are ordered by for a column.
	sortable(f *content.Field, column string) string
	// ascending orders the rows of a relation by a column, nulls last, as an
	// index has them, see tables.ordered.
	ascending(column string) string
	// value is what to bind for a value of a field.
	value(f *content.Field, v any) any
	// anyOf tests a column against a list bound as one value, so that the
	// number of values does not change the statement.
	anyOf(column, list string) string
	list(f *content.Field, values []any) any
	// match tests a column against a pattern in which % and _ are wildcards.
	match(s *statement, column, pattern string, how matching) string
}

// matching says where in a text a pattern has to be found.
type matching struct {
	start, end bool // tied to the start, to the end of the text
	fold       bool // whatever the case
}

// quote makes an identifier of a name. Names come from the model, which allows
// no quotes in them; doubling them costs nothing.
func quote(name string) string { return `"` + replaceAll(name, `"`, `""`) + `"` }

// literal makes a text constant. Values are bound; only constants of the
// program and keys of the reply go through here.
func literal(s string) string { return `'` + replaceAll(s, `'`, `''`) + `'` }

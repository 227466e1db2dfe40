package content

// Op is an operator of a filter.
type Op string

// The operators, named as Directus names them.
const (
	OpEq           Op = "_eq"
	OpNeq          Op = "_neq"
	OpIn           Op = "_in"
	OpNin          Op = "_nin"
	OpNull         Op = "_null"
	OpNnull        Op = "_nnull"
	OpEmpty        Op = "_empty"
	OpNempty       Op = "_nempty"
	OpLt           Op = "_lt"
	OpLte          Op = "_lte"
	OpGt           Op = "_gt"
	OpGte          Op = "_gte"
	OpBetween      Op = "_between"
	OpNbetween     Op = "_nbetween"
	OpContains     Op = "_contains"
	OpNcontains    Op = "_ncontains"
	OpIcontains    Op = "_icontains"
	OpStartsWith   Op = "_starts_with"
	OpNstartsWith  Op = "_nstarts_with"
	OpIstartsWith  Op = "_istarts_with"
	OpNistartsWith Op = "_nistarts_with"
	OpEndsWith     Op = "_ends_with"
	OpNendsWith    Op = "_nends_with"
	OpIendsWith    Op = "_iends_with"
	OpNiendsWith   Op = "_niends_with"
	OpSome         Op = "_some"
	OpNone         Op = "_none"
	OpAnd          Op = "_and"
	OpOr           Op = "_or"
)

// Takes reports whether a filter may apply the operator to values of the type.
func (t Type) Takes(op Op) bool { return operators[t][op] }

func set(ops ...Op) map[Op]bool {
	m := make(map[Op]bool, len(ops))
	for _, o := range ops {
		m[o] = true
	}
	return m
}

// operators lists the operators of each type; it is also the list of known types.
// Strings have no _lt: the order of letters depends on the database.
//
//nolint:gochecknoglobals // a compiled table
var operators = func() map[Type]map[Op]bool {
	text := set(OpEq, OpNeq, OpIn, OpNin, OpNull, OpNnull, OpEmpty, OpNempty,
		OpContains, OpNcontains, OpIcontains, OpStartsWith, OpNstartsWith, OpIstartsWith, OpNistartsWith,
		OpEndsWith, OpNendsWith, OpIendsWith, OpNiendsWith)
	order := set(OpEq, OpNeq, OpIn, OpNin, OpNull, OpNnull, OpLt, OpLte, OpGt, OpGte, OpBetween, OpNbetween)
	return map[Type]map[Op]bool{
		String: text, Text: text, CSV: text,
		Integer: order, BigInteger: order, Float: order, Decimal: order,
		Timestamp: order, DateTime: order, Date: order, Time: order,
		UUID:    set(OpEq, OpNeq, OpIn, OpNin, OpNull, OpNnull),
		Boolean: set(OpEq, OpNeq, OpNull, OpNnull),
		JSON:    set(OpNull, OpNnull),
		Alias:   set(OpSome, OpNone),
	}
}()

// AggregateFunc is an aggregate function over the values of a field.
type AggregateFunc string

// The aggregate functions, named as in Directus. They ignore nulls.
const (
	AggregateCount         AggregateFunc = "count"
	AggregateCountDistinct AggregateFunc = "countDistinct"
	AggregateCountAll      AggregateFunc = "countAll"
	AggregateSum           AggregateFunc = "sum"
	AggregateSumDistinct   AggregateFunc = "sumDistinct"
	AggregateAvg           AggregateFunc = "avg"
	AggregateAvgDistinct   AggregateFunc = "avgDistinct"
	AggregateMin           AggregateFunc = "min"
	AggregateMax           AggregateFunc = "max"
)

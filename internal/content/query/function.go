package query

import "ferrule/internal/content"

// Func is a function of a field: a part of a timestamp, or the number of rows of
// a relation.
type Func string

// The functions, named as Directus names them.
const (
	FuncNone    Func = ""
	FuncCount   Func = "count"
	FuncYear    Func = "year"
	FuncMonth   Func = "month"
	FuncWeek    Func = "week"
	FuncDay     Func = "day"
	FuncWeekday Func = "weekday"
	FuncHour    Func = "hour"
	FuncMinute  Func = "minute"
	FuncSecond  Func = "second"
)

// takes reports whether the function accepts the field.
func (fn Func) takes(f *content.Field) bool {
	switch fn {
	case FuncCount:
		return f.ToMany() || f.Type == content.JSON
	case FuncYear, FuncMonth, FuncWeek, FuncDay, FuncWeekday:
		return f.Type == content.Timestamp || f.Type == content.DateTime || f.Type == content.Date
	case FuncHour, FuncMinute, FuncSecond:
		return f.Type == content.Timestamp || f.Type == content.DateTime || f.Type == content.Time
	default:
		return false
	}
}

// aggregates reports whether the aggregate function accepts the field.
func aggregates(fn content.AggregateFunc, f *content.Field) bool {
	switch fn {
	case content.AggregateSum, content.AggregateSumDistinct, content.AggregateAvg, content.AggregateAvgDistinct:
		return f.Type == content.Integer || f.Type == content.BigInteger || f.Type == content.Float || f.Type == content.Decimal
	case content.AggregateMin, content.AggregateMax:
		return f.Type != content.Alias && f.Type != content.JSON && f.Type != content.CSV && f.Type != content.UUID && f.Type != content.Boolean
	default:
		return f.Type != content.Alias && f.Type != content.JSON
	}
}

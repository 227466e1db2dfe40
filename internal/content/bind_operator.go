package content

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// test binds one operator of what is asked for in like.
func (b *binder) test(like Cond, f *Filter) (*Cond, error) {
	typ := like.Field.Type
	if like.Func != FuncNone {
		typ = Integer
	}
	if !operators[typ][f.Op] {
		return nil, invalid("%q field type does not contain the %q filter operator", string(typ), string(f.Op))
	}
	cond := &like
	cond.Op = f.Op
	switch f.Op { //nolint:exhaustive // the rest take values
	case OpNull, OpNnull, OpEmpty, OpNempty:
		if f.Value == false {
			cond.Op = opposite(f.Op)
		}
		return cond, nil
	case OpEq, OpNeq:
		if f.Value == nil {
			cond.Op = map[Op]Op{OpEq: OpNull, OpNeq: OpNnull}[f.Op]
			return cond, nil
		}
	}
	values, ok := f.Value.([]any)
	if !ok {
		values = []any{f.Value}
	}
	if (f.Op == OpBetween || f.Op == OpNbetween) && len(values) != 2 {
		return &Cond{Kind: CondAll}, nil // half a range is ignored, as in a Directus
	}
	for _, raw := range values {
		v, err := b.value(like.Field, typ, raw)
		if err != nil {
			return nil, invalid("%v", err)
		}
		if v == nil && f.Op != OpIn && f.Op != OpNin {
			return &Cond{Kind: CondAny}, nil // nothing compares to null
		}
		cond.Values = append(cond.Values, v)
	}
	return cond, nil
}

func opposite(op Op) Op {
	switch op {
	case OpNull:
		return OpNnull
	case OpNnull:
		return OpNull
	case OpEmpty:
		return OpNempty
	default:
		return OpEmpty
	}
}

// value reads an operand as the type asks. Comparing a whole number with a
// fraction or with one too large to store is a fair question, so operands of
// integers may be either.
func (b *binder) value(field *Field, typ Type, raw any) (any, error) {
	if raw == currentUser {
		raw = b.user
	}
	switch typ { //nolint:exhaustive // the rest are read as values are
	case Integer, BigInteger:
		if v, err := parseInteger(BigInteger, raw); err == nil || raw == nil {
			return v, nil
		}
		return parseFloat(raw)
	case Timestamp, DateTime, Date, Time:
		if s, ok := raw.(string); ok && strings.HasPrefix(s, "$NOW") {
			at, err := b.moment(s)
			return FormatMoment(typ, at), err
		}
	case String, Text, CSV:
		if v, ok := raw.(bool); ok {
			raw = strconv.FormatBool(v)
		}
	}
	return ParseValue(field, raw)
}

var nowShape = regexp.MustCompile(`^\$NOW(?:\(\s*([+-]?)\s*([0-9]{1,6})\s*([a-z]+?)s?\s*\))?$`)

// moment reads $NOW and $NOW(-2 hours).
func (b *binder) moment(s string) (time.Time, error) {
	m := nowShape.FindStringSubmatch(s)
	if m == nil {
		return b.now, invalidMoment(s)
	}
	if m[2] == "" {
		return b.now, nil
	}
	n, err := strconv.Atoi(m[1] + m[2])
	if err != nil {
		return b.now, invalidMoment(s)
	}
	at := b.now
	switch m[3] {
	case "year":
		at = at.AddDate(n, 0, 0)
	case "month":
		at = at.AddDate(0, n, 0)
	case "week":
		at = at.AddDate(0, 0, 7*n)
	case "day":
		at = at.AddDate(0, 0, n)
	case "hour":
		at = at.Add(time.Duration(n) * time.Hour)
	case "minute":
		at = at.Add(time.Duration(n) * time.Minute)
	case "second":
		at = at.Add(time.Duration(n) * time.Second)
	default:
		return b.now, invalidMoment(s)
	}
	if at.Year() < 1 || at.Year() > 9999 {
		return b.now, invalidMoment(s)
	}
	return at, nil
}

type invalidMoment string

func (e invalidMoment) Error() string { return strconv.Quote(string(e)) + " is no moment" }

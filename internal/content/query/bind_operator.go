package query

import (
	"encoding/json"

	"ferrule/internal/content"
)

// test binds one operator on the field or function in like.
func (b *binder) test(like Cond, f *content.Filter) (*Cond, error) {
	typ := like.Field.Type
	if like.Func != FuncNone {
		typ = content.Integer
	}
	if !typ.Takes(f.Op) {
		return nil, content.InvalidQuery("%q field type does not contain the %q filter operator", string(typ), string(f.Op))
	}
	cond := &like
	cond.Op = f.Op
	switch f.Op { //nolint:exhaustive // the rest take values
	case content.OpNull, content.OpNnull, content.OpEmpty, content.OpNempty:
		if f.Value == false {
			cond.Op = opposite(f.Op)
		}
		return cond, nil
	case content.OpEq, content.OpNeq:
		if f.Value == nil {
			cond.Op = map[content.Op]content.Op{content.OpEq: content.OpNull, content.OpNeq: content.OpNnull}[f.Op]
			return cond, nil
		}
	}
	values, ok := f.Value.([]any)
	if !ok {
		values = []any{f.Value}
	}
	if (f.Op == content.OpBetween || f.Op == content.OpNbetween) && len(values) != 2 {
		return &Cond{Kind: CondAll}, nil // half a range is ignored, as in Directus
	}
	for _, raw := range values {
		v, err := b.vars.ParseOperand(like.Field, typ, compared(typ, f.Op, raw))
		if err != nil {
			return nil, content.InvalidQuery("%v", err)
		}
		if v == nil && f.Op != content.OpIn {
			return &Cond{Kind: CondAny}, nil // no other comparison with null is true
		}
		cond.Values = append(cond.Values, v)
	}
	return cond, nil
}

// compared returns the value that an operator compares with, converted as in
// JavaScript: among numbers null is 0, and as a part of a text it is "null".
func compared(typ content.Type, op content.Op, raw any) any {
	switch typ { //nolint:exhaustive // the others are compared as they are
	case content.Integer, content.Float, content.Decimal:
		switch raw {
		case nil, "", false, "false":
			return json.Number("0")
		case true, "true":
			return json.Number("1")
		}
	case content.String, content.Text, content.CSV:
		if raw == nil && op != content.OpIn && op != content.OpNin {
			return "null"
		}
	}
	return raw
}

func opposite(op content.Op) content.Op {
	switch op {
	case content.OpNull:
		return content.OpNnull
	case content.OpNnull:
		return content.OpNull
	case content.OpEmpty:
		return content.OpNempty
	default:
		return content.OpEmpty
	}
}

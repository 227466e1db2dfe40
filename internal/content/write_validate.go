package content

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// opRegex is only valid in validations: a database may take unbounded time for
// a pattern, Go's regular expressions take linear time.
const opRegex Op = "_regex"

// checkValidation requires a validation to use only the record's own columns,
// so that it can be evaluated on one record.
func checkValidation(c *Collection, f *Filter) error {
	if f == nil {
		return nil
	}
	if f.Op == OpAnd || f.Op == OpOr {
		for i := range f.Items {
			if err := checkValidation(c, &f.Items[i]); err != nil {
				return err
			}
		}
		return nil
	}
	field := c.Field(f.Name)
	if field == nil || field.Type == Alias {
		return fmt.Errorf("%q is no column of %s", f.Name, c.Name)
	}
	return checkTests(field, &f.Items[0])
}

func checkTests(field *Field, f *Filter) error {
	switch {
	case f.Op == OpAnd || f.Op == OpOr:
		for i := range f.Items {
			if err := checkTests(field, &f.Items[i]); err != nil {
				return err
			}
		}
		return nil
	case f.Op == opRegex:
		_, err := regexp.Compile(fmt.Sprint(f.Value))
		return err
	case f.Op == "" || !field.Type.Takes(f.Op):
		return fmt.Errorf("%q cannot be asked of %q", string(f.Op), field.Name)
	}
	_, err := operands(field, f, time.Time{})
	return err
}

// validator evaluates a validation on the columns that a record has. Missing
// columns are not validated.
type validator struct {
	record *Record
	values map[*Field]any // in the form of ParseValue
	now    time.Time
}

// problems returns the violations of f; none if the record satisfies it.
func (v *validator) problems(f *Filter) ([]Problem, error) {
	if f == nil {
		return nil, nil
	}
	if f.Op == OpAnd || f.Op == OpOr {
		return v.group(f, v.problems)
	}
	field := v.record.Collection.Field(f.Name)
	value, given := v.values[field]
	if !given {
		return nil, nil
	}
	return v.tests(field, value, &f.Items[0])
}

func (v *validator) group(f *Filter, each func(*Filter) ([]Problem, error)) ([]Problem, error) {
	var all []Problem
	for i := range f.Items {
		found, err := each(&f.Items[i])
		if err != nil {
			return nil, err
		}
		if f.Op == OpOr && len(found) == 0 {
			return nil, nil
		}
		all = append(all, found...)
	}
	return all, nil
}

func (v *validator) tests(field *Field, value any, f *Filter) ([]Problem, error) {
	if f.Op == OpAnd || f.Op == OpOr {
		return v.group(f, func(item *Filter) ([]Problem, error) { return v.tests(field, value, item) })
	}
	wanted, err := operands(field, f, v.now)
	if err != nil {
		return nil, err // validated with the policy: only a moment can fail here
	}
	if satisfies(f.Op, value, wanted) {
		return nil, nil
	}
	must, details := f.requirement()
	return []Problem{validationProblem(v.record, field, strings.TrimPrefix(string(f.Op), "_"), must, details)}, nil
}

// operands returns the operands of an operator in the form of ParseValue.
func operands(field *Field, f *Filter, now time.Time) ([]any, error) {
	list, ok := f.Value.([]any)
	if !ok {
		list = []any{f.Value}
	}
	if f.Op == opRegex || len(list) == 1 && list[0] == true || len(list) == 1 && list[0] == false && field.Type != Boolean {
		return list, nil
	}
	if (f.Op == OpBetween || f.Op == OpNbetween) && len(list) != 2 {
		return nil, errors.New("a range has two ends")
	}
	vars := Variables{Now: now}
	out := make([]any, len(list))
	for i, raw := range list {
		var err error
		if out[i], err = vars.ParseOperand(field, field.Type, raw); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// requirement describes the required value, as a text and as JSON details.
func (f *Filter) requirement() (must string, details map[string]any) {
	switch f.Op {
	case OpNnull:
		return "can't be null", nil
	case OpNull:
		return "has to be null", nil
	case OpEmpty:
		return "has to be empty", nil
	case OpNempty:
		return "can't be empty", nil
	case OpContains, OpNcontains, OpIcontains, OpStartsWith, OpNstartsWith, OpIstartsWith, OpNistartsWith, OpEndsWith, OpNendsWith, OpIendsWith, OpNiendsWith:
		phrase := strings.ReplaceAll(strings.TrimPrefix(string(f.Op), "_"), "_", " ")
		return fmt.Sprintf("has to hold: %s %q", phrase, fmt.Sprint(f.Value)), map[string]any{"substring": f.Value}
	case OpNeq, OpNin, opRegex:
		return fmt.Sprintf("has an illegal form (%s %v)", f.Op, f.Value), map[string]any{"invalid": f.Value}
	default:
		return fmt.Sprintf("is not allowed (%s %v)", f.Op, f.Value), map[string]any{"valid": f.Value}
	}
}

// satisfies reports whether a value satisfies an operator. Null satisfies only
// operators that test for it.
func satisfies(op Op, value any, wanted []any) bool {
	first := wanted[0]
	text, _ := value.(string)
	part, _ := first.(string)
	low, lowPart := strings.ToLower(text), strings.ToLower(part)
	switch op {
	case OpNull, OpNnull:
		return (value == nil) == ((op == OpNull) == (first == true))
	case OpEmpty, OpNempty:
		return (value == nil || value == "") == ((op == OpEmpty) == (first == true))
	case OpEq:
		return value == first || compare(value, first, 0)
	case OpNeq:
		return value != first && !compare(value, first, 0)
	case OpIn, OpNin:
		found := slices.ContainsFunc(wanted, func(w any) bool { return value == w || compare(value, w, 0) })
		return found == (op == OpIn)
	case OpLt:
		return compare(value, first, -1)
	case OpLte:
		return compare(value, first, -1) || compare(value, first, 0)
	case OpGt:
		return compare(value, first, 1)
	case OpGte:
		return compare(value, first, 1) || compare(value, first, 0)
	case OpBetween, OpNbetween:
		inside := satisfies(OpGte, value, wanted) && satisfies(OpLte, value, wanted[1:])
		return value != nil && inside == (op == OpBetween)
	case opRegex:
		shape, err := regexp.Compile(fmt.Sprint(first))
		return err == nil && value != nil && shape.MatchString(fmt.Sprint(value))
	case OpContains:
		return value != nil && strings.Contains(text, part)
	case OpNcontains:
		return !strings.Contains(text, part)
	case OpIcontains:
		return value != nil && strings.Contains(low, lowPart)
	case OpStartsWith:
		return value != nil && strings.HasPrefix(text, part)
	case OpNstartsWith:
		return !strings.HasPrefix(text, part)
	case OpIstartsWith:
		return value != nil && strings.HasPrefix(low, lowPart)
	case OpNistartsWith:
		return !strings.HasPrefix(low, lowPart)
	case OpEndsWith:
		return value != nil && strings.HasSuffix(text, part)
	case OpNendsWith:
		return !strings.HasSuffix(text, part)
	case OpIendsWith:
		return value != nil && strings.HasSuffix(low, lowPart)
	case OpNiendsWith:
		return !strings.HasSuffix(low, lowPart)
	default:
		return false
	}
}

// compare reports whether two values are in the given order: -1, 0 or 1. Null
// is not ordered.
func compare(a, b any, order int) bool {
	switch x := a.(type) {
	case int64:
		switch y := b.(type) {
		case int64:
			return cmp.Compare(x, y) == order
		case float64:
			return cmp.Compare(float64(x), y) == order
		}
	case float64:
		if y, ok := b.(float64); ok {
			return cmp.Compare(x, y) == order
		}
	case string:
		if y, ok := b.(string); ok {
			return strings.Compare(x, y) == order
		}
	}
	return false
}

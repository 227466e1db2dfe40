package content

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

const currentUser = "$CURRENT_USER"

// Variables holds the values of the variables in queries and permissions.
type Variables struct {
	Now  time.Time // $NOW
	User any       // $CURRENT_USER: the id as a text, or nil
}

// ParseOperand converts the operand of a filter, as JSON or a query string give
// it, to the form of ParseValue. The type is the field's, or that of a function
// of the field. An operand of an integer may be a fraction or exceed the range
// of the column.
func (v Variables) ParseOperand(field *Field, typ Type, raw any) (any, error) {
	if raw == currentUser {
		raw = v.User
	}
	switch typ { //nolint:exhaustive // the others are parsed as values
	case Integer, BigInteger:
		if n, err := parseInteger(BigInteger, raw); err == nil || raw == nil {
			return n, nil
		}
		return parseFloat(raw)
	case Timestamp, DateTime, Date, Time:
		if s, ok := raw.(string); ok && strings.HasPrefix(s, "$NOW") {
			at, err := v.evalTime(s)
			return FormatTime(typ, at), err
		}
	case String, Text, CSV:
		if truth, ok := raw.(bool); ok {
			raw = strconv.FormatBool(truth)
		}
	}
	return ParseValue(field, raw)
}

var nowShape = regexp.MustCompile(`^\$NOW(?:\(\s*([+-]?)\s*([0-9]{1,6})\s*([a-z]+?)s?\s*\))?$`)

// evalTime evaluates $NOW and $NOW(-2 hours).
func (v Variables) evalTime(s string) (time.Time, error) {
	m := nowShape.FindStringSubmatch(s)
	if m == nil {
		return v.Now, invalidTime(s)
	}
	if m[2] == "" {
		return v.Now, nil
	}
	n, err := strconv.Atoi(m[1] + m[2])
	if err != nil {
		return v.Now, invalidTime(s)
	}
	at := v.Now
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
		return v.Now, invalidTime(s)
	}
	if at.Year() < 1 || at.Year() > 9999 {
		return v.Now, invalidTime(s)
	}
	return at, nil
}

type invalidTime string

func (e invalidTime) Error() string { return strconv.Quote(string(e)) + " is no moment" }

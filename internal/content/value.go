package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// ParseValue converts a value from JSON or a query string (string, json.Number,
// bool, nil, and any JSON for json and csv fields) to the form that stores use:
// int64 for integers, float64 for float and decimal, bool, nil, and strings for
// all other types. Dates and times are strings in one layout per type, so that they
// sort as text; json is compact text, csv is joined by commas.
func ParseValue(f *Field, v any) (any, error) {
	if v == nil {
		return nil, nil //nolint:nilnil // null is a value
	}
	switch f.Type {
	case String, Text:
		return parseText(v)
	case Integer, BigInteger:
		return parseInteger(f.Type, v)
	case Float, Decimal:
		return parseFloat(v)
	case Boolean:
		return parseBoolean(v)
	case JSON:
		return compactJSON(v)
	case CSV:
		return joinCSV(v)
	case UUID:
		return parseUUID(v)
	case Timestamp, DateTime, Date, Time:
		return parseTime(f.Type, v)
	default:
		return nil, fmt.Errorf("a field of type %s holds no value", f.Type)
	}
}

var errNotText = errors.New("has to be a text")

func parseText(v any) (any, error) {
	var s string
	switch t := v.(type) {
	case string:
		s = t
	case json.Number:
		s = t.String()
	default:
		return nil, errNotText
	}
	return s, CheckText(s)
}

// CheckText rejects texts that PostgreSQL cannot store or JSON cannot
// represent.
func CheckText(s string) error {
	if strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
		return errors.New("has to be valid UTF-8 without NUL")
	}
	return nil
}

var errNotNumeric = errors.New("Invalid numeric value") //nolint:staticcheck // worded as clients know it

// maxExact is the largest integer up to which a double represents every
// integer.
const maxExact = 1 << 53

// parseInteger parses an integer. A JSON number is a double, as for JavaScript
// clients and a Directus instance; an integer with more digits must be a text.
func parseInteger(t Type, v any) (any, error) {
	n, err := strconv.ParseInt(numeral(v), 10, 64)
	if err != nil {
		return nil, errNotNumeric
	}
	if _, number := v.(json.Number); number && (n > maxExact || n < -maxExact) {
		n = int64(float64(n))
	}
	if t == Integer && (n > math.MaxInt32 || n < math.MinInt32) {
		return nil, fmt.Errorf("%d does not fit into 32 bits", n)
	}
	return n, nil
}

func parseFloat(v any) (any, error) {
	s := numeral(v)
	if s == "" || !strings.ContainsRune("+-.0123456789", rune(s[0])) || strings.ContainsAny(s, "xX_") {
		return nil, errNotNumeric // ParseFloat alone would accept Inf, NaN and 0x1p4
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return nil, errNotNumeric
	}
	return n, nil
}

func numeral(v any) string {
	switch t := v.(type) {
	case string:
		return strings.TrimSpace(t)
	case json.Number:
		return t.String()
	default:
		return ""
	}
}

func parseBoolean(v any) (any, error) {
	switch t := v.(type) {
	case bool:
		return t, nil
	case string:
		if t == "true" || t == "1" {
			return true, nil
		}
		if t == "false" || t == "0" {
			return false, nil
		}
	case json.Number:
		return parseBoolean(t.String())
	}
	return nil, errors.New("has to be true or false")
}

func compactJSON(v any) (any, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // the reply is JSON, not HTML
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("is no JSON: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func joinCSV(v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		return parseText(v)
	}
	parts := make([]string, len(list))
	for i, e := range list {
		s, err := parseText(e)
		if err != nil {
			return nil, err
		}
		parts[i], _ = s.(string)
	}
	return strings.Join(parts, ","), nil
}

func parseUUID(v any) (any, error) {
	s, ok := v.(string)
	s = strings.ToLower(s)
	if !ok || !isUUID(s) {
		return nil, errors.New("has to be a UUID")
	}
	return s, nil
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Layouts of stored dates and times: they sort as text and need no conversion in
// replies.
const (
	layoutTimestamp = "2006-01-02T15:04:05.000Z"
	layoutDateTime  = "2006-01-02T15:04:05"
	layoutTime      = "15:04:05"
)

func parseTime(t Type, v any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("has to be a %s as text", t)
	}
	at, err := parseLayouts(t, strings.TrimSpace(s))
	if err != nil {
		return nil, fmt.Errorf("%q is no %s", s, t)
	}
	return FormatTime(t, at), nil
}

func parseLayouts(t Type, s string) (time.Time, error) {
	layouts := []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04", time.DateOnly}
	if t == Time {
		layouts = []string{"15:04:05.999999999", "15:04"}
	}
	var err error
	for _, l := range layouts {
		var at time.Time
		if at, err = time.Parse(l, s); err == nil {
			if y := at.UTC().Year(); t != Time && (y < 1 || y > 9999) {
				return at, errors.New("year out of range") // would not sort as text
			}
			return at, nil
		}
	}
	return time.Time{}, err
}

// FormatTime formats a time in the layout that stores use for the type.
func FormatTime(t Type, at time.Time) string {
	switch t {
	case Timestamp:
		return at.UTC().Format(layoutTimestamp)
	case Date:
		return at.Format(time.DateOnly)
	case Time:
		return at.Format(layoutTime)
	default:
		return at.Format(layoutDateTime)
	}
}

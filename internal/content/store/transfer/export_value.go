package transfer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"ferrule/internal/content"
)

// appendValue appends a stored value in the form that content.ParseValue reads,
// the same on every database.
func appendValue(b []byte, f *content.Field, v any) ([]byte, error) {
	if v == nil {
		return append(b, "null"...), nil
	}
	switch f.Type {
	case content.Boolean:
		return strconv.AppendBool(b, v == true || v == int64(1)), nil
	case content.Integer, content.BigInteger:
		return fmt.Append(b, v), nil
	case content.Float, content.Decimal:
		return appendNumber(b, v)
	case content.JSON:
		return appendJSON(b, f, textOf(v))
	case content.CSV:
		return appendList(b, textOf(v)), nil
	default:
		return appendText(b, textOf(v)), nil
	}
}

func textOf(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return fmt.Sprint(v)
}

// appendNumber appends a number. A decimal that the database returns as a text
// has all digits of its column: trailing zeros are removed.
func appendNumber(b []byte, v any) ([]byte, error) {
	if text, ok := v.(string); ok {
		if strings.Contains(text, ".") {
			text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
		}
		return append(b, text...), nil
	}
	text, err := json.Marshal(v)
	return append(b, text...), err
}

// appendJSON appends JSON in the form in which an import stores it.
func appendJSON(b []byte, f *content.Field, text string) ([]byte, error) {
	var v any
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("is no JSON: %w", err)
	}
	stored, err := content.ParseValue(f, v)
	if stored == nil {
		stored = "null"
	}
	return fmt.Append(b, stored), err
}

func appendList(b []byte, text string) []byte {
	b = append(b, '[')
	if text != "" {
		for i, part := range strings.Split(text, ",") {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendText(b, part)
		}
	}
	return append(b, ']')
}

// appendText appends a JSON string. A text that needs no escaping, which is the
// usual case, is copied.
func appendText(b []byte, text string) []byte {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError }) {
		return append(append(append(b, '"'), text...), '"')
	}
	var quoted bytes.Buffer
	enc := json.NewEncoder(&quoted)
	enc.SetEscapeHTML(false) // not embedded in HTML
	_ = enc.Encode(text)     // a string is always valid JSON
	return append(b, bytes.TrimSuffix(quoted.Bytes(), []byte("\n"))...)
}

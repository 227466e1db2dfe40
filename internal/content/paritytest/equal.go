package paritytest

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// essence returns the part of a reply that must be equal: data and meta, and the
// codes of errors, but not their messages.
func essence(body []byte) any {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return string(body)
	}
	object, _ := v.(map[string]any)
	list, failed := object["errors"].([]any)
	if !failed {
		return normalized("", v)
	}
	codes := []any{}
	for _, e := range list {
		problem, _ := e.(map[string]any)
		extensions, _ := problem["extensions"].(map[string]any)
		codes = append(codes, extensions["code"])
	}
	return codes
}

// normalized removes values that differ between installations: times, users,
// tokens, generated keys and sizes of images.
func normalized(name string, v any) any {
	switch name {
	case "created_on", "modified_on", "uploaded_on", "uploaded_by", "filesize", "access_token", "refresh_token":
		return name
	}
	switch t := v.(type) {
	case map[string]any:
		if email, ok := t["email"].(string); ok && isTestAccount(email) {
			t["email"], t["id"] = "email", "id"
		}
		for name, e := range t {
			t[name] = normalized(name, e)
		}
	case []any:
		for i, e := range t {
			t[i] = normalized(name, e)
		}
	case string:
		if name == "date_created" && strings.HasPrefix(t, "2026-") {
			return name // date of the recording
		}
	}
	return v
}

// isTestAccount reports whether an email address belongs to an account that a case creates.
func isTestAccount(email string) bool {
	return strings.HasPrefix(email, "umwpgzefm@") || strings.HasPrefix(email, "fresh@")
}

// equalButForTies reports whether two lists of products differ only in the
// order of rows with equal sort values: PostgreSQL returns these in any order,
// Ferrule in that of their keys. With a limit the rows themselves may differ.
func (r *replayer) equalButForTies(t *testing.T, c *Case, want, got any) bool {
	t.Helper()
	one, ok := rows(want)
	other, same := rows(got)
	if !ok || !same || len(one) != len(other) || !strings.HasPrefix(c.Path, "/items/products") {
		return false
	}
	field := "sort" // of the collection, unless the query has another
	if _, sort, given := strings.Cut(c.Path, "&sort="); given {
		field = strings.TrimPrefix(sort, "-")
	}
	values := r.sortValues(t, field)
	if values == nil {
		return false
	}
	for i := range one {
		if !cmp.Equal(values[one[i]["id"]], values[other[i]["id"]]) {
			return false
		}
	}
	limited := strings.Contains(c.Path, "limit=6")
	byID := make(map[any]any, len(other))
	for _, row := range other {
		byID[row["id"]] = row
	}
	for _, row := range one {
		if own, found := byID[row["id"]]; found && !cmp.Equal(any(row), own) || !found && !limited {
			return false
		}
	}
	return true
}

// rows returns the items of a list; false if one of them has no key.
func rows(reply any) ([]map[string]any, bool) {
	object, _ := reply.(map[string]any)
	list, ok := object["data"].([]any)
	out := make([]map[string]any, len(list))
	for i := range list {
		row, isRow := list[i].(map[string]any)
		if !isRow || row["id"] == nil {
			return nil, false
		}
		out[i] = row
	}
	return out, ok
}

// sortValues returns the values of a field by product key; nil if there is no
// such field.
func (r *replayer) sortValues(t *testing.T, field string) map[any]any {
	t.Helper()
	w := r.send(t, &Case{Method: http.MethodGet, Path: "/items/products?limit=-1&fields=id," + field})
	all, ok := rows(essence(w.Body.Bytes()))
	if !ok {
		return nil
	}
	values := make(map[any]any, len(all))
	for _, row := range all {
		values[row["id"]] = row[field]
	}
	return values
}

package importer

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ferrule/internal/content"
)

func TestNamesBecomeThoseOfAModel(t *testing.T) {
	t.Parallel()
	taken := []string{"products", "products_2"}
	for name, want := range map[string]string{
		"brands": "brands", "Brands": "brands", "weightKg": "weight_kg", "SKU": "sku", "Products": "products_3",
		"3d_view": "n_3d_view", "Größe": "gr__e", "pg_stat": "n_pg_stat", "a-b": "a_b", "_x": "n_x",
	} {
		got := usableName(name, func(name string) bool { return slices.Contains(taken, name) })
		if got != want || !content.IsName(got) {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
	long := usableName("A"+string(make([]byte, 80)), func(string) bool { return false })
	if !content.IsName(long) {
		t.Errorf("a long name becomes %q", long)
	}
}

// What two policies allow together is never more than either allows for a record.
func TestPermissionsAreMergedWithoutBecomingWider(t *testing.T) {
	t.Parallel()
	rule := func(name string) any { return map[string]any{name: map[string]any{"_null": true}} }
	read := func(rule any, fields ...string) remotePermission {
		return remotePermission{Collection: "c", Action: "read", Fields: fields, Rule: rule}
	}
	for name, c := range map[string]struct{ a, b, want remotePermission }{
		"all records and fields":  {read(nil, "*"), read(rule("x"), "a"), read(nil, "*")},
		"the second is wider":     {read(rule("x"), "a"), read(map[string]any{}, "a", "b"), read(map[string]any{}, "a", "b")},
		"the same rule":           {read(rule("x"), "a"), read(rule("x"), "b"), read(rule("x"), "a", "b")},
		"the same fields":         {read(rule("x"), "a"), read(rule("y"), "a"), read(map[string]any{"_or": []any{rule("x"), rule("y")}}, "a")},
		"other fields and rules":  {read(rule("x"), "a", "b"), read(rule("y"), "b", "c"), read(map[string]any{"_or": []any{rule("x"), rule("y")}}, "b")},
		"all fields of some":      {read(rule("x"), "*"), read(rule("y"), "b"), read(map[string]any{"_or": []any{rule("x"), rule("y")}}, "b")},
		"all records, one field":  {read(nil, "a"), read(rule("y"), "b"), read(nil, "a")},
		"nothing in common":       {read(rule("x"), "a"), read(rule("y"), "b"), read(rule("x"), "a")},
		"some records, one field": {read(rule("y"), "b"), read(nil, "a"), read(nil, "a")},
	} {
		got := merge([]remotePermission{c.a, c.b})
		if len(got) != 1 {
			t.Fatalf("%s: %d permissions", name, len(got))
		}
		if diff := cmp.Diff(c.want, got[0], cmpopts.IgnoreUnexported(remotePermission{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

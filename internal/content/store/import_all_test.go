package store_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
)

// Rows of another system are checked by the rules of an import if they are edited here
// afterwards; the copy of a mirror is not.
func TestImportAllChecksTheRulesBetweenRecords(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := openOn(t, address, content.Default())
		rule := func(id, path, target string) content.Change {
			return content.Change{Collection: "redirects", Key: json.Number(id), Values: map[string]any{"path": path, "target": target}}
		}
		circle := []content.Change{rule("1", "/a", "/b"), rule("2", "/b", "/a")}
		seq := func(yield func(content.Change, error) bool) {
			for _, c := range circle {
				if !yield(c, nil) {
					return
				}
			}
		}
		if err := s.ImportAll(t.Context(), seq); err == nil || !strings.Contains(err.Error(), "redirects cannot be followed") {
			t.Errorf("a circle of redirects: %v", err)
		}
		if empty, err := s.Empty(t.Context()); err != nil || !empty {
			t.Errorf("a refused import was stored: %v", err)
		}
		if err := s.ApplyAll(t.Context(), seq); err != nil {
			t.Errorf("the copy of a mirror: %v", err)
		}
		circle = slices.Insert(circle[:1], 0, rule("2", "/b", "/c"))
		if err := s.ImportAll(t.Context(), seq); err != nil {
			t.Errorf("after the correction: %v", err)
		}
	})
}

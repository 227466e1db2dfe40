package store_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/database/databasetest"
)

// The default limit applies to the rows of each parent, in their order.
func TestLimitAppliesToEachParent(t *testing.T) {
	t.Parallel()
	var many []map[string]any
	for i := range content.DefaultLimit + 5 {
		many = append(many, map[string]any{"attribute": 1, "value": 1, "sort": content.DefaultLimit + 5 - i})
	}
	body, err := json.Marshal(map[string]any{"items": map[string]any{
		"attributes": []map[string]any{{"id": 1, "slug": "a"}}, "attribute_values": []map[string]any{{"id": 1, "attribute": 1, "value": "1 mm"}},
		"products": []map[string]any{{"slug": "p", "status": "published", "variations": []map[string]any{
			{"sku": "many", "sort": 2, "attributes": many}, {"sku": "few", "sort": 1, "attributes": many[:3]}, {"sku": "none", "attributes": []any{}},
		}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		m := content.Default()
		got, err := read(t, loadAt(t, address, m, string(body)), m, "products?fields=variations.sku,variations.attributes.sort")
		if err != nil {
			t.Fatal(err)
		}
		var reply struct {
			Data []struct {
				Variations []struct {
					SKU        string
					Attributes []struct{ Sort int }
				}
			}
		}
		if err := json.Unmarshal([]byte(got), &reply); err != nil {
			t.Fatal(err)
		}
		var lists []string
		for _, v := range reply.Data[0].Variations {
			list := fmt.Sprint(v.SKU, " ", len(v.Attributes))
			if n := len(v.Attributes); n > 0 {
				list += fmt.Sprint(" ", v.Attributes[0].Sort, " ", v.Attributes[n-1].Sort)
			}
			lists = append(lists, list)
		}
		want := []string{
			fmt.Sprint("few 3 ", content.DefaultLimit+3, " ", content.DefaultLimit+5),
			fmt.Sprint("many ", content.DefaultLimit, " 1 ", content.DefaultLimit),
			"none 0",
		}
		if diff := cmp.Diff(want, lists); diff != "" {
			t.Errorf("lists (-want +got):\n%s", diff)
		}
	})
}

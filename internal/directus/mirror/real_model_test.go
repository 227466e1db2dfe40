package mirror

import (
	"encoding/json"
	"slices"
	"testing"
)

// reducedTo are collections of the model of which a Directus 12 without a licence key, which
// allows 25, has room.
var reducedTo = []string{
	"languages", "directus_files", "categories", "products", "products_translations", "products_categories", "variations",
	"link", "menu", "menu_links", "footer", "footer_categories",
}

// reduced returns a declaration with these collections, the relations between them, and no
// fields that lead elsewhere.
func reduced(t *testing.T, declaration []byte) []byte {
	t.Helper()
	var in struct {
		Collections []map[string]any `json:"collections"`
		Relations   []struct {
			Collection string  `json:"collection"`
			Field      string  `json:"field"`
			Related    *string `json:"related_collection"`
			Schema     any     `json:"schema"`
			Meta       struct {
				OneField        *string  `json:"one_field,omitempty"`
				SortField       *string  `json:"sort_field,omitempty"`
				JunctionField   *string  `json:"junction_field,omitempty"`
				CollectionField *string  `json:"one_collection_field,omitempty"`
				Allowed         []string `json:"one_allowed_collections,omitempty"`
				Deselect        *string  `json:"one_deselect_action,omitempty"`
			} `json:"meta"`
		} `json:"relations"`
		Permissions []map[string]any `json:"public_permissions"`
	}
	if err := json.Unmarshal(declaration, &in); err != nil {
		t.Fatal(err)
	}
	keeps := func(name any) bool { return slices.Contains(reducedTo, name.(string)) }
	ends := map[[2]string]bool{} // collection and field
	relations := in.Relations[:0]
	for _, r := range in.Relations {
		lost := r.Related != nil && !keeps(*r.Related) || slices.ContainsFunc(r.Meta.Allowed, func(name string) bool { return !keeps(name) })
		if !keeps(r.Collection) || lost {
			continue
		}
		relations = append(relations, r)
		ends[[2]string{r.Collection, r.Field}] = true
		if r.Related != nil && r.Meta.OneField != nil {
			ends[[2]string{*r.Related, *r.Meta.OneField}] = true
		}
	}
	in.Relations = relations
	in.Collections = slices.DeleteFunc(in.Collections, func(c map[string]any) bool { return !keeps(c["collection"]) })
	for _, c := range in.Collections {
		c["fields"] = slices.DeleteFunc(c["fields"].([]any), func(f any) bool {
			field := f.(map[string]any)
			meta, _ := field["meta"].(map[string]any)
			special, _ := meta["special"].([]any)
			leads := field["type"] == "alias" || slices.ContainsFunc(special, func(s any) bool { return s == "m2o" || s == "file" })
			return leads && !ends[[2]string{c["collection"].(string), field["field"].(string)}]
		})
	}
	in.Permissions = slices.DeleteFunc(in.Permissions, func(p map[string]any) bool { return !keeps(p["collection"]) })
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

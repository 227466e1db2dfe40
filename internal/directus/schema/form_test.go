package schema_test

import (
	"encoding/json"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
)

// model returns the schema of the default model, as Directus receives it.
func model(t *testing.T) (byName map[string]map[string]map[string]any, order []string) {
	t.Helper()
	s, err := schema.FromDeclaration(content.Declaration())
	if err != nil {
		t.Fatal(err)
	}
	byName = make(map[string]map[string]map[string]any)
	add := func(collection, field string, meta map[string]any) {
		text, err := json.Marshal(meta)
		if err != nil {
			t.Fatal(err)
		}
		var plain map[string]any
		if err := json.Unmarshal(text, &plain); err != nil {
			t.Fatal(err)
		}
		if byName[collection] == nil {
			byName[collection] = make(map[string]map[string]any)
		}
		byName[collection][field] = plain
	}
	for _, c := range s.Collections {
		order = append(order, c.Name)
		add(c.Name, "", c.Meta)
		for _, f := range c.Fields {
			add(c.Name, f.Name, f.Meta)
		}
	}
	for _, f := range s.Fields {
		add(f.Collection, f.Name, f.Meta)
	}
	return byName, order
}

func TestFieldsHaveTheFormOfTheirKind(t *testing.T) {
	t.Parallel()
	fields, _ := model(t)
	for _, c := range []struct{ collection, field, editor, display string }{
		{"products", "translations", "translations", "translations"},
		{"products", "categories", "list-m2m", "related-values"},
		{"products", "variations", "list-o2m", "related-values"},
		{"products", "status", "select-dropdown", "labels"},
		{"products", "product_type", "select-dropdown", "labels"},
		{"products", "thumbnail", "file-image", "image"},
		{"products", "date_created", "datetime", "datetime"},
		{"products", "drawing", "input-code", ""},
		{"products_translations", "description", "input-rich-text-html", ""},
		{"products_translations", "gallery", "files", "related-values"},
		{"products_translations", "delivery_and_payment_list", "list", "formatted-json-value"},
		{"products_documents", "file", "file", "file"},
		{"menu", "links", "list-m2a", ""},
		{"header", "menu", "select-dropdown-m2o", "related-values"},
		{"attributes", "is_filter", "boolean", "boolean"},
		{"form_messages", "lines", "input-code", ""},
		{"index_translations", "group_cta", "group-detail", ""},
		{"directus_files", "translations", "translations", "translations"},
	} {
		meta := fields[c.collection][c.field]
		if display, _ := meta["display"].(string); meta["interface"] != c.editor || display != c.display {
			t.Errorf("%s.%s: interface %v, display %v, want %s, %s", c.collection, c.field, meta["interface"], meta["display"], c.editor, c.display)
		}
	}
	for collection, of := range fields {
		for name, meta := range of {
			if name != "" && meta["interface"] == nil {
				t.Errorf("%s.%s has no interface", collection, name)
			}
		}
	}
	if meta := fields["products_translations"]["languages_code"]; meta["hidden"] != true {
		t.Error("the language of a translation is a field of its form")
	}
	if meta := fields["products"]["sort"]; meta["hidden"] != true {
		t.Error("the position of a product is a field of its form")
	}
	if meta := fields["index_translations"]["cta_media"]; meta["group"] != "group_cta" {
		t.Errorf("cta_media is in group %v", meta["group"])
	}
}

func TestRecordsAreShownByTheirNames(t *testing.T) {
	t.Parallel()
	fields, _ := model(t)
	for collection, want := range map[string]string{
		"products":             "{{translations}} ({{sku}})",
		"categories":           "{{translations}}",
		"product_attributes":   "{{attribute.translations}}",
		"variation_attributes": "{{attribute.translations}} · {{value.value}}",
		"products_categories":  "{{categories_id.translations}}",
		"redirects":            "{{path}}",
	} {
		if got := fields[collection][""]["display_template"]; got != want {
			t.Errorf("%s: template %v, want %s", collection, got, want)
		}
	}
	for collection, of := range fields {
		if template, _ := of[""]["display_template"].(string); len(template) > 255 {
			t.Errorf("%s: PostgreSQL refuses a template of %d characters", collection, len(template))
		}
	}
}

// What an editor sees has a label in each of the four languages.
func TestVisibleFieldsHaveLabels(t *testing.T) {
	t.Parallel()
	fields, order := model(t)
	for collection, of := range fields {
		for name, meta := range of {
			if name == "id" || name == "" && collection == "directus_files" {
				continue
			}
			if labels, _ := meta["translations"].([]any); len(labels) != 4 {
				t.Errorf("%s.%s has %d labels", collection, name, len(labels))
			}
		}
	}
	position := make(map[string]int)
	for i, name := range order {
		position[name] = i
	}
	for collection, of := range fields {
		if group, ok := of[""]["group"].(string); ok && (fields[group] == nil || position[group] > position[collection]) {
			t.Errorf("collection %s is created before its group %s", collection, group)
		}
	}
}

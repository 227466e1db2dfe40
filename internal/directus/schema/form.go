package schema

import (
	"slices"
	"strings"

	"ferrule/internal/content"
)

// templateParts is the number of related records in a template, whose length
// Directus limits.
const templateParts = 2

// form is how the studio edits and shows a field.
type form struct {
	editor  string // the field's interface
	options map[string]any
	display string
	shown   map[string]any // options of the display
}

func (f form) addTo(meta map[string]any) {
	setDefault(meta, "interface", f.editor)
	if len(f.options) > 0 {
		setDefault(meta, "options", f.options)
	}
	if f.display != "" {
		setDefault(meta, "display", f.display)
	}
	if len(f.shown) > 0 {
		setDefault(meta, "display_options", f.shown)
	}
}

// setDefault sets a value that the declaration does not give.
func setDefault(meta map[string]any, name string, value any) {
	if _, given := meta[name]; !given {
		meta[name] = value
	}
}

// formOf returns the form of a field by its kind, name and type. The declaration
// overrides each part of it.
func formOf(f *content.Field, meta map[string]any) form {
	if of, ok := relationForm(f, meta); ok {
		return of
	}
	if f.RichText() && isMarkup(meta) {
		// The rich text editor would remove what it does not know.
		delete(meta, "interface")
		return form{editor: "input-code", options: map[string]any{"language": "htmlmixed", "lineWrapping": true}}
	}
	if choices := choicesOf(meta); choices != nil {
		return form{editor: "select-dropdown", display: "labels", shown: map[string]any{"choices": choices}}
	}
	switch {
	case isStatus(f):
		return statusForm()
	case isList(meta):
		return listForm(meta)
	}
	switch f.Type {
	case content.Text:
		return form{editor: "input-multiline"}
	case content.Boolean:
		return form{editor: "boolean", display: "boolean"}
	case content.JSON:
		return form{editor: "input-code", options: map[string]any{"language": "json"}}
	case content.CSV:
		return form{editor: "tags", display: "labels"}
	case content.Timestamp, content.DateTime, content.Date, content.Time:
		return form{editor: "datetime", display: "datetime"}
	default:
		return form{editor: "input"}
	}
}

// relationForm returns the form of a field that is a relation.
func relationForm(f *content.Field, meta map[string]any) (form, bool) {
	related := func(editor, template string) form {
		options := map[string]any{"template": template}
		return form{editor: editor, options: options, display: "related-values", shown: options}
	}
	switch f.Kind {
	case content.Translations:
		options := map[string]any{"languageField": languageName(f), "languageDirectionField": "direction", "userLanguage": true, "defaultOpenSplitView": true}
		shown := map[string]any{"template": templateOf(f.Relation.Collection), "userLanguage": true}
		return form{editor: "translations", options: options, display: "translations", shown: shown}, true
	case content.Files:
		return form{editor: "files", display: "related-values", shown: map[string]any{"template": "{{" + f.Relation.Junction.Name + ".$thumbnail}}"}}, true
	case content.ManyToMany:
		of := related("list-m2m", templateOf(f.Relation.Collection))
		of.options = map[string]any{"template": templateOf(f.Relation.Collection), "enableLink": true}
		return of, true
	case content.ManyToAny:
		return form{editor: "list-m2a"}, true
	case content.OneToMany:
		return related("list-o2m", templateOf(f.Relation.Collection)), true
	case content.ManyToOne:
		switch to := f.Relation.Related; {
		case !to.System:
			return related("select-dropdown-m2o", templateOf(to)), true
		case meta["interface"] == "file":
			return form{editor: "file", display: "file"}, true
		default:
			return form{editor: "file-image", display: "image"}, true
		}
	default:
		return form{}, false
	}
}

// languageName returns the field of the languages that names them in themselves.
func languageName(translations *content.Field) string {
	languages := translations.Relation.Junction.Relation.Related
	for _, name := range []string{"title", "name"} {
		if languages.HasColumns(name) {
			return name
		}
	}
	return languages.Key.Name
}

// isStatus reports whether a field has the workflow of drafts that Directus itself
// proposes.
func isStatus(f *content.Field) bool {
	return f.Name == "status" && f.Default == "draft"
}

func statusForm() form {
	var choices []any
	for _, c := range [][2]string{{"published", "var(--theme--success)"}, {"draft", "var(--theme--foreground-subdued)"}, {"archived", "var(--theme--warning)"}} {
		choices = append(choices, map[string]any{"text": "$t:" + c[0], "value": c[0], "color": c[1], "foreground": c[1]})
	}
	return form{editor: "select-dropdown", options: map[string]any{"choices": choices}, display: "labels", shown: map[string]any{"choices": choices, "showAsDot": true}}
}

// isMarkup reports whether a text is written by programs, such as a drawing.
func isMarkup(meta map[string]any) bool {
	note, _ := meta["note"].(string)
	return strings.Contains(note, "SVG")
}

func choicesOf(meta map[string]any) any {
	options, _ := meta["options"].(map[string]any)
	return options["choices"]
}

// isList reports whether the declaration gives the keys of the objects of which a
// JSON field is a list, "list": ["title", "description"].
func isList(meta map[string]any) bool { return meta["list"] != nil }

func listForm(meta map[string]any) form {
	keys, _ := meta["list"].([]any)
	delete(meta, "list") // Directus does not know it
	delete(meta, "note") // the form shows it
	var fields []any
	for _, key := range keys {
		name, _ := key.(string)
		entry := map[string]any{"field": name, "type": "string", "width": "full", "interface": "input"}
		switch name {
		case "description":
			entry["type"], entry["interface"] = "text", "input-multiline"
		case "latitude", "longitude":
			entry["type"], entry["width"] = "float", "half"
		case "size", "id":
			entry["type"], entry["width"] = "integer", "half"
		case "values":
			entry["type"], entry["interface"], entry["options"] = "json", "input-code", map[string]any{"language": "json"}
		}
		fields = append(fields, map[string]any{"field": name, "name": labelOf(name)["en-US"], "type": entry["type"], "meta": entry})
	}
	return form{editor: "list", options: map[string]any{"fields": fields}, display: "formatted-json-value"}
}

// templateOf returns how the studio shows one record of a collection in a line.
// above are the collections in whose templates it stands.
func templateOf(c *content.Collection, above ...*content.Collection) string {
	if f := c.Field("translations"); f != nil && f.Kind == content.Translations && !c.HasColumns("value") && !f.Relation.Collection.HasColumns("label") {
		if c.HasColumns("sku") {
			return "{{translations}} ({{sku}})"
		}
		return "{{translations}}"
	}
	for _, name := range []string{"value", "name", "title", "label", "link_text", "alt", "sku", "slug", "path", "word", "reference"} {
		if f := c.Field(name); f != nil && f.Kind == content.None {
			return "{{" + name + "}}"
		}
	}
	// A record between others, such as a value of a product's attribute.
	var parts []string
	above = append(above, c)
	for _, f := range c.Fields {
		if f.Kind != content.ManyToOne || isOwner(f) || slices.Contains(above, f.Relation.Related) || len(parts) == templateParts {
			continue
		}
		if !f.Relation.Related.System || f.Relation.Junction != nil {
			parts = append(parts, within(f.Name, f.Relation.Related, above))
		}
	}
	if len(parts) == 0 {
		return "{{" + c.Key.Name + "}}"
	}
	return strings.Join(parts, " · ")
}

func within(field string, related *content.Collection, above []*content.Collection) string {
	if related.System {
		return "{{" + field + ".$thumbnail}} {{" + field + ".title}}"
	}
	return strings.ReplaceAll(templateOf(related, above...), "{{", "{{"+field+".")
}

// isOwner reports whether a foreign key refers to the record in whose form this
// one is edited.
func isOwner(f *content.Field) bool {
	if f.Relation.OneField == "" {
		return false
	}
	for _, sibling := range f.Collection.Fields { // of a junction, the first of two owners
		if sibling.Kind == content.ManyToOne && sibling.Relation.OneField != "" {
			return sibling == f
		}
	}
	return false
}

// isHidden reports whether a field is set by the studio itself, by sorting rows
// or by choosing a related record.
func isHidden(f *content.Field, relations []*content.Relation) bool {
	return f == f.Collection.SortField || slices.ContainsFunc(relations, func(r *content.Relation) bool {
		return f == r.SortField || f == r.CollectionField || f == r.Field && r.Junction != nil
	})
}

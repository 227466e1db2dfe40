// Package typescript generates the TypeScript types of a content model.
package typescript

import (
	"bytes"
	"fmt"
	"strings"

	"ferrule/internal/content"
)

// Types returns one generated module: an interface per collection, and maps
// from the names of collections to them. A relation has the type of both of its
// forms in a reply: the key, and the nested record. A reply contains only the
// fields that its query selects, but only lists are declared optional.
func Types(m *content.Model) []byte {
	var b bytes.Buffer
	b.WriteString("// Generated from internal/content/model.json; do not edit. Run: make generate\n")
	b.WriteString("\n/** Sanitised markup of a field. The brand is for the compiler: no other text is shown as markup. */\n")
	b.WriteString("export type RichText<Field extends string = string> = string & { readonly richText: Field };\n")
	for _, c := range m.Collections {
		fmt.Fprintf(&b, "\nexport interface %s {\n", typeName(c))
		for _, f := range c.Fields {
			if f.Note != "" {
				fmt.Fprintf(&b, "  /** %s */\n", strings.ReplaceAll(f.Note, "*/", "* /"))
			}
			fmt.Fprintf(&b, "  %s;\n", member(f))
			if f.Kind == content.Translations {
				fmt.Fprintf(&b, "  %s_languages?: string[];\n", f.Name)
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("\n/** The record behind each collection's name. */\nexport interface Collections {\n")
	var singletons []string
	for _, c := range m.Collections {
		fmt.Fprintf(&b, "  %s: %s;\n", c.Name, typeName(c))
		if c.Singleton {
			singletons = append(singletons, fmt.Sprintf("%q", c.Name))
		}
	}
	if len(singletons) == 0 {
		singletons = []string{"never"}
	}
	fmt.Fprintf(&b, "}\n\n/** Collections whose reply is one record and not a list. */\nexport type Singleton = %s;\n", strings.Join(singletons, " | "))
	return b.Bytes()
}

// typeName returns the interface of a collection: ProductsTranslations for
// products_translations.
func typeName(c *content.Collection) string {
	var b strings.Builder
	for part := range strings.SplitSeq(c.Name, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

func member(f *content.Field) string {
	if f.ToMany() {
		return fmt.Sprintf("%s?: %s[]", f.Name, typeName(f.Relation.Collection))
	}
	types := []string{scalarType(f.Type)}
	if f.RichText() {
		types[0] = fmt.Sprintf("RichText<%q>", f.Collection.Name+"."+f.Name)
	}
	if f.Kind == content.AnyToOne {
		types = []string{"number", "string"} // the key of the item, or as the junction stores it
	}
	switch f.Kind { //nolint:exhaustive // the others are no relations or handled above
	case content.ManyToOne:
		types = append(types, typeName(f.Relation.Related))
	case content.AnyToOne:
		for _, a := range f.Relation.Allowed {
			types = append(types, typeName(a))
		}
	}
	if !f.Required && f.Type != content.JSON {
		types = append(types, "null")
	}
	return f.Name + ": " + strings.Join(types, " | ")
}

// scalarType returns the type of a value in the JSON of the API: numbers that
// JavaScript would round are strings.
func scalarType(t content.Type) string {
	switch t {
	case content.Integer, content.Float:
		return "number"
	case content.Boolean:
		return "boolean"
	case content.JSON:
		return "unknown"
	case content.CSV:
		return "string[]"
	default:
		return "string"
	}
}

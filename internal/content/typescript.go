package content

import (
	"bytes"
	"fmt"
	"strings"
)

// TypeScript returns the types of the model as one generated module: an
// interface per collection, and maps from collections' names to them. A
// relation is typed as what either form of a query returns: the key, or the
// nested record. Members that depend on what a query asks for are optional
// only where they are lists; a reply holds no more than its fields.
func TypeScript(m *Model) []byte {
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
			if f.Kind == Translations {
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

// typeName turns products_translations into ProductsTranslations.
func typeName(c *Collection) string {
	var b strings.Builder
	for part := range strings.SplitSeq(c.Name, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

func member(f *Field) string {
	if f.ToMany() {
		return fmt.Sprintf("%s?: %s[]", f.Name, typeName(f.Relation.Collection))
	}
	types := []string{scalarType(f.Type)}
	if f.RichText() {
		types[0] = fmt.Sprintf("RichText<%q>", f.Collection.Name+"."+f.Name)
	}
	if f.Kind == AnyToOne {
		types = []string{"number", "string"} // the key as the item has it, or as the junction stores it
	}
	switch f.Kind { //nolint:exhaustive // the rest is no relation or done above
	case ManyToOne:
		types = append(types, typeName(f.Relation.Related))
	case AnyToOne:
		for _, a := range f.Relation.Allowed {
			types = append(types, typeName(a))
		}
	}
	if !f.Required && f.Type != JSON {
		types = append(types, "null")
	}
	return f.Name + ": " + strings.Join(types, " | ")
}

// scalarType is how the API writes a value: numbers that JavaScript would
// round are strings.
func scalarType(t Type) string {
	switch t {
	case Integer, Float:
		return "number"
	case Boolean:
		return "boolean"
	case JSON:
		return "unknown"
	case CSV:
		return "string[]"
	default:
		return "string"
	}
}

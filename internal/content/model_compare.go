package content

// Lacking names what another model has and m does not: collections, and as
// "collection.field" the fields of collections that both have. A field whose
// type or kind of relation differs is lacking too. In the order of other.
func (m *Model) Lacking(other *Model) []string {
	var out []string
	for _, want := range other.Collections {
		have := m.Collection(want.Name)
		if have == nil {
			out = append(out, want.Name)
			continue
		}
		for _, f := range want.Fields {
			if g := have.Field(f.Name); g == nil || g.Kind != f.Kind || readAs(g.Type) != readAs(f.Type) {
				out = append(out, want.Name+"."+f.Name)
			}
		}
	}
	return out
}

// readAs is what a reader sees of a type: strings and texts look the same.
func readAs(t Type) Type {
	if t == Text {
		return String
	}
	return t
}

// PlainTexts names, as "collection.field", the fields that are rich text in the
// product's model, which is what pages show as markup, and that m declares as
// text. Pages show them as text. The list is never nil.
func (m *Model) PlainTexts() []string {
	out := []string{}
	for _, c := range Default().Collections {
		for _, f := range c.Fields {
			if !f.RichText() || m.Collection(c.Name) == nil {
				continue
			}
			if own := m.Collection(c.Name).Field(f.Name); own != nil && !own.RichText() {
				out = append(out, c.Name+"."+f.Name)
			}
		}
	}
	return out
}

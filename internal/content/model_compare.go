package content

// Lacking returns the declarations of other that m lacks, in the order of other:
// collections, and as "collection.field" fields of collections that both have.
// A field of another type or kind of relation counts as lacking.
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

// readAs returns the type that a reader sees: strings and texts are the same.
func readAs(t Type) Type {
	if t == Text {
		return String
	}
	return t
}

// PlainTexts returns, as "collection.field", the fields that are rich text in
// the default model and plain text in m; pages show them as text. The result is
// never nil.
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

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

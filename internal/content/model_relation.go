package content

import "cmp"

func (m *Model) addRelation(in *relationJSON, complain func(string, ...any)) {
	c := m.byName[in.Collection]
	if c == nil || c.byName[in.Field] == nil {
		complain("relation %s.%s: there is no such field", in.Collection, in.Field)
		return
	}
	r := &Relation{Collection: c, Field: c.byName[in.Field], OneField: in.Meta.OneField, OnDelete: "SET NULL"}
	if r.Field.Type == Alias {
		complain("relation %s.%s: an alias holds no foreign key", c.Name, in.Field)
		return
	}
	if r.Field.Kind != None {
		complain("relation %s.%s is declared twice", c.Name, in.Field)
		return
	}
	if in.Schema != nil && in.Schema.OnDelete != "" {
		r.OnDelete = in.Schema.OnDelete
	}
	if r.OnDelete != "SET NULL" && r.OnDelete != "CASCADE" {
		complain("relation %s.%s: on_delete %q is not supported", c.Name, in.Field, r.OnDelete)
	}
	r.Deselect = cmp.Or(in.Meta.Deselect, "nullify")
	if r.Deselect != "nullify" && r.Deselect != "delete" {
		complain("relation %s.%s: one_deselect_action %q is not supported", c.Name, in.Field, r.Deselect)
	}
	named := func(what, name string) *Field {
		if name == "" {
			return nil
		}
		f := c.byName[name]
		if f == nil || f.Type == Alias {
			complain("relation %s.%s: its %s %q is not a column of %s", c.Name, in.Field, what, name, c.Name)
		}
		return f
	}
	r.SortField = named("sort_field", in.Meta.SortField)
	r.Junction = named("junction_field", in.Meta.JunctionField)
	r.CollectionField = named("one_collection_field", in.Meta.CollectionField)
	if r.CollectionField != nil {
		m.addAnyToOne(r, in.Meta.Allowed, complain)
	} else {
		m.addManyToOne(r, in.Related, complain)
	}
	m.Relations = append(m.Relations, r)
}

func (m *Model) addAnyToOne(r *Relation, allowed []string, complain func(string, ...any)) {
	r.Field.Kind, r.Field.Relation = AnyToOne, r
	if r.Field.Type != String {
		complain("relation %s.%s: keys of several collections need a string", r.Collection.Name, r.Field.Name)
	}
	if len(allowed) == 0 {
		complain("relation %s.%s: one_allowed_collections is empty", r.Collection.Name, r.Field.Name)
	}
	for _, name := range allowed {
		if a := m.byName[name]; a != nil {
			r.Allowed = append(r.Allowed, a)
		} else {
			complain("relation %s.%s: collection %q does not exist", r.Collection.Name, r.Field.Name, name)
		}
	}
}

func (m *Model) addManyToOne(r *Relation, related string, complain func(string, ...any)) {
	r.Field.Kind, r.Field.Relation = ManyToOne, r
	r.Related = m.byName[related]
	if r.Related == nil {
		complain("relation %s.%s: collection %q does not exist", r.Collection.Name, r.Field.Name, related)
		return
	}
	if k := r.Related.Key; keyClass(k.Type) != keyClass(r.Field.Type) {
		complain("relation %s.%s: type %s cannot hold a key of %s, which is %s", r.Collection.Name, r.Field.Name, r.Field.Type, related, k.Type)
	}
	if r.OneField == "" {
		return
	}
	one := r.Related.byName[r.OneField]
	switch {
	case one == nil:
		complain("relation %s.%s: its one_field %s.%s does not exist", r.Collection.Name, r.Field.Name, related, r.OneField)
	case one.Type != Alias:
		complain("relation %s.%s: its one_field %s.%s is not an alias", r.Collection.Name, r.Field.Name, related, r.OneField)
	case one.Relation != nil:
		complain("alias %s.%s belongs to two relations", related, r.OneField)
	default:
		one.Relation = r
	}
}

func keyClass(t Type) string {
	if t == Integer || t == BigInteger {
		return "number"
	}
	return "text"
}

// bindAliases sets the kind of every alias. It runs after all relations are
// known, because the kind depends on the junction's other side.
func (m *Model) bindAliases(complain func(string, ...any)) {
	for _, c := range m.Collections {
		for _, f := range c.Fields {
			if f.Type != Alias {
				continue
			}
			if f.Relation == nil {
				complain("alias %s.%s belongs to no relation", c.Name, f.Name)
				continue
			}
			f.Kind = aliasKind(f)
			if (f.Kind == ManyToMany || f.Kind == ManyToAny || f.Kind == Files || f.Kind == Translations) && (f.Relation.Junction == nil || f.Relation.Junction.Relation == nil) {
				complain("alias %s.%s: its junction_field is missing or no relation", c.Name, f.Name)
			}
		}
	}
}

func aliasKind(f *Field) Kind {
	j := f.Relation.Junction
	switch {
	case f.HasSpecial("translations"):
		return Translations
	case f.HasSpecial("m2a"), j != nil && j.Kind == AnyToOne:
		return ManyToAny
	case f.HasSpecial("files"):
		return Files
	case f.HasSpecial("m2m"), j != nil && !f.HasSpecial("o2m"):
		return ManyToMany
	default:
		return OneToMany
	}
}

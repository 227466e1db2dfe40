package importer

import (
	"slices"
	"strings"

	"ferrule/internal/content"
)

// addRelation adds a relation of the Directus to the model, with its alias.
func (x *extension) addRelation(r *remoteRelation) {
	of := x.decl.collection(x.local[r.Collection])
	if of == nil || isSystem(r.Collection) {
		return
	}
	column := of.field(x.fields[r.Collection][r.Field])
	if column == nil {
		return // left out
	}
	if r.Meta.CollectionField != "" {
		x.addAnyToOne(r, of, column)
		return
	}
	if r.Related == nil || isSystem(*r.Related) {
		x.keepPlain(of, column)
		return
	}
	related := x.local[*r.Related]
	key := x.keyOf(related)
	if key == "" {
		x.keepPlain(of, column)
		x.report.place("%s.%s is a plain value here, since %s was not brought.", r.Collection, r.Field, *r.Related)
		return
	}
	if known := x.decl.relation(of.Name, column.Name); known != nil {
		x.addAlias(r, known, related)
		return
	}
	if base := x.base.Collection(of.Name); base != nil && base.Field(column.Name) != nil {
		return // a plain value in the model
	}
	column.Type = key // keys of another kind are mapped
	delete(column.Schema, "length")
	delete(column.Schema, "default_value")
	out := &declaredRelation{Collection: of.Name, Field: column.Name, Related: &related, Schema: map[string]any{"on_delete": "SET NULL"}, Meta: x.relationMeta(r)}
	switch {
	case r.Schema == nil || r.Schema.OnDelete == "" || r.Schema.OnDelete == "SET NULL":
	case r.Schema.OnDelete == "CASCADE":
		out.Schema["on_delete"] = r.Schema.OnDelete
	default:
		x.report.place("Deleting a record of %s empties %s.%s here; the Directus refuses to.", *r.Related, r.Collection, r.Field)
	}
	x.decl.Relations = append(x.decl.Relations, out)
	x.addAlias(r, out, related)
}

// keepPlain makes a foreign key into a collection that is not brought a plain value.
func (x *extension) keepPlain(of *declared, column *declaredField) {
	if base := x.base.Collection(of.Name); base != nil && base.Field(column.Name) != nil {
		return
	}
	special, _ := column.Meta["special"].([]any)
	special = slices.DeleteFunc(slices.Clone(special), func(v any) bool { return v == "m2o" || v == "file" })
	column.Meta["special"] = special
	for _, name := range []string{"interface", "options", "display", "display_options"} {
		delete(column.Meta, name)
	}
}

// keyOf returns the type of the key of a collection of the extended model; empty if there
// is no such collection.
func (x *extension) keyOf(collection string) content.Type {
	if c := x.base.Collection(collection); collection != "" && c != nil {
		return c.Key.Type
	}
	if c := x.decl.collection(collection); c != nil {
		for _, f := range c.Fields {
			if f.Schema["is_primary_key"] == true {
				return f.Type
			}
		}
	}
	return ""
}

// relationMeta returns the parts of a relation that name fields of its collection.
func (x *extension) relationMeta(r *remoteRelation) map[string]any {
	meta := map[string]any{"one_deselect_action": "nullify"}
	if r.Meta.Deselect == "delete" {
		meta["one_deselect_action"] = r.Meta.Deselect
	}
	names := x.fields[r.Collection]
	for name, field := range map[string]string{"sort_field": r.Meta.SortField, "junction_field": r.Meta.JunctionField} {
		if names[field] != "" {
			meta[name] = names[field]
		}
	}
	return meta
}

func (x *extension) addAnyToOne(r *remoteRelation, of *declared, column *declaredField) {
	var allowed, left []string
	for _, name := range r.Meta.Allowed {
		if x.keyOf(x.local[name]) != "" && !isSystem(name) {
			allowed = append(allowed, x.local[name])
		} else {
			left = append(left, name)
		}
	}
	selects := of.field(x.fields[r.Collection][r.Meta.CollectionField])
	known := x.decl.relation(of.Name, column.Name)
	switch {
	case len(left) > 0 && (len(allowed) == 0 || selects == nil):
		x.report.leave("%s.%s leads to %s, which was not brought; its values are plain texts.", r.Collection, r.Field, strings.Join(left, ", "))
		return
	case len(allowed) == 0 || selects == nil:
		return
	case known == nil:
		known = &declaredRelation{Collection: of.Name, Field: column.Name, Meta: x.relationMeta(r)}
		known.Meta["one_collection_field"] = selects.Name
		column.Type = content.String
		delete(column.Schema, "length")
		x.decl.Relations = append(x.decl.Relations, known)
	}
	if len(left) > 0 {
		x.report.place("%s.%s does not lead to %s here; such values are plain texts.", r.Collection, r.Field, strings.Join(left, ", "))
	}
	list, _ := known.Meta["one_allowed_collections"].([]any)
	for _, name := range allowed {
		if !slices.Contains(list, any(name)) {
			list = append(list, name)
		}
	}
	known.Meta["one_allowed_collections"] = list
}

// addAlias adds the other side of a relation, if the Directus has one.
func (x *extension) addAlias(r *remoteRelation, to *declaredRelation, related string) {
	f := x.remote.byName[*r.Related].byName[r.Meta.OneField]
	of := x.decl.collection(related)
	if f == nil || of == nil || x.fields[*r.Related][f.Name] != "" {
		return
	}
	if name, _ := to.Meta["one_field"].(string); name != "" {
		set(x.fields, *r.Related, f.Name, name)
		if name != f.Name {
			x.report.place("The field %s.%s is %s.%s here.", *r.Related, f.Name, related, name)
		}
		return
	}
	name := x.fieldName(of, f.Name)
	set(x.fields, *r.Related, f.Name, name)
	if name != f.Name {
		x.report.place("The field %s.%s is %s.%s here.", *r.Related, f.Name, related, name)
	}
	of.Fields = append(of.Fields, &declaredField{Name: name, Type: content.Alias, Meta: fieldMeta(f)})
	if to.Meta == nil {
		to.Meta = make(map[string]any)
	}
	to.Meta["one_field"] = name
	if to.Meta["junction_field"] == nil {
		if junction := x.relationMeta(r)["junction_field"]; junction != nil {
			to.Meta["junction_field"] = junction
		}
	}
	if !x.own[related] {
		x.extra[*r.Related] = append(x.extra[*r.Related], f.Name)
	}
}

// checkJunctions makes the rows of junctions whose other side was not brought plain rows.
func (x *extension) checkJunctions() {
	for _, r := range x.decl.Relations {
		junction, _ := r.Meta["junction_field"].(string)
		name, _ := r.Meta["one_field"].(string)
		if r.Related == nil || name == "" {
			continue
		}
		of := x.decl.collection(*r.Related)
		if of == nil || of.field(name) == nil {
			continue
		}
		alias := of.field(name)
		special, _ := alias.Meta["special"].([]any)
		isJunction := slices.ContainsFunc(special, func(v any) bool { return v == "m2m" || v == "m2a" || v == "files" || v == "translations" })
		if junction != "" && x.decl.relation(r.Collection, junction) != nil || junction == "" && !isJunction {
			continue
		}
		delete(r.Meta, "junction_field")
		alias.Meta = map[string]any{"special": []any{"o2m"}}
		x.report.place("%s.%s lists the rows of %s here, since what they lead to was not brought.", of.Name, name, r.Collection)
	}
}

// noteAliases reports the aliases that were left out.
func (x *extension) noteAliases() {
	for _, c := range x.remote.collections {
		for _, f := range c.fields {
			if f.isAlias() && !f.isLayout() && x.local[c.Name] != "" && x.fields[c.Name][f.Name] == "" {
				x.report.leave("The field %s.%s belongs to no relation that was brought.", c.Name, f.Name)
			}
		}
	}
}

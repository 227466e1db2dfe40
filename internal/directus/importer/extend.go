package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/mapping"
)

// extension is the model of an installation with what a Directus has beyond it, and where
// everything of the Directus is put.
type extension struct {
	remote *remoteSchema
	base   *content.Model
	decl   declaration
	names  mapping.Mapping
	report *Report

	local  map[string]string            // collections of the model, by their name in the Directus
	fields map[string]map[string]string // fields of the model, by names of collection and field in the Directus
	own    map[string]bool              // collections of the model that come from the Directus
	extra  map[string][]string          // further fields of the other collections, as named in the Directus
}

// extend compares a model with the schema of a Directus. names is the mapping that the
// operator gives, with the names of an earlier import.
func extend(text []byte, remote *remoteSchema, names mapping.Mapping, report *Report) (*extension, error) {
	x := &extension{
		remote: remote, names: names, report: report, local: make(map[string]string),
		fields: make(map[string]map[string]string), own: make(map[string]bool), extra: make(map[string][]string),
	}
	x.names.Collections = merged(names.Collections, nil) // the operator's stay as they are
	x.names.Fields, x.names.Constants = mergedFields(names.Fields, nil), mergedFields(names.Constants, nil)
	text = content.CurrentNames(text)
	var err error
	if x.base, err = content.ParseModel(text); err != nil {
		return nil, err
	}
	if err := client.Decode(text, &x.decl); err != nil {
		return nil, err
	}
	for _, c := range x.base.Collections {
		x.local[x.names.Collection(c)] = c.Name
	}
	for _, c := range remote.collections {
		x.addCollection(c)
	}
	for _, r := range remote.relations {
		x.addRelation(r)
	}
	x.checkJunctions()
	x.noteAliases()
	x.noteAdded()
	return x, nil
}

// declaration returns the JSON of the extended model, and the model. The same input
// always results in the same text.
func (x *extension) declaration() ([]byte, *content.Model, error) {
	text, err := json.MarshalIndent(x.decl, "", " ")
	if err != nil {
		return nil, nil, err
	}
	m, err := content.ParseModel(text)
	if err == nil {
		err = query.CheckPolicy(m, nil)
	}
	if err != nil {
		err = fmt.Errorf("the schema of the Directus cannot be brought: %w", err)
	}
	return append(text, '\n'), m, err
}

// differs reports whether the extended model differs from the base.
func (x *extension) differs(base []byte) (bool, error) {
	var before declaration
	if err := client.Decode(content.CurrentNames(base), &before); err != nil {
		return false, err
	}
	a, err := json.Marshal(before)
	b, other := json.Marshal(x.decl)
	return string(a) != string(b), errors.Join(err, other)
}

func set[V any](of map[string]map[string]V, collection, field string, v V) {
	if of[collection] == nil {
		of[collection] = make(map[string]V)
	}
	of[collection][field] = v
}

// addCollection puts a collection of the Directus into the one of the model that it is
// mapped to, or into one of its own.
func (x *extension) addCollection(c *remoteCollection) {
	if c.key == nil {
		x.report.leave("The collection %s has no primary key.", c.Name)
		return
	}
	if of := x.base.Collection(x.local[c.Name]); x.local[c.Name] != "" && of != nil {
		x.addToBase(c, of)
		return
	}
	if t := typeOf(c.key); !slices.Contains([]content.Type{content.Integer, content.BigInteger, content.UUID, content.String}, t) {
		x.report.leave("The collection %s has keys of type %s.", c.Name, c.key.Type)
		return
	}
	name := usableName(c.Name, func(name string) bool { return x.decl.collection(name) != nil || x.base.Collection(name) != nil })
	x.local[c.Name], x.own[name] = name, true
	if name != c.Name {
		x.names.Collections[name] = c.Name
		x.report.place("The collection %s is %s here.", c.Name, name)
	}
	of := &declared{Name: name, Schema: map[string]any{}}
	x.decl.Collections = append(x.decl.Collections, of)
	for _, f := range c.fields {
		x.addField(of, f)
	}
	of.Meta = keepMeta(c.Meta, "singleton", "hidden", "icon", "note", "color", "display_template", "translations", "archive_value", "unarchive_value", "archive_app_filter")
	for _, name := range []string{"sort_field", "archive_field"} {
		field, _ := c.Meta[name].(string)
		if column := of.field(x.fields[c.Name][field]); column != nil && column.Type != content.Alias {
			of.Meta[name] = column.Name
		}
	}
}

// addToBase puts the fields of a collection into one of the model.
func (x *extension) addToBase(c *remoteCollection, of *content.Collection) {
	used := make(map[string]bool)
	for _, f := range of.Fields {
		if f.Type != content.Alias {
			x.matchColumn(c, f, used)
		} else if r := c.byName[f.Name]; r != nil && r.isAlias() && x.sameAlias(c, f) {
			used[f.Name] = true
			set(x.fields, c.Name, f.Name, f.Name)
		}
	}
	to := x.decl.collection(of.Name)
	if to == nil {
		return // the files, as each Directus has them
	}
	system := content.SystemFileFields()
	for _, f := range c.fields {
		if used[f.Name] || of.System && slices.Contains(system, f.Name) {
			continue
		}
		x.addField(to, f)
		if column := to.field(x.fields[c.Name][f.Name]); column != nil {
			x.extra[c.Name] = append(x.extra[c.Name], f.Name)
			if column.Schema["default_value"] == nil {
				delete(column.Schema, "is_nullable") // records of here may have no value
			}
		}
	}
	if status := of.Field("status"); status == nil {
		x.hideDrafts(c, of.Name)
	}
}

// matchColumn finds the field of the Directus that a column of the model is read from.
func (x *extension) matchColumn(c *remoteCollection, f *content.Field, used map[string]bool) {
	name := x.names.Field(f)
	r := c.byName[name]
	if f == f.Collection.Key && (r == nil || r != c.key) {
		r = c.key
		set(x.names.Fields, f.Collection.Name, f.Name, r.Name)
	}
	if x.names.Constants[f.Collection.Name][f.Name] != nil {
		return
	}
	if r != nil && x.holds(f, r) {
		used[r.Name] = true
		set(x.fields, c.Name, r.Name, f.Name)
		return
	}
	if r != nil && !r.isAlias() {
		set(x.names.Fields, f.Collection.Name, f.Name, mapping.Nothing)
	}
	if !f.Required {
		return
	}
	_, archived := c.byName["archived"]
	switch {
	case f.Name == "status" && archived && c.byName["archived"].Type == string(content.Boolean):
		used["archived"] = true // as Directus 12 has it
		set(x.fields, c.Name, "archived", f.Name)
	case f.Name == "status":
		set(x.names.Constants, f.Collection.Name, f.Name, any("published"))
		x.report.place("All records of %s are published, since they have no field status; give another value under \"constants\" of the map.", c.Name)
	case f.Default != nil:
		set(x.names.Constants, f.Collection.Name, f.Name, f.Default)
	default:
		x.report.leave("The collection %s lacks %s, which the model requires; give its value under \"constants\" of the map.", c.Name, f.Name)
	}
}

// holds reports whether a column of the model holds the values of a field.
func (x *extension) holds(f *content.Field, r *remoteField) bool {
	relation := x.remote.relation(r.Collection, r.Name)
	if relation == nil || relation.Related == nil || isSystem(*relation.Related) {
		return holds(f, r, false, nil)
	}
	return holds(f, r, true, x.base.Collection(x.local[*relation.Related]))
}

// sameAlias reports whether an alias of the model and the one of the same name in the
// Directus have the same rows.
func (x *extension) sameAlias(c *remoteCollection, f *content.Field) bool {
	for _, r := range x.remote.relations {
		if r.Related != nil && *r.Related == c.Name && r.Meta.OneField == f.Name {
			of := x.base.Collection(x.local[r.Collection])
			return of == f.Relation.Collection && x.names.Field(f.Relation.Field) == r.Field
		}
	}
	return false
}

// addField adds a column of the Directus to a declared collection. Aliases are added with
// their relations.
func (x *extension) addField(to *declared, f *remoteField) {
	if f.isAlias() {
		return
	}
	t := typeOf(f)
	if t == "" {
		x.report.leave("The field %s.%s is of type %s.", f.Collection, f.Name, f.Type)
		return
	}
	name := x.fieldName(to, f.Name)
	set(x.fields, f.Collection, f.Name, name)
	to.Fields = append(to.Fields, declareField(name, t, f))
	if name != f.Name {
		set(x.names.Fields, to.Name, name, f.Name)
		x.report.place("The field %s.%s is %s.%s here.", f.Collection, f.Name, to.Name, name)
	}
	if strings.HasPrefix(f.Type, "geometry") {
		x.report.place("The field %s.%s, of type %s, is JSON here.", f.Collection, f.Name, f.Type)
	}
}

// fieldName returns a free name for a field of the Directus.
func (x *extension) fieldName(to *declared, name string) string {
	return usableName(name, func(name string) bool { return to.field(name) != nil })
}

// hideDrafts hides the drafts of a collection whose status the model does not have from
// visitors.
func (x *extension) hideDrafts(c *remoteCollection, local string) {
	var test map[string]any
	name := "status"
	switch status, archived := c.byName["status"], c.byName["archived"]; {
	case status != nil && slices.Contains(x.extra[c.Name], "status") && typeOf(status) == content.String:
		test = map[string]any{"_nin": []any{"draft", "archived"}}
	case archived != nil && slices.Contains(x.extra[c.Name], "archived") && archived.Type == string(content.Boolean):
		name, test = "archived", map[string]any{"_neq": true}
	default:
		return
	}
	field := x.fields[c.Name][name]
	rule := map[string]any{"_or": []any{map[string]any{field: map[string]any{"_null": true}}, map[string]any{field: test}}}
	for _, p := range x.decl.Permissions {
		if p.Collection != local || p.Action != string(content.ActionRead) {
			continue
		}
		if old, _ := p.Rule.(map[string]any); len(old) > 0 {
			p.Rule = map[string]any{"_and": []any{old, rule}}
		} else {
			p.Rule = rule
		}
		x.report.place("Records of %s with the %s of a draft or an archived record are hidden from visitors.", c.Name, name)
	}
}

// remoteName returns the name in the Directus of a collection of the model; empty if it has
// none.
func (x *extension) remoteName(local string) string {
	for remote, name := range x.local {
		if c := x.remote.byName[remote]; name == local && c != nil && c.key != nil {
			return remote
		}
	}
	return ""
}

// noteAdded reports what the model has from now on.
func (x *extension) noteAdded() {
	if len(x.own) > 0 {
		x.report.place("Collections beside those of the model: %s.", strings.Join(slices.Sorted(maps.Keys(x.own)), ", "))
	}
	var further []string
	for _, remote := range slices.Sorted(maps.Keys(x.extra)) {
		var fields []string
		for _, name := range x.extra[remote] {
			fields = append(fields, x.fields[remote][name])
		}
		further = append(further, x.local[remote]+" ("+strings.Join(fields, ", ")+")")
	}
	if len(further) > 0 {
		x.report.place("Fields beside those of the model: %s.", strings.Join(further, ", "))
	}
}

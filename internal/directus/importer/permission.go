package importer

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// remotePermission is a permission of a policy of the Directus.
type remotePermission struct {
	Policy     string         `json:"policy"`
	Collection string         `json:"collection"`
	Action     string         `json:"action"`
	Fields     []string       `json:"fields"`
	Rule       any            `json:"permissions"`
	Validation any            `json:"validation"`
	Presets    map[string]any `json:"presets"`

	narrowed bool // it allows less than those of which it was merged
}

// merge returns one permission for each collection and action. It allows nothing that the
// list does not: of permissions whose fields and rules both differ, the common fields of
// all records remain, or one of the two if they have none.
func merge(list []remotePermission) []remotePermission {
	var out []remotePermission
	for _, p := range list {
		i := slices.IndexFunc(out, func(q remotePermission) bool { return q.Collection == p.Collection && q.Action == p.Action })
		if i < 0 {
			out = append(out, p)
			continue
		}
		out[i] = union(out[i], p)
	}
	return out
}

func union(a, b remotePermission) remotePermission {
	out := a
	switch {
	case covers(a, b):
		return a
	case covers(b, a):
		return b
	case sameJSON(a.Rule, b.Rule) && sameJSON(a.Validation, b.Validation) && len(a.Presets)+len(b.Presets) == 0:
		out.Fields = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.Fields, b.Fields))))
		return out
	}
	out.Fields = slices.DeleteFunc(slices.Clone(a.Fields), func(name string) bool {
		return !slices.Contains(b.Fields, name) && !slices.Contains(b.Fields, "*")
	})
	if slices.Contains(a.Fields, "*") {
		out.Fields = b.Fields
	}
	out.narrowed = true
	switch {
	case len(out.Fields) == 0 && isEmpty(b.Rule):
		b.narrowed = true
		return b
	case len(out.Fields) == 0:
		a.narrowed = true
		return a
	}
	out.Rule = anyOf(a.Rule, b.Rule)
	out.Validation = allOf(a.Validation, b.Validation)
	if len(a.Presets)+len(b.Presets) > 0 {
		out.Presets = merged(a.Presets, b.Presets)
	}
	return out
}

// covers reports whether a allows all that b does.
func covers(a, b remotePermission) bool {
	if !isEmpty(a.Rule) && !sameJSON(a.Rule, b.Rule) || !isEmpty(a.Validation) && !sameJSON(a.Validation, b.Validation) || !reflect.DeepEqual(a.Presets, b.Presets) {
		return false
	}
	return slices.Contains(a.Fields, "*") || !slices.ContainsFunc(b.Fields, func(name string) bool { return !slices.Contains(a.Fields, name) })
}

func isEmpty(filter any) bool {
	object, isObject := filter.(map[string]any)
	list, isList := filter.([]any)
	return filter == nil || isObject && len(object) == 0 || isList && len(list) == 0
}

func sameJSON(a, b any) bool { return isEmpty(a) && isEmpty(b) || reflect.DeepEqual(a, b) }

func anyOf(a, b any) any {
	if isEmpty(a) || isEmpty(b) {
		return nil
	}
	return map[string]any{"_or": []any{a, b}}
}

func allOf(a, b any) any {
	switch {
	case isEmpty(a):
		return b
	case isEmpty(b):
		return a
	default:
		return map[string]any{"_and": []any{a, b}}
	}
}

// permission returns a permission in the names of the model. The error says why the model
// cannot express it.
func (x *extension) permission(p remotePermission) (*declaredPermission, error) {
	local := x.local[p.Collection]
	if local == "" || isSystem(p.Collection) {
		return nil, errors.New("the collection was not brought")
	}
	out := &declaredPermission{Collection: local, Action: p.Action}
	for _, name := range p.Fields {
		if name == "*" {
			out.Fields = []string{"*"}
			break
		}
		if to := x.fields[p.Collection][name]; to != "" {
			out.Fields = append(out.Fields, to)
		}
	}
	if len(out.Fields) == 0 && len(p.Fields) > 0 {
		return nil, errors.New("none of its fields was brought")
	}
	var err, other error
	out.Rule, err = x.filter(p.Collection, nil, p.Rule)
	out.Validation, other = x.filter(p.Collection, nil, p.Validation)
	if err = errors.Join(err, other); err != nil {
		return nil, err
	}
	if isEmpty(out.Rule) {
		out.Rule = map[string]any{}
	}
	for name, v := range p.Presets {
		to := x.fields[p.Collection][name]
		if text, ok := v.(string); to == "" || ok && isForeign(text) || x.maps(p.Collection, name) {
			return nil, fmt.Errorf("its preset of %s has no counterpart", name)
		}
		if out.Presets == nil {
			out.Presets = make(map[string]any)
		}
		out.Presets[to] = v
	}
	return out, nil
}

// isForeign reports whether a value is a variable that only a Directus has.
func isForeign(text string) bool {
	return strings.HasPrefix(text, "$") && text != "$CURRENT_USER" && !strings.HasPrefix(text, "$NOW")
}

// maps reports whether the values of a field are others here: keys that become integers,
// languages, and values of the map.
func (x *extension) maps(collection, field string) bool {
	local := x.local[collection]
	name := x.fields[collection][field]
	if x.names.Values[local][name] != nil || x.names.Constants[local][name] != nil || field == "archived" && name == "status" {
		return true
	}
	target := collection
	if x.remote.byName[collection] == nil || x.remote.byName[collection].key == nil {
		return false
	}
	if x.remote.byName[collection].key.Name != field {
		if target = x.remote.target(collection, field); target == "" {
			return false
		}
	}
	of := x.remote.byName[target]
	if of == nil || of.key == nil {
		return false
	}
	key := x.keyOf(x.local[target])
	isInteger := func(t content.Type) bool { return t == content.Integer || t == content.BigInteger }
	return isInteger(key) && !isInteger(typeOf(of.key)) || x.local[target] == "languages" && len(x.names.Languages) > 0
}

// filter returns a filter in the names of the model. field is the one whose operators it
// contains; nil at the level of records.
func (x *extension) filter(collection string, field *remoteField, v any) (any, error) {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var err error
			if out[i], err = x.filter(collection, field, v[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, below := range v {
			to, inner, err := x.member(collection, field, name, below)
			if err != nil {
				return nil, err
			}
			out[to] = inner
		}
		return out, nil
	case string:
		if isForeign(v) {
			return nil, fmt.Errorf("it uses %s", v)
		}
	}
	return v, nil
}

// member returns a member of a filter.
func (x *extension) member(collection string, field *remoteField, name string, below any) (to string, inner any, err error) {
	if strings.HasPrefix(name, "_") {
		if field != nil && name != "_and" && name != "_or" && name != "_some" && name != "_none" && name != "_null" && name != "_nnull" && x.maps(field.Collection, field.Name) {
			return "", nil, fmt.Errorf("it compares %s, whose values are others here", field.Name)
		}
		inner, err = x.filter(collection, field, below)
		return name, inner, err
	}
	plain, fn := name, ""
	if before, after, ok := strings.Cut(name, "("); ok {
		fn, plain = before, strings.TrimSuffix(after, ")")
	}
	plain, scope, scoped := strings.Cut(plain, ":")
	local := x.fields[collection][plain]
	of := x.remote.byName[collection]
	if local == "" || of == nil {
		return "", nil, fmt.Errorf("it uses the field %s, which was not brought", plain)
	}
	target := collection
	if next := x.remote.target(collection, plain); next != "" && !isSystem(next) {
		target = next
	}
	if scoped {
		target = scope
		local += ":" + x.local[scope]
	}
	if fn != "" {
		local = fn + "(" + local + ")"
	}
	inner, err = x.filter(target, of.byName[plain], below)
	return local, inner, err
}

// expressible returns the permissions that the model can express, in its names, and calls
// leave with the others.
func (x *extension) expressible(m *content.Model, list []remotePermission, leave func(p remotePermission, why error)) []*declaredPermission {
	var out []*declaredPermission
	for _, p := range merge(list) {
		translated, err := x.permission(p)
		if err == nil {
			err = checkPermission(m, translated)
		}
		if err != nil {
			leave(p, err)
			continue
		}
		out = append(out, translated)
	}
	return out
}

// checkPermission returns the error with which the model refuses a permission.
func checkPermission(m *content.Model, p *declaredPermission) error {
	policy, err := m.ParsePolicy(encode([]*declaredPermission{p}))
	if err == nil {
		err = query.CheckPolicy(m, policy)
	}
	return err
}

// addPublic adds what the public of the Directus may read of its own collections and of
// further fields; of the others, the rules of the model apply.
func (x *extension) addPublic(list []remotePermission) error {
	_, m, err := x.declaration()
	if err != nil {
		return err
	}
	readable := make(map[string]*declaredPermission)
	reads := slices.DeleteFunc(slices.Clone(list), func(p remotePermission) bool {
		return p.Action != string(content.ActionRead) || x.local[p.Collection] == ""
	})
	for _, p := range merge(reads) {
		if p.narrowed && x.own[x.local[p.Collection]] {
			x.report.leave("The public may read less of %s here, since its policies allow other fields of other records.", p.Collection)
		}
	}
	for _, p := range x.expressible(m, reads, func(p remotePermission, why error) {
		if x.own[x.local[p.Collection]] {
			x.report.leave("The public may not read %s, since the model cannot express its permission: %v.", p.Collection, why)
		}
	}) {
		readable[p.Collection] = p
		if x.own[p.Collection] {
			x.decl.Permissions = append(x.decl.Permissions, p)
		}
	}
	for name, fields := range x.extra {
		x.hideFields(x.local[name], fields, name, readable[x.local[name]])
	}
	return nil
}

// hideFields hides those further fields of a collection of the model that the public of
// the Directus may not read.
func (x *extension) hideFields(local string, extra []string, remote string, allowed *declaredPermission) {
	i := slices.IndexFunc(x.decl.Permissions, func(p *declaredPermission) bool {
		return p.Collection == local && p.Action == string(content.ActionRead)
	})
	of := x.decl.collection(local)
	if i < 0 || of == nil {
		return
	}
	p := x.decl.Permissions[i]
	var further []string
	for _, field := range extra {
		further = append(further, x.fields[remote][field])
	}
	mayRead := func(name string) bool {
		return allowed != nil && (slices.Contains(allowed.Fields, "*") || slices.Contains(allowed.Fields, name))
	}
	var fields []string
	hidden := false
	for _, f := range of.Fields {
		isLayout := f.Type == content.Alias && x.base.Collection(local).Field(f.Name) == nil && !slices.Contains(further, f.Name)
		isShown := slices.Contains(p.Fields, "*") && !isLayout || slices.Contains(p.Fields, f.Name)
		if slices.Contains(further, f.Name) {
			isShown = mayRead(f.Name)
			hidden = hidden || !isShown
		}
		if isShown {
			fields = append(fields, f.Name)
		}
	}
	if hidden || !slices.Contains(p.Fields, "*") {
		p.Fields = fields
	}
}

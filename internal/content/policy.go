package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Policy is the permissions of one kind of reader or writer. As the Access of a
// query, nil is the public policy of the model.
type Policy struct {
	all         bool // everything is allowed
	permissions map[permissionKey]*permission
	user        string // value of $CURRENT_USER; empty for none
}

// permissionKey identifies one permission.
type permissionKey struct {
	collection string
	action     Action
}

// permission allows an action on items of one collection.
type permission struct {
	fields     map[string]bool // nil for all
	rule       *Filter         // selects the items; nil for all
	validation *Filter         // condition on a written record; nil for none
	presets    map[string]any  // defaults of fields that a created record omits
}

// Action is an action on items.
type Action string

// The actions, named as Directus names them.
const (
	ActionRead   Action = "read"
	ActionCreate Action = "create"
	ActionUpdate Action = "update"
	ActionDelete Action = "delete"
)

// Actions returns all actions.
func Actions() []Action { return []Action{ActionRead, ActionCreate, ActionUpdate, ActionDelete} }

// System is the policy of the program itself, without limits on the cost of a
// query. A request must never choose it.
var System = Administrator() //nolint:gochecknoglobals // a constant

// Administrator returns a policy that allows everything.
func Administrator() *Policy { return &Policy{all: true} }

// For returns the policy with the id of its user.
func (p *Policy) For(user string) *Policy {
	own := *p
	own.user = user
	return &own
}

// ParsePolicy parses permissions in the shape of the model's
// public_permissions: a list of objects with collection, action, fields,
// permissions (a filter), validation (a filter) and presets. The error lists
// all problems except those in filters, which query.CheckPolicy finds.
func (m *Model) ParsePolicy(data []byte) (*Policy, error) {
	var in []permissionJSON
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&in); err != nil {
		return nil, fmt.Errorf("permissions: %w", err)
	}
	var problems []error
	complain := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	p := m.policy(in, complain)
	if len(problems) == 0 {
		m.check(p, complain)
	}
	return p, errors.Join(problems...)
}

func (m *Model) policy(in []permissionJSON, complain func(string, ...any)) *Policy {
	p := &Policy{permissions: make(map[permissionKey]*permission, len(in))}
	for i := range in {
		m.addPermission(p, &in[i], complain)
	}
	return p
}

func (m *Model) addPermission(p *Policy, in *permissionJSON, complain func(string, ...any)) {
	c := m.Collection(in.Collection)
	if c == nil {
		complain("permission: collection %q does not exist", in.Collection)
		return
	}
	if !slices.Contains(Actions(), in.Action) {
		complain("permission of %s: unknown action %q", c.Name, in.Action)
		return
	}
	at := permissionKey{c.Name, in.Action}
	if p.permissions[at] != nil {
		complain("permission: %s of %q is declared twice", in.Action, c.Name)
		return
	}
	allowed := &permission{presets: in.Presets}
	if !slices.Contains(in.Fields, "*") {
		allowed.fields = make(map[string]bool, len(in.Fields))
		for _, name := range in.Fields {
			if c.byName[name] == nil {
				complain("permission: field %s.%s does not exist", c.Name, name)
			}
			allowed.fields[name] = true
		}
	}
	var err error
	if allowed.rule, err = ParseFilter(in.Rule); err != nil {
		complain("permission of %s: %v", c.Name, err)
	}
	if allowed.validation, err = ParseFilter(in.Validation); err != nil {
		complain("permission of %s: validation: %v", c.Name, err)
	}
	p.permissions[at] = allowed
}

// check reports presets and validations of unknown columns.
func (m *Model) check(p *Policy, complain func(string, ...any)) {
	for _, c := range m.Collections {
		for _, action := range Actions() {
			allowed := p.permissions[permissionKey{c.Name, action}]
			if allowed == nil {
				continue
			}
			if err := checkValidation(c, allowed.validation); err != nil {
				complain("permission of %s: validation: %v", c.Name, err)
			}
			for name := range allowed.presets {
				if c.byName[name] == nil {
					complain("permission of %s: preset: field %q does not exist", c.Name, name)
				}
			}
		}
	}
}

// permission returns the permission of a policy for an action; nil if it allows
// nothing. It must not be called on a policy that allows everything.
func (m *Model) permission(p *Policy, c *Collection, a Action) *permission {
	if p == nil {
		p = m.public
	}
	return p.permissions[permissionKey{c.Name, a}]
}

// Readable reports whether a reader may see the field.
func (m *Model) Readable(p *Policy, f *Field) bool {
	if p.isAll() {
		return true
	}
	allowed := m.permission(p, f.Collection, ActionRead)
	return allowed != nil && (allowed.fields == nil || allowed.fields[f.Name])
}

// Visible reports whether a reader may see anything of the collection.
func (m *Model) Visible(p *Policy, c *Collection) bool {
	return p.isAll() || m.permission(p, c, ActionRead) != nil
}

// Rule returns the filter that selects the items of c on which a policy allows
// an action; nil selects all. The error is *fault.Error of kind Forbidden if the
// policy allows the action on none.
func (m *Model) Rule(p *Policy, c *Collection, a Action) (*Filter, error) {
	if p.isAll() {
		return nil, nil //nolint:nilnil // no filter is not an error
	}
	allowed := m.permission(p, c, a)
	if allowed == nil {
		return nil, forbidden(c)
	}
	return allowed.rule, nil
}

func forbidden(c *Collection) error {
	if c.System {
		return ErrItem()
	}
	return ForbiddenCollection(c.Name, nil)
}

// PublicIsTimeless reports whether the public's permissions are independent of the
// time.
func (m *Model) PublicIsTimeless() bool {
	for _, allowed := range m.public.permissions {
		if allowed.rule.dependsOnTime() {
			return false
		}
	}
	return true
}

func (f *Filter) dependsOnTime() bool {
	if f == nil {
		return false
	}
	values, ok := f.Value.([]any)
	if !ok {
		values = []any{f.Value}
	}
	for _, v := range values {
		if text, ok := v.(string); ok && strings.HasPrefix(text, "$NOW") {
			return true
		}
	}
	for i := range f.Items {
		if f.Items[i].dependsOnTime() {
			return true
		}
	}
	return false
}

// UserID returns the id of the policy's user as a text; nil for none.
func (p *Policy) UserID() any {
	if p == nil || p.user == "" {
		return nil
	}
	return p.user
}

func (p *Policy) isAll() bool { return p != nil && p.all }

// VisibilityColumns returns the columns of c that determine which of its rows the
// public may see.
func (m *Model) VisibilityColumns(c *Collection) []*Field {
	allowed := m.permission(nil, c, ActionRead)
	if allowed == nil {
		return nil
	}
	var fields []*Field
	allowed.rule.eachName(func(name string) {
		if f := c.byName[name]; f != nil && f.Type != Alias {
			fields = append(fields, f)
		}
	})
	return fields
}

// eachName calls f with the first name of each path in a filter.
func (f *Filter) eachName(each func(string)) {
	switch {
	case f == nil:
	case f.Op == "":
		each(f.Name)
	default:
		for i := range f.Items {
			f.Items[i].eachName(each)
		}
	}
}

// Published reports whether the public may read anything of the collection.
func (m *Model) Published(c *Collection) bool { return m.Visible(nil, c) }

package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ferrule/internal/fault"
)

// Role holds the permissions of its users.
type Role struct {
	ID          string
	Name        string
	Admin       bool            // everything
	App         bool            // a claim of tokens; nothing here depends on it
	AllContent  bool            // all content, in addition to Permissions
	Permissions json.RawMessage // a list in the shape of the model's public_permissions; may be empty
}

// The built-in roles, which every installation has.
const (
	Administrator = "5b0c4ed1-0a8c-4a53-9a0b-3f6d2b1c7e01"
	Editor        = "5b0c4ed1-0a8c-4a53-9a0b-3f6d2b1c7e02"
	Sales         = "5b0c4ed1-0a8c-4a53-9a0b-3f6d2b1c7e03"
	Translator    = "5b0c4ed1-0a8c-4a53-9a0b-3f6d2b1c7e04"
	Viewer        = "5b0c4ed1-0a8c-4a53-9a0b-3f6d2b1c7e05"
)

// RoleID returns the id of a built-in role: "administrator", "editor", "sales",
// "translator" or "viewer". It returns any other text, which is an id, unchanged.
func RoleID(role string) string {
	switch role {
	case "administrator":
		return Administrator
	case "editor":
		return Editor
	case "sales":
		return Sales
	case "translator":
		return Translator
	case "viewer":
		return Viewer
	default:
		return role
	}
}

func builtInRoles() []Role {
	const own = `[{"collection":"directus_users","action":"read","permissions":{"id":{"_eq":"$CURRENT_USER"}},
		"fields":["id","email","first_name","last_name","language","status","role"]}]`
	return []Role{
		{ID: Administrator, Name: "Administrator", Admin: true, App: true, Permissions: json.RawMessage("[]")},
		{ID: Editor, Name: "Editor", App: true, AllContent: true, Permissions: json.RawMessage(own)},
		// These work at the desk alone; of the content they read what the public reads.
		{ID: Sales, Name: "Sales", Permissions: json.RawMessage(own)},
		{ID: Translator, Name: "Translator", Permissions: json.RawMessage(own)},
		{ID: Viewer, Name: "Viewer", Permissions: json.RawMessage(own)},
	}
}

// usersCollection is the collection of permissions about accounts. The content model
// does not have it; this package evaluates these permissions.
const usersCollection = "directus_users"

// UserRight is a role's permission to read users; nil for none.
type UserRight struct {
	own    bool            // only its own user
	fields map[string]bool // nil for all
}

// Allows reports whether a field may be read.
func (r *UserRight) Allows(field string) bool {
	return r != nil && (r.fields == nil || r.fields[field])
}

// permissionJSON holds the parts of a permission that accounts evaluate.
type permissionJSON struct {
	Collection string          `json:"collection"`
	Action     string          `json:"action"`
	Fields     []string        `json:"fields"`
	Rule       json.RawMessage `json:"permissions"`
}

// split separates the permission about users from those about content.
func split(permissions json.RawMessage) (right *UserRight, content []json.RawMessage, err error) {
	var list []json.RawMessage
	if len(permissions) > 0 {
		if err := json.Unmarshal(permissions, &list); err != nil {
			return nil, nil, fmt.Errorf("parse permissions: %w", err)
		}
	}
	for _, raw := range list {
		var p permissionJSON
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, nil, fmt.Errorf("parse permissions: %w", err)
		}
		if p.Collection != usersCollection {
			content = append(content, raw)
			continue
		}
		if p.Action != "read" || right != nil {
			return nil, nil, errors.New("parse permissions: only one permission on users is allowed, to read them")
		}
		if right, err = parseUserRight(p); err != nil {
			return nil, nil, err
		}
	}
	return right, content, nil
}

func parseUserRight(p permissionJSON) (*UserRight, error) {
	right := &UserRight{}
	if !slices.Contains(p.Fields, "*") {
		right.fields = map[string]bool{}
		for _, name := range p.Fields {
			right.fields[name] = true
		}
	}
	var rule map[string]map[string]string
	if len(p.Rule) > 0 {
		if err := json.Unmarshal(p.Rule, &rule); err != nil {
			return nil, errors.New(`parse permissions: the rule for users is {} for all, or {"id":{"_eq":"$CURRENT_USER"}}`)
		}
	}
	right.own = len(rule) > 0
	if right.own && (len(rule) != 1 || len(rule["id"]) != 1 || rule["id"]["_eq"] != "$CURRENT_USER") {
		return nil, errors.New(`parse permissions: the rule for users is {} for all, or {"id":{"_eq":"$CURRENT_USER"}}`)
	}
	return right, nil
}

// editorPermissions returns permissions for every action on the collections.
func editorPermissions(collections []string) json.RawMessage {
	type permission struct {
		Collection string   `json:"collection"`
		Action     string   `json:"action"`
		Fields     []string `json:"fields"`
	}
	list := []permission{}
	for _, c := range collections {
		for _, action := range []string{"create", "read", "update", "delete"} {
			list = append(list, permission{c, action, []string{"*"}})
		}
	}
	body, err := json.Marshal(list)
	if err != nil {
		panic("account: names are always JSON: " + err.Error())
	}
	return body
}

// AddRole stores a role unless one with the same id exists.
func (s *Service) AddRole(ctx context.Context, r Role) error {
	if _, _, err := split(r.Permissions); err != nil {
		return fault.Wrap(fault.Invalid, err, "The permissions of role %q are not valid.", r.Name)
	}
	const insert = `INSERT INTO ferrule_roles (id, name, admin_access, app_access, all_content, permissions)
		VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`
	_, err := s.exec(ctx, s.db, insert, r.ID, r.Name, flag(r.Admin), flag(r.App), flag(r.AllContent), string(r.Permissions))
	if _, taken := s.db.IsUnique(err); taken {
		return fault.Wrap(fault.Conflict, err, "There is a role %q already.", r.Name)
	}
	return err
}

// Role finds a role by its id; ok is false when there is none.
func (s *Service) Role(ctx context.Context, id string) (role Role, ok bool, err error) {
	var permissions string
	var admin, app, all int
	const find = `SELECT id, name, admin_access, app_access, all_content, permissions FROM ferrule_roles WHERE id = ?`
	err = s.row(ctx, s.db, find, id).Scan(&role.ID, &role.Name, &admin, &app, &all, &permissions)
	if isNone(err) {
		return Role{}, false, nil
	}
	role.Admin, role.App, role.AllContent, role.Permissions = admin != 0, app != 0, all != 0, json.RawMessage(permissions)
	return role, err == nil, err
}

// roleOf returns a user's role, or the zero Role for a user without one.
func (s *Service) roleOf(ctx context.Context, u User) (Role, error) {
	if u.Role == nil {
		return Role{}, nil
	}
	role, _, err := s.Role(ctx, *u.Role)
	return role, err
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

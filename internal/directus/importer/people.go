package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
)

// usersCollection is the collection of users, whose permissions package account evaluates.
const usersCollection = "directus_users"

// people are the users, roles and permissions of a Directus.
type people struct {
	hidden      bool // the token may not read roles
	policies    []remotePolicy
	access      []remoteAccess
	permissions []remotePermission
	roles       []remoteRole
	users       []map[string]json.RawMessage
}

type remotePolicy struct {
	ID    string `json:"id"`
	Admin bool   `json:"admin_access"`
	App   bool   `json:"app_access"`
}

// remoteAccess assigns a policy to a role, to a user, or to the public.
type remoteAccess struct {
	Role   *string `json:"role"`
	User   *string `json:"user"`
	Policy string  `json:"policy"`
}

type remoteRole struct {
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Parent *string `json:"parent"`
}

// pageSize is the number of records of a system collection per request.
const pageSize = 100

// all reads all records of a system collection, until a page has none that is new: a
// Directus adds the permissions that its studio needs, which have no id, to every page.
func all[T any](ctx context.Context, from reader, path, fields string) ([]T, error) {
	var out []T
	seen := make(map[string]bool)
	for page := 1; ; page++ {
		var some []json.RawMessage
		query := url.Values{"fields": {fields}, "sort": {"id"}, "limit": {strconv.Itoa(pageSize)}, "page": {strconv.Itoa(page)}}
		if err := get(ctx, from, path, query, &some); err != nil {
			return nil, err
		}
		before := len(seen)
		for _, text := range some {
			var head struct {
				ID any `json:"id"`
			}
			var record T
			if err := errors.Join(client.Decode(text, &head), client.Decode(text, &record)); err != nil {
				return nil, fmt.Errorf("GET %s: %w", path, err)
			}
			if id := fmt.Sprint(head.ID); head.ID != nil && !seen[id] {
				seen[id] = true
				out = append(out, record)
			}
		}
		if len(seen) == before || len(some) < pageSize {
			return out, nil
		}
	}
}

func (p *people) readPolicies(ctx context.Context, from reader) (err error) {
	if p.policies, err = all[remotePolicy](ctx, from, "/policies", "id,admin_access,app_access"); err != nil {
		return err
	}
	if p.access, err = all[remoteAccess](ctx, from, "/access", "id,role,user,policy"); err != nil {
		return err
	}
	p.permissions, err = all[remotePermission](ctx, from, "/permissions", "id,policy,collection,action,fields,permissions,validation,presets")
	return err
}

// of returns the permissions of the policies that a role or a user has.
func (p *people) of(matches func(remoteAccess) bool) (list []remotePermission, admin, app bool) {
	for _, a := range p.access {
		if !matches(a) {
			continue
		}
		for _, policy := range p.policies {
			if policy.ID == a.Policy {
				admin, app = admin || policy.Admin, app || policy.App
			}
		}
		for _, permission := range p.permissions {
			if permission.Policy == a.Policy {
				list = append(list, permission)
			}
		}
	}
	return list, admin, app
}

// public returns the permissions of the public: those of policies that are assigned to no role and no user.
func (p *people) public() []remotePermission {
	list, _, _ := p.of(func(a remoteAccess) bool { return a.Role == nil && a.User == nil })
	return list
}

// role returns the permissions of a role and of those that it is below.
func (p *people) role(id string) (list []remotePermission, admin, app bool) {
	var line []string
	for next := &id; next != nil && !slices.Contains(line, *next); {
		line = append(line, *next)
		i := slices.IndexFunc(p.roles, func(r remoteRole) bool { return r.ID == *next })
		if i < 0 {
			break
		}
		next = p.roles[i].Parent
	}
	return p.of(func(a remoteAccess) bool { return a.Role != nil && slices.Contains(line, *a.Role) })
}

// readPeople reads roles and users. What the token may not read is reported.
func (im *run) readPeople(ctx context.Context) (err error) {
	if !im.people.hidden {
		im.people.roles, err = all[remoteRole](ctx, im.client, "/roles", "id,name,parent")
		if err = im.hides("roles", err); err != nil {
			return err
		}
	}
	im.people.users, err = all[map[string]json.RawMessage](ctx, im.client, "/users", "*")
	return im.hides("users", err)
}

// hides reports that the token may not read something, and returns any other error.
func (im *run) hides(what string, err error) error {
	if client.IsHidden(err) {
		im.report.leave("The token may not read the %s of the Directus; none was brought. Use the token of an administrator.", what)
		return nil
	}
	return err
}

// writePeople adds roles and users that are not here yet.
func (im *run) writePeople(ctx context.Context) (err error) {
	accounts, closeAll, err := im.OpenAccounts(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeAll()) }()
	for _, r := range im.people.roles {
		if err := im.addRole(ctx, accounts, r); err != nil {
			return err
		}
	}
	for _, u := range im.people.users {
		if err := im.addUser(ctx, accounts, u); err != nil {
			return err
		}
	}
	if len(im.people.users) > 0 {
		im.report.Users.notes = append(im.report.Users.notes, "Passwords, static tokens and second factors are not brought.")
	}
	return nil
}

// addRole adds a role with the permissions that the model can express. The role of an
// administrator is not brought.
func (im *run) addRole(ctx context.Context, accounts *account.Service, r remoteRole) error {
	permissions, admin, app := im.people.role(r.ID)
	if admin {
		return nil
	}
	if _, known, err := accounts.Role(ctx, r.ID); err != nil || known {
		im.report.Users.KnownRoles++
		return err
	}
	role := account.Role{ID: r.ID, Name: r.Name, App: app, Permissions: encode(im.rolePermissions(r.Name, permissions))}
	err := accounts.AddRole(ctx, role)
	if fault.KindOf(err) == fault.Conflict {
		role.Name += " (Directus)"
		im.report.Users.notes = append(im.report.Users.notes, fmt.Sprintf("The role %s is %q here, since there is another of its name.", r.Name, role.Name))
		err = accounts.AddRole(ctx, role)
	}
	switch fault.KindOf(err) {
	case fault.Conflict, fault.Invalid:
		im.report.leave("The role %s: %v", r.Name, err)
		return nil
	default:
		im.report.Users.Roles++
		return err
	}
}

// rolePermissions returns the permissions of a role in the names of the model.
func (im *run) rolePermissions(role string, list []remotePermission) []*declaredPermission {
	var ofContent []remotePermission
	var foreign []string
	out := []*declaredPermission{}
	for _, p := range merge(list) {
		switch {
		case p.Collection == usersCollection && p.Action == string(content.ActionRead) && isUserRule(p.Rule):
			p.Rule = unwrapped(p.Rule)
			if isEmpty(p.Rule) {
				p.Rule = map[string]any{}
			}
			out = append(out, &declaredPermission{Collection: p.Collection, Action: p.Action, Fields: p.Fields, Rule: p.Rule})
		case isSystem(p.Collection):
			if !slices.Contains(foreign, p.Collection) {
				foreign = append(foreign, p.Collection)
			}
		case slices.Contains(content.Actions(), content.Action(p.Action)):
			ofContent = append(ofContent, p)
			if p.narrowed {
				im.report.leave("The role %s may %s less of %s here, since its policies allow other fields of other records.", role, p.Action, p.Collection)
			}
		}
	}
	out = append(out, im.plan.expressible(im.model, ofContent, func(p remotePermission, why error) {
		im.report.leave("The role %s may not %s %s here: %v.", role, p.Action, p.Collection, why)
	})...)
	if len(foreign) > 0 {
		im.report.Users.notes = append(im.report.Users.notes, fmt.Sprintf("Permissions of the role %s on collections of the Directus itself have no counterpart: %s.", role, strings.Join(foreign, ", ")))
	}
	return out
}

// isUserRule reports whether accounts know a rule on users: all of them, or only the own.
func isUserRule(rule any) bool {
	own := map[string]any{"id": map[string]any{"_eq": "$CURRENT_USER"}}
	return isEmpty(unwrapped(rule)) || sameJSON(unwrapped(rule), own)
}

// unwrapped returns the only member of an _and.
func unwrapped(rule any) any {
	if object, ok := rule.(map[string]any); ok && len(object) == 1 {
		if list, ok := object["_and"].([]any); ok && len(list) == 1 {
			return unwrapped(list[0])
		}
	}
	return rule
}

// addUser adds a user without password and token, invited unless it is suspended,
// archived or a draft. The error of one user does not end the import.
func (im *run) addUser(ctx context.Context, accounts *account.Service, u map[string]json.RawMessage) error {
	text := func(name string) string {
		var s string
		_ = json.Unmarshal(u[name], &s) // null, or no text
		return s
	}
	id, email := text("id"), text("email")
	if email == "" {
		im.report.Users.notes = append(im.report.Users.notes, fmt.Sprintf("%s has no e-mail address, as users of programs, and was left out. A program gets an account of its own: ferrule users add --email ADDRESS --token.", strings.TrimSpace(text("first_name")+" "+text("last_name")+" "+id)))
		return nil
	}
	if known, err := im.hasUser(ctx, accounts, id, email); err != nil || known {
		im.report.Users.KnownUsers++
		return err
	}
	change := account.Change{"id": u["id"], "email": u["email"], "status": encode(account.Invited)}
	for _, name := range []string{"first_name", "last_name", "location", "title", "description", "avatar", "language", "appearance", "theme_light", "theme_dark", "theme_light_overrides", "theme_dark_overrides", "text_direction", "email_notifications", "tags"} {
		if v := u[name]; len(v) > 0 && string(v) != "null" {
			change[name] = v
		}
	}
	status := account.Status(text("status"))
	if status == account.Draft || status == account.Suspended || status == account.Archived {
		change["status"] = encode(status)
	}
	provider := text("provider")
	switch {
	case provider == "" || provider == account.LocalProvider:
	case accounts.HasProvider(provider):
		change["provider"] = u["provider"]
		change["external_identifier"] = u["external_identifier"]
		if status == account.Active {
			change["status"] = encode(status)
		}
	default:
		im.report.Users.notes = append(im.report.Users.notes, fmt.Sprintf("%s signed in with %s, which is not configured here (--providers), and has to set a password.", email, provider))
	}
	if err := im.setRole(ctx, accounts, change, id, text("role"), email); err != nil {
		return err
	}
	added, err := accounts.AddUser(ctx, change)
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind != fault.Internal {
		im.report.leave("The user %s: %v", email, err)
		return nil
	}
	if err != nil {
		return err
	}
	im.report.Users.Users++
	if added.Status == account.Invited {
		im.report.Users.invited = append(im.report.Users.invited, added.Email)
	}
	return nil
}

func (im *run) hasUser(ctx context.Context, accounts *account.Service, id, email string) (bool, error) {
	_, err := accounts.User(ctx, id)
	if err == nil {
		return true, nil
	}
	if fault.KindOf(err) != fault.Forbidden {
		return false, err
	}
	_, known, err := accounts.UserByEmail(ctx, email)
	return known, err
}

// setRole sets the role of a user: that of the Directus, or that of an editor for an
// administrator.
func (im *run) setRole(ctx context.Context, accounts *account.Service, change account.Change, id, role, email string) error {
	_, admin, _ := im.people.role(role)
	own, ownAdmin, _ := im.people.of(func(a remoteAccess) bool { return a.User != nil && *a.User == id })
	if admin || ownAdmin {
		change["role"] = encode(account.Editor)
		im.report.Users.administrators = append(im.report.Users.administrators, email)
		return nil
	}
	if len(own) > 0 {
		im.report.leave("The user %s has policies beside the role, which users here have not.", email)
	}
	if role == "" {
		return nil
	}
	_, known, err := accounts.Role(ctx, role)
	if known {
		change["role"] = encode(role)
	} else if err == nil {
		im.report.leave("The role of the user %s was not brought.", email)
	}
	return err
}

// Invited returns the addresses of new users who have to be invited.
func (r *Report) Invited() []string { return r.Users.invited }

// Administrators returns the addresses of new users who were administrators.
func (r *Report) Administrators() []string { return r.Users.administrators }

package admin

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
	"ferrule/internal/fault"
)

// requests is the collection in which requests for quotation are delivered.
const requests = "form_messages"

// role is a role with one policy. Its ids are the same in every Directus, by which
// it is found again under another name.
type role struct {
	id, policy, access string
	name, about, icon  string
	studio             bool // may sign in to the studio
}

var (
	editor = role{ //nolint:gochecknoglobals // a constant
		id: "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0001", policy: "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0002", access: "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0003",
		name: "Website editor", about: "Edits the content of the website and its files, and reads requests", icon: "edit_note", studio: true,
	}
	reader = role{ //nolint:gochecknoglobals // a constant
		id: "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0011", policy: "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0012", access: "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0013",
		name: "Website mirror", about: "Reads the content of the website, and stores requests", icon: "sync",
	}
)

// readerUser is the id of the user whose token a mirror uses.
const readerUser = "5f0c1a52-7d5e-4f6f-9d0a-0f2a6c1e0014"

// ApplyRoles creates a role for editors and one for the mirror, with a user whose
// static token is token, or a new one if token is empty. A new token is reported,
// once.
func (d *Directus) ApplyRoles(ctx context.Context, model schema.Schema, token string) error {
	if err := d.role(ctx, editor, editorPermissions(model)); err != nil {
		return err
	}
	if err := d.role(ctx, reader, readerPermissions(model)); err != nil {
		return err
	}
	return d.readerUser(ctx, token)
}

func (d *Directus) role(ctx context.Context, r role, permissions []schema.Permission) error {
	for _, part := range []struct {
		what, path, id string
		body           map[string]any
	}{
		{"policy " + r.name, "/policies", r.policy, map[string]any{"name": r.name, "description": r.about, "icon": r.icon, "app_access": r.studio, "admin_access": false}},
		{"role " + r.name, "/roles", r.id, map[string]any{"name": r.name, "description": r.about, "icon": r.icon}},
		{"access of role " + r.name, "/access", r.access, map[string]any{"role": r.id, "policy": r.policy}},
	} {
		found, err := d.has(ctx, part.path, part.id, nil)
		if err != nil {
			return err
		}
		if !found {
			part.body["id"] = part.id
			if err := d.create(ctx, part.what, part.path, part.body); err != nil {
				return err
			}
		}
	}
	granted, err := d.grants(ctx, r.name, r.policy)
	if err != nil {
		return err
	}
	isNew := d.isCreated
	if len(granted.have) == 0 { // an administrator who wants that removes the role
		isNew = func(string) bool { return true }
	}
	if err := granted.add(ctx, permissions, isNew); err != nil {
		return err
	}
	granted.compare(permissions)
	return nil
}

// editorPermissions returns what an editor may do: everything with content and
// files, and only read requests.
func editorPermissions(model schema.Schema) (all []schema.Permission) {
	for _, c := range append(tables(model), "directus_files", "directus_folders") {
		actions := []content.Action{content.ActionRead, content.ActionCreate, content.ActionUpdate, content.ActionDelete}
		if c == requests {
			actions = actions[:1]
		}
		for _, action := range actions {
			all = append(all, unrestricted(c, action))
		}
	}
	return all
}

// readerPermissions returns what the mirror may do. It reads drafts too, which it
// does not show, to learn of their publication by their dates.
func readerPermissions(model schema.Schema) (all []schema.Permission) {
	var mirrored []string
	for _, c := range append(tables(model), filesCollection) {
		read := unrestricted(c, content.ActionRead)
		if c != requests {
			mirrored = append(mirrored, c)
		} else {
			read.Fields = []string{"idempotency_key", "reference"} // delivered requests are read back
			all = append(all, unrestricted(c, content.ActionCreate))
		}
		all = append(all, read)
	}
	activity := unrestricted("directus_activity", content.ActionRead)
	activity.Fields = []string{"id", "action", "collection", "item"} // not who, nor from where
	activity.Rule = rule("collection", "_in", mirrored)              // nor sign-ins and users
	own := unrestricted("directus_permissions", content.ActionRead)
	own.Rule = rule("policy", "_eq", reader.policy) // whether the log shows all that it needs
	return append(all, activity, own, unrestricted("directus_folders", content.ActionRead))
}

// rule returns a rule that compares a field with a value.
func rule(field, operator string, value any) json.RawMessage {
	text, err := json.Marshal(map[string]any{field: map[string]any{operator: value}})
	if err != nil {
		panic("admin: texts are always JSON: " + err.Error())
	}
	return text
}

func unrestricted(collection string, action content.Action) schema.Permission {
	empty := json.RawMessage("{}")
	return schema.Permission{Collection: collection, Action: action, Fields: []string{"*"}, Rule: empty, Validation: empty}
}

// tables returns the names of the collections that are not folders.
func tables(model schema.Schema) (names []string) {
	for _, c := range model.Collections {
		if c.Schema != nil {
			names = append(names, c.Name)
		}
	}
	return names
}

func (d *Directus) readerUser(ctx context.Context, token string) error {
	var user struct {
		Token *string `json:"token"` // masked
	}
	found, err := d.has(ctx, "/users", readerUser, &user)
	switch {
	case err != nil:
		return err
	case found && user.Token != nil && token == "":
		return nil
	}
	given := token != ""
	if given {
		switch d.owner(ctx, token) {
		case readerUser:
			return nil
		case "":
		default:
			return fault.New(fault.Invalid, "--mirror-token: it is the token of another user; omit it, and one is made, or remove it from that user first")
		}
	}
	if !given {
		token = rand.Text() + rand.Text()
	}
	const what = "user of the mirror"
	if found {
		err = d.write(ctx, what, http.MethodPatch, "/users/"+readerUser, map[string]any{"token": token})
	} else {
		err = d.write(ctx, what, http.MethodPost, "/users", map[string]any{
			"id": readerUser, "first_name": "Website", "last_name": "mirror", "role": reader.id, "status": "active", "token": token,
		})
	}
	if err != nil {
		return err
	}
	if given {
		d.report("created the user of the mirror with the given token")
	} else {
		d.report("created the user of the mirror; use its token as --directus-token of serve, it is not shown again: %s", token)
	}
	return nil
}

// owner returns the id of the user that has a token; empty if none has.
func (d *Directus) owner(ctx context.Context, token string) string {
	var me struct {
		ID string `json:"id"`
	}
	other := &Directus{client: d.client.As(token)}
	if other.read(ctx, "/users/me", nil, &me) != nil {
		return ""
	}
	return me.ID
}

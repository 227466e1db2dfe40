package admin

import (
	"slices"
	"strings"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
)

// A supplier may add private columns to a table of the model.
func TestPublicPermissionsNameTheFieldsOfTheModel(t *testing.T) {
	t.Parallel()
	model, err := schema.FromDeclaration(content.Declaration())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range model.Permissions {
		if slices.Contains(p.Fields, "*") || len(p.Fields) == 0 {
			t.Errorf("%s of %s: %v", p.Action, p.Collection, p.Fields)
		}
		if p.Collection == "products" && (!slices.Contains(p.Fields, "slug") || !slices.Contains(p.Fields, "translations")) {
			t.Errorf("products: %v", p.Fields)
		}
	}
}

// grown is a model of public tags, and of notes in addition.
func grown(t *testing.T, notes bool) schema.Schema {
	t.Helper()
	collection := func(name string) string {
		return `{"collection":"` + name + `","meta":{},"schema":{},"fields":[
			{"field":"id","type":"integer","meta":{},"schema":{"is_primary_key":true,"has_auto_increment":true}},
			{"field":"name","type":"string","meta":{},"schema":{}}]}`
	}
	permission := func(name string) string {
		return `{"collection":"` + name + `","action":"read","fields":["*"],"permissions":{},"validation":{}}`
	}
	names := []string{"tags", "marks", "labels"}
	if notes {
		names = append(names, "notes")
	}
	var collections, permissions []string
	for _, name := range names {
		collections, permissions = append(collections, collection(name)), append(permissions, permission(name))
	}
	model, err := schema.FromDeclaration([]byte(`{"collections":[` + strings.Join(collections, ",") + `],"relations":[],"public_permissions":[` + strings.Join(permissions, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func TestPermissionsThatAnAdministratorChangedStay(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	d, reported, err := s.administrator(t, "root")
	if err != nil {
		t.Fatal(err)
	}
	apply := func(model schema.Schema) {
		t.Helper()
		*reported = nil
		if err := errorOf(d.ApplyModel(t.Context(), model), func() error { return d.ApplyRoles(t.Context(), model, "token") }); err != nil {
			t.Fatal(err)
		}
	}
	apply(grown(t, false))
	d, reported, err = s.administrator(t, "root") // the command is run again
	if err != nil {
		t.Fatal(err)
	}
	first := s.posts
	if apply(grown(t, false)); s.posts != first || len(*reported) > 0 {
		t.Errorf("once more: %d requests, %q", s.posts-first, *reported)
	}

	of := func(policy, collection, action string) int {
		return slices.IndexFunc(s.items["/permissions"], func(p map[string]any) bool {
			return p["policy"] == policy && p["collection"] == collection && p["action"] == action
		})
	}
	for _, removed := range [][3]string{{testPolicy, "tags", "read"}, {editor.policy, "marks", "delete"}} {
		at := of(removed[0], removed[1], removed[2])
		s.items["/permissions"] = slices.Delete(s.items["/permissions"], at, at+1)
	}
	s.items["/permissions"][of(testPolicy, "marks", "read")]["fields"] = []string{"id"}
	s.items["/permissions"][of(testPolicy, "labels", "read")]["fields"] = []string{"*"}
	apply(grown(t, false))
	if s.posts != first {
		t.Errorf("%d requests", s.posts-first)
	}
	text := strings.Join(*reported, "\n")
	for _, want := range []string{
		"the public may not do what the model allows: read tags; it was left as it is", "Website editor may not do what the model allows: delete marks; it was left",
		"permission of the public to read marks has other fields", "permission of the public to read labels has all fields existing, also those that the model lacks",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if len(*reported) != 4 {
		t.Errorf("reported %q", *reported)
	}

	apply(grown(t, true))
	if at := of(testPolicy, "notes", "read"); at < 0 || !sameJSON(s.items["/permissions"][at]["fields"], []string{"id", "name"}) {
		t.Errorf("permission for the new collection: %v", s.items["/permissions"])
	}
	if of(testPolicy, "tags", "read") >= 0 || of(editor.policy, "notes", "delete") < 0 {
		t.Error("permissions of a collection that existed are added, or those of a new one are not")
	}
}

func TestPermissionsThatTheLicenceRefusesAreLeftOut(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	s.version, s.core = "12.4.1", true
	d, reported, err := s.administrator(t, "root")
	if err != nil {
		t.Fatal(err)
	}
	model := grown(t, false)
	if err := errorOf(d.ApplyModel(t.Context(), model), func() error { return d.ApplyRoles(t.Context(), model, "token") }); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(*reported, "\n")
	for _, want := range []string{
		"the licence of this Directus 12.4.1 refuses permissions with a rule or for some fields alone; the public may not read tags, read marks, read labels\n",
		"Website mirror may not read directus_activity, read directus_permissions\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if !s.has("/permissions", map[string]any{"policy": reader.policy, "collection": "tags"}) || s.has("/permissions", map[string]any{"policy": testPolicy}) {
		t.Errorf("permissions %v", s.items["/permissions"])
	}
}

package importer_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/account"
)

func TestUsersArriveInvited(t *testing.T) {
	t.Parallel()
	onBoth(t, func(_ *project, i *installation) {
		r := i.run()
		s, done, err := i.options.OpenAccounts(i.Context())
		if err != nil {
			i.Fatal(err)
		}
		defer func() { _ = done() }() // the test ends
		want := map[string]struct{ status, role string }{
			"boss@example.com": {"invited", account.Editor},
			"ed@example.com":   {"invited", "00000000-0000-4000-8000-0000000000a2"},
			"gone@example.com": {"suspended", "00000000-0000-4000-8000-0000000000a2"},
		}
		users, err := s.Users(i.Context())
		if err != nil || len(users) != len(want) {
			i.Fatalf("%d users, %v", len(users), err)
		}
		for _, u := range users {
			if w := want[u.Email]; string(u.Status) != w.status || u.Role == nil || *u.Role != w.role || u.Record()["password"] != nil || u.Record()["token"] != nil || u.Provider != account.LocalProvider {
				i.Errorf("%s: %+v", u.Email, u.Record())
			}
		}
		if users[1].FirstName == nil || *users[1].FirstName != "Ed" || string(users[1].Profile["title"]) != `"Editor in chief"` {
			i.Errorf("profile %+v", users[1].Record())
		}
		role, _, err := s.Role(i.Context(), "00000000-0000-4000-8000-0000000000a2")
		if err != nil || role.Name != "Editor (Directus)" || role.Admin || role.AllContent || !role.App {
			i.Errorf("role %+v, %v", role, err)
		}
		var permissions []object
		if err := json.Unmarshal(role.Permissions, &permissions); err != nil {
			i.Fatal(err)
		}
		want2 := []object{
			{"collection": "directus_users", "action": "read", "fields": []any{"id", "email"}, "permissions": object{"id": object{"_eq": "$CURRENT_USER"}}},
			{"collection": "products", "action": "update", "fields": []any{"weight_kg"}, "permissions": object{"_or": []any{object{"brand": object{"name": object{"_eq": "Acme"}}}, object{"owner": object{"_eq": "$CURRENT_USER"}}}}},
		}
		if diff := cmp.Diff(want2, permissions); diff != "" {
			i.Error(diff)
		}
		contains(i.T, r.Text(false),
			"New: 3 users, 1 role.",
			"Administrators of the Directus, who are editors here: boss@example.com.",
			"Invited, without a password: boss@example.com, ed@example.com.",
			"ed@example.com signed in with works, which is not configured here",
			"A Program 77777777-0000-4000-8000-000000000004 has no e-mail address",
			"The role Editor may not read shop_products here: it compares status, whose values are others here.",
			"The role Editor may update less of shop_products here, since its policies allow other fields of other records.",
			`The role Editor is "Editor (Directus)" here`,
			"directus_flows",
		)
		r = i.run()
		contains(i.T, r.Text(false), "New: 0 users, 0 roles. Already here, and unchanged: 3 users, 1 role.")
	})
}

func TestAConfiguredProviderIsKept(t *testing.T) {
	t.Parallel()
	_, url := newProject(t)
	i := newInstallation(t, url, "")
	i.accounts = account.Options{PublicURL: "https://www.example.com/api/content", Providers: []account.Provider{{Name: "works", Issuer: "https://id.example.com", Client: "c"}}}
	i.run()
	s, done, err := i.options.OpenAccounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = done() }() // the test ends
	u, _, err := s.UserByEmail(t.Context(), "ed@example.com")
	if err != nil || u.Provider != "works" || u.External == nil || *u.External != "ed" || u.Status != account.Active {
		t.Errorf("%+v, %v", u.Record(), err)
	}
}

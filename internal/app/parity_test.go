package app_test

import (
	"encoding/json"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/database/databasetest"
)

// The accounts of the recording, with a token of this test for the administrator.
const (
	recordedToken = "static-administrator-token-0123456789" //nolint:gosec // of a test
	recordedRole  = `[{"collection":"form_messages","action":"read","fields":["*"]},
		{"collection":"directus_users","action":"read","fields":["id","email","first_name"],"permissions":{"id":{"_eq":"$CURRENT_USER"}}}]`
	recordedUsers = `[
		{"id":"e4ad5423-b042-4775-93d0-40e55eb7f1a3","email":"admin@example.com","first_name":"Admin","role":"` + account.Administrator + `","token":"` + recordedToken + `"},
		{"id":"33333333-3333-4333-8333-333333333333","email":"editor@example.com","first_name":"Edi","password":"editor-pass-1","role":"11111111-1111-4111-8111-111111111111"},
		{"id":"44444444-4444-4444-8444-444444444444","email":"suspended@example.com","password":"editor-pass-1","role":"11111111-1111-4111-8111-111111111111","status":"suspended"}]`
)

// TestTheProgramRepliesLikeADirectus imports the content of the recording and replays
// all of its requests to the site, accounts and files included.
func TestTheProgramRepliesLikeADirectus(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		c := apptest.Config(t, "--database", address, "--model", paritytest.Path("schema.json"), "--upload-mb=1", "--reset-url", "https://shop.example.com/reset")
		apptest.MustCommand(t, "content", "import", "--data", c.Data, "--database", address, "--model", c.Model, paritytest.Path("content.json"))
		addRecordedAccounts(t, c.DataConfig)
		s := apptest.Start(t, c)
		paritytest.Replay(t, s.Handler(), "/api/content", recordedToken, paritytest.Cases(t))
	})
}

func addRecordedAccounts(t *testing.T, c app.DataConfig) {
	t.Helper()
	apptest.WithAccounts(t, c, func(accounts *account.Service) error {
		err := accounts.AddRole(t.Context(), account.Role{ID: "11111111-1111-4111-8111-111111111111", Name: "Editors of the recording", Permissions: json.RawMessage(recordedRole)})
		if err != nil {
			return err
		}
		var users []account.Change
		if err := json.Unmarshal([]byte(recordedUsers), &users); err != nil {
			return err
		}
		for _, u := range users {
			if _, err := accounts.AddUser(t.Context(), u); err != nil {
				return err
			}
		}
		return nil
	})
}

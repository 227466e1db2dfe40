package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/database/databasetest"
	"ferrule/web"
)

// The accounts of the recording. The administrator's token is ours.
const (
	recordedToken = "static-administrator-token-0123456789" //nolint:gosec // of a test
	recordedRole  = `[{"collection":"form_messages","action":"read","fields":["*"]},
		{"collection":"directus_users","action":"read","fields":["id","email","first_name"],"permissions":{"id":{"_eq":"$CURRENT_USER"}}}]`
	recordedUsers = `[
		{"id":"e4ad5423-b042-4775-93d0-40e55eb7f1a3","email":"admin@example.com","first_name":"Admin","role":"` + account.Administrator + `","token":"` + recordedToken + `"},
		{"id":"33333333-3333-4333-8333-333333333333","email":"editor@example.com","first_name":"Edi","password":"editor-pass-1","role":"11111111-1111-4111-8111-111111111111"},
		{"id":"44444444-4444-4444-8444-444444444444","email":"suspended@example.com","password":"editor-pass-1","role":"11111111-1111-4111-8111-111111111111","status":"suspended"}]`
)

// TestTheProgramAnswersAsADirectus loads the recording with the command line
// and replays all of it to the program, accounts and files included.
func TestTheProgramAnswersAsADirectus(t *testing.T) {
	t.Parallel()
	if _, err := web.Load(); err != nil {
		t.Skip(err)
	}
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		c := &serveCommand{
			dataFlags: dataFlags{Data: t.TempDir(), Database: address}, modelFlags: modelFlags{Model: paritytest.Path("schema.json")},
			CacheMB: 8, ConsentHours: 36, CartHours: 36, RequestRate: 60, VariantsMB: 16, UploadMB: 1,
			accountFlags: accountFlags{MailFrom: "shop@example.com", ResetURL: []string{"https://shop.example.com/reset"}},
		}
		load := importCommand{storeFlags: storeFlags{dataFlags: c.dataFlags, modelFlags: c.modelFlags}, From: paritytest.Path("content.json")}
		if err := load.Run(t.Context(), io.Discard); err != nil {
			t.Fatal(err)
		}
		addRecordedAccounts(t, c)
		s, err := wire(t.Context(), c, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.close(); err != nil {
				t.Error(err)
			}
		})
		paritytest.Replay(t, s.handler, apiPath, recordedToken, paritytest.Cases(t))
	})
}

func addRecordedAccounts(t *testing.T, c *serveCommand) {
	t.Helper()
	accounts, closeAll, err := openAccounts(t.Context(), c.dataFlags, account.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := closeAll(); err != nil {
			t.Error(err)
		}
	}()
	err = accounts.AddRole(t.Context(), account.Role{ID: "11111111-1111-4111-8111-111111111111", Name: "Editors of the recording", Permissions: json.RawMessage(recordedRole)})
	if err != nil {
		t.Fatal(err)
	}
	var users []account.Change
	if err := json.Unmarshal([]byte(recordedUsers), &users); err != nil {
		t.Fatal(err)
	}
	for _, u := range users {
		if _, err := accounts.AddUser(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
}

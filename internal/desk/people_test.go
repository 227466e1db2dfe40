package desk_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/account/accounttest"
)

type accountsReply struct {
	People []struct {
		ID, Name, Email, Role string
		Status                account.Status
		Password              bool
		Passkeys              int
		Invitation            *time.Time
	}
	Programs []struct{ ID, Name, Role, Hint string }
}

// token returns the token of a link.
func token(t *testing.T, link string) string {
	t.Helper()
	_, token, ok := strings.Cut(link, "https://www.example.com/desk/invite#token=")
	if !ok {
		t.Fatalf("link %q", link)
	}
	return token
}

// inviting invites a person and returns the token.
func inviting(t *testing.T, owner *client, pairs ...any) string {
	t.Helper()
	var reply struct {
		Link, Reason string
		Sent         bool
	}
	owner.do(t, "POST", "/desk/api/accounts", bodyOf(t, pairs...)).data(t, &reply)
	return token(t, reply.Link)
}

func TestAnInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		owner, anyone := s.signedIn(t, "mara", "owner"), &client{site: s}
		first := inviting(t, owner, "email", "Lea@example.com", "name", "Léa Maria Fontana", "role", "translator", "language", "de-DE")
		if got := owner.do(t, "POST", "/desk/api/accounts", bodyOf(t, "email", "lea@example.com", "role", "sales")); got.code() != "CONFLICT" {
			t.Errorf("twice: %d %s", got.status, got.body)
		}
		var all accountsReply
		owner.get(t, "/desk/api/accounts").data(t, &all)
		lea := all.People[0]
		if lea.Email != "lea@example.com" || lea.Role != "translator" || lea.Status != account.Invited || time.Until(*lea.Invitation) > 48*time.Hour {
			t.Fatalf("%+v", lea)
		}
		var again struct{ Link string }
		owner.do(t, "POST", "/desk/api/accounts/"+lea.ID+"/invitation", `{"send":false}`).data(t, &again)
		second := token(t, again.Link)
		if got := anyone.do(t, "POST", "/desk/api/invitation", bodyOf(t, "token", first)); got.code() != "CREDENTIALS" {
			t.Errorf("a replaced invitation: %d %s", got.status, got.body)
		}
		var seen struct{ Email, Name, Role, By, Language, Site string }
		anyone.do(t, "POST", "/desk/api/invitation", bodyOf(t, "token", second)).data(t, &seen)
		if seen.Email != "lea@example.com" || seen.Name != "Léa Maria Fontana" || seen.Role != "translator" || seen.By != "Mara" || seen.Language != "de-DE" || seen.Site == "" {
			t.Errorf("%+v", seen)
		}
		accept := func(word string) reply {
			return anyone.do(t, "POST", "/desk/api/invitation/accept", bodyOf(t, "token", second, "name", "Léa Fontana", "language", "en-US", "password", word))
		}
		for _, bad := range []string{"", "short"} {
			if got := accept(bad); got.code() != "INVALID" {
				t.Errorf("%q: %d %s", bad, got.status, got.body)
			}
		}
		got := accept(password)
		anyone.cookie = cookieOf(t, got).Value
		if got := anyone.get(t, "/desk/api/session"); !strings.Contains(got.body, `"name":"Léa Fontana","role":"translator"`) || !strings.Contains(got.body, `"language":"en-US"`) {
			t.Errorf("%d %s", got.status, got.body)
		}
		if log := owner.get(t, "/desk/api/log").body; !strings.Contains(log, `"name":"Léa Fontana","via":"desk","address":"127.0.0.1"},"action":"invitation.accepted"`) {
			t.Error(log)
		}
		if got := accept(password); got.code() != "CREDENTIALS" {
			t.Errorf("accepted twice: %d %s", got.status, got.body)
		}
		if got := owner.do(t, "POST", "/desk/api/accounts/"+lea.ID+"/invitation", `{}`); got.code() != "CONFLICT" {
			t.Errorf("invited again: %d %s", got.status, got.body)
		}
	})
}

func TestAnInvitationIsAcceptedWithAPasskey(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		owner, anyone := s.signedIn(t, "mara", "owner"), &client{site: s}
		given := inviting(t, owner, "email", "kai@example.com", "role", "sales")
		device := &accounttest.Authenticator{Origin: "https://www.example.com"}
		var c challenge
		anyone.do(t, "POST", "/desk/api/invitation/challenge", bodyOf(t, "token", given)).data(t, &c)
		accept := bodyOf(t, "token", given, "name", "Kai Roth", "language", "de-DE", "device", "Phone",
			"passkey", map[string]any{"state": c.State, "answer": device.Create(t, c.Options)})
		got := anyone.do(t, "POST", "/desk/api/invitation/accept", accept)
		if got.status != http.StatusOK || !strings.Contains(got.body, `"requests.change"`) {
			t.Fatalf("%d %s", got.status, got.body)
		}
		anyone.do(t, "POST", "/desk/api/session/challenge", "").data(t, &c)
		if got := anyone.do(t, "POST", "/desk/api/session", bodyOf(t, "passkey", map[string]any{"state": c.State, "answer": device.Get(t, c.Options)})); got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.body)
		}
		declined := inviting(t, owner, "email", "no@example.com", "role", "viewer")
		if got := anyone.do(t, "POST", "/desk/api/invitation/decline", bodyOf(t, "token", declined)); got.status != http.StatusNoContent {
			t.Errorf("%d %s", got.status, got.body)
		}
		if _, found, err := s.accounts.UserByEmail(t.Context(), "no@example.com"); err != nil || found {
			t.Errorf("the account of a declined invitation: %v, %v", found, err)
		}
	})
}

func TestAnOwnerChangesPeople(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		owner, clerk := s.signedIn(t, "mara", "owner"), s.signedIn(t, "jonas", "sales")
		_, err := s.accounts.ChangeUser(t.Context(), owner.user.ID, account.Change{"password": text(password)})
		must(t, err)
		owner.cookie, err = s.accounts.BeginDesk(t.Context(), owner.user, "", "")
		must(t, err)
		path := "/desk/api/accounts/" + clerk.user.ID
		var all accountsReply
		owner.do(t, "DELETE", path+"/sessions", "").data(t, &all)
		if got := clerk.get(t, "/desk/api/session"); got.code() != "SIGN_IN" {
			t.Errorf("signed out everywhere: %d", got.status)
		}
		owner.do(t, "PUT", path+"/role", `{"role":"viewer"}`).data(t, &all)
		if all.People[0].Role != "viewer" {
			t.Errorf("%+v", all)
		}
		clerk.cookie, err = s.accounts.BeginDesk(t.Context(), clerk.user, "", "")
		must(t, err)
		owner.do(t, "PUT", path+"/status", `{"status":"suspended"}`).data(t, &all)
		if got := clerk.get(t, "/desk/api/session"); got.code() != "SIGN_IN" || all.People[0].Status != account.Suspended {
			t.Errorf("suspended: %d", got.status)
		}
		owner.do(t, "PUT", path+"/status", `{"status":"active"}`).data(t, &all)
		for _, wrong := range [][2]string{{"/role", `{"role":"king"}`}, {"/status", `{"status":"draft"}`}} {
			if got := owner.do(t, "PUT", path+wrong[0], wrong[1]); got.code() != "INVALID" {
				t.Errorf("%v: %d %s", wrong, got.status, got.body)
			}
		}
		own := "/desk/api/accounts/" + owner.user.ID
		for _, last := range []reply{
			owner.do(t, "DELETE", own, ""), owner.do(t, "PUT", own+"/role", `{"role":"sales"}`), owner.do(t, "PUT", own+"/status", `{"status":"suspended"}`),
		} {
			if last.code() != "CONFLICT" || !strings.Contains(last.body, "owner") {
				t.Errorf("the last owner: %d %s", last.status, last.body)
			}
		}
		owner.do(t, "DELETE", path, "").data(t, &all)
		if got := owner.do(t, "DELETE", path, ""); got.code() != "NOT_FOUND" || len(all.People) != 1 {
			t.Errorf("removed twice: %d %s", got.status, got.body)
		}
		log := owner.get(t, "/desk/api/log").body
		for _, want := range []string{`"via":"desk"`, `"action":"account.removed"`, `"detail":"Sales → Viewer"`, `"address":"127.0.0.1"`, `"name":"Mara"`} {
			if !strings.Contains(log, want) {
				t.Errorf("the log has no %s: %s", want, log)
			}
		}
		csv, lines := owner.get(t, "/desk/api/log.csv"), owner.get(t, "/desk/api/log.jsonl")
		if !strings.Contains(csv.body, "at,by,via,address,action,subject,detail") || !strings.Contains(csv.body, ",log.exported,,csv") || !strings.HasPrefix(lines.body, `{"id":"`) {
			t.Errorf("%s\n%s", csv.body, lines.body)
		}
	})
}

func TestATokenOfAProgramEnds(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		owner := s.signedIn(t, "mara", "owner")
		until := time.Now().AddDate(0, 1, 0).Format(time.DateOnly)
		for _, wrong := range []string{`{"name":"","role":"editor","until":"` + until + `"}`, `{"name":"ERP","role":"editor","until":"2020-01-01"}`, `{"name":"ERP","role":"editor","until":"soon"}`, `{"name":"ERP","role":"editor","until":"2099-01-01"}`} {
			if got := owner.do(t, "POST", "/desk/api/programs", wrong); got.code() != "INVALID" {
				t.Errorf("%s: %d %s", wrong, got.status, got.body)
			}
		}
		var made struct{ Token string }
		owner.do(t, "POST", "/desk/api/programs", `{"name":"ERP Nord","role":"editor","until":"`+until+`"}`).data(t, &made)
		identify := func() error {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			must(t, err)
			r.Header.Set("Authorization", "Bearer "+made.Token)
			id, err := s.accounts.Identify(r)
			if err == nil && id.Role != account.Editor {
				t.Errorf("%+v", id)
			}
			return err
		}
		must(t, identify())
		var all accountsReply
		owner.get(t, "/desk/api/accounts").data(t, &all)
		if len(all.People) != 1 || len(all.Programs) != 1 || all.Programs[0].Name != "ERP Nord" || !strings.HasSuffix(made.Token, all.Programs[0].Hint) {
			t.Fatalf("%+v", all)
		}
		if got := owner.do(t, "DELETE", "/desk/api/programs/"+owner.user.ID, ""); got.code() != "NOT_FOUND" {
			t.Errorf("a person is no program: %d %s", got.status, got.body)
		}
		_, err := s.db.ExecContext(t.Context(), `UPDATE ferrule_tokens SET expires_at = '2026-01-01T00:00:00.000Z'`)
		must(t, err)
		if identify() == nil {
			t.Error("a token works after its end")
		}
		owner.do(t, "DELETE", "/desk/api/programs/"+all.Programs[0].ID, "").data(t, &all)
		if len(all.Programs) != 0 {
			t.Errorf("%+v", all)
		}
	})
}

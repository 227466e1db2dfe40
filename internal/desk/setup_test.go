package desk_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/desk"
)

// noSettings is a site without settings; package app tests the real ones.
type noSettings struct{}

func (noSettings) List(context.Context) (int64, []desk.Setting, error) { return 0, nil, nil }

func (noSettings) Change(context.Context, string, int64, map[string]*string) error { return nil }

func (noSettings) TestMail(context.Context, string, map[string]*string) (desk.MailTest, error) {
	return desk.MailTest{}, nil
}

// memorySetup keeps a draft in memory; package app tests the stored one.
type memorySetup struct {
	mu    sync.Mutex
	draft json.RawMessage
}

func (m *memorySetup) Draft(context.Context) (json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.draft == nil {
		return json.RawMessage(`{}`), nil
	}
	return m.draft, nil
}

func (m *memorySetup) SaveDraft(_ context.Context, draft json.RawMessage) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.draft = draft
	return nil
}

func (*memorySetup) State(context.Context) (desk.SiteState, error) { return desk.SiteState{}, nil }

func (*memorySetup) Load(context.Context, desk.ContentSource) error { return nil }

// setupCookie returns the cookie that a reply sets, as a header.
func setupCookie(r reply) []string {
	cookies, _ := http.ParseSetCookie(r.header.Get("Set-Cookie"))
	if cookies == nil {
		return nil
	}
	return []string{"Cookie", cookies.Name + "=" + cookies.Value}
}

// Without an owner the set-up opens to the link alone, once, on all servers; the account
// that it makes is signed in, and then it is for owners.
func TestTheSetupIsForItsLinkAndThenForOwners(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		data, draft := t.TempDir(), &memorySetup{}
		share := func(o *desk.Options) { o.Setup = draft }
		s, other := newSite(t, address, data, share), newSite(t, address, data, share)
		here, there := &client{site: s}, &client{site: other}
		for _, call := range [][2]string{{"GET", ""}, {"PUT", `{"step":1}`}} {
			if got := here.do(t, call[0], "/desk/api/setup", call[1]); got.status != http.StatusUnauthorized || got.code() != "CREDENTIALS" {
				t.Errorf("%s without a session: %d %s", call[0], got.status, got.body)
			}
		}
		const owner = `{"name":"Mara Maria Keller","email":"mara@example.com","password":"a long password","language":"de-DE"}`
		if got := here.do(t, "POST", "/desk/api/setup/account", owner); got.status != http.StatusUnauthorized {
			t.Fatalf("an account without a session: %d %s", got.status, got.body)
		}
		token, err := s.accounts.SetupLink(t.Context(), false)
		must(t, err)
		begun := there.do(t, "POST", "/desk/api/setup/session", `{"token":"`+token+`"}`)
		session := setupCookie(begun)
		if begun.status != http.StatusNoContent || session == nil || !strings.Contains(begun.header.Get("Set-Cookie"), "HttpOnly; SameSite=Strict") {
			t.Fatalf("%d %s %v", begun.status, begun.body, begun.header)
		}
		if got := here.do(t, "POST", "/desk/api/setup/session", `{"token":"`+token+`"}`); got.status != http.StatusUnauthorized || got.code() != "CREDENTIALS" {
			t.Errorf("used twice: %d %s", got.status, got.body)
		}
		if got := there.do(t, "PUT", "/desk/api/setup", `{"step":2}`, session...); got.status != http.StatusNoContent {
			t.Errorf("%d %s", got.status, got.body)
		}
		if got := here.do(t, "GET", "/desk/api/setup", "", session...); !strings.Contains(got.body, `"owner":false`) || !strings.Contains(got.body, `"step":2`) {
			t.Errorf("on another server: %d %s", got.status, got.body)
		}
		if got := here.do(t, "GET", "/desk/api/setup/content", "", session...); got.status != http.StatusUnauthorized {
			t.Errorf("content without an owner: %d %s", got.status, got.body)
		}
		short := strings.Replace(owner, "a long password", "short", 1)
		if got := here.do(t, "POST", "/desk/api/setup/account", short, session...); got.status != http.StatusBadRequest || !strings.Contains(got.body, `"fields":{"password":`) {
			t.Errorf("a short password: %d %s", got.status, got.body)
		}
		made := here.do(t, "POST", "/desk/api/setup/account", owner, session...)
		if made.status != http.StatusOK || !strings.Contains(made.body, `"role":"owner"`) || !strings.Contains(made.body, "settings.change") {
			t.Fatalf("%d %s", made.status, made.body)
		}
		u, ok, err := s.accounts.UserByEmail(t.Context(), "mara@example.com")
		if err != nil || !ok || *u.FirstName != "Mara Maria" || *u.LastName != "Keller" {
			t.Errorf("%+v %v", u, err)
		}
		for _, path := range []string{"/desk/api/setup", "/desk/api/setup/content"} {
			if got := there.do(t, "GET", path, "", session...); got.status != http.StatusUnauthorized || got.code() != "SIGN_IN" {
				t.Errorf("%s with an owner: %d %s", path, got.status, got.body)
			}
		}
		signedIn := &client{site: other}
		for _, line := range made.header.Values("Set-Cookie") {
			if cookie, err := http.ParseSetCookie(line); err == nil && cookie.Name == desk.Cookie {
				signedIn.cookie = cookie.Value
			}
		}
		if got := signedIn.get(t, "/desk/api/setup"); got.status != http.StatusOK || !strings.Contains(got.body, `"owner":true`) {
			t.Errorf("as the owner: %d %s", got.status, got.body)
		}
		for _, path := range []string{"/desk/api/setup/account", "/desk/api/setup/session"} {
			if got := signedIn.do(t, "POST", path, owner); got.status != http.StatusConflict {
				t.Errorf("%s, again: %d %s", path, got.status, got.body)
			}
		}
	})
}

package desk_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/desk"
)

// cookieOf returns the cookie that a reply sets.
func cookieOf(t *testing.T, r reply) *http.Cookie {
	t.Helper()
	for _, c := range (&http.Response{Header: r.header}).Cookies() {
		if c.Name == desk.Cookie {
			return c
		}
	}
	t.Fatalf("no cookie: %d %s", r.status, r.body)
	return nil
}

func TestAPasswordSignsInAndOut(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		u := s.addUser(t, "ada", "sales")
		_, err := s.accounts.ChangeUser(t.Context(), u.ID, account.Change{"password": text(password), "language": text("de-CH")})
		must(t, err)
		c := &client{site: s}
		got := c.do(t, "POST", "/desk/api/session", `{"email":"Ada@example.com","password":"`+password+`"}`)
		cookie := cookieOf(t, got)
		if cookie.Path != "/desk" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Secure || cookie.MaxAge != 30*24*3600 {
			t.Errorf("cookie %+v", cookie)
		}
		var me struct {
			ID, Email, Name, Role, Language, Site string
			Rights                                []string
		}
		c.cookie = cookie.Value
		for _, r := range []reply{got, c.get(t, "/desk/api/session")} {
			r.data(t, &me)
			if me.ID != u.ID || me.Email != "ada@example.com" || me.Name != "Ada" || me.Role != "sales" || me.Language != "de-DE" || me.Site == "" ||
				strings.Join(me.Rights, " ") != "requests.read requests.persons requests.change report.read" {
				t.Errorf("%+v", me)
			}
		}
		// A second sign-in replaces the session of the browser.
		again := cookieOf(t, c.do(t, "POST", "/desk/api/session", `{"email":"ada@example.com","password":"`+password+`"}`))
		if got := c.get(t, "/desk/api/session"); got.code() != "SIGN_IN" {
			t.Errorf("the former session: %d %s", got.status, got.body)
		}
		c.cookie = again.Value
		if got := c.do(t, "DELETE", "/desk/api/session", ""); got.status != http.StatusNoContent || cookieOf(t, got).MaxAge >= 0 {
			t.Errorf("%d %v", got.status, got.header)
		}
		if got := c.get(t, "/desk/api/session"); got.status != http.StatusUnauthorized || got.code() != "SIGN_IN" {
			t.Errorf("after signing out: %d %s", got.status, got.body)
		}
	})
}

func TestAFailedSignInHasOneCodeAndALimit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		s.addUser(t, "ada", "sales")
		c := &client{site: s}
		for _, body := range []string{`{"email":"ada@example.com","password":"wrong password"}`, `{"email":"nobody@example.com","password":"wrong password"}`, `{"token":"abc"}`} {
			if got := c.do(t, "POST", "/desk/api/session", body); got.status != http.StatusUnauthorized || got.code() != "CREDENTIALS" || got.header.Get("Set-Cookie") != "" {
				t.Errorf("%s: %d %s", body, got.status, got.body)
			}
		}
		for _, body := range []string{``, `{}`, `{"email":"ada@example.com"}`, `[`} {
			if got := c.do(t, "POST", "/desk/api/session", body); got.code() != "INVALID" {
				t.Errorf("%s: %d %s", body, got.status, got.body)
			}
		}
		if got := c.do(t, "POST", "/desk/api/session", `{"token":"abc"}`, "Content-Type", "text/plain"); got.code() != "INVALID" {
			t.Errorf("a form of another site: %d %s", got.status, got.body)
		}
		var got reply
		for range 5 {
			got = c.do(t, "POST", "/desk/api/session", `{"email":"ada@example.com","password":"wrong password"}`)
		}
		wait, _ := strconv.Atoi(got.header.Get("Retry-After"))
		if got.status != http.StatusTooManyRequests || got.code() != "TOO_MANY" || wait < 30 || wait > 60 {
			t.Errorf("the sixth: %d %s", got.status, got.body)
		}
	})
}

func TestAnAccountWithoutARoleOfTheDeskIsToldSo(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		must(t, s.accounts.AddRole(t.Context(), account.Role{ID: "11111111-2222-4333-8444-555555555555", Name: "Shop"}))
		must(t, s.accounts.AddRole(t.Context(), account.Role{ID: "11111111-2222-4333-8444-666666666666", Name: "Root", Admin: true}))
		for role, want := range map[string]int{"": http.StatusForbidden, "11111111-2222-4333-8444-555555555555": http.StatusForbidden, "11111111-2222-4333-8444-666666666666": http.StatusOK} {
			u := s.addUser(t, "u"+strings.ToLower(rand()), "")
			if role != "" {
				_, err := s.accounts.ChangeUser(t.Context(), u.ID, account.Change{"role": text(role)})
				must(t, err)
			}
			token, err := s.accounts.SignInLink(t.Context(), u.ID, true)
			must(t, err)
			got := (&client{site: s}).do(t, "POST", "/desk/api/session", `{"token":"`+token+`"}`)
			if got.status != want {
				t.Errorf("role %q: %d %s", role, got.status, got.body)
			}
			if want == http.StatusOK && !strings.Contains(got.body, `"role":"owner"`) {
				t.Error(got.body)
			}
		}
	})
}

func TestALinkSignsInOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		u := s.addUser(t, "ada", "owner")
		token, err := s.accounts.SignInLink(t.Context(), u.ID, true)
		must(t, err)
		c := &client{site: s}
		c.cookie = cookieOf(t, c.do(t, "POST", "/desk/api/session", `{"token":"`+token+`"}`)).Value
		if got := c.get(t, "/desk/api/session"); !strings.Contains(got.body, `"role":"owner"`) || !strings.Contains(got.body, `"people.change"`) {
			t.Errorf("%d %s", got.status, got.body)
		}
		if got := (&client{site: s}).do(t, "POST", "/desk/api/session", `{"token":"`+token+`"}`); got.code() != "CREDENTIALS" {
			t.Errorf("twice: %d %s", got.status, got.body)
		}
	})
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		here := s.signedIn(t, "ada", "sales")
		token, err := s.accounts.BeginDesk(t.Context(), here.user, "Phone", "192.0.2.7")
		must(t, err)
		phone := &client{s, token, here.user}
		var list []struct {
			ID, Agent, Address, Created, Seen string
			Current                           bool
		}
		here.get(t, "/desk/api/sessions").data(t, &list)
		if len(list) != 2 || list[0].Current == list[1].Current {
			t.Fatalf("%+v", list)
		}
		for _, one := range list {
			if !one.Current {
				if one.Agent != "Phone" || one.Address != "192.0.2.7" || one.Created == "" || one.Seen == "" {
					t.Errorf("%+v", one)
				}
				if got := here.do(t, "DELETE", "/desk/api/sessions/"+one.ID, ""); got.status != http.StatusNoContent || got.header.Get("Set-Cookie") != "" {
					t.Errorf("%d %s", got.status, got.body)
				}
			}
		}
		if got := phone.get(t, "/desk/api/session"); got.code() != "SIGN_IN" {
			t.Errorf("the phone: %d", got.status)
		}
		if got := here.do(t, "DELETE", "/desk/api/sessions", ""); got.status != http.StatusNoContent || cookieOf(t, got).MaxAge >= 0 {
			t.Errorf("everywhere: %d %s", got.status, got.body)
		}
		if got := here.get(t, "/desk/api/session"); got.code() != "SIGN_IN" {
			t.Errorf("here: %d", got.status)
		}
	})
}

func TestTheDocumentIsTheSameEverywhereAndStrict(t *testing.T) {
	t.Parallel()
	s := newSite(t, "", t.TempDir())
	c := &client{site: s}
	first := c.get(t, "/desk")
	for _, path := range []string{"/desk/", "/desk/sign-in", "/desk/requests?view=open", "/desk/requests/F-222-222"} {
		got := c.get(t, path)
		if got.status != http.StatusOK || got.body != first.body || got.header.Get("Cache-Control") != "no-store" || got.header.Get("X-Robots-Tag") != "noindex, nofollow" ||
			!strings.Contains(got.header.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'; style-src 'self';") {
			t.Errorf("%s: %d %v", path, got.status, got.header)
		}
	}
	for _, want := range []string{
		`<div id="desk"></div>`, `<script type="module" src="/desk/assets/main-abcdefgh.js"></script>`, `<link rel="stylesheet" href="/desk/assets/main-12345678.css">`,
		`<link rel="stylesheet" href="/desk/assets/parts-12345678.css">`, `<noscript>`,
	} {
		if !strings.Contains(first.body, want) {
			t.Errorf("the document has no %s:\n%s", want, first.body)
		}
	}
	if strings.Contains(first.body, "<style") || strings.Contains(first.body, "style=") {
		t.Error("the document has inline styles")
	}
	if got := c.get(t, "/desk/requests/x.js"); got.status != http.StatusNotFound {
		t.Errorf("a file: %d", got.status)
	}
	if got := c.do(t, "POST", "/desk/requests", ""); got.status != http.StatusMethodNotAllowed {
		t.Errorf("a post: %d", got.status)
	}
	none := newSite(t, "", t.TempDir(), func(o *desk.Options) { o.Build = nil })
	if got := (&client{site: none}).get(t, "/desk"); got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, "make build") {
		t.Errorf("without a build: %d %s", got.status, got.body)
	}
}

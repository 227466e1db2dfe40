package authapi_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/oauth2-proxy/mockoidc"

	"ferrule/internal/account"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/authapi"
)

// providerSite is a site with an identity provider, mounted under the same prefix as
// in the program.
type providerSite struct {
	*account.Service

	server   *httptest.Server
	provider *mockoidc.MockOIDC
}

const prefix = "/api/content"

// newProviderSite starts a provider and a site that gives new users the role.
func newProviderSite(t *testing.T, address, role string) *providerSite {
	t.Helper()
	provider, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = provider.Shutdown() })
	w := &providerSite{provider: provider}
	mux := http.NewServeMux()
	w.server = httptest.NewServer(mux)
	t.Cleanup(w.server.Close)
	mux.HandleFunc("/admin", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "admin "+r.URL.RawQuery) })
	w.Service, err = account.Open(t.Context(), open(t, address), account.Options{
		PublicURL: w.server.URL + prefix,
		Providers: []account.Provider{{Name: "works", Label: "The works", Issuer: provider.Issuer(), Client: provider.ClientID, Secret: provider.ClientSecret, Role: role}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	mux.Handle(prefix+"/", http.StripPrefix(prefix, authapi.New(w.Service, authapi.Options{CookiePath: prefix, Redirects: []string{"https://admin.example.com/"}})))
	return w
}

// get follows redirects and returns the final response with its body.
func get(t *testing.T, c *http.Client, address string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func (w *providerSite) url(path string) string { return w.server.URL + prefix + path }

func onBothProviderSites(t *testing.T, role string, test func(t *testing.T, w *providerSite)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) { test(t, newProviderSite(t, address, role)) })
}

func TestAPersonOfAProviderSignsInAsTheSameUserAgain(t *testing.T) {
	t.Parallel()
	onBothProviderSites(t, account.Editor, func(t *testing.T, w *providerSite) {
		if _, body := get(t, browser(t), w.url("/auth")); !strings.Contains(body, `"name":"works"`) || !strings.Contains(body, `"label":"The works"`) {
			t.Errorf("GET /auth: %s", body)
		}
		ada := &mockoidc.MockUser{Subject: "1", Email: "Ada@example.com", EmailVerified: true}
		var ids []string
		for range 2 {
			w.provider.QueueUser(ada)
			c := browser(t)
			end, body := get(t, c, w.url("/auth/login/works?redirect=/admin?tab=1"))
			if end.Request.URL.Path != "/admin" || body != "admin tab=1" {
				t.Fatalf("ended at %s: %s", end.Request.URL, body)
			}
			_, body = get(t, c, w.url("/users/me?fields=id,email"))
			if !strings.Contains(body, `"email":"ada@example.com"`) {
				t.Fatalf("me: %s", body)
			}
			ids = append(ids, body)
			ada.Email = "ada.new@example.com" // the subject identifies a person, not the address
		}
		if ids[0] != ids[1] {
			t.Errorf("two users: %v", ids)
		}
		if u, _, err := w.UserByEmail(t.Context(), "ada@example.com"); err != nil || u.Role == nil || *u.Role != account.Editor || u.Provider != "works" {
			t.Errorf("user %+v, %v", u, err)
		}
	})
}

func TestWithoutARedirectTheReplyHasTheTokens(t *testing.T) {
	t.Parallel()
	onBothProviderSites(t, account.Editor, func(t *testing.T, w *providerSite) {
		w.provider.QueueUser(&mockoidc.MockUser{Subject: "1", Email: "ada@example.com", EmailVerified: true})
		end, body := get(t, browser(t), w.url("/auth/login/works"))
		if end.StatusCode != 200 || !strings.Contains(body, `"refresh_token":`) {
			t.Errorf("%d %s", end.StatusCode, body)
		}
	})
}

func TestOnlyExistingUsersSignInThroughAProviderWithoutARole(t *testing.T) {
	t.Parallel()
	onBothProviderSites(t, "", func(t *testing.T, w *providerSite) {
		for _, c := range []string{
			`{"email":"local@example.com","password":"my own password"}`, `{"email":"ada@example.com","provider":"works","role":"` + account.Editor + `"}`,
			`{"email":"late@example.com","provider":"works","external_identifier":"9","status":"suspended"}`,
		} {
			if _, err := w.AddUser(t.Context(), change(t, c)); err != nil {
				t.Fatal(err)
			}
		}
		for name, tt := range map[string]struct {
			user mockoidc.MockUser
			in   bool
		}{
			"unknown":                          {mockoidc.MockUser{Subject: "1", Email: "new@example.com", EmailVerified: true}, false},
			"has an account with password":     {mockoidc.MockUser{Subject: "2", Email: "local@example.com", EmailVerified: true}, false},
			"the address is only an assertion": {mockoidc.MockUser{Subject: "3", Email: "ada@example.com"}, false},
			"suspended":                        {mockoidc.MockUser{Subject: "9", Email: "late@example.com", EmailVerified: true}, false},
		} {
			w.provider.QueueUser(&tt.user)
			end, body := get(t, browser(t), w.url("/auth/login/works?redirect=/admin"))
			if end.Request.URL.Path != "/admin" || body != "admin reason=INVALID_CREDENTIALS" {
				t.Errorf("%s: ended at %s: %s", name, end.Request.URL, body)
			}
		}
		w.provider.QueueUser(&mockoidc.MockUser{Subject: "4", Email: "ada@example.com", EmailVerified: true})
		if _, body := get(t, browser(t), w.url("/auth/login/works?redirect=/admin")); body != "admin " {
			t.Errorf("expected by address: %s", body)
		}
		// From now on only her subject identifier signs in with the address.
		w.provider.QueueUser(&mockoidc.MockUser{Subject: "5", Email: "ada@example.com", EmailVerified: true})
		if _, body := get(t, browser(t), w.url("/auth/login/works?redirect=/admin")); body != "admin reason=INVALID_CREDENTIALS" {
			t.Errorf("another person with her address: %s", body)
		}
	})
}

func TestASignInIsCompletedOnlyByTheBrowserThatBeganIt(t *testing.T) {
	t.Parallel()
	onBothProviderSites(t, account.Editor, func(t *testing.T, w *providerSite) {
		c := browser(t)
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		away, _ := get(t, c, w.url("/auth/login/works?redirect=/admin"))
		to, err := away.Location()
		if err != nil || away.StatusCode != http.StatusSeeOther {
			t.Fatalf("%d, %v", away.StatusCode, err)
		}
		if q := to.Query(); q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" || q.Get("redirect_uri") != w.url("/auth/login/works/callback") {
			t.Errorf("redirected to %s", to)
		}
		back, _ := get(t, c, to.String())
		callback, err := back.Location()
		if err != nil {
			t.Fatal(err)
		}
		stranger := browser(t)
		if end, body := get(t, stranger, callback.String()); end.StatusCode != 403 || !strings.Contains(body, "INVALID_TOKEN") {
			t.Errorf("another browser: %d %s", end.StatusCode, body)
		}
		q := callback.Query()
		q.Set("state", "another")
		if end, _ := get(t, c, w.url("/auth/login/works/callback?"+q.Encode())); end.StatusCode != 403 {
			t.Errorf("another state: %d", end.StatusCode)
		}
		// A provider may post its callback; the browser is then redirected.
		posted, err := c.PostForm(w.url("/auth/login/works/callback"), callback.Query())
		if err != nil {
			t.Fatal(err)
		}
		_ = posted.Body.Close()
		again, err := posted.Location()
		if err != nil || posted.StatusCode != http.StatusSeeOther || again.Path != callback.Path || again.Query().Get("code") != callback.Query().Get("code") {
			t.Fatalf("posted: %d to %v, %v", posted.StatusCode, again, err)
		}
		if end, _ := get(t, c, again.String()); end.Header.Get("Location") != "/admin" {
			t.Errorf("in the end: %d to %s", end.StatusCode, end.Header.Get("Location"))
		}
		if end, _ := get(t, c, again.String()); end.StatusCode == 200 || len(end.Cookies()) > 1 {
			t.Errorf("a code works twice: %d, %v", end.StatusCode, end.Cookies())
		}
	})
}

func TestASignInDoesNotRedirectToForeignPages(t *testing.T) {
	t.Parallel()
	onBothProviderSites(t, account.Editor, func(t *testing.T, w *providerSite) {
		c := browser(t)
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		for to, status := range map[string]int{
			"https://evil.example.com/": 400, "//evil.example.com": 400, `/\evil.example.com`: 400, "javascript:alert(1)": 400, "/\t/evil.example.com": 400,
			"admin": 400, "https://admin.example.com/": 303, "/de/": 303, "": 303,
		} {
			if end, body := get(t, c, w.url("/auth/login/works?redirect="+url.QueryEscape(to))); end.StatusCode != status {
				t.Errorf("%q: %d %s", to, end.StatusCode, body)
			}
		}
	})
}

func TestAProviderThatIsDownIsReportedAsUnavailable(t *testing.T) {
	t.Parallel()
	onBothProviderSites(t, account.Editor, func(t *testing.T, w *providerSite) {
		if err := w.provider.Shutdown(); err != nil {
			t.Fatal(err)
		}
		if end, body := get(t, browser(t), w.url("/auth/login/works")); end.StatusCode != 503 || !strings.Contains(body, "SERVICE_UNAVAILABLE") {
			t.Errorf("%d %s", end.StatusCode, body)
		}
		if end, _ := get(t, browser(t), w.url("/auth")); end.StatusCode != 200 {
			t.Errorf("GET /auth: %d", end.StatusCode)
		}
	})
}

func TestAProviderIsCheckedAtTheStart(t *testing.T) {
	t.Parallel()
	good := account.Provider{Name: "works", Issuer: "https://id.example.com", Client: "ferrule"}
	for name, tt := range map[string]struct {
		public string
		list   []account.Provider
	}{
		"no public address":     {"", []account.Provider{good}},
		"no client":             {"https://x", []account.Provider{{Name: "works", Issuer: "https://id.example.com"}}},
		"a name for no address": {"https://x", []account.Provider{{Name: "The works", Issuer: "https://id.example.com", Client: "c"}}},
		"twice":                 {"https://x", []account.Provider{good, good}},
		"no such role":          {"https://x", []account.Provider{{Name: "works", Issuer: "https://id.example.com", Client: "c", Role: "nobody"}}},
	} {
		if s, err := account.Open(t.Context(), open(t, ""), account.Options{PublicURL: tt.public, Providers: tt.list}); err == nil {
			t.Errorf("%s: opened %v", name, s)
		}
	}
}

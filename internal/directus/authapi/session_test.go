package authapi_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"ferrule/internal/account"
)

const loginBody = `{"email":"` + editorEmail + `","password":"` + password + `"}`

func (s *site) login(t *testing.T, mode string) answer {
	t.Helper()
	return s.post(t, "/auth/login", strings.Replace(loginBody, "{", `{"mode":"`+mode+`",`, 1)).want(t, 200, "")
}

func (s *site) me(t *testing.T, token string) answer {
	t.Helper()
	return s.do(t, call{method: "GET", path: "/users/me", bearer: token})
}

func TestAnAccessTokenHasTheClaimsOfADirectusToken(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		token := s.login(t, "json").capture(t, "data.access_token")
		body, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		now := float64(s.clock.now().Unix())
		for name, want := range map[string]any{
			"id": editorID, "role": editorRole, "app_access": false, "admin_access": false, "iss": "directus", "iat": now, "exp": now + 900,
		} {
			if got[name] != want {
				t.Errorf("%s: %v, want %v", name, got[name], want)
			}
		}
		if len(got) != 7 {
			t.Errorf("claims %v", got)
		}
	})
}

func TestAnAccessTokenExpiresAndIsRejectedWhenChanged(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		token := s.login(t, "json").capture(t, "data.access_token")
		parts := strings.Split(token, ".")
		claims, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err != nil {
			t.Fatal(err)
		}
		risen := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(claims), `"admin_access":false`, `"admin_access":true`, 1)))
		none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
		for _, forged := range []string{
			parts[0] + "." + risen + "." + parts[2], none + "." + parts[1] + ".", "a.b.c", "..", "x", strings.Repeat("x", 64),
		} {
			s.me(t, forged).want(t, 401, "INVALID_CREDENTIALS")
		}
		s.me(t, token).want(t, 200, "")
		s.clock.move(15 * time.Minute)
		s.me(t, token).want(t, 401, "TOKEN_EXPIRED")
	})
}

func TestAUsedRefreshTokenSignsItsWholeFamilyOut(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		refresh := func(token string) answer { return s.post(t, "/auth/refresh", `{"refresh_token":"`+token+`"}`) }
		first := s.login(t, "json").capture(t, "data.refresh_token")
		other := s.login(t, "json").capture(t, "data.refresh_token")
		if len(first) != 64 {
			t.Errorf("a refresh token of %d characters", len(first))
		}
		second := refresh(first).want(t, 200, "").capture(t, "data.refresh_token")
		third := refresh(second).want(t, 200, "").capture(t, "data.refresh_token")
		refresh(first).want(t, 401, "INVALID_CREDENTIALS")
		refresh(third).want(t, 401, "INVALID_CREDENTIALS")
		refresh(other).want(t, 200, "") // another sign-in has another family
	})
}

func TestOneOfManyConcurrentRefreshesSucceeds(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		token := s.login(t, "json").capture(t, "data.refresh_token")
		var mu sync.Mutex
		won := 0
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if _, err := s.Refresh(t.Context(), token, account.ModeJSON); err == nil {
					mu.Lock()
					won++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if won != 1 {
			t.Errorf("%d succeeded", won)
		}
	})
}

func TestARefreshTokenExpiresAfterAWeek(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		token := s.login(t, "json").capture(t, "data.refresh_token")
		s.clock.move(7*24*time.Hour - time.Second)
		next := s.post(t, "/auth/refresh", `{"refresh_token":"`+token+`"}`).want(t, 200, "").capture(t, "data.refresh_token")
		s.clock.move(7 * 24 * time.Hour)
		s.post(t, "/auth/refresh", `{"refresh_token":"`+next+`"}`).want(t, 401, "INVALID_CREDENTIALS")
	})
}

func TestTheCookieModesKeepTokensFromScripts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		for _, mode := range []struct {
			mode, name string
			seconds    int
		}{{"cookie", "directus_refresh_token", 7 * 24 * 3600}, {"session", account.SessionCookie, 24 * 3600}} {
			a := s.login(t, mode.mode)
			if len(a.jar) != 1 {
				t.Fatalf("%s: cookies %v", mode.mode, a.jar)
			}
			if c := a.jar[0]; c.Name != mode.name || c.MaxAge != mode.seconds || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" {
				t.Errorf("%s: %v", mode.mode, c)
			}
			if strings.Contains(a.body, a.jar[0].Value) || strings.Contains(a.body, "refresh_token") {
				t.Errorf("%s: the reply contains the token: %s", mode.mode, a.body)
			}
			header := http.Header{"Cookie": {mode.name + "=" + a.jar[0].Value}}
			out := s.do(t, call{method: "POST", path: "/auth/logout", body: `{"mode":"` + mode.mode + `"}`, header: header}).want(t, 204, "")
			if len(out.jar) != 1 || out.jar[0].MaxAge >= 0 {
				t.Errorf("%s: after the logout %v", mode.mode, out.jar)
			}
			s.do(t, call{method: "POST", path: "/auth/refresh", body: `{"mode":"` + mode.mode + `"}`, header: header}).want(t, 401, "INVALID_CREDENTIALS")
			s.do(t, call{method: "GET", path: "/users/me", header: header}).want(t, 401, "INVALID_CREDENTIALS")
		}
	})
}

func TestAReplacedSessionCookieReadsBrieflyAndNeverRefreshes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		cookie := func(a answer) http.Header {
			return http.Header{"Cookie": {account.SessionCookie + "=" + a.capture(t, "cookie:"+account.SessionCookie)}}
		}
		read := func(h http.Header) answer { return s.do(t, call{method: "GET", path: "/users/me", header: h}) }
		refresh := func(h http.Header) answer {
			return s.do(t, call{method: "POST", path: "/auth/refresh", body: `{"mode":"session"}`, header: h})
		}
		former := cookie(s.login(t, "session"))
		present := cookie(refresh(former).want(t, 200, ""))
		read(former).want(t, 200, "")
		s.clock.move(11 * time.Second)
		read(former).want(t, 401, "INVALID_CREDENTIALS")
		read(present).want(t, 200, "")
		refresh(former).want(t, 401, "INVALID_CREDENTIALS")
		read(present).want(t, 401, "INVALID_CREDENTIALS")
	})
}

func TestASuspendedOrRemovedUserLosesAccessAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		in := s.login(t, "json")
		access, refresh := in.capture(t, "data.access_token"), in.capture(t, "data.refresh_token")
		s.do(t, call{method: "PATCH", path: "/users/" + editorID, body: `{"status":"suspended"}`, bearer: adminToken}).want(t, 200, "")
		s.me(t, access).want(t, 401, "INVALID_CREDENTIALS")
		s.post(t, "/auth/refresh", `{"refresh_token":"`+refresh+`"}`).want(t, 401, "INVALID_CREDENTIALS")
		s.do(t, call{method: "DELETE", path: "/users/" + editorID, bearer: adminToken}).want(t, 204, "")
		s.me(t, access).want(t, 401, "INVALID_CREDENTIALS")
		s.do(t, call{method: "GET", path: "/users/" + editorID, bearer: adminToken}).want(t, 403, "FORBIDDEN")
	})
}

func TestANewPasswordEndsAllSessions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		refresh := s.login(t, "json").capture(t, "data.refresh_token")
		s.do(t, call{method: "PATCH", path: "/users/" + editorID, body: `{"password":"another-pass-1"}`, bearer: adminToken}).want(t, 200, "")
		s.post(t, "/auth/refresh", `{"refresh_token":"`+refresh+`"}`).want(t, 401, "INVALID_CREDENTIALS")
		s.post(t, "/auth/login", loginBody).want(t, 401, "INVALID_CREDENTIALS")
		s.post(t, "/auth/login", strings.Replace(loginBody, password, "another-pass-1", 1)).want(t, 200, "")
	})
}

func TestSignInsAreRateLimitedAfterFailures(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		wrong := strings.Replace(loginBody, password, "wrong-pass", 1)
		for range 5 {
			s.post(t, "/auth/login", wrong).want(t, 401, "INVALID_CREDENTIALS")
		}
		s.post(t, "/auth/login", loginBody).want(t, 429, "REQUESTS_EXCEEDED")
		s.clock.move(20 * time.Minute)
		for range 12 { // successes do not count
			s.post(t, "/auth/login", loginBody).want(t, 200, "")
		}
	})
}

// A password alone does not get round the second factor over the content API either.
func TestAnAccountWithCodesNeedsOne(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		u, _, err := s.UserByEmail(t.Context(), editorEmail)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := s.BeginCodes(u, "Example")
		if err != nil {
			t.Fatal(err)
		}
		code, err := totp.GenerateCode(setup.Secret, s.clock.now())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddCodes(t.Context(), u, setup.State, code); err != nil {
			t.Fatal(err)
		}
		with := func(code string) string { return strings.TrimSuffix(loginBody, "}") + `,"otp":"` + code + `"}` }
		s.post(t, "/auth/login", loginBody).want(t, 401, "INVALID_OTP")
		s.post(t, "/auth/login", with("000000")).want(t, 401, "INVALID_OTP")
		s.clock.move(time.Minute)
		if code, err = totp.GenerateCode(setup.Secret, s.clock.now()); err != nil {
			t.Fatal(err)
		}
		s.post(t, "/auth/login", with(code)).want(t, 200, "")
	})
}

func TestACookieChangesNothingFromAPageOfAnotherOrigin(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		session := account.SessionCookie + "=" + s.login(t, "session").capture(t, "cookie:"+account.SessionCookie)
		refreshing := "directus_refresh_token=" + s.login(t, "cookie").capture(t, "cookie:directus_refresh_token")
		bearer := s.login(t, "json").capture(t, "data.access_token")
		own := s.server.URL
		changes := []struct {
			call
			allowed int
		}{
			{call{method: "PATCH", path: "/users/me", body: `{"first_name":"Edi"}`, header: http.Header{"Cookie": {session}}}, 403}, // the role has no permission, from any origin
			{call{method: "POST", path: "/auth/refresh", header: http.Header{"Cookie": {refreshing}, "Content-Type": {"text/plain"}}, body: "x"}, 200},
			{call{method: "POST", path: "/auth/logout", header: http.Header{"Cookie": {session}}, body: `{"mode":"session"}`}, 204},
		}
		const refusal = "A page of another origin"
		for _, tt := range []struct {
			header  http.Header
			refused bool
		}{
			{http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://evil.example"}}, true},
			{http.Header{"Sec-Fetch-Site": {"same-site"}, "Origin": {"https://other.example.com"}}, true},
			{http.Header{"Sec-Fetch-Site": {"cross-site"}}, true},
			{http.Header{"Origin": {"https://evil.example"}}, true},
			{http.Header{"Origin": {"null"}}, true},
			{http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://www.example.com"}}, false}, // --base-url
			{http.Header{"Origin": {"https://www.example.com"}}, false},
			{http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {own}}, false},
			{http.Header{"Sec-Fetch-Site": {"none"}}, false},
			{http.Header{"Origin": {own}}, false},
			{http.Header{}, false},
		} {
			for i, change := range changes {
				if !tt.refused && i > 0 {
					continue // it would end the session
				}
				c := change.call
				c.header = c.header.Clone()
				maps.Copy(c.header, tt.header)
				if a := s.do(t, c); strings.Contains(a.body, refusal) != tt.refused || (tt.refused && a.status != 403) {
					t.Errorf("%s %v: %d %s", c.path, tt.header, a.status, a.body)
				}
			}
			if a := s.do(t, call{method: "PATCH", path: "/users/me", body: `{}`, bearer: bearer, header: tt.header}); strings.Contains(a.body, refusal) {
				t.Errorf("a bearer token, %v: %s", tt.header, a.body)
			}
			header := maps.Clone(tt.header)
			header.Set("Cookie", session)
			s.do(t, call{method: "GET", path: "/users/me", header: header}).want(t, 200, "")
		}
		for _, change := range changes {
			s.do(t, change.call).want(t, change.allowed, "")
		}
	}, func(o *account.Options) { o.PublicURL = "https://WWW.example.com/api/content" })
}

package authapi_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/mail/mailtest"
)

var tokenInLink = regexp.MustCompile(`https://\S+[?&]token=(\S+)`)

// token returns the token in the link of the only mail and checks its recipient.
func (s *site) token(t *testing.T, to, page string) string {
	t.Helper()
	if err := s.Close(); err != nil { // waits for the mails being sent
		t.Fatal(err)
	}
	all := s.mails.All()
	if len(all) == 0 {
		t.Fatal("no mail was sent")
	}
	last := all[len(all)-1]
	if strings.Join(last.To, ",") != to {
		t.Errorf("the mail is to %v", last.To)
	}
	_, parts := mailtest.Read(t, last.Data)
	found := tokenInLink.FindStringSubmatch(parts["text/plain"])
	if found == nil || !strings.HasPrefix(found[0], page) {
		t.Fatalf("the mail says %q", parts["text/plain"])
	}
	if !strings.Contains(parts["text/html"], strings.ReplaceAll(found[0], "&", "&amp;")) {
		t.Errorf("the link is not in %q", parts["text/html"])
	}
	token, err := url.QueryUnescape(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func body(t *testing.T, fields map[string]any) string {
	t.Helper()
	b, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAForgottenPasswordIsReplacedOnceByMail(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		in := s.login(t, "json")
		s.post(t, "/auth/password/request", body(t, map[string]any{"email": "EDITOR@example.com"})).want(t, 204, "")
		token := s.token(t, editorEmail, "https://www.example.com/new-password?lang=de&token=")
		s.me(t, token).want(t, 401, "INVALID_CREDENTIALS") // it grants no other access
		reset := func(password string) answer {
			return s.post(t, "/auth/password/reset", body(t, map[string]any{"token": token, "password": password}))
		}
		reset("short").want(t, 400, "FAILED_VALIDATION")
		reset("a new password").want(t, 204, "")
		reset("a third password").want(t, 403, "INVALID_TOKEN")
		s.post(t, "/auth/login", loginBody).want(t, 401, "INVALID_CREDENTIALS")
		s.post(t, "/auth/login", strings.Replace(loginBody, password, "a new password", 1)).want(t, 200, "")
		s.post(t, "/auth/refresh", `{"refresh_token":"`+in.capture(t, "data.refresh_token")+`"}`).want(t, 401, "INVALID_CREDENTIALS")
	})
}

func TestALinkForANewPasswordExpires(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		s.post(t, "/auth/password/request", `{"email":"`+editorEmail+`","reset_url":"https://www.example.com/new-password?lang=de"}`).want(t, 204, "")
		token := s.token(t, editorEmail, "https://www.example.com/new-password")
		s.clock.move(24 * time.Hour)
		s.post(t, "/auth/password/reset", body(t, map[string]any{"token": token, "password": "a new password"})).want(t, 403, "INVALID_TOKEN")
	})
}

func TestOnlyUsersGetMailsAndTheirNumberIsLimited(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		for _, email := range []string{"unknown@example.com", "suspended@example.com", "admin@example.com\r\nBcc: x@example.com"} {
			s.post(t, "/auth/password/request", body(t, map[string]any{"email": email})).want(t, 204, "")
		}
		for range 2 {
			s.post(t, "/auth/password/request", `{"email":"unknown@example.com"}`).want(t, 204, "")
		}
		s.post(t, "/auth/password/request", `{"email":"`+editorEmail+`"}`).want(t, 429, "REQUESTS_EXCEEDED")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if all := s.mails.All(); len(all) != 0 {
			t.Errorf("%d mails", len(all))
		}
	})
}

func TestAnInvitedUserSetsAPasswordAndSignsIn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		invite := func(fields map[string]any) answer {
			return s.do(t, call{method: "POST", path: "/users/invite", bearer: adminToken, body: body(t, fields)})
		}
		invite(map[string]any{"email": "new@example.com", "role": "22222222-2222-4222-8222-222222222222"}).want(t, 400, "INVALID_FOREIGN_KEY")
		invite(map[string]any{"email": "new@example.com", "role": editorRole, "invite_url": "https://evil.example.com"}).want(t, 400, "INVALID_PAYLOAD")
		invite(map[string]any{"email": []string{"new@example.com", editorEmail}, "role": editorRole}).want(t, 204, "")
		if n := len(s.mails.All()); n != 1 {
			t.Fatalf("%d mails: an active user is not invited again", n)
		}
		token := s.token(t, "new@example.com", "https://www.example.com/welcome?token=")
		login := `{"email":"new@example.com","password":"my own password"}`
		s.post(t, "/auth/login", login).want(t, 401, "INVALID_CREDENTIALS")
		accept := body(t, map[string]any{"token": token, "password": "my own password"})
		s.post(t, "/auth/password/reset", accept).want(t, 403, "INVALID_TOKEN")
		s.post(t, "/users/invite/accept", accept).want(t, 204, "")
		s.post(t, "/users/invite/accept", accept).want(t, 403, "INVALID_TOKEN")
		access := s.post(t, "/auth/login", login).want(t, 200, "").capture(t, "data.access_token")
		if got := s.me(t, access).want(t, 200, "").capture(t, "data.email"); got != "new@example.com" {
			t.Error(got)
		}
	})
}

func TestInvitingFailsIfTheMailIsNotSent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		for email, code := range map[string]int{"busy@example.com": 503, "nobody@example.com": 400} {
			s.do(t, call{method: "POST", path: "/users/invite", bearer: adminToken, body: `{"email":"` + email + `","role":"` + editorRole + `"}`}).want(t, code, "")
		}
	})
}

func TestARegisteredUserConfirmsTheAddressFirst(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		const me = `{"email":"self@example.com","password":"my own password","first_name":"Self","role":"` + account.Administrator + `","status":"active"}`
		s.post(t, "/users/register", me).want(t, 204, "")
		s.post(t, "/auth/login", me).want(t, 401, "INVALID_CREDENTIALS")
		token := s.token(t, "self@example.com", "https://www.example.com/welcome?token=")
		s.post(t, "/users/register", me).want(t, 204, "") // does not reveal that the address is known
		s.post(t, "/users/register", `{"email":"nomail","password":"my own password"}`).want(t, 400, "FAILED_VALIDATION")
		verify := call{method: "GET", path: "/users/register/verify-email?token=" + token}
		s.do(t, verify).want(t, 303, "")
		s.do(t, verify).want(t, 403, "INVALID_TOKEN")
		access := s.post(t, "/auth/login", me).want(t, 200, "").capture(t, "data.access_token")
		if u, _, err := s.UserByEmail(t.Context(), "self@example.com"); err != nil || *u.Role != account.Editor {
			t.Errorf("%+v, %v: a registration must not choose a role", u, err)
		}
		s.me(t, access).want(t, 200, "")
	}, func(o *account.Options) { o.Register, o.RegisterRole = true, account.Editor })
}

func TestASiteWithoutMailReportsIt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		s.do(t, call{method: "POST", path: "/users/invite", bearer: adminToken, body: `{"email":"a@example.com","role":"` + editorRole + `"}`}).want(t, 503, "SERVICE_UNAVAILABLE")
	}, func(o *account.Options) { o.Mailer = nil })
}

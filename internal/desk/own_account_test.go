package desk_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"ferrule/internal/account"
	"ferrule/internal/account/accounttest"
	"ferrule/internal/desk"
)

type challenge struct {
	Options json.RawMessage
	State   string
}

// bodyOf returns JSON of pairs of a name and a value.
func bodyOf(t *testing.T, pairs ...any) string {
	t.Helper()
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	b, err := json.Marshal(m)
	must(t, err)
	return string(b)
}

func TestAPasskeyIsAddedAndSignsIn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		ada := s.signedIn(t, "ada", "sales")
		device := &accounttest.Authenticator{Origin: "https://www.example.com"}
		var c challenge
		ada.do(t, "POST", "/desk/api/account/passkeys/challenge", "").data(t, &c)
		var own struct {
			Password bool
			Passkeys []struct {
				ID, Name, Site string
				Works          bool
			}
			PasskeysHere struct{ Origin, Former string }
		}
		ada.do(t, "POST", "/desk/api/account/passkeys", bodyOf(t, "name", "Laptop", "state", c.State, "answer", device.Create(t, c.Options))).data(t, &own)
		if len(own.Passkeys) != 1 || own.Passkeys[0].Name != "Laptop" || !own.Passkeys[0].Works || own.PasskeysHere.Origin != "https://www.example.com" {
			t.Fatalf("%+v", own)
		}
		anyone := &client{site: s}
		anyone.do(t, "POST", "/desk/api/session/challenge", "").data(t, &c)
		answer := bodyOf(t, "passkey", map[string]any{"state": c.State, "answer": device.Get(t, c.Options)})
		got := anyone.do(t, "POST", "/desk/api/session", answer)
		anyone.cookie = cookieOf(t, got).Value
		if !strings.Contains(got.body, `"name":"Ada"`) {
			t.Error(got.body)
		}
		if got := (&client{site: s}).do(t, "POST", "/desk/api/session", answer); got.code() != "CREDENTIALS" {
			t.Errorf("the same answer again: %d %s", got.status, got.body)
		}
		if got := ada.do(t, "DELETE", "/desk/api/account/passkeys/"+own.Passkeys[0].ID, ""); got.code() != "CONFLICT" {
			t.Errorf("the only way in was removed: %d %s", got.status, got.body)
		}
		if got := ada.do(t, "PUT", "/desk/api/account/password", `{"password":"short"}`); got.code() != "INVALID" {
			t.Errorf("a short password: %d %s", got.status, got.body)
		}
		ada.cookie = cookieOf(t, ada.do(t, "PUT", "/desk/api/account/password", `{"password":"`+password+`"}`)).Value
		if got := anyone.get(t, "/desk/api/session"); got.code() != "SIGN_IN" {
			t.Errorf("a new password left another session open: %d", got.status)
		}
		ada.do(t, "DELETE", "/desk/api/account/passkeys/"+own.Passkeys[0].ID, "").data(t, &own)
		if len(own.Passkeys) != 0 || !own.Password {
			t.Errorf("%+v", own)
		}
	})
}

// Passkeys are for HTTPS and localhost, and for the address of the site.
func TestPasskeysSayWhereTheyWork(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"https://www.example.com": "https://www.example.com", "https://www.example.com:8443": "https://www.example.com:8443",
		"http://localhost:8080": "http://localhost:8080", "http://www.example.com": "", "": "",
	} {
		s := newSite(t, "", t.TempDir(), func(o *desk.Options) { o.BaseURL = base })
		c := &client{site: s}
		var ways struct {
			Passkeys struct{ Origin, Former string }
		}
		c.get(t, "/desk/api/sign-in").data(t, &ways)
		if ways.Passkeys.Origin != want || ways.Passkeys.Former != "" {
			t.Errorf("%q: %+v", base, ways)
		}
		if got := c.do(t, "POST", "/desk/api/session/challenge", ""); (got.status == http.StatusOK) != (want != "") {
			t.Errorf("%q: %d %s", base, got.status, got.body)
		}
		// A site with another address has the accounts and passkeys of this one.
		u := s.addUser(t, "ada", "sales")
		former := account.Site{Host: "former.example.com", Origin: "https://former.example.com", Name: "Former"}
		begun, err := s.accounts.BeginPasskey(t.Context(), u, former)
		must(t, err)
		device := &accounttest.Authenticator{Origin: former.Origin}
		must(t, s.accounts.AddPasskey(t.Context(), u, former, "", begun.State, device.Create(t, begun.Options)))
		c.get(t, "/desk/api/sign-in").data(t, &ways)
		if ways.Passkeys.Former != "former.example.com" {
			t.Errorf("%q: %+v", base, ways)
		}
	}
	s := newSite(t, "", t.TempDir(), func(o *desk.Options) { o.BaseURL = "" })
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.Replace(s.URL, "127.0.0.1", "localhost", 1)+"/desk/api/sign-in", nil)
	must(t, err)
	res, err := http.DefaultClient.Do(r)
	must(t, err)
	defer res.Body.Close()
	var ways struct {
		Data struct{ Passkeys struct{ Origin string } }
	}
	must(t, json.NewDecoder(res.Body).Decode(&ways))
	if ways.Data.Passkeys.Origin != "http://"+r.Host {
		t.Errorf("on localhost: %+v", ways)
	}
}

func TestACodeIsAskedForAfterThePassword(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		ada := s.signedIn(t, "ada", "sales")
		_, err := s.accounts.ChangeUser(t.Context(), ada.user.ID, account.Change{"password": text(password)})
		must(t, err)
		ada.cookie, err = s.accounts.BeginDesk(t.Context(), ada.user, "", "")
		must(t, err)
		var setup struct{ Secret, State string }
		ada.do(t, "POST", "/desk/api/account/codes/secret", "").data(t, &setup)
		code, err := totp.GenerateCode(setup.Secret, time.Now())
		must(t, err)
		if got := ada.do(t, "POST", "/desk/api/account/codes", bodyOf(t, "state", setup.State, "code", "12")); got.code() != "INVALID" {
			t.Errorf("%d %s", got.status, got.body)
		}
		var fresh struct{ Recovery []string }
		ada.do(t, "POST", "/desk/api/account/codes", bodyOf(t, "state", setup.State, "code", code)).data(t, &fresh)
		in := func(code string) reply {
			return (&client{site: s}).do(t, "POST", "/desk/api/session", bodyOf(t, "email", "ada@example.com", "password", password, "code", code))
		}
		for _, wrong := range []string{"", "000000", code} { // the last was used to set it up
			if got := in(wrong); got.status != http.StatusUnauthorized || got.code() != "CODE" {
				t.Errorf("%q: %d %s", wrong, got.status, got.body)
			}
		}
		if got := in(fresh.Recovery[0]); got.status != http.StatusOK {
			t.Errorf("a recovery code: %d %s", got.status, got.body)
		}
		var own struct {
			Codes    bool
			Recovery int
		}
		ada.get(t, "/desk/api/account").data(t, &own)
		if !own.Codes || own.Recovery != len(fresh.Recovery)-1 {
			t.Errorf("%+v", own)
		}
		ada.do(t, "POST", "/desk/api/account/recovery-codes", "").data(t, &fresh)
		ada.do(t, "DELETE", "/desk/api/account/codes", "").data(t, &own)
		if own.Codes || own.Recovery != 0 || in("").status != http.StatusOK {
			t.Errorf("%+v", own)
		}
	})
}

// A session of yesterday does not become a lasting way in.
func TestWaysInAreChangedSoonAfterTheSignInAlone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		ada := s.signedIn(t, "ada", "owner")
		_, err := s.db.ExecContext(t.Context(), s.db.Rebind(`UPDATE ferrule_desk_sessions SET created_at = ?`), time.Now().Add(-16*time.Minute).UTC().Format("2006-01-02T15:04:05.000Z"))
		must(t, err)
		for _, row := range rightsOfRoutes {
			if !strings.Contains(row.pattern, "/account/") {
				continue
			}
			method, path, _ := strings.Cut(row.pattern, " ")
			if got := ada.do(t, method, path, row.body); got.status != http.StatusForbidden || got.code() != "FRESH" {
				t.Errorf("%s: %d %s", row.pattern, got.status, got.body)
			}
		}
		if got := ada.get(t, "/desk/api/account"); got.status != http.StatusOK {
			t.Errorf("reading: %d", got.status)
		}
	})
}

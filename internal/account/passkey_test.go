package account

import (
	"encoding/json"
	"testing"
	"time"

	"ferrule/internal/account/accounttest"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

var example = Site{Host: "www.example.com", Origin: "https://www.example.com", Name: "Example"}

// enrolled returns a device with a passkey of a user.
func enrolled(t *testing.T, s *Service, u User, site Site) *accounttest.Authenticator {
	t.Helper()
	device := &accounttest.Authenticator{Origin: site.Origin}
	c, err := s.BeginPasskey(t.Context(), u, site)
	must(t, err)
	must(t, s.AddPasskey(t.Context(), u, site, " Phone\x00 ", c.State, device.Create(t, c.Options)))
	return device
}

// tap signs in with a passkey.
func tap(t *testing.T, s *Service, device *accounttest.Authenticator, site Site) (User, error) {
	t.Helper()
	c, err := s.BeginPasskeyLogin(site)
	must(t, err)
	return s.LoginWithPasskey(t.Context(), site, c.State, device.Get(t, c.Options), "k")
}

func TestAPasskeySignsInAlone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, db *database.DB) {
		u := deskUser(t, s, "a@example.com")
		device := enrolled(t, s, u, example)
		second, err := Open(t.Context(), db, Options{}) // another server
		must(t, err)
		for range 2 {
			got, err := tap(t, second, device, example)
			if err != nil || got.ID != u.ID || got.way != "passkey" {
				t.Fatalf("%+v, %v", got, err)
			}
		}
		list, err := s.Passkeys(t.Context(), u.ID)
		if err != nil || len(list) != 1 || list[0].Name != "Phone" || list[0].Site != example.Host || list[0].Used.IsZero() {
			t.Errorf("%+v, %v", list, err)
		}
		must(t, s.RemovePasskey(t.Context(), u.ID, list[0].ID))
		if _, err := tap(t, s, device, example); fault.KindOf(err) != fault.Unauthorized {
			t.Errorf("a removed passkey: %v", err)
		}
	})
}

func TestAPasskeyIsRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		u := deskUser(t, s, "a@example.com")
		device := enrolled(t, s, u, example)
		c, err := s.BeginPasskeyLogin(example)
		must(t, err)
		answer := device.Get(t, c.Options)
		must(t, changed(s.LoginWithPasskey(t.Context(), example, c.State, answer, "k")))
		refused := func(why string, site Site, state string, answer json.RawMessage) {
			t.Helper()
			if _, err := s.LoginWithPasskey(t.Context(), site, state, answer, "k"); fault.KindOf(err) != fault.Unauthorized {
				t.Errorf("%s: %v", why, err)
			}
		}
		refused("the same answer again", example, c.State, answer)
		refused("an answer to another challenge", example, next(t, s).State, answer)
		refused("nonsense", example, next(t, s).State, json.RawMessage(`{"id":"x"}`))
		refused("a state of another kind", example, "x", answer)

		c = next(t, s)
		phishing := *device
		phishing.Origin = "https://www.example.com.evil.example"
		refused("a page of another origin", example, c.State, phishing.Get(t, c.Options))

		c = next(t, s)
		copied := *device
		copied.Count = 0
		refused("a copied device", example, c.State, copied.Get(t, c.Options))

		c = next(t, s)
		at := s.now
		answer = device.Get(t, c.Options)
		s.now = func() time.Time { return at().Add(challengeLife + time.Second) }
		s.keys.now = s.now
		refused("a late answer", example, c.State, answer)
		s.now, s.keys.now = at, at

		moved := Site{Host: "www.example.org", Origin: "https://www.example.org"}
		c, err = s.BeginPasskeyLogin(moved)
		must(t, err)
		refused("the site has another address", moved, c.State, device.Get(t, next(t, s).Options))
		if host, err := s.FormerSite(t.Context(), moved); err != nil || host != "www.example.com" {
			t.Errorf("the former address: %q, %v", host, err)
		}
		if host, err := s.FormerSite(t.Context(), example); err != nil || host != "" {
			t.Errorf("the former address: %q, %v", host, err)
		}

		must(t, set(s, u, "status", "suspended"))
		c = next(t, s)
		refused("a suspended account", example, c.State, device.Get(t, c.Options))
	})
}

func next(t *testing.T, s *Service) Challenge {
	t.Helper()
	c, err := s.BeginPasskeyLogin(example)
	must(t, err)
	return c
}

func TestAChallengeBelongsToOneUser(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		a, b := deskUser(t, s, "a@example.com"), deskUser(t, s, "b@example.com")
		device := &accounttest.Authenticator{Origin: example.Origin}
		c, err := s.BeginPasskey(t.Context(), a, example)
		must(t, err)
		answer := device.Create(t, c.Options)
		if err := s.AddPasskey(t.Context(), b, example, "", c.State, answer); fault.KindOf(err) != fault.Invalid {
			t.Errorf("another user: %v", err)
		}
		must(t, s.AddPasskey(t.Context(), a, example, "", c.State, answer))
		if err := s.AddPasskey(t.Context(), a, example, "", c.State, answer); fault.KindOf(err) != fault.Invalid {
			t.Errorf("twice: %v", err)
		}
		if list, err := s.Passkeys(t.Context(), b.ID); err != nil || len(list) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestTheOnlyWayInStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		u, err := s.AddUser(t.Context(), Change{"email": quoted("a@example.com"), "role": quoted(Administrator), "password": quoted("correct horse")})
		must(t, err)
		enrolled(t, s, u, example)
		must(t, changed(s.ChangeUser(t.Context(), u.ID, Change{"password": json.RawMessage("null")}))) // the passkey is left
		list, err := s.Passkeys(t.Context(), u.ID)
		must(t, err)
		if err := s.RemovePasskey(t.Context(), u.ID, list[0].ID); fault.KindOf(err) != fault.Conflict {
			t.Errorf("the only passkey was removed: %v", err)
		}
		if err := s.RemovePasskey(t.Context(), u.ID, "x"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("an unknown passkey: %v", err)
		}
	})
}

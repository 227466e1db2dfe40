package account

import (
	"errors"
	"sync"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

func deskUser(t *testing.T, s *Service, email string) User {
	t.Helper()
	u, err := s.AddUser(t.Context(), Change{"email": quoted(email), "password": quoted("correct horse"), "role": quoted(Sales)})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func beginDesk(t *testing.T, s *Service, u User) (token string) {
	t.Helper()
	token, err := s.BeginDesk(t.Context(), u, "Browser\x00/1", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	if d, err := s.Desk(t.Context(), token); err != nil || d.User.ID != u.ID || d.Agent != "Browser/1" || d.Address != "192.0.2.1" {
		t.Fatalf("%+v, %v", d, err)
	}
	return token
}

func ended(t *testing.T, s *Service, token, why string) {
	t.Helper()
	if _, err := s.Desk(t.Context(), token); fault.KindOf(err) != fault.Unauthorized {
		t.Errorf("the session is open after %s: %v", why, err)
	}
}

func TestADeskSessionEndsWithWhatItDependsOn(t *testing.T) {
	t.Parallel()
	for why, end := range map[string]func(s *Service, u User) error{
		"the suspension": func(s *Service, u User) error {
			return changed(s.ChangeUser(t.Context(), u.ID, Change{"status": quoted("suspended")}))
		},
		"a new password": func(s *Service, u User) error {
			return changed(s.ChangeUser(t.Context(), u.ID, Change{"password": quoted("another horse")}))
		},
		"another role": func(s *Service, u User) error {
			return changed(s.ChangeUser(t.Context(), u.ID, Change{"role": quoted(Viewer)}))
		},
		"the removal":         func(s *Service, u User) error { return s.RemoveUser(t.Context(), u.ID) },
		"sign out everywhere": func(s *Service, u User) error { return s.EndDeskSessions(t.Context(), u.ID) },
		"a restore":           func(s *Service, _ User) error { return s.EndAllSessions(t.Context()) },
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
				u := deskUser(t, s, "a@example.com")
				first, second := beginDesk(t, s, u), beginDesk(t, s, u)
				link, err := s.SignInLink(t.Context(), u.ID, false)
				if err != nil {
					t.Fatal(err)
				}
				if err := end(s, u); err != nil {
					t.Fatal(err)
				}
				ended(t, s, first, why)
				ended(t, s, second, why)
				if _, err := s.LoginWithLink(t.Context(), link, "192.0.2.1", "k"); fault.KindOf(err) != fault.Unauthorized {
					t.Errorf("a link signs in after %s: %v", why, err)
				}
			})
		})
	}
}

func changed(_ User, err error) error { return err }

// A name is no reason to end a session.
func TestADeskSessionOutlivesAChangeOfTheName(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		u := deskUser(t, s, "a@example.com")
		token := beginDesk(t, s, u)
		if _, err := s.ChangeUser(t.Context(), u.ID, Change{"first_name": quoted("Ada")}); err != nil {
			t.Fatal(err)
		}
		if d, err := s.Desk(t.Context(), token); err != nil || *d.User.FirstName != "Ada" {
			t.Errorf("%+v, %v", d.User, err)
		}
	})
}

func TestADeskSessionEndsWhenIdleAndAfterThirtyDays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		now := time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
		s.now = func() time.Time { return now }
		u := deskUser(t, s, "a@example.com")
		idle, used := beginDesk(t, s, u), beginDesk(t, s, u)
		for i := range 60 {
			now = now.Add(DeskIdle - time.Minute)
			_, err := s.Desk(t.Context(), used)
			if old := time.Duration(i+1)*(DeskIdle-time.Minute) >= DeskLife; old != (err != nil) {
				t.Fatalf("after %d half days: %v", i+1, err)
			}
		}
		ended(t, s, idle, "half a day without a request")
		// What the program does by itself does not keep a session open.
		token := beginDesk(t, s, u)
		now = now.Add(DeskIdle / 2)
		if _, err := s.PeekDesk(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		now = now.Add(DeskIdle / 2)
		ended(t, s, token, "being looked at")
		if list, err := s.DeskSessions(t.Context(), u.ID); err != nil || len(list) != 0 {
			t.Errorf("expired sessions are listed: %+v, %v", list, err)
		}
	})
}

func TestSessionsAreListedAndEndedByTheirUserAlone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		a, b := deskUser(t, s, "a@example.com"), deskUser(t, s, "b@example.com")
		token := beginDesk(t, s, a)
		list, err := s.DeskSessions(t.Context(), a.ID)
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		if ok, err := s.EndDeskSession(t.Context(), b.ID, list[0].ID); ok || err != nil {
			t.Errorf("another user ended it: %v, %v", ok, err)
		}
		if ok, err := s.EndDeskSession(t.Context(), a.ID, list[0].ID); !ok || err != nil {
			t.Errorf("%v, %v", ok, err)
		}
		ended(t, s, token, "being ended in the list")
	})
}

// Two services on one database are two servers.
func TestALinkSignsInOnceOnSeveralServers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, db *database.DB) {
		other, err := Open(t.Context(), db, Options{})
		if err != nil {
			t.Fatal(err)
		}
		u := deskUser(t, s, "a@example.com")
		token, err := s.SignInLink(t.Context(), u.ID, false)
		if err != nil {
			t.Fatal(err)
		}
		errs := make([]error, 8)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() { _, errs[i] = []*Service{s, other}[i%2].LoginWithLink(t.Context(), token, "192.0.2.1", "k") })
		}
		all.Wait()
		var signedIn int
		for _, err := range errs {
			if err == nil {
				signedIn++
			} else if fault.KindOf(err) != fault.Unauthorized {
				t.Error(err)
			}
		}
		if signedIn != 1 {
			t.Errorf("it signed in %d times: %v", signedIn, errors.Join(errs...))
		}
	})
}

func TestALinkExpiresAndMayBeForLoopbackAlone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		now := time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
		s.now = func() time.Time { return now }
		u := deskUser(t, s, "a@example.com")
		token, err := s.SignInLink(t.Context(), u.ID, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{"192.0.2.1", "", "no address"} {
			if _, err := s.LoginWithLink(t.Context(), token, address, "k"); fault.KindOf(err) != fault.Unauthorized {
				t.Errorf("from %q: %v", address, err)
			}
		}
		if _, err := s.LoginWithLink(t.Context(), token, "::ffff:127.0.0.1", "k"); err != nil {
			t.Errorf("from loopback: %v", err)
		}
		if token, err = s.SignInLink(t.Context(), u.ID, false); err != nil {
			t.Fatal(err)
		}
		now = now.Add(LinkLife)
		if _, err := s.LoginWithLink(t.Context(), token, "192.0.2.1", "k"); fault.KindOf(err) != fault.Unauthorized {
			t.Errorf("after %s: %v", LinkLife, err)
		}
	})
}

// A site may have imported a role with the name of one that a later version builds in.
func TestARoleOfTheSiteKeepsItsName(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, db *database.DB) {
		const own = "11111111-2222-4333-8444-555555555555"
		if _, err := db.ExecContext(t.Context(), db.Rebind(`DELETE FROM ferrule_roles WHERE id = ?`), Sales); err != nil {
			t.Fatal(err)
		}
		if err := s.AddRole(t.Context(), Role{ID: own, Name: "Sales"}); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), db, Options{}); err != nil {
			t.Fatal(err)
		}
		mine, _, err := s.Role(t.Context(), own)
		builtIn, ok, err2 := s.Role(t.Context(), Sales)
		if err != nil || err2 != nil || !ok || mine.Name != "Sales" || builtIn.Name != "Sales (built in)" {
			t.Errorf("%+v, %+v, %v, %v", mine, builtIn, err, err2)
		}
	})
}

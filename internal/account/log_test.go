package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// logged returns the entries of the log, the oldest first, as "actor via address: action
// subject detail".
func logged(t *testing.T, s *Service) (list []string) {
	t.Helper()
	err := s.Log(t.Context(), "", 1000, func(e Entry) error {
		list = append([]string{fmt.Sprintf("%s %s %s: %s %s %s", e.By.Name, e.By.Via, e.By.Address, e.Action, e.SubjectName, e.Detail)}, list...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEachChangeIsLoggedWithItsActor(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		ctx := By(t.Context(), Actor{ID: "1", Name: "Mara", Via: "desk", Address: "192.0.2.1"})
		u, err := s.AddUser(ctx, Change{"email": quoted("a@example.com"), "password": quoted("correct horse"), "role": quoted(Sales)})
		must(t, err)
		must(t, changed(s.ChangeUser(ctx, u.ID, Change{"role": quoted(Viewer), "status": quoted("suspended")})))
		must(t, changed(s.ChangeUser(ctx, u.ID, Change{"status": quoted("active"), "first_name": quoted("A"), "language": quoted("de-DE")})))
		must(t, changed(s.ChangeUser(ctx, u.ID, Change{"first_name": quoted("A")}))) // nothing changes
		must(t, changed(s.ChangeUser(ctx, u.ID, Change{"password": quoted("another horse")})))
		u, err = s.Login(ctx, Credentials{Email: "a@example.com", Password: "another horse"}, "k")
		must(t, err)
		token, err := s.BeginDesk(ctx, u, "", "192.0.2.1")
		must(t, err)
		must(t, s.EndDesk(ctx, token))
		must(t, s.EndDesk(ctx, token)) // there is none
		must(t, s.EndDeskSessions(ctx, u.ID))
		_, err = s.SignInLink(ctx, u.ID, false)
		must(t, err)
		must(t, s.Record(ctx, RequestForgotten, "F-222-222", ""))
		must(t, s.RemoveUser(ctx, u.ID))
		if _, err := s.Login(ctx, Credentials{Email: "my secret password", Password: "x"}, "k"); err == nil {
			t.Error("signed in")
		}
		want := []string{
			"account.added a@example.com Sales, active", "role.changed a@example.com Sales → Viewer", "status.changed a@example.com active → suspended",
			"status.changed a@example.com suspended → active", "account.changed a@example.com first_name, language", "password.changed a@example.com ",
			"sign-in a@example.com password", "sign-out a@example.com ", "sessions.ended a@example.com all", "sign-in-link.made a@example.com ",
			"request.forgotten F-222-222 ", "account.removed a@example.com ", "sign-in.failed  password",
		}
		if got := logged(t, s); strings.Join(got, "\n") != "Mara desk 192.0.2.1: "+strings.Join(want, "\nMara desk 192.0.2.1: ") {
			t.Errorf("got\n%s", strings.Join(got, "\n"))
		}
	})
}

func TestAChangeThatIsRolledBackHasNoEntry(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		u, err := s.AddUser(t.Context(), Change{"email": quoted("a@example.com"), "password": quoted("correct horse"), "role": quoted(Administrator)})
		must(t, err)
		before := len(logged(t, s))
		if _, err := s.ChangeUser(t.Context(), u.ID, Change{"role": quoted(Sales)}); err == nil {
			t.Error("the last owner was demoted")
		}
		if err := s.write(t.Context(), func(tx *sql.Tx) error {
			return errors.Join(s.logOf(t.Context(), tx, AccountChanged, u, ""), errors.New("fails"))
		}); err == nil {
			t.Error("no error")
		}
		if got := logged(t, s); len(got) != before {
			t.Error(got)
		}
	})
}

func TestTheLogIsBounded(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		now := time.Now()
		s.now = func() time.Time { return now }
		must(t, s.Record(t.Context(), LogExported, "", "old"))
		now = now.Add(LogLife)
		must(t, s.write(t.Context(), func(tx *sql.Tx) error {
			for range maxFailures + 10 {
				if err := s.logOf(t.Context(), tx, SignInFailed, User{}, ""); err != nil {
					return err
				}
			}
			return nil
		}))
		must(t, s.Record(t.Context(), LogExported, "", "new"))
		s.logFailure(t.Context(), User{}, "password")
		var failures, others int
		must(t, s.row(t.Context(), s.db, `SELECT count(CASE WHEN action = ? THEN 1 END), count(CASE WHEN action <> ? THEN 1 END) FROM ferrule_log`, SignInFailed, SignInFailed).Scan(&failures, &others))
		if failures != maxFailures || others != 1 {
			t.Errorf("%d failures, %d others", failures, others)
		}
	})
}

// The last owner who can sign in cannot lose that, whoever tries and however.
func TestTheLastOwnerStays(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(s *Service, u User) error{
		"removed": func(s *Service, u User) error { return s.RemoveUser(context.Background(), u.ID) },
		"demoted": func(s *Service, u User) error { return set(s, u, "role", Sales) },
		"without a role": func(s *Service, u User) error {
			return changed(s.ChangeUser(context.Background(), u.ID, Change{"role": []byte("null")}))
		},
		"suspended": func(s *Service, u User) error { return set(s, u, "status", "suspended") },
		"archived":  func(s *Service, u User) error { return set(s, u, "status", "archived") },
		"without a way to sign in": func(s *Service, u User) error {
			return changed(s.ChangeUser(context.Background(), u.ID, Change{"password": []byte("null")}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
				add := func(email, role string) User {
					u, err := s.AddUser(t.Context(), Change{"email": quoted(email), "password": quoted("correct horse"), "role": quoted(role)})
					must(t, err)
					return u
				}
				first, second := add("a@example.com", Administrator), add("b@example.com", Administrator)
				add("c@example.com", Sales)
				// A program with a static token is no person who can let others in.
				_, err := s.AddUser(t.Context(), Change{"email": quoted("erp@example.com"), "token": quoted(NewToken()), "role": quoted(Administrator)})
				must(t, err)
				must(t, change(s, first))
				if err := change(s, second); fault.KindOf(err) != fault.Unprocessable {
					t.Errorf("the last owner is %s: %v", name, err)
				}
				if _, err := s.Login(t.Context(), Credentials{Email: "b@example.com", Password: "correct horse"}, "k"); err != nil {
					t.Errorf("the last owner cannot sign in: %v", err)
				}
			})
		})
	}
}

func set(s *Service, u User, field, value string) error {
	return changed(s.ChangeUser(context.Background(), u.ID, Change{field: quoted(value)}))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

package account

import (
	"context"
	"testing"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
)

// onBoth runs a test with a service on each database.
func onBoth(t *testing.T, test func(t *testing.T, s *Service, db *database.DB)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db, err := OpenDatabase(t.Context(), address, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		s, err := Open(t.Context(), db, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		test(t, s, db)
	})
}

func TestAnOldHashIsRenewedByTheNextLogin(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		present := s.passwords.cost
		s.passwords.cost = cost{memory: 8 << 10, passes: 1, threads: 1}
		u, err := s.AddUser(t.Context(), Change{"email": quoted("a@example.com"), "password": quoted("correct horse")})
		if err != nil {
			t.Fatal(err)
		}
		old := *u.password
		s.passwords.cost = present
		for range 2 {
			if _, err := s.Login(t.Context(), Credentials{Email: "a@example.com", Password: "correct horse"}, "address"); err != nil {
				t.Fatal(err)
			}
		}
		if u, err = s.User(t.Context(), u.ID); err != nil || *u.password == old {
			t.Fatalf("the hash is still %s, %v", old, err)
		}
		if ok, outdated, _ := s.passwords.verify(t.Context(), *u.password, "correct horse"); !ok || outdated {
			t.Errorf("ok %v, outdated %v", ok, outdated)
		}
	})
}

// The hash dominates the time of a sign-in: one is computed even if there is no user,
// no password or no permission to sign in.
func TestEveryFailedLoginCostsOneHash(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		add := func(c Change) {
			if _, err := s.AddUser(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		add(Change{"email": quoted("in@example.com"), "password": quoted("correct horse")})
		add(Change{"email": quoted("none@example.com")})
		add(Change{"email": quoted("suspended@example.com"), "password": quoted("correct horse"), "status": quoted("suspended")})
		slots := make(chan struct{}) // each hash now waits for the test, twice
		s.passwords.slots = slots
		for _, email := range []string{"in@example.com", "none@example.com", "suspended@example.com", "unknown@example.com"} {
			done := make(chan error, 1)
			go func() {
				_, err := s.Login(context.WithoutCancel(t.Context()), Credentials{Email: email, Password: "wrong horse"}, "address")
				done <- err
			}()
			select {
			case <-slots:
			case err := <-done:
				t.Fatalf("%s: refused without a hash: %v", email, err)
			}
			slots <- struct{}{}
			select {
			case <-slots:
				t.Fatalf("%s: a second hash is made", email)
			case err := <-done:
				if err == nil || err.Error() != errCredentials().Error() {
					t.Errorf("%s: %v", email, err)
				}
			}
		}
	})
}

func TestConcurrentProcessesCreateTheSecretAndTheRolesOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, db *database.DB) {
		others := make(chan *Service)
		for range 4 {
			go func() {
				other, err := Open(context.WithoutCancel(t.Context()), db, Options{})
				if err != nil {
					t.Error(err)
				}
				others <- other
			}()
		}
		for range 4 {
			if other := <-others; other == nil || string(other.keys.secret) != string(s.keys.secret) {
				t.Error("another process signs with another secret")
			}
		}
	})
}

func TestADatabaseOfANewerProgramIsRejected(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, db *database.DB) {
		if _, err := s.exec(t.Context(), db, `INSERT INTO ferrule_account_migrations (version, applied_at) VALUES (99, '')`); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), db, Options{}); err == nil {
			t.Error("an older program works on newer tables")
		}
	})
}

func TestAccountsAreSyncedToDisk(t *testing.T) {
	t.Parallel()
	db, err := OpenDatabase(t.Context(), "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var level int
	if err := db.QueryRowContext(t.Context(), `PRAGMA synchronous`).Scan(&level); err != nil || level != 2 {
		t.Errorf("synchronous is %d and not FULL, %v", level, err)
	}
}

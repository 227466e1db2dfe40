package account

import (
	"context"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// clocked returns a service whose clock the test advances.
func clocked(t *testing.T, db *database.DB) (s *Service, now *time.Time) {
	t.Helper()
	at := time.Now()
	s, err := Open(t.Context(), db, Options{Now: func() time.Time { return at }})
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s, &at
}

func from(t *testing.T, address string) context.Context {
	t.Helper()
	return By(t.Context(), Actor{Via: "desk", Address: address})
}

func TestFailuresWaitAsLongAsTheErrorSays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, _ *Service, db *database.DB) {
		s, now := clocked(t, db)
		deskUser(t, s, "a@example.com")
		login := func(password string) error {
			_, err := s.Login(from(t, "192.0.2.1"), Credentials{Email: "a@example.com", Password: password}, "192.0.2.1")
			return err
		}
		refused := func() time.Duration {
			t.Helper()
			f, ok := login("correct horse").(*fault.Error) //nolint:errorlint // Login returns it unwrapped
			if !ok || f.Kind != fault.TooMany || f.Wait <= 0 {
				t.Fatalf("%v", f)
			}
			return f.Wait
		}
		for range maxAttempts {
			if err := login("wrong horse"); fault.KindOf(err) != fault.Unauthorized {
				t.Fatal(err)
			}
		}
		wait := refused()
		if wait != time.Minute {
			t.Errorf("after %d failures the wait is %v", maxAttempts, wait)
		}
		*now = now.Add(wait - time.Second)
		if rest := refused(); rest > time.Second {
			t.Errorf("a second before its end the wait is %v", rest)
		}
		*now = now.Add(time.Second + time.Millisecond)
		if err := login("correct horse"); err != nil {
			t.Errorf("after the wait: %v", err)
		}
		// Patient guessing meets the limit of ten minutes.
		failures := 0
		for {
			err := login("wrong horse")
			f, _ := err.(*fault.Error) //nolint:errorlint // Login returns it unwrapped
			if f.Kind != fault.TooMany {
				failures++
				continue
			}
			if f.Wait > 2*time.Minute {
				break
			}
			*now = now.Add(f.Wait + time.Millisecond)
		}
		if failures != maxRepeated {
			t.Errorf("%d failures in ten minutes", failures)
		}
	})
}

func TestNobodyLocksAnotherOut(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, _ *Service, db *database.DB) {
		s, _ := clocked(t, db)
		a, b := deskUser(t, s, "a@example.com"), deskUser(t, s, "b@example.com")
		login := func(email, password, address string) error {
			u, err := s.Login(from(t, address), Credentials{Email: email, Password: password}, address)
			if err == nil {
				_, err = s.BeginDesk(from(t, address), u, "", address)
			}
			return err
		}
		must(t, login(a.Email, "correct horse", "192.0.2.1"))
		// Failures at an account elsewhere, and those of a neighbour at other accounts.
		for range maxAttempts + 1 {
			_ = login(a.Email, "wrong horse", "192.0.2.66")
			_ = login(b.Email, "wrong horse", "192.0.2.1")
		}
		must(t, login(a.Email, "correct horse", "192.0.2.1"))
		if err := login(a.Email, "correct horse", "192.0.2.66"); fault.KindOf(err) != fault.TooMany {
			t.Errorf("the guesser: %v", err)
		}
		// Even one who tries many accounts from behind the same address.
		refused := false
		for range maxAddresses + 1 {
			refused = fault.KindOf(login(NewToken()[:20]+"@example.com", "wrong horse", "192.0.2.1")) == fault.TooMany
		}
		if !refused {
			t.Error("one address may try all accounts")
		}
		must(t, login(a.Email, "correct horse", "192.0.2.1"))
	})
}

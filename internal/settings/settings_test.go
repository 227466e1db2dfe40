package settings

import (
	"context"
	"strings"
	"testing"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

// open opens the settings as a server does.
func open(t *testing.T, address, data string) (*Store, *database.DB) {
	t.Helper()
	db, err := account.OpenDatabase(t.Context(), address, data)
	fatal(t, err)
	t.Cleanup(func() { _ = db.Close() })
	accounts, err := account.Open(t.Context(), db, account.Options{})
	fatal(t, err)
	t.Cleanup(func() { _ = accounts.Close() })
	s, err := Open(t.Context(), db, "password")
	fatal(t, err)
	return s, db
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAChangeReachesAllServers(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		data := t.TempDir()
		here, _ := open(t, address, data)
		there, _ := open(t, address, data)
		ctx, cancel := context.WithCancel(t.Context())
		seen, done := make(chan Snapshot, 10), make(chan struct{})
		go func() {
			defer close(done)
			there.Follow(ctx, func(s Snapshot) { seen <- s })
		}()
		if s := <-seen; s.Version != 0 {
			t.Fatalf("at the start: %+v", s)
		}
		changed, err := here.Change(t.Context(), 0, "Ada", map[string]*string{"server": new("smtp://h"), "password": new("hunter2"), "gone": nil})
		fatal(t, err)
		for _, got := range []Snapshot{changed, <-seen} {
			server, _ := got.Text("server")
			password, _ := got.Text("password")
			if _, ok := got.Text("gone"); ok || server != "smtp://h" || password != "hunter2" || got.Values["server"].By != "Ada" || time.Since(got.Values["server"].At) > time.Hour {
				t.Errorf("%+v", got)
			}
		}
		cancel()
		<-done
	})
}

func TestASecretIsStoredSealed(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s, db := open(t, address, t.TempDir())
		_, err := s.Change(t.Context(), 0, "Ada", map[string]*string{"password": new("hunter2")})
		fatal(t, err)
		var stored string
		fatal(t, db.QueryRowContext(t.Context(), `SELECT value FROM ferrule_settings WHERE name = 'password'`).Scan(&stored))
		if strings.Contains(stored, "hunter2") || stored == "" {
			t.Errorf("stored as %q", stored)
		}
		// A sealed value opens in its own place alone.
		_, err = db.ExecContext(t.Context(), `UPDATE ferrule_settings SET name = 'other', version = 9`)
		fatal(t, err)
		if _, err := Open(t.Context(), db, "other"); err == nil {
			t.Error("a moved secret was opened")
		}
	})
}

func TestOfTwoChangesOfOneVersionOneIsStored(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		data := t.TempDir()
		a, _ := open(t, address, data)
		b, _ := open(t, address, data)
		results := make(chan error, 2)
		for _, s := range []*Store{a, b} {
			go func() {
				_, err := s.Change(t.Context(), 0, "Ada", map[string]*string{"server": new("x")})
				results <- err
			}()
		}
		first, second := <-results, <-results
		if first == nil {
			first, second = second, first
		}
		if second != nil || fault.KindOf(first) != fault.Conflict {
			t.Errorf("%v, %v", first, second)
		}
	})
}

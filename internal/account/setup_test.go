package account

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

func TestASetupLinkWorksOnceAndOnlyWithoutAnOwner(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, _ *database.DB) {
		ctx := t.Context()
		local, err := s.SetupLink(ctx, true)
		fatal(t, err)
		token, err := s.SetupLink(ctx, false)
		fatal(t, err)
		late, err := s.SetupLink(ctx, false)
		fatal(t, err)
		for name, try := range map[string]string{local: "192.0.2.1", "unknown": "127.0.0.1"} {
			if _, err := s.BeginSetup(ctx, name, try, "k"); fault.KindOf(err) != fault.Unauthorized {
				t.Errorf("%s from %s: %v", name, try, err)
			}
		}
		session, err := s.BeginSetup(ctx, token, "192.0.2.1", "k")
		fatal(t, err)
		if _, err := s.BeginSetup(ctx, token, "192.0.2.1", "k"); fault.KindOf(err) != fault.Unauthorized {
			t.Errorf("used twice: %v", err)
		}
		if ok, err := s.InSetup(ctx, session); !ok || err != nil {
			t.Errorf("session: %v %v", ok, err)
		}
		s.now = func() time.Time { return time.Now().Add(SetupLinkLife + time.Second) }
		if _, err := s.BeginSetup(ctx, late, "127.0.0.1", "k"); fault.KindOf(err) != fault.Unauthorized {
			t.Errorf("an old link: %v", err)
		}
		if ok, err := s.InSetup(ctx, session); !ok || err != nil {
			t.Errorf("the session ends with the link: %v %v", ok, err)
		}
		// Of concurrent attempts one makes the owner.
		var wait sync.WaitGroup
		results := make(chan error, 4)
		for i := range cap(results) {
			wait.Go(func() {
				_, err := s.AddFirstOwner(ctx, Change{"email": quoted(fmt.Sprintf("a%d@example.com", i)), "password": quoted("a long password")})
				results <- err
			})
		}
		wait.Wait()
		close(results)
		made := 0
		for err := range results {
			if err == nil {
				made++
			} else if fault.KindOf(err) != fault.Conflict {
				t.Error(err)
			}
		}
		if made != 1 {
			t.Errorf("%d owners", made)
		}
		if ok, err := s.InSetup(ctx, session); ok || err != nil {
			t.Errorf("session with an owner: %v %v", ok, err)
		}
		if _, err := s.SetupLink(ctx, false); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a link with an owner: %v", err)
		}
	})
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

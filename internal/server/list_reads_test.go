package server

import (
	"net/http/httptest"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/proxy"
)

// listFrom returns the kind of error of a list that takes a time, of a client.
func listFrom(l *listReads, client string, takes time.Duration) error {
	r := httptest.NewRequest("GET", "/api/catalogue", nil)
	r.RemoteAddr = client + ":80"
	return l.do(r, func() error { time.Sleep(takes); return nil })
}

func TestAClientThatSearchesAllTheTimeIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newListReads(proxy.Trusted{})
		for i := range 2 {
			if err := listFrom(l, "203.0.113.1", time.Minute); err != nil {
				t.Fatalf("minute %d: %v", i, err)
			}
		}
		if err := listFrom(l, "203.0.113.1", 0); fault.KindOf(err) != fault.TooMany {
			t.Errorf("after two minutes of ten: %v", err)
		}
		if err := listFrom(l, "203.0.113.2", 0); err != nil {
			t.Errorf("another client: %v", err)
		}
		time.Sleep(20 * time.Minute)
		if err := listFrom(l, "203.0.113.1", 0); err != nil {
			t.Errorf("two windows later: %v", err)
		}
	})
}

func TestOneClientsSearchesDoNotDelayThoseOfAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newListReads(proxy.Trusted{})
		slots := 4 * runtime.GOMAXPROCS(0)
		all := slots + 2*maxListsWaiting
		errs := make(chan error, all)
		for range all {
			go func() { errs <- listFrom(l, "203.0.113.1", time.Second) }()
		}
		synctest.Wait()
		start := time.Now()
		if err := listFrom(l, "203.0.113.2", time.Second); err != nil || time.Since(start) > 3*time.Second {
			t.Errorf("another client: %v after %v", err, time.Since(start))
		}
		refused := 0
		for range all {
			if fault.KindOf(<-errs) == fault.TooMany {
				refused++
			}
		}
		if refused != maxListsWaiting {
			t.Errorf("%d were refused at once, want %d", refused, maxListsWaiting)
		}
	})
}

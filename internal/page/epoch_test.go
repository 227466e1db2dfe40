package page

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ferrule/internal/content"
)

// unresponsive is a source whose calls block until their context ends.
type unresponsive struct {
	*memory

	calls atomic.Int64
}

func (s *unresponsive) Revision(ctx context.Context) (int64, error) {
	s.calls.Add(1)
	<-ctx.Done()
	return 0, ctx.Err()
}

func TestRequestsShareChecksOfAnUnresponsiveStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &unresponsive{memory: newMemory()}
		s, err := New(t.Context(), Options{
			Source: source, Model: content.Default(), Log: slog.New(slog.DiscardHandler),
			Engine: routesOnly(`{"routes":[{"name":"home","pattern":"/"}],"languages":[{"code":"de-DE","prefix":"/de"}]}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		begin := time.Now()
		var visitors sync.WaitGroup
		visitors.Go(func() { s.epoch(t.Context()) })
		time.Sleep(10 * DefaultRevisionInterval) // on synctest's clock, which moves when all wait
		for range 50 {
			visitors.Go(func() { s.epoch(t.Context()) })
		}
		synctest.Wait()
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		s.epoch(cancelled)
		if waited := time.Since(begin); waited != 10*DefaultRevisionInterval {
			t.Errorf("a cancelled request waited until %v", waited)
		}
		visitors.Wait()
		// The first check began before the other requests: they share one more.
		if waited := time.Since(begin); waited != 2*DefaultReadTimeout || source.calls.Load() != 2 {
			t.Errorf("all requests waited %v for %d calls, want %v for 2", waited, source.calls.Load(), 2*DefaultReadTimeout)
		}
	})
}

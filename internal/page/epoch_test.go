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

// silent is a source that answers no question within its time.
type silent struct {
	*memory

	asked atomic.Int64
}

func (s *silent) Revision(ctx context.Context) (int64, error) {
	s.asked.Add(1)
	<-ctx.Done()
	return 0, ctx.Err()
}

func TestRequestsDoNotQueryAnUnresponsiveStoreOneAfterTheOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &silent{memory: newMemory()}
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
		gone, leave := context.WithCancel(t.Context())
		leave()
		s.epoch(gone)
		if waited := time.Since(begin); waited != 10*DefaultRevisionInterval {
			t.Errorf("a visitor who left waited until %v", waited)
		}
		visitors.Wait()
		// The first check began before the other requests: they share one more.
		if waited := time.Since(begin); waited != 2*DefaultReadTimeout || source.asked.Load() != 2 {
			t.Errorf("all waited %v for %d questions, want %v for 2", waited, source.asked.Load(), 2*DefaultReadTimeout)
		}
	})
}

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

func TestVisitorsDoNotAskAContentThatHangsOneAfterTheOther(t *testing.T) {
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
		for range 50 {
			visitors.Go(func() { s.epoch(t.Context()) })
		}
		synctest.Wait()
		gone, leave := context.WithCancel(t.Context())
		leave()
		s.epoch(gone)
		if waited := time.Since(begin); waited != 0 {
			t.Errorf("a visitor who left waited %v", waited)
		}
		visitors.Wait()
		// The clock is synctest's: it moves when all wait.
		if waited := time.Since(begin); waited != DefaultReadTimeout || source.asked.Load() != 1 {
			t.Errorf("all waited %v for %d questions, want %v for one", waited, source.asked.Load(), DefaultReadTimeout)
		}
	})
}

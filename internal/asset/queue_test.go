package asset

import (
	"log/slog"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"ferrule/internal/fault"
)

func TestConcurrentAndWaitingVariantsAreBounded(t *testing.T) {
	t.Parallel()
	const parallel = 2
	c, err := openVariants(t.TempDir(), false, 1<<30, parallel, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.close() }()
	var running, peak atomic.Int64
	started, release := make(chan struct{}, parallel+queueLength+1), make(chan struct{})
	transform := func() ([]byte, error) {
		if n := running.Add(1); n > peak.Load() {
			peak.Store(n)
		}
		started <- struct{}{}
		<-release
		running.Add(-1)
		return []byte("picture"), nil
	}
	var refused, served atomic.Int64
	var all sync.WaitGroup
	request := func(i int) {
		switch _, err := c.get(t.Context(), "busy", strconv.Itoa(1000+i), transform); {
		case err == nil:
			served.Add(1)
		case fault.KindOf(err) == fault.Unavailable:
			refused.Add(1)
		default:
			t.Error(err)
		}
	}
	for i := range parallel {
		all.Go(func() { request(i) })
		<-started
	}
	// All slots are taken: of these, a queue's length waits, and ten are refused. A
	// picture of another client is made as well.
	const over = 10
	for i := range queueLength + over {
		all.Go(func() { request(parallel + i) })
	}
	for refused.Load() < over { // the refused do not wait for a slot
		runtime.Gosched()
	}
	all.Go(func() {
		if _, err := c.get(t.Context(), "other", "9999", transform); err != nil {
			t.Errorf("a picture of another client: %v", err)
		}
	})
	close(release)
	all.Wait()
	if peak.Load() > parallel || served.Load() != parallel+queueLength || refused.Load() != over {
		t.Errorf("at most %d at once, %d served, %d refused", peak.Load(), served.Load(), refused.Load())
	}
}

func TestADecoderThatPanicsIsAnError(t *testing.T) {
	t.Parallel()
	c, err := openVariants(t.TempDir(), false, 1<<30, 1, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.close() }()
	for range 2 { // the slot is free again
		if _, err := c.get(t.Context(), "", "broken", func() ([]byte, error) { panic("index out of range") }); fault.KindOf(err) != fault.Internal || err == nil {
			t.Errorf("got %v", err)
		}
	}
}

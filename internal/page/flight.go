package page

import (
	"fmt"
	"sync"
	"time"
)

// flight is one page being built. entry and err are set before done is closed.
type flight struct {
	done  chan struct{}
	entry *entry
	err   error
}

// flightKey keeps those who ask after a content change from joining a build
// that began before it.
type flightKey struct {
	key      key
	revision int64
}

// flights are the builds in progress.
type flights struct {
	mu   sync.Mutex
	open map[flightKey]*flight
}

// join returns the flight of a page, and whether the caller has to fly it.
func (f *flights) join(k flightKey) (*flight, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fl, ok := f.open[k]; ok {
		return fl, false
	}
	if f.open == nil {
		f.open = map[flightKey]*flight{}
	}
	fl := &flight{done: make(chan struct{})}
	f.open[k] = fl
	return fl, true
}

// land lets the waiting go on.
func (f *flights) land(k flightKey, fl *flight) {
	f.mu.Lock()
	delete(f.open, k)
	f.mu.Unlock()
	close(fl.done)
}

func panicError(value any) error { return fmt.Errorf("panic: %v", value) }

const (
	// backoffTime is how long a page whose rendering ran into the time limit is
	// answered without another try: each would hold a virtual machine for the
	// whole limit and so slow down every other page.
	backoffTime = 10 * time.Second
	maxBackoff  = 1024
)

// backoff remembers the pages that took too long to render.
type backoff struct {
	mu    sync.Mutex
	until map[key]time.Time
	now   func() time.Time
}

func (b *backoff) add(k key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.until) >= maxBackoff || b.until == nil {
		b.until = map[key]time.Time{}
	}
	b.until[k] = b.now().Add(backoffTime)
}

func (b *backoff) holds(k key) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	until, ok := b.until[k]
	if !ok {
		return false
	}
	if b.now().Before(until) {
		return true
	}
	delete(b.until, k)
	return false
}

package page

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ferrule/internal/fault"
)

const (
	// buildsPerProcessor is how many pages are built concurrently for each
	// processor: while some wait for content, others are rendered.
	buildsPerProcessor = 4
	minBuilds          = 8
	// waitingPerBuild is how many builds may wait for each that runs: as many
	// as finish well within Options.BuildTimeout.
	waitingPerBuild = 64
	// clientShare is the part of the queue that the builds of one client may take.
	clientShare = 8
)

// flight is one page being built. entry and err are set before done is closed.
type flight struct {
	done  chan struct{}
	entry *entry
	err   error

	abandoned chan struct{} // closed when the last visitor disconnects before the build has a slot

	client string // who started it; "" for the program

	// Guarded by flights.mu.
	visitors int
	waiting  bool // for a slot
}

// flightKey includes the revision, so that requests after a content change do
// not join a build that began before it.
type flightKey struct {
	key      key
	revision int64
}

// flights are the builds in progress. Each running build holds a slot, and with
// it database connections and memory.
//
// x/sync/singleflight does not suffice: a build is keyed by the revision too,
// continues when its visitors have disconnected, and is abandoned when they
// disconnect before it has a slot; and the number of waiting builds is bounded.
type flights struct {
	slots chan struct{}

	mu        sync.Mutex
	open      map[flightKey]*flight
	waiting   int            // builds without a slot
	waitingOf map[string]int // of these, by client
}

func newFlights(processors int) flights {
	return flights{slots: make(chan struct{}, max(minBuilds, buildsPerProcessor*processors)), open: map[flightKey]*flight{}, waitingOf: map[string]int{}}
}

// join adds a visitor to the build of a page. If first is true, the caller must
// start the build. The error is of kind Unavailable: too many builds are
// waiting, of all or of the client.
func (f *flights) join(k flightKey, client string) (fl *flight, first bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fl, ok := f.open[k]; ok {
		fl.visitors++
		return fl, false, nil
	}
	queue := waitingPerBuild * cap(f.slots)
	if f.waiting >= queue || (client != "" && f.waitingOf[client] >= queue/clientShare) {
		return nil, false, fault.New(fault.Unavailable, "too many pages are being built; try again later")
	}
	f.waiting++
	f.waitingOf[client]++
	fl = &flight{client: client, done: make(chan struct{}), abandoned: make(chan struct{}), visitors: 1, waiting: true}
	f.open[k] = fl
	return fl, true, nil
}

// leave removes a visitor. A build without a slot is abandoned with its last
// visitor; one with a slot continues, for the cache.
func (f *flights) leave(k flightKey, fl *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fl.visitors--
	if fl.visitors > 0 || !fl.waiting {
		return
	}
	f.leaveQueue(fl)
	delete(f.open, k)
	close(fl.abandoned)
}

// leaveQueue counts a build as no longer waiting. The caller holds mu.
func (f *flights) leaveQueue(fl *flight) {
	fl.waiting = false
	f.waiting--
	if f.waitingOf[fl.client]--; f.waitingOf[fl.client] == 0 {
		delete(f.waitingOf, fl.client)
	}
}

// start waits for a slot. The caller calls free when the build has ended.
func (f *flights) start(ctx context.Context, fl *flight) (free func(), err error) {
	free = func() { <-f.slots }
	select {
	case f.slots <- struct{}{}:
	case <-fl.abandoned:
		return nil, errAbandoned
	case <-ctx.Done():
		free, err = nil, fault.Wrap(fault.Unavailable, ctx.Err(), "the page was not built in time")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case fl.waiting:
		f.leaveQueue(fl)
	case err == nil: // abandoned while it got a slot
		free()
		return nil, errAbandoned
	}
	return free, err
}

// errAbandoned is the result of a build whose visitors have all disconnected.
var errAbandoned = errors.New("build abandoned by its visitors")

// finish publishes the result and wakes all waiters.
func (f *flights) finish(k flightKey, fl *flight) {
	f.mu.Lock()
	if f.open[k] == fl { // an abandoned build may have a successor
		delete(f.open, k)
	}
	f.mu.Unlock()
	close(fl.done)
}

// buildPage builds one page independently of any request, so that a client that
// disconnects does not cancel the page for the others. It runs in its own
// goroutine and takes a slot first: a waiting build costs one goroutine.
func (s *Site) buildPage(f *flight, k flightKey, ep *epoch, m match, lang *language) {
	defer s.work.Done()
	ctx, cancel := context.WithTimeout(s.base, s.build)
	defer cancel()
	free, err := s.flights.start(ctx, f)
	if err != nil {
		f.err = err
		s.flights.finish(k, f)
		return
	}
	defer free()
	var made *entry
	defer func() { s.toDisk(made, ep) }() // after finish: no request waits for the disk
	defer s.flights.finish(k, f)
	defer func() {
		if r := recover(); r != nil {
			f.entry, f.err = nil, fault.Wrap(fault.Internal, panicError(r), "the page could not be built")
		}
	}()
	// Another build may have finished between the cache lookup and join.
	if f.entry = s.cache.fresh(k.key); f.entry != nil {
		return
	}
	if f.entry = s.fromDisk(ctx, k, ep); f.entry != nil {
		return
	}
	f.entry, f.err = s.assemble(ctx, k.key, ep, m, lang)
	if f.err != nil || !f.entry.cacheable {
		return
	}
	if !s.cache.put(k.key, f.entry, k.revision) {
		f.entry = f.entry.unshared()
		return
	}
	made = f.entry
}

func panicError(value any) error { return fmt.Errorf("panic: %v", value) }

const (
	// backoffTime is how long a page whose rendering timed out is sent as a
	// shell without another attempt: each attempt would occupy a JavaScript
	// engine for the whole time limit and delay all other pages.
	backoffTime = 10 * time.Second
	maxBackoff  = 1024
)

// backoff records the pages whose rendering timed out.
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

func (b *backoff) has(k key) bool {
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

package page

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// blocking is a source whose public reads of categories block until they are
// released or cancelled.
type blocking struct {
	*memory

	release chan struct{}
	begun   atomic.Int64
}

func (s *blocking) Read(ctx context.Context, q content.Query) (content.Result, error) {
	if q.Access == nil && q.Collection == "categories" {
		s.begun.Add(1)
		select {
		case <-s.release:
		case <-ctx.Done():
			return content.Result{}, ctx.Err()
		}
	}
	return s.memory.Read(ctx, q)
}

// flooded creates a site with one cached page, whose content does not respond.
func flooded(t *testing.T) (*testSite, *blocking) {
	source := &blocking{memory: newMemory(), release: make(chan struct{})}
	h := build(t, func(o *Options) { o.Source, o.ReadTimeout, o.BuildTimeout = source, time.Hour, time.Hour })
	if r := h.get("/fr/about"); r.status != http.StatusOK {
		t.Fatalf("status %d", r.status)
	}
	return h, source
}

// request sends a request for an address as a browser does, through the server's adapter.
func (h *testSite) request(ctx context.Context, address string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, address, nil).WithContext(ctx)
	if err := h.Serve(w, r); err != nil {
		h.Fail(w, r, fault.KindOf(err).Status())
	}
	return w
}

// until polls until a condition that other goroutines fulfil holds.
func until(t *testing.T, condition func() bool) {
	t.Helper()
	for !condition() {
		if t.Context().Err() != nil {
			t.Fatal("timeout")
		}
		runtime.Gosched()
	}
}

func threads() int { return pprof.Lookup("threadcreate").Count() }

func TestInventedAddressesDoNotCreateThreads(t *testing.T) {
	t.Parallel()
	h, source := flooded(t)
	const flood = 4000
	const bound = 300 // threads of other tests included
	capacity := int64(cap(h.flights.slots) * (1 + waitingPerBuild))
	if capacity >= flood {
		t.Skipf("so many processors build %d pages at a time", capacity)
	}
	before := threads()
	var visitors sync.WaitGroup
	defer visitors.Wait()
	disconnected, cancel := context.WithCancel(t.Context())
	defer cancel()
	var refused atomic.Int64
	for i := range flood {
		visitors.Go(func() {
			switch w := h.request(disconnected, fmt.Sprintf("/fr/catalog/invented-%d", i)); {
			case disconnected.Err() != nil:
			case w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "":
				t.Errorf("status %d, %v", w.Code, w.Header())
			default:
				refused.Add(1)
			}
		})
	}
	for refused.Load() < flood-capacity {
		if more := threads() - before; more > bound {
			t.Fatalf("%d threads were created during the flood, want at most %d", more, bound)
		}
		runtime.Gosched()
	}
	if w := h.request(t.Context(), "/fr/about"); w.Code != http.StatusOK {
		t.Errorf("the cached page has status %d", w.Code)
	}
	if begun := source.begun.Load(); begun > int64(cap(h.flights.slots)) {
		t.Errorf("%d reads at the same time, want at most %d", begun, cap(h.flights.slots))
	}
}

func TestDisconnectedClientsLeaveTheQueue(t *testing.T) {
	t.Parallel()
	h, source := flooded(t)
	slots := cap(h.flights.slots)
	var visitors sync.WaitGroup
	defer visitors.Wait()
	disconnected, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i := range slots {
		visitors.Go(func() { h.request(disconnected, fmt.Sprintf("/fr/catalog/invented-%d", i)) })
	}
	until(t, func() bool { return source.begun.Load() == int64(slots) })
	one, oneLeaves := context.WithCancel(t.Context())
	defer oneLeaves()
	for i := range slots * waitingPerBuild {
		ctx := disconnected
		if i == 0 {
			ctx = one
		}
		visitors.Go(func() { h.request(ctx, fmt.Sprintf("/fr/catalog/waiting-%d", i)) })
	}
	waiting := func() int {
		h.flights.mu.Lock()
		defer h.flights.mu.Unlock()
		return h.flights.waiting
	}
	until(t, func() bool { return waiting() == slots*waitingPerBuild })
	if w := h.request(t.Context(), "/fr/catalog/größen"); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("a request beyond the queue: status %d, %v", w.Code, w.Header())
	}
	oneLeaves()
	until(t, func() bool { return waiting() == slots*waitingPerBuild-1 })
	var reply *httptest.ResponseRecorder
	visitors.Go(func() { reply = h.request(t.Context(), "/fr/catalog/flanges") })
	until(t, func() bool { return waiting() == slots*waitingPerBuild })
	cancel()
	until(t, func() bool { return waiting() == 1 || source.begun.Load() > int64(slots) })
	close(source.release)
	visitors.Wait()
	if reply.Code != http.StatusOK {
		t.Errorf("the remaining visitor got status %d", reply.Code)
	}
	// Pages whose clients disconnected before they had a slot were not read.
	if begun := source.begun.Load(); begun != int64(slots)+2 { // its record, and its query
		t.Errorf("%d reads, want %d", begun, slots+2)
	}
}

func TestBuildContinuesAfterItsFirstClientDisconnects(t *testing.T) {
	t.Parallel()
	h, source := flooded(t)
	slots := cap(h.flights.slots)
	var visitors sync.WaitGroup
	defer visitors.Wait()
	for i := range slots {
		visitors.Go(func() { h.request(t.Context(), fmt.Sprintf("/fr/catalog/invented-%d", i)) })
	}
	until(t, func() bool { return source.begun.Load() == int64(slots) })
	first, leave := context.WithCancel(t.Context())
	defer leave()
	visitors.Go(func() { h.request(first, "/fr/catalog/flanges") })
	at := flightKey{key{language: "fr-FR", prefixed: true, path: "/catalog/flanges"}, h.epochs.current.Load().revision}
	waitingFor := func() int {
		h.flights.mu.Lock()
		defer h.flights.mu.Unlock()
		if f := h.flights.open[at]; f != nil {
			return f.visitors
		}
		return 0
	}
	until(t, func() bool { return waitingFor() == 1 })
	var reply *httptest.ResponseRecorder
	visitors.Go(func() { reply = h.request(t.Context(), "/fr/catalog/flanges") })
	until(t, func() bool { return waitingFor() == 2 })
	leave()
	until(t, func() bool { return waitingFor() == 1 })
	close(source.release)
	visitors.Wait()
	if reply.Code != http.StatusOK {
		t.Errorf("status %d", reply.Code)
	}
}

func TestOneClientDoesNotFillTheQueue(t *testing.T) {
	t.Parallel()
	source := &blocking{memory: newMemory(), release: make(chan struct{})}
	h := build(t, func(o *Options) {
		o.Source, o.ReadTimeout, o.BuildTimeout = source, time.Hour, time.Hour
		o.Client = func(r *http.Request) string { return r.Header.Get("X-Client") }
	})
	if r := h.get("/fr/about"); r.status != http.StatusOK {
		t.Fatalf("status %d", r.status)
	}
	ctx, disconnect := context.WithCancel(t.Context())
	defer disconnect()
	get := func(client, address string) int {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		r.Header.Set("X-Client", client)
		w := httptest.NewRecorder()
		if err := h.Serve(w, r); err != nil {
			h.Fail(w, r, fault.KindOf(err).Status())
		}
		return w.Code
	}
	slots := cap(h.flights.slots)
	share := slots * waitingPerBuild / clientShare
	waiting := func() int {
		h.flights.mu.Lock()
		defer h.flights.mu.Unlock()
		return h.flights.waiting
	}
	var visitors sync.WaitGroup
	for i := range slots {
		visitors.Go(func() { get("hostile", fmt.Sprintf("/fr/catalog/invented-%d", i)) })
	}
	until(t, func() bool { return source.begun.Load() == int64(slots) })
	for i := range share {
		visitors.Go(func() { get("hostile", fmt.Sprintf("/fr/catalog/waiting-%d", i)) })
	}
	until(t, func() bool { return waiting() == share })
	if status := get("hostile", "/fr/catalog/more"); status != http.StatusServiceUnavailable {
		t.Errorf("one more page of the client: status %d", status)
	}
	var status int
	visitors.Go(func() { status = get("visitor", "/fr/catalog/flanges") })
	until(t, func() bool { return waiting() == share+1 })
	close(source.release)
	visitors.Wait()
	if status != http.StatusOK {
		t.Errorf("a page of another client: status %d", status)
	}
	if status := get("hostile", "/fr/catalog/more"); status != http.StatusNotFound {
		t.Errorf("after the queue is empty: status %d", status)
	}
	h.flights.mu.Lock()
	defer h.flights.mu.Unlock()
	if len(h.flights.waitingOf) > 0 {
		t.Errorf("clients are counted that wait for nothing: %v", h.flights.waitingOf)
	}
}

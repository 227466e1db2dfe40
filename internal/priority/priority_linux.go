// Package priority has work that keeps a processor busy for long give way to
// what is answered at once. It does not know the work.
package priority

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// niceness leaves such work a tenth of a processor that others want as well:
	// a page is then made within the time it may take.
	niceness = 10
	// kinds is how many kinds of such work may take all processors at the same
	// time: pages and pictures.
	kinds = 2
	// rest is how long Go's places are kept for the next of such work. To change
	// their number stops the program for a moment.
	rest = time.Second
)

var places = newRoom() //nolint:gochecknoglobals // a process has its places once

// Lower has the kernel prefer all other threads to that of the calling goroutine,
// which ends with it: nothing else runs there. So the goroutine must be there for
// this work alone. It costs a new thread, some 40 µs. The returned function is
// called when the work is done.
func Lower() (done func()) {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) // 0 is the thread; where it is refused, all are alike as before
	return places.take()
}

// MakeRoom lets Go run as much work that gives way as there may be, and what is
// answered at once beside it, while there is such work. Otherwise the rest waits
// for one of Go's places, which Go takes from others after 10 ms, whatever the
// kernel prefers. Without such work Go has as many places as processors: it wakes
// a thread for each that is free, to look for work (bench/README.md). MakeRoom is
// called once, when everything has counted the processors for itself.
//
// Where Go has fewer of them than there are, by a quota or by the operator, it
// stays so: once a quota is spent, the kernel stops all threads alike.
func MakeRoom() {
	if n := runtime.NumCPU(); runtime.GOMAXPROCS(0) == n {
		places.open(n)
	}
}

// room is how many places Go has for running goroutines (GOMAXPROCS).
type room struct {
	takers atomic.Int64 // goroutines that give way
	idle   *time.Timer  // runs down after the last of them

	mu         sync.Mutex
	processors int // 0: the places are not ours to change
}

func newRoom() *room {
	r := &room{}
	r.idle = time.AfterFunc(rest, r.fit)
	r.idle.Stop()
	return r
}

func (r *room) take() (done func()) {
	if r.takers.Add(1) == 1 {
		r.idle.Stop()
		go r.fit() // it waits for a collection of garbage to end
	}
	return func() {
		if r.takers.Add(-1) == 0 {
			r.idle.Reset(rest)
		}
	}
}

func (r *room) open(processors int) {
	r.mu.Lock()
	r.processors = processors
	r.mu.Unlock()
	r.fit()
}

// fit gives Go the places that it needs now.
func (r *room) fit() {
	r.mu.Lock()
	defer r.mu.Unlock()
	want := r.processors
	if r.takers.Load() > 0 {
		want *= 1 + kinds
	}
	if want > 0 && want != runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(want)
	}
}

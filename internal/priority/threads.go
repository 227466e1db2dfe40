// Package priority runs work on operating-system threads with a lower priority, so
// that work that takes long does not delay replies that are ready. It depends on
// no other package of the program.
package priority

import (
	"runtime"
	"sync"
)

// Threads is a number of threads with a lower priority.
type Threads struct {
	work    chan func()
	workers sync.WaitGroup
}

// NewThreads starts n threads, which run until Close.
func NewThreads(n int) *Threads {
	t := &Threads{work: make(chan func())}
	for range n {
		t.workers.Go(func() {
			runtime.LockOSThread() // the thread ends with its goroutine
			Lower()
			for f := range t.work {
				f()
			}
		})
	}
	return t
}

// Run runs f on one of the threads, after waiting for a free one, and returns when f
// has. It panics with the value with which f panics.
func (t *Threads) Run(f func()) {
	var panicked any
	done := make(chan struct{})
	t.work <- func() {
		defer close(done)
		defer func() { panicked = recover() }()
		f()
	}
	if <-done; panicked != nil {
		panic(panicked)
	}
}

// Close waits for the threads. Run must not be called any more.
func (t *Threads) Close() {
	close(t.work)
	t.workers.Wait()
}

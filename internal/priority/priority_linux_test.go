package priority

import (
	"runtime"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// own is the niceness of the calling thread.
func own(t *testing.T) int {
	t.Helper()
	n, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Error(err)
	}
	return 20 - n // as the kernel has it, so that it is never negative
}

func TestOnlyTheGoroutineThatGivesWayRunsOnItsThread(t *testing.T) {
	t.Parallel()
	usual := own(t)
	for range 100 {
		var work sync.WaitGroup
		work.Go(func() {
			defer Lower()()
			if got := own(t); got != niceness {
				t.Errorf("niceness %d, want %d", got, niceness)
			}
			done := make(chan struct{})
			go func() { // it may need a thread, which must not come of this one
				if got := own(t); got != usual {
					t.Errorf("what it begins has niceness %d", got)
				}
				close(done)
			}()
			<-done
		})
		work.Wait()
		work.Go(func() {
			if got := own(t); got != usual {
				t.Errorf("what comes after it has niceness %d", got)
			}
		})
		work.Wait()
	}
}

func TestGoHasMorePlacesOnlyWhileSomethingGivesWay(t *testing.T) {
	usual := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(usual) })
	synctest.Test(t, func(t *testing.T) {
		const processors = 3
		r := newRoom()
		is := func(when string, want int) {
			t.Helper()
			synctest.Wait()
			if got := runtime.GOMAXPROCS(0); got != want {
				t.Errorf("%s: %d places, want %d", when, got, want)
			}
		}
		r.take()()
		is("before there is room", usual)
		r.open(processors)
		is("without such work", processors)
		one := r.take()
		another := r.take()
		is("with two pieces of it", (1+kinds)*processors)
		one()
		time.Sleep(2 * rest)
		is("with one", (1+kinds)*processors)
		another()
		is("just after the last", (1+kinds)*processors)
		time.Sleep(rest / 2)
		next := r.take()
		time.Sleep(2 * rest)
		is("with the next", (1+kinds)*processors)
		next()
		time.Sleep(rest)
		is("after a rest", processors)
	})
}

package priority

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestWorkRunsOnThreadsOfLowerPriorityAndNothingElseDoes(t *testing.T) {
	t.Parallel()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	usual, err := ownNiceness()
	if err != nil {
		t.Fatal(err)
	}
	if usual >= lowest {
		t.Skip("the test itself runs with the lowest priority")
	}
	threads := NewThreads(2)
	var all sync.WaitGroup
	var running, most atomic.Int64
	for range 50 {
		all.Go(func() {
			threads.Run(func() {
				n := running.Add(1)
				defer running.Add(-1)
				for at := most.Load(); n > at && !most.CompareAndSwap(at, n); at = most.Load() {
				}
				if got, err := ownNiceness(); err != nil || got <= usual {
					t.Errorf("niceness %d, %v; want more than %d", got, err, usual)
				}
			})
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if got, err := ownNiceness(); err != nil || got != usual {
				t.Errorf("outside: niceness %d, %v; want %d", got, err, usual)
			}
		})
	}
	all.Wait()
	func() {
		defer func() {
			if got := recover(); got != "x" {
				t.Errorf("a panic became %v", got)
			}
		}()
		threads.Run(func() { panic("x") })
	}()
	threads.Close()
	if n := most.Load(); n > 2 {
		t.Errorf("%d ran at the same time on two threads", n)
	}
}

package priority

import (
	"sync"
	"syscall"
	"testing"
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
			Lower()
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

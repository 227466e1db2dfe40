package render

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Renders run on threads of lower priority, and nothing else does.
//
//nolint:paralleltest // pools of other tests have such threads too
func TestRenderingRunsOnThreadsOfLowerPriority(t *testing.T) {
	usual := niceOf(t)
	if usual >= 19 {
		t.Skip("the test itself runs with the lowest priority")
	}
	p := newPool(t, Options{VMs: 2, Timeout: time.Minute})
	lower := func() (threads, ticks int) { return lowerThreads(t, usual) }
	until(func() bool { threads, _ := lower(); return threads >= 2 })

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		_, _ = p.Page(ctx, "loop")
		close(ended)
	}()
	_, before := lower()
	until(func() bool { _, ticks := lower(); return ticks >= before+5 })
	for range 100 { // goroutines started meanwhile, on new threads
		done := make(chan struct{})
		go func() {
			defer close(done)
			runtime.LockOSThread()
			if got := niceOf(t); got != usual {
				t.Errorf("another goroutine has niceness %d, want %d", got, usual)
			}
		}()
		<-done
	}
	cancel()
	<-ended
}

// niceOf returns the niceness of the calling thread.
func niceOf(t *testing.T) int {
	t.Helper()
	inverse, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Error(err)
	}
	return 20 - inverse
}

// lowerThreads returns how many threads of this process have a lower priority
// than the usual, and the processor time they have used, in ticks (proc(5)).
func lowerThreads(t *testing.T, usual int) (threads, ticks int) {
	t.Helper()
	stats, err := filepath.Glob("/proc/self/task/*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range stats {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		nice, err := strconv.Atoi(fields[16])
		if err != nil {
			t.Fatal(err)
		}
		if nice > usual {
			user, err := strconv.Atoi(fields[11])
			if err != nil {
				t.Fatal(err)
			}
			threads, ticks = threads+1, ticks+user
		}
	}
	return threads, ticks
}

// Package priority has work that keeps a processor busy for long give way to
// what is answered at once. It does not know the work.
package priority

import (
	"runtime"
	"syscall"
)

const (
	// niceness leaves such work a tenth of a processor that others want as well:
	// a page is then made within the time it may take.
	niceness = 10
	// kinds is how many kinds of such work may take all processors at the same
	// time: pages and pictures.
	kinds = 2
)

// Lower has the kernel prefer all other threads to that of the calling goroutine,
// which ends with it: nothing else runs there. So the goroutine must be there for
// this work alone. It costs a new thread, some 40 µs.
func Lower() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) // 0 is the thread; where it is refused, all are alike as before
}

// MakeRoom lets Go run as much work that gives way as there may be, and what is
// answered at once beside it. Otherwise that waits for one of Go's places, which
// Go takes from others after 10 ms, whatever the kernel prefers. It is called
// once, when everything has counted the processors for itself.
//
// Where Go has fewer of them than there are, by a quota or by the operator, it
// stays so: once a quota is spent, the kernel stops all threads alike.
func MakeRoom() {
	if n := runtime.NumCPU(); runtime.GOMAXPROCS(0) == n {
		runtime.GOMAXPROCS((1 + kinds) * n)
	}
}

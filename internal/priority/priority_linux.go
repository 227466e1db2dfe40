package priority

import "syscall"

const (
	// niceness is added to the niceness of a thread. It leaves a render a tenth of
	// a contended processor, so that a page is still built within its time limit.
	niceness = 10
	lowest   = 19
)

// Lower lowers the priority of the calling thread, which must be locked
// to the goroutine (setpriority(2): on Linux niceness is an attribute of the
// thread). If the kernel refuses, the priority is unchanged.
func Lower() {
	if own, err := ownNiceness(); err == nil {
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, min(own+niceness, lowest))
	}
}

// ownNiceness returns the niceness of the calling thread. The system call itself
// returns 20 minus the niceness.
func ownNiceness() (int, error) {
	inverse, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	return 20 - inverse, err
}

package render

import "syscall"

const (
	// niceness is how much lower the priority of a virtual machine's thread is. It
	// leaves a render a tenth of a processor that others want as well: a page is
	// then made within the time it may take.
	niceness = 10
	lowest   = 19
)

// lowerPriority lowers the priority of the calling thread, which must be the
// goroutine's own (setpriority(2): on Linux niceness belongs to the thread). Where
// the kernel refuses it, the priority stays as it is.
func lowerPriority() {
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

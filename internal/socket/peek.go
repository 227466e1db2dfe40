package socket

import (
	"syscall"
	"unsafe"
)

// Peek looks whether there is anything to read, and takes nothing away: n is 1
// for a byte, 0 where the other end was closed; the error is EAGAIN for nothing
// so far. It never waits.
func Peek(raw syscall.RawConn) (n int, err error) {
	failed := raw.Control(func(fd uintptr) {
		var one byte
		for {
			read, _, errno := syscall.RawSyscall6(syscall.SYS_RECVFROM, fd, uintptr(unsafe.Pointer(&one)), 1, syscall.MSG_PEEK|syscall.MSG_DONTWAIT, 0, 0)
			if errno == syscall.EINTR {
				continue
			}
			if n = int(read); errno != 0 {
				n, err = 0, errno
			}
			return
		}
	})
	if failed != nil {
		return 0, failed
	}
	return n, err
}

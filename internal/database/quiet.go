package database

import (
	"errors"
	"net"
	"syscall"
)

// quiet reports whether an idle connection has nothing to say, by a look at its
// socket: asking the server would double the time of a short statement. A
// server that went away has said so, or closed the line.
func quiet(c net.Conn) bool {
	if t, ok := c.(interface{ NetConn() net.Conn }); ok { // TLS
		c = t.NetConn()
	}
	s, ok := c.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return false
	}
	silent := false
	// Not raw.Read: pgx may have a read pending, which that would wait for.
	err = raw.Control(func(fd uintptr) {
		var one [1]byte
		_, _, peeked := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		silent = errors.Is(peeked, syscall.EAGAIN)
	})
	return err == nil && silent
}

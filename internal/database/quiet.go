package database

import (
	"errors"
	"net"
	"syscall"

	"ferrule/internal/socket"
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
	_, err = socket.Peek(raw) // does not wait for a read that pgx may have begun
	return errors.Is(err, syscall.EAGAIN)
}

package database

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"unsafe"

	"github.com/jackc/pgx/v5/pgconn"
)

// socket is a connection whose system calls the scheduler is not told of. They
// never wait, and one that it is told of has it hand the processor to another
// thread as soon as the server, woken by what was written, runs first: a tenth
// of the program's time where both share the processors.
type socket struct {
	net.Conn

	raw syscall.RawConn
}

// overSockets has what dial connects be a socket.
func overSockets(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		s, ok := conn.(syscall.Conn)
		if !ok {
			return conn, nil
		}
		raw, err := s.SyscallConn()
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		return &socket{conn, raw}, nil
	}
}

func (s *socket) SyscallConn() (syscall.RawConn, error) { return s.raw, nil }

func (s *socket) Read(p []byte) (n int, err error) {
	var e syscall.Errno
	if err := s.raw.Read(func(fd uintptr) bool {
		n, e = without(syscall.SYS_READ, fd, p)
		return e != syscall.EAGAIN
	}); err != nil {
		return 0, err
	}
	if n == 0 && e == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, s.failed("read", e)
}

func (s *socket) Write(p []byte) (n int, err error) {
	var e syscall.Errno
	if err := s.raw.Write(func(fd uintptr) bool {
		for e = 0; e == 0 && n < len(p); {
			var some int
			some, e = without(syscall.SYS_WRITE, fd, p[n:])
			n += some
		}
		return e != syscall.EAGAIN
	}); err != nil {
		return n, err
	}
	return n, s.failed("write", e)
}

// without makes a call that moves bytes, without the scheduler.
func without(call, fd uintptr, p []byte) (n int, e syscall.Errno) {
	for {
		moved, _, e := syscall.RawSyscall(call, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
		if e == 0 {
			return int(moved), 0
		}
		if e != syscall.EINTR {
			return 0, e
		}
	}
}

// failed is what package net makes of a number of an error.
func (s *socket) failed(op string, e syscall.Errno) error {
	if e == 0 {
		return nil
	}
	return &net.OpError{Op: op, Net: s.LocalAddr().Network(), Source: s.LocalAddr(), Addr: s.RemoteAddr(), Err: os.NewSyscallError(op, e)}
}

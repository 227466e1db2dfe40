// Package socket makes the system calls of connections without the scheduler's
// knowledge. It is for lines whose other end shares the processors: a call that
// the scheduler is told of has it hand the processor to another thread as soon
// as the other end, woken by what was written, runs first. A socket's calls never
// wait, so that nothing is kept from anyone.
package socket

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"unsafe"
)

// Over is a connection that calls for itself, or conn if it is no socket.
func Over(conn net.Conn) (net.Conn, error) {
	s, ok := conn.(syscall.Conn)
	if !ok {
		return conn, nil
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	l := &line{Conn: conn, raw: raw}
	l.in = half{call: syscall.SYS_READ, ready: raw.Read}
	l.out = half{call: syscall.SYS_WRITE, ready: raw.Write}
	l.in.try, l.out.try = l.in.move, l.out.move
	return l, nil
}

// Listener accepts connections that call for themselves.
type Listener struct{ net.Listener }

// Accept waits for the next connection.
func (l Listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return Over(conn)
}

type line struct {
	net.Conn

	raw     syscall.RawConn
	in, out half
}

func (l *line) Read(p []byte) (n int, err error) {
	l.in.mu.Lock()
	defer l.in.mu.Unlock()
	if n, err = l.in.some(p); err != nil {
		return 0, l.told("read", err)
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (l *line) Write(p []byte) (n int, err error) {
	l.out.mu.Lock()
	defer l.out.mu.Unlock()
	for n < len(p) {
		some, err := l.out.some(p[n:])
		if n += some; err != nil {
			return n, l.told("write", err)
		}
	}
	return n, nil
}

// told is an error as package net words it.
func (l *line) told(op string, err error) error {
	number, ok := errors.AsType[syscall.Errno](err)
	if !ok {
		return err // of waiting: it is worded already
	}
	local := l.LocalAddr()
	return &net.OpError{Op: op, Net: local.Network(), Source: local, Addr: l.RemoteAddr(), Err: os.NewSyscallError(op, number)}
}

// ReadFrom has the kernel copy files, where it can.
func (l *line) ReadFrom(r io.Reader) (int64, error) {
	if to, ok := l.Conn.(io.ReaderFrom); ok {
		return to.ReadFrom(r)
	}
	return io.Copy(struct{ io.Writer }{l}, r)
}

// CloseWrite says that no more will be written.
func (l *line) CloseWrite() error {
	if to, ok := l.Conn.(interface{ CloseWrite() error }); ok {
		return to.CloseWrite()
	}
	return errors.ErrUnsupported
}

// SyscallConn gives the socket away to who has another question to it.
func (l *line) SyscallConn() (syscall.RawConn, error) { return l.raw, nil }

// half is one direction of a line. What a call needs stands in it, since each
// closure over it would be an allocation of each call.
type half struct {
	mu    sync.Mutex
	call  uintptr                               // SYS_READ or SYS_WRITE
	ready func(try func(fd uintptr) bool) error // tries until it is true, each time when the line is ready
	try   func(fd uintptr) bool                 // move

	p     []byte
	moved int
	errno syscall.Errno
}

// some moves at least one byte of p.
func (h *half) some(p []byte) (n int, err error) {
	h.p = p
	err = h.ready(h.try)
	h.p = nil
	if err == nil && h.errno != 0 {
		err = h.errno
	}
	if err != nil {
		return 0, err
	}
	return h.moved, nil
}

func (h *half) move(fd uintptr) bool {
	for {
		moved, _, errno := syscall.RawSyscall(h.call, fd, uintptr(unsafe.Pointer(unsafe.SliceData(h.p))), uintptr(len(h.p)))
		if errno == syscall.EINTR {
			continue
		}
		h.moved, h.errno = int(moved), errno
		return errno != syscall.EAGAIN
	}
}

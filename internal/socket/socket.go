// Package socket makes the system calls of connections without the scheduler's
// knowledge, and few of them. It is for lines whose other end shares the
// processors: a call that the scheduler is told of has it hand the processor to
// another thread as soon as the other end, woken by what was written, runs first.
// A socket's calls never wait, so that nothing is kept from anyone.
package socket

import (
	"context"
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
	l := &Line{Conn: conn, raw: raw}
	l.in = half{call: syscall.SYS_READV, ready: raw.Read}
	l.out = half{call: syscall.SYS_WRITEV, ready: raw.Write}
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

// Line is a connection that calls for itself.
type Line struct {
	net.Conn

	raw     syscall.RawConn
	in, out half

	holding bool
	held    []byte // what was written since Hold

	visit *visit // nil on a line of our own
}

type key struct{}

// Context is an http.Server's ConnContext by which Of finds the Line of a
// request, and which ends when the visitor is found to have left.
func Context(ctx context.Context, conn net.Conn) context.Context {
	if l, ok := conn.(*Line); ok {
		ctx, leave := context.WithCancel(ctx)
		l.visit = newVisit(l.raw, leave)
		return context.WithValue(ctx, key{}, l)
	}
	return ctx
}

// Of is the Line that a request came by, or nil.
func Of(ctx context.Context) *Line {
	l, _ := ctx.Value(key{}).(*Line)
	return l
}

func (l *Line) Read(p []byte) (n int, err error) {
	if l.visit != nil && l.visit.begins(len(p) == 1) {
		return 0, nil // nothing for now; the same reader would come again
	}
	l.in.mu.Lock()
	defer l.in.mu.Unlock()
	if n, err = l.in.some(p, nil); err != nil {
		return 0, l.told("read", err)
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (l *Line) Write(p []byte) (int, error) {
	l.out.mu.Lock()
	defer l.out.mu.Unlock()
	if l.holding && len(l.held)+len(p) <= heldMost {
		l.held = append(l.held, p...)
		return len(p), nil
	}
	return l.write(p)
}

// write writes what is held and p.
func (l *Line) write(p []byte) (n int, err error) {
	first, rest := l.held, p
	for len(first)+len(rest) > 0 {
		n, err = l.out.some(first, rest)
		if err != nil {
			err = l.told("write", err)
			break
		}
		of := min(n, len(first))
		first, rest = first[of:], rest[n-of:]
	}
	l.held = l.held[:0]
	return len(p) - len(rest), err
}

// heldMost is as much as net/http gathers before it writes.
const heldMost = 4 << 10

var helds = sync.Pool{New: func() any { return new([heldMost]byte) }} //nolint:gochecknoglobals // of all lines, few of which hold anything at a time

// Hold keeps what is written next until more of it comes or Release is called.
// Of a reply that is larger than its buffer, net/http writes the buffer and then
// the rest: two calls, and two packets, of which the visitor can do nothing with
// the first.
func (l *Line) Hold() {
	l.out.mu.Lock()
	defer l.out.mu.Unlock()
	l.holding = true
	l.held = helds.Get().(*[heldMost]byte)[:0] //nolint:forcetypeassert // New makes no others
}

// Release writes what is held.
func (l *Line) Release() error {
	l.out.mu.Lock()
	defer l.out.mu.Unlock()
	_, err := l.write(nil)
	helds.Put((*[heldMost]byte)(l.held[:heldMost]))
	l.holding, l.held = false, nil
	return err
}

// told is an error as package net words it.
func (l *Line) told(op string, err error) error {
	number, ok := errors.AsType[syscall.Errno](err)
	if !ok {
		return err // of waiting: it is worded already
	}
	local := l.LocalAddr()
	return &net.OpError{Op: op, Net: local.Network(), Source: local, Addr: l.RemoteAddr(), Err: os.NewSyscallError(op, number)}
}

// ReadFrom has the kernel copy files, where it can.
func (l *Line) ReadFrom(r io.Reader) (int64, error) {
	if to, ok := l.Conn.(io.ReaderFrom); ok {
		return to.ReadFrom(r)
	}
	return io.Copy(struct{ io.Writer }{l}, r)
}

// Close ends the line.
func (l *Line) Close() error {
	if l.visit != nil {
		l.visit.end()
	}
	return l.Conn.Close()
}

// CloseWrite says that no more will be written.
func (l *Line) CloseWrite() error {
	if to, ok := l.Conn.(interface{ CloseWrite() error }); ok {
		return to.CloseWrite()
	}
	return errors.ErrUnsupported
}

// SyscallConn gives the socket away to who has another question to it.
func (l *Line) SyscallConn() (syscall.RawConn, error) { return l.raw, nil }

// half is one direction of a line. What a call needs stands in it, since each
// closure over it would be an allocation of each call.
type half struct {
	mu    sync.Mutex
	call  uintptr                               // SYS_READV or SYS_WRITEV
	ready func(try func(fd uintptr) bool) error // tries until it is true, each time when the line is ready
	try   func(fd uintptr) bool                 // move

	pieces [2]syscall.Iovec
	moved  int
	errno  syscall.Errno
}

// some moves at least one byte of what is in p and q.
func (h *half) some(p, q []byte) (n int, err error) {
	for i, piece := range [2][]byte{p, q} {
		h.pieces[i].Base = unsafe.SliceData(piece)
		h.pieces[i].SetLen(len(piece))
	}
	err = h.ready(h.try)
	h.pieces = [2]syscall.Iovec{}
	if err == nil && h.errno != 0 {
		err = h.errno
	}
	if err != nil {
		return 0, err
	}
	return h.moved, nil
}

func (h *half) move(fd uintptr) bool {
	count := uintptr(1)
	if h.pieces[1].Len > 0 {
		count = 2
	}
	for {
		moved, _, errno := syscall.RawSyscall(h.call, fd, uintptr(unsafe.Pointer(&h.pieces)), count)
		if errno == syscall.EINTR {
			continue
		}
		h.moved, h.errno = int(moved), errno
		return errno != syscall.EAGAIN
	}
}

package socket

import (
	"context"
	"errors"
	"sync"
	"syscall"
	"time"
)

// visit finds out that a visitor left before the reply came. For this net/http
// begins to read a byte as soon as a request is in, in a goroutine that has to be
// woken when the reply is out. Most replies are out before anyone could leave, so
// that read is told that nothing came, which ends it, and the line of a request
// that lasts is looked at from time to time: 0.95 to 0.97 of the processor time of
// a reply that takes 200 µs.
type visit struct {
	raw   syscall.RawConn
	leave context.CancelFunc
	timer *time.Timer

	mu      sync.Mutex
	request uint64 // the one that is answered, counted from 1; 0 while the next is awaited
	last    uint64
	seen    uint64 // at the last look
	looking bool   // the timer runs
	ended   bool
}

// lookEvery is how often a line is looked at while requests are answered.
const lookEvery = 50 * time.Millisecond

func newVisit(raw syscall.RawConn, leave context.CancelFunc) *visit {
	v := &visit{raw: raw, leave: leave}
	v.timer = time.AfterFunc(lookEvery, v.look)
	v.timer.Stop()
	return v
}

// begins is told of every read, and reports whether it is the one that net/http
// begins with each request: of a single byte, the first after others.
func (v *visit) begins(single bool) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !single || v.request != 0 {
		v.request = 0
		return false
	}
	v.last++
	v.request = v.last
	if !v.looking && !v.ended {
		v.looking = true
		v.timer.Reset(lookEvery)
	}
	return true
}

// look ends the context of a visitor who left while a request was answered.
func (v *visit) look() {
	v.mu.Lock()
	same := v.request != 0 && v.request == v.seen
	v.seen = v.request
	v.looking = v.request != 0 && !v.ended
	if v.looking {
		v.timer.Reset(lookEvery)
	}
	v.mu.Unlock()
	if !same {
		return
	}
	if n, err := Peek(v.raw); n == 0 && !errors.Is(err, syscall.EAGAIN) {
		v.leave()
	}
}

// end is called when the line is closed.
func (v *visit) end() {
	v.mu.Lock()
	v.ended = true
	v.timer.Stop()
	v.mu.Unlock()
	v.leave()
}

// Package ratelimit counts what a client does within a span of time, on one server
// (Limiter) or on all that share a database (Shared), so that none can do too
// much of it. It forgets on its own and its memory is bounded.
package ratelimit

import (
	"sync"
	"time"
)

// Limiter lets each key do a number of things per window. It keeps two windows
// and forgets the older one as a whole.
type Limiter struct {
	limit  int
	window time.Duration
	now    func() time.Time

	mu          sync.Mutex
	windowStart time.Time
	current     map[string]int
	previous    map[string]int
}

// Window is the span that the limit of New is for.
const Window = 10 * time.Minute

const maxKeys = 50_000

// New returns a limiter that allows limit things per key and window; now is
// its clock.
func New(limit int, now func() time.Time) *Limiter { return NewWithWindow(Window, limit, now) }

// Over is New with a window of its own.
func NewWithWindow(window time.Duration, limit int, now func() time.Time) *Limiter {
	return &Limiter{limit: limit, window: window, now: now, windowStart: now(), current: map[string]int{}}
}

// Allow counts one thing that the key does.
func (l *Limiter) Allow(key string) bool { return l.AllowN(key, 1) }

// AllowN counts n things at once. A key that has not reached its limit may do
// them all, so that nobody waits for a window to hold the largest n.
func (l *Limiter) AllowN(key string, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.used(key) >= float64(l.limit) {
		return false
	}
	l.current[key] += n
	return true
}

// Share is how much of its limit the key has used: 0 for nothing, 1 for all.
func (l *Limiter) Share(key string) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.used(key) / float64(l.limit)
}

// used is what the key did within the last window: the former one counts by
// the share of it that is not over yet.
func (l *Limiter) used(key string) float64 {
	elapsed := l.now().Sub(l.windowStart)
	if elapsed >= l.window || len(l.current) >= maxKeys {
		l.previous = l.current
		if elapsed >= 2*l.window {
			l.previous = nil
		}
		l.current, l.windowStart, elapsed = map[string]int{}, l.now(), 0
	}
	share := 1 - float64(elapsed)/float64(l.window)
	return float64(l.current[key]) + share*float64(l.previous[key])
}

// Undo takes back one thing that the key did.
func (l *Limiter) Undo(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current[key] > 0 {
		l.current[key]--
	}
}

// Forget takes back what was counted for the key.
func (l *Limiter) Reset(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.current, key)
	delete(l.previous, key)
}

// Package ratelimit limits how often a client may do something per window of time,
// on one server (Limiter) or on all that share a database (Shared). Counts expire,
// and memory is bounded.
package ratelimit

import (
	"sync"
	"time"
)

// Limiter allows each key a number of events per window. It counts in two windows
// and discards the older one as a whole.
type Limiter struct {
	limit  int
	window time.Duration
	now    func() time.Time

	mu          sync.Mutex
	windowStart time.Time
	current     map[string]int
	previous    map[string]int
}

// Window is the window of a limiter from New.
const Window = 10 * time.Minute

// maxKeys is the number of keys at which a window ends early.
const maxKeys = 50_000

// New returns a limiter that allows limit events per key and Window; now is its
// clock.
func New(limit int, now func() time.Time) *Limiter { return NewWithWindow(Window, limit, now) }

// NewWithWindow is New with another window.
func NewWithWindow(window time.Duration, limit int, now func() time.Time) *Limiter {
	return &Limiter{limit: limit, window: window, now: now, windowStart: now(), current: map[string]int{}}
}

// Allow counts one event of a key and reports whether it is allowed.
func (l *Limiter) Allow(key string) bool { return l.AllowN(key, 1) }

// AllowN counts n events at once. A key below its limit may exceed it once, so that
// a window need not exceed the largest n.
func (l *Limiter) AllowN(key string, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.used(key) >= float64(l.limit) {
		return false
	}
	l.current[key] += n
	return true
}

// Share returns the used share of the key's limit: 0 for none, 1 for all.
func (l *Limiter) Share(key string) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.used(key) / float64(l.limit)
}

// used returns the events of the key in the last window: the previous window counts
// by the share of it that overlaps.
func (l *Limiter) used(key string) float64 {
	now := l.now()
	elapsed := now.Sub(l.windowStart)
	if elapsed >= l.window || len(l.current) >= maxKeys {
		l.previous, l.current = l.current, map[string]int{}
		switch {
		case elapsed >= 2*l.window:
			l.previous, l.windowStart = nil, now
		case elapsed >= l.window:
			l.windowStart = l.windowStart.Add(l.window)
		default:
			l.windowStart = now
		}
		elapsed = now.Sub(l.windowStart)
	}
	share := 1 - float64(elapsed)/float64(l.window)
	return float64(l.current[key]) + share*float64(l.previous[key])
}

// Wait returns the time until Allow accepts the key again: 0 if it does now.
func (l *Limiter) Wait(key string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.used(key) < float64(l.limit) {
		return 0
	}
	return remaining(l.window, l.now().Sub(l.windowStart), l.limit, l.current[key], l.previous[key])
}

// remaining returns the time until fewer events than limit count, for a key at its
// limit: elapsed into a window with current events, after one with previous events.
func remaining(window, elapsed time.Duration, limit, current, previous int) time.Duration {
	if current >= limit { // they count in full until the window ends, then by a falling share
		return window - elapsed + share(window, current-limit, current)
	}
	return share(window, previous-(limit-current), previous) - elapsed
}

// share returns the part of a window after which n of all events no longer count, and a
// millisecond, so that it is past.
func share(window time.Duration, n, all int) time.Duration {
	return time.Duration(float64(window)*float64(n)/float64(all)) + time.Millisecond
}

// Undo subtracts one event of the key.
func (l *Limiter) Undo(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current[key] > 0 {
		l.current[key]--
	}
}

// Reset clears the count of the key.
func (l *Limiter) Reset(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.current, key)
	delete(l.previous, key)
}

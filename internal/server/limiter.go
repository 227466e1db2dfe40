package server

import (
	"sync"
	"time"
)

// limiter lets each address send a number of requests per window, in bounded
// memory: it keeps two windows and forgets the older one as a whole.
type limiter struct {
	limit int
	now   func() time.Time

	mu       sync.Mutex
	began    time.Time
	current  map[string]int
	previous map[string]int
}

const (
	limitWindow  = 10 * time.Minute
	maxAddresses = 50_000
)

func newLimiter(limit int, now func() time.Time) *limiter {
	return &limiter{limit: limit, now: now, began: now(), current: map[string]int{}}
}

// allow counts one request of the address. The previous window counts by the
// share of it that still lies within the last ten minutes.
func (l *limiter) allow(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	elapsed := l.now().Sub(l.began)
	if elapsed >= limitWindow || len(l.current) >= maxAddresses {
		l.previous = l.current
		if elapsed >= 2*limitWindow {
			l.previous = nil
		}
		l.current, l.began, elapsed = map[string]int{}, l.now(), 0
	}
	share := 1 - float64(elapsed)/float64(limitWindow)
	if float64(l.current[address])+share*float64(l.previous[address]) >= float64(l.limit) {
		return false
	}
	l.current[address]++
	return true
}

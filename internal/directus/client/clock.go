package client

import (
	"context"
	"sync"
	"time"
)

// Clock is the source of time of a client.
type Clock interface {
	Now() time.Time
	// Sleep waits for d, or returns the error of ctx if ctx ends first.
	Sleep(ctx context.Context, d time.Duration) error
}

// WallClock is the system clock.
type WallClock struct{}

func (WallClock) Now() time.Time { return time.Now() }

func (WallClock) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// Burst is the number of requests that may follow each other without a delay after a
// pause, so that an edit is shown at once.
const Burst = 30

// RateLimiter limits requests and bytes: requests start on average at least gap apart, and
// every byte received delays the next request. A rate.Limiter of golang.org/x/time cannot
// charge for more bytes at once than its burst.
type RateLimiter struct {
	clock   Clock
	gap     time.Duration
	slack   time.Duration // by which requests may be ahead of the average
	perByte float64       // nanoseconds

	mu   sync.Mutex
	next time.Time
}

func NewRateLimiter(clock Clock, perSecond, bytesPerSecond float64) *RateLimiter {
	gap := time.Duration(float64(time.Second) / perSecond)
	return &RateLimiter{clock: clock, gap: gap, slack: (Burst - 1) * gap, perByte: float64(time.Second) / bytesPerSecond}
}

// Wait blocks until the next request may start.
func (p *RateLimiter) Wait(ctx context.Context) error {
	p.mu.Lock()
	now := p.clock.Now()
	at := p.next
	if earliest := now.Add(-p.slack); at.Before(earliest) {
		at = earliest
	}
	p.next = at.Add(p.gap)
	p.mu.Unlock()
	return p.clock.Sleep(ctx, at.Sub(now))
}

// Charge charges for bytes that were received.
func (p *RateLimiter) Charge(bytes int64) {
	p.mu.Lock()
	p.next = p.next.Add(time.Duration(float64(bytes) * p.perByte))
	p.mu.Unlock()
}

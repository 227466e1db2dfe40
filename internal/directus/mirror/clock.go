package mirror

import (
	"context"
	"sync"
	"time"
)

// Clock is the time that a mirror goes by.
type Clock interface {
	Now() time.Time
	// Sleep waits, or returns the context's error when that ends first.
	Sleep(ctx context.Context, d time.Duration) error
}

// wallClock is the real time.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

func (wallClock) Sleep(ctx context.Context, d time.Duration) error {
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

// pace bounds how much is asked of the Directus: requests begin gap apart at
// least, and every byte that came delays the next. A rate.Limiter of
// golang.org/x/time cannot be charged for more bytes at once than its burst.
type pace struct {
	clock   Clock
	gap     time.Duration
	perByte float64 // nanoseconds

	mu   sync.Mutex
	next time.Time
}

func newPace(clock Clock, perSecond, bytesPerSecond float64) *pace {
	return &pace{clock: clock, gap: time.Duration(float64(time.Second) / perSecond), perByte: float64(time.Second) / bytesPerSecond}
}

// wait waits for the caller's turn.
func (p *pace) wait(ctx context.Context) error {
	p.mu.Lock()
	now := p.clock.Now()
	at := p.next
	if at.Before(now) {
		at = now
	}
	p.next = at.Add(p.gap)
	p.mu.Unlock()
	return p.clock.Sleep(ctx, at.Sub(now))
}

// spent counts bytes that were received.
func (p *pace) spent(bytes int64) {
	p.mu.Lock()
	p.next = p.next.Add(time.Duration(float64(bytes) * p.perByte))
	p.mu.Unlock()
}

package delivery

import (
	"math/rand/v2"
	"time"

	"ferrule/internal/rfq"
)

// minAttempts is the minimum number of attempts before a delivery becomes dead,
// regardless of its age: a stopped server makes no attempts, and the clock
// may have been set forward.
const minAttempts = 20

// backoff returns the wait after a number of attempts: exponential backoff with full
// jitter, doubling from first up to rfq.MaxWait, and at least a twentieth of that
// bound.
func backoff(first time.Duration, attempts int) time.Duration {
	limit := first
	for i := 1; i < attempts && limit < rfq.MaxWait; i++ {
		limit *= 2
	}
	limit = min(limit, rfq.MaxWait)
	return max(rand.N(limit), limit/20) //nolint:gosec // not a secret
}

// exhausted reports whether a delivery has reached both the time limit and the
// minimum number of attempts.
func exhausted(d rfq.Delivery, giveUp time.Duration, now time.Time) bool {
	return now.Sub(d.Created) >= giveUp && d.Attempts >= minAttempts
}

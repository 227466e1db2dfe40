package delivery

import (
	"math/rand/v2"
	"time"

	"ferrule/internal/rfq"
)

// leastAttempts is how often something is tried before it is given up, however
// long ago it was planned: a server that was off has not tried, and a clock
// that was set forward says nothing of the time that passed.
const minAttempts = 20

// backoff is how long to wait after so many attempts: anything from nothing to
// a time that doubles, so that those who failed together do not come again
// together ("full jitter"), but never quite at once.
func backoff(first time.Duration, attempts int) time.Duration {
	most := first
	for i := 1; i < attempts && most < rfq.MaxWait; i++ {
		most *= 2
	}
	most = min(most, rfq.MaxWait)
	return max(rand.N(most), most/20) //nolint:gosec // no secret
}

// exhausted reports whether a delivery was tried long and often enough.
func exhausted(d rfq.Delivery, giveUp time.Duration, now time.Time) bool {
	return now.Sub(d.Created) >= giveUp && d.Attempts >= minAttempts
}

package store

import (
	"context"
	"database/sql"
	"time"
)

// channel is the PostgreSQL notification channel of committed revisions.
const channel = "ferrule_revision"

const (
	// pollInterval is the longest time between two reads of the revision. It
	// covers lost notifications: the connection may be dead, or a proxy may hold
	// messages back.
	pollInterval = 2 * time.Second
	// pollTimeout limits one read of the revision.
	pollTimeout = time.Second
	// minBackoff and maxBackoff bound the delay before a lost connection is
	// opened again; it doubles with each failure.
	minBackoff = 50 * time.Millisecond
	maxBackoff = 2 * time.Second
)

// follow keeps the cached revision current until ctx ends. It uses a dedicated
// connection, which it reopens with backoff after a failure; readers never wait
// for it.
func (r *revision) follow(ctx context.Context) {
	defer close(r.done)
	backoff := minBackoff
	for {
		_ = r.db.Listen(ctx, channel, pollInterval, func(ctx context.Context, conn *sql.Conn) error { // Unconfirmed reports failures
			if err := r.fetching.lock(ctx); err != nil {
				return err
			}
			defer r.fetching.unlock()
			ctx, cancel := context.WithTimeout(ctx, pollTimeout)
			defer cancel()
			backoff = minBackoff
			return r.fetch(ctx, conn)
		})
		r.mu.Lock()
		if r.lostAt.IsZero() {
			r.lostAt = time.Now()
		}
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-time.After(backoff):
			backoff = min(2*backoff, maxBackoff)
		}
	}
}

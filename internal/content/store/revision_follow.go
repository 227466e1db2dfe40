package store

import (
	"context"
	"database/sql"
	"time"
)

// channel is where PostgreSQL tells of a raised revision.
const channel = "ferrule_revision"

// How a revision is followed.
const (
	lookInterval = 2 * time.Second // also without being told: the line may be dead, or a proxy may keep messages back
	lookTime     = time.Second     // for the answer
	shortestWait = 50 * time.Millisecond
	longestWait  = 2 * time.Second // until a lost connection is made again
)

// follow keeps the copy up to date until the context ends, with a connection of
// its own that is made again when it was lost. Visitors wait for none of this.
func (r *revision) follow(ctx context.Context) {
	defer close(r.done)
	wait := shortestWait
	for {
		_ = r.db.Listen(ctx, channel, lookInterval, func(ctx context.Context, conn *sql.Conn) error { // what failed is told by Unconfirmed
			if err := r.asking.take(ctx); err != nil {
				return err
			}
			defer r.asking.give()
			ctx, cancel := context.WithTimeout(ctx, lookTime)
			defer cancel()
			wait = shortestWait
			return r.ask(ctx, conn)
		})
		r.mu.Lock()
		if r.lost.IsZero() {
			r.lost = time.Now()
		}
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
			wait = min(2*wait, longestWait)
		}
	}
}

package itemsapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/ratelimit"
)

const (
	// maxWait is how long a read waits for a slot before it fails.
	maxWait = 10 * time.Second
	// maxWaiting is how many reads of one client may wait: as many as an application
	// sends at the same time.
	maxWaiting = 256
	// maxPublicRead is the time for which one client that is not signed in may read
	// from the source in each ratelimit.Window: half of one reader. A query takes two
	// seconds at worst, those of the site some milliseconds.
	maxPublicRead = 5 * time.Minute
)

// readers bounds the reads of clients, so that slow ones do not take all connections
// of the source, and one client does not delay the others.
type readers struct {
	client func(*http.Request) string
	queue  *ratelimit.Queue
	time   *ratelimit.Limiter // of clients that are not signed in, in milliseconds
}

// Readers limits the number of concurrent reads of clients. Further reads wait, and
// clients, which client identifies, get slots in turn; after ten seconds reads fail
// with a *fault.Error of kind Unavailable. Those of a client that reads without
// being signed in for more than half of the time, or has too many waiting, fail with
// kind TooMany. Replies from the cache are not reads.
func Readers(n int, client func(*http.Request) string) Option {
	return func(h *handler) {
		h.readers = &readers{client, ratelimit.NewQueue(max(1, n), maxWaiting), ratelimit.New(int(maxPublicRead.Milliseconds()), time.Now)}
	}
}

// load reads from the source while it holds a slot. The time is charged to the
// client if public is set.
func (h *handler) load(r *http.Request, public bool, read func(context.Context) (content.Result, error)) (content.Result, error) {
	if h.readers == nil {
		return read(r.Context())
	}
	client := h.readers.client(r)
	if public && h.readers.time.Share(client) >= 1 {
		return content.Result{}, fault.New(fault.TooMany, "This address has read too much in the last ten minutes. Try again later, or sign in.")
	}
	wait, cancel := context.WithTimeout(r.Context(), maxWait)
	defer cancel()
	release, err := h.readers.queue.Take(wait, client)
	if errors.Is(err, ratelimit.ErrFull) {
		return content.Result{}, fault.Wrap(fault.TooMany, err, "Too many reads of this address are waiting. Send fewer at the same time.")
	}
	if err != nil {
		return content.Result{}, errBusy(err)
	}
	defer release()
	start := time.Now()
	if public {
		defer func() { h.readers.time.AllowN(client, int(time.Since(start).Milliseconds())) }()
	}
	return read(r.Context())
}

// query loads a query that is not prepared.
func (h *handler) query(r *http.Request, public bool, q content.Query) (content.Result, error) {
	return h.load(r, public, func(ctx context.Context) (content.Result, error) { return h.source.Read(ctx, q) })
}

// errBusy returns the error of a read that timed out or whose client disconnected.
func errBusy(err error) error {
	return fault.Wrap(fault.Unavailable, err, "Too many reads at the moment. Try again later.").WithCode("SERVICE_UNAVAILABLE")
}

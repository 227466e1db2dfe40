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

// ReaderOptions configure the reads of clients.
type ReaderOptions struct {
	Concurrent int                        // reads at the same time
	Expensive  int                        // reads of expensive queries at the same time, in addition
	Client     func(*http.Request) string // identifies the client of a request
	Run        func(read func())          // runs the read of an expensive query; nil to call it
}

// readers bounds the reads of clients, so that slow ones do not take all connections
// of the source, and one client does not delay the others.
type readers struct {
	ReaderOptions

	cheap, expensive *ratelimit.Queue
	time             *ratelimit.Limiter // of clients that are not signed in, in milliseconds
}

// Readers limits the number of concurrent reads of clients. Further reads wait, and
// clients get slots in turn; after ten seconds reads fail with a *fault.Error of kind
// Unavailable. Those of a client that reads without being signed in for more than half
// of the time, or has too many waiting, fail with kind TooMany. Expensive queries have
// slots of their own, so that no other query waits for them. Replies from the cache
// are not reads.
func Readers(o ReaderOptions) Option {
	if o.Run == nil {
		o.Run = func(read func()) { read() }
	}
	return func(h *handler) {
		h.readers = &readers{
			o, ratelimit.NewQueue(max(1, o.Concurrent), maxWaiting), ratelimit.NewQueue(max(1, o.Expensive), maxWaiting),
			ratelimit.New(int(maxPublicRead.Milliseconds()), time.Now),
		}
	}
}

// load reads a query while it holds a slot. The time is charged to the client if
// public is set.
func (h *handler) load(r *http.Request, public bool, q content.Prepared) (result content.Result, err error) {
	if h.readers == nil {
		return q.Read(r.Context())
	}
	client := h.readers.Client(r)
	if public && h.readers.time.Share(client) >= 1 {
		return result, fault.New(fault.TooMany, "This address has read too much in the last ten minutes. Try again later, or sign in.")
	}
	expensive, err := q.Expensive(r.Context())
	if err != nil {
		return result, err
	}
	queue := h.readers.cheap
	if expensive {
		queue = h.readers.expensive
	}
	wait, cancel := context.WithTimeout(r.Context(), maxWait)
	defer cancel()
	release, err := queue.Take(wait, client)
	if errors.Is(err, ratelimit.ErrFull) {
		return result, fault.Wrap(fault.TooMany, err, "Too many reads of this address are waiting. Send fewer at the same time.")
	}
	if err != nil {
		return result, errBusy(err)
	}
	defer release()
	if public {
		start := time.Now()
		defer func() { h.readers.time.AllowN(client, int(time.Since(start).Milliseconds())) }()
	}
	if !expensive {
		return q.Read(r.Context())
	}
	h.readers.Run(func() { result, err = q.Read(r.Context()) })
	return result, err
}

// query loads a query that is not kept.
func (h *handler) query(r *http.Request, public bool, q content.Query) (content.Result, error) {
	ready, err := h.prepare(q)
	if err != nil {
		return content.Result{}, err
	}
	return h.load(r, public, ready)
}

// errBusy returns the error of a read that timed out or whose client disconnected.
func errBusy(err error) error {
	return fault.Wrap(fault.Unavailable, err, "Too many reads at the moment. Try again later.").WithCode("SERVICE_UNAVAILABLE")
}

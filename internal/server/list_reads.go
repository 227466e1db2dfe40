package server

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/proxy"
	"ferrule/internal/ratelimit"
)

const (
	// maxListWait is how long a list or search waits for its turn before it fails.
	maxListWait = 10 * time.Second
	// maxListsWaiting is how many of one client may wait.
	maxListsWaiting = 64
	// maxListTime is the time for which lists and searches may be computed for one
	// client in each ratelimit.Window. One takes some milliseconds.
	maxListTime = 2 * time.Minute
)

// listReads bounds the lists and searches of clients, which the pages do not request
// over HTTP: several are computed at the same time, and clients get their turns.
type listReads struct {
	clients proxy.Trusted
	queue   *ratelimit.Queue
	time    *ratelimit.Limiter // in milliseconds
}

// newListReads returns listReads with slots for each processor, since a list also
// waits for the database.
func newListReads(clients proxy.Trusted) *listReads {
	const perProcessor = 4
	return &listReads{
		clients, ratelimit.NewQueue(perProcessor*runtime.GOMAXPROCS(0), maxListsWaiting),
		ratelimit.New(int(maxListTime.Milliseconds()), time.Now),
	}
}

// do calls read in the client's turn. It returns a *fault.Error of kind TooMany for a
// client with too many waiting or above maxListTime, and Unavailable after maxListWait.
func (l *listReads) do(r *http.Request, read func() error) error {
	client := l.clients.Key(r)
	if l.time.Share(client) >= 1 {
		return fault.New(fault.TooMany, "This address has sent too many searches in the last ten minutes. Try again later.")
	}
	wait, cancel := context.WithTimeout(r.Context(), maxListWait)
	defer cancel()
	release, err := l.queue.Take(wait, client)
	if errors.Is(err, ratelimit.ErrFull) {
		return fault.Wrap(fault.TooMany, err, "Too many searches of this address are waiting. Send fewer at the same time.")
	}
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "Too many searches at the moment. Try again later.")
	}
	defer release()
	start := time.Now()
	defer func() { l.time.AllowN(client, int(time.Since(start).Milliseconds())) }()
	return read()
}

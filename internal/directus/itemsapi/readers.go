package itemsapi

import (
	"context"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// maxWait is how long a read waits for its turn before it is refused.
const maxWait = 10 * time.Second

// Readers bounds how many reads of clients run at the same time, so that a client
// whose reads take long leaves connections of the source to others. Further reads
// wait; after ten seconds they fail with a *fault.Error of kind Unavailable.
func Readers(n int) Option {
	return func(h *handler) { h.readers = make(chan struct{}, max(1, n)) }
}

// load reads from the source in its turn.
func (h *handler) load(ctx context.Context, read func(context.Context) (content.Result, error)) (content.Result, error) {
	if h.readers == nil {
		return read(ctx)
	}
	wait, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	select {
	case h.readers <- struct{}{}:
	case <-wait.Done():
		return content.Result{}, errBusy(wait.Err())
	}
	defer func() { <-h.readers }()
	return read(ctx)
}

// query is load for a query that is read once.
func (h *handler) query(ctx context.Context, q content.Query) (content.Result, error) {
	return h.load(ctx, func(ctx context.Context) (content.Result, error) { return h.source.Read(ctx, q) })
}

// errBusy is the error of a read that has waited too long, or whose client left.
func errBusy(err error) error {
	return fault.Wrap(fault.Unavailable, err, "Too many reads at the moment. Try again later.").WithCode("SERVICE_UNAVAILABLE")
}

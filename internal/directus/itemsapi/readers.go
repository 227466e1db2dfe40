package itemsapi

import (
	"context"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// maxWait is how long a read waits for the semaphore before it fails.
const maxWait = 10 * time.Second

// Readers limits the number of concurrent reads of clients, so that slow reads do
// not take all connections of the source. Further reads wait; after ten seconds
// they fail with a *fault.Error of kind Unavailable.
func Readers(n int) Option {
	return func(h *handler) { h.readers = make(chan struct{}, max(1, n)) }
}

// load reads from the source while it holds the semaphore.
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

// query loads a query that is not prepared.
func (h *handler) query(ctx context.Context, q content.Query) (content.Result, error) {
	return h.load(ctx, func(ctx context.Context) (content.Result, error) { return h.source.Read(ctx, q) })
}

// errBusy returns the error of a read that timed out or whose client disconnected.
func errBusy(err error) error {
	return fault.Wrap(fault.Unavailable, err, "Too many reads at the moment. Try again later.").WithCode("SERVICE_UNAVAILABLE")
}

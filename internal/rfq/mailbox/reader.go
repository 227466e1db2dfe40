// Package mailbox reads the mails that come back to requests from a mailbox on an IMAP
// server: replies, absence notices and bounces. It owns the connection and the parsing of
// mails; the store owns what a mail does to its request, and that each is stored once. It
// sends nothing.
package mailbox

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// Options configure a Reader.
type Options struct {
	Address Address
	Store   *rfq.Store
	Key     rfq.ReplyKey
	Log     *slog.Logger

	Hold  time.Duration // for which the mailbox is held after this server died; 0 for a minute
	Retry time.Duration // bound of the wait after a failure, doubled for each further one; 0 for 2 s
}

// Timing of the reader.
const (
	defaultHold  = time.Minute
	defaultRetry = 2 * time.Second
	maxRetry     = 5 * time.Minute
	pollInterval = 30 * time.Second // without IDLE
	idleInterval = 5 * time.Minute  // a lost connection is found by the next command
)

// Reader reads a mailbox until its context ends. Of several servers that share a store one
// reads.
type Reader struct {
	o       Options
	holder  string
	metrics *Metrics
	idle    time.Duration    // interval with IDLE
	refused map[imap.UID]int // how often the store refused a mail

	mu     sync.Mutex
	failed error // of the last attempt to read
}

// New returns a reader.
func New(o Options) *Reader {
	if o.Hold == 0 {
		o.Hold = defaultHold
	}
	if o.Retry == 0 {
		o.Retry = defaultRetry
	}
	return &Reader{o: o, holder: rand.Text(), metrics: newMetrics(), idle: idleInterval, refused: map[imap.UID]int{}}
}

// Metrics returns the metrics of the reader.
func (r *Reader) Metrics() *Metrics { return r.metrics }

// Check returns why the mailbox cannot be read; nil if it can, or if another server reads it.
func (r *Reader) Check(context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed == nil {
		return nil
	}
	return fault.Wrap(fault.Unavailable, r.failed, "replies by mail are not read; the reason is printed by: ferrule doctor")
}

func (r *Reader) setFailed(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = err
}

// Run reads until the context ends.
func (r *Reader) Run(ctx context.Context) {
	failures := 0
	for ctx.Err() == nil {
		held, err := r.o.Store.HoldMailbox(ctx, r.o.Address.Name(), r.holder, r.o.Hold)
		if err == nil && !held {
			r.setFailed(nil)
			sleep(ctx, r.o.Hold/3)
			continue
		}
		if err == nil {
			err = r.session(ctx, func() { failures = 0 })
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		failures++
		wait := backoff(r.o.Retry, failures)
		r.setFailed(err)
		r.o.Log.Warn("read mailbox failed", "error", err, "attempt", failures, "retry_after", wait)
		r.release(ctx)
		sleep(ctx, wait)
	}
	r.release(ctx)
}

// release lets another server read the mailbox.
func (r *Reader) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := r.o.Store.ReleaseMailbox(ctx, r.o.Address.Name(), r.holder); err != nil {
		r.o.Log.Warn("release mailbox failed", "error", err)
	}
}

// errLost ends a session whose mailbox is held by another server.
var errLost = errors.New("another server reads the mailbox")

// session reads the mailbox while it is held, until the connection fails. It calls
// succeeded whenever all mails were read.
func (r *Reader) session(ctx context.Context, succeeded func()) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var keeping sync.WaitGroup
	defer keeping.Wait()
	defer cancel(nil)
	keeping.Go(func() { r.keep(ctx, cancel) })
	c, err := connect(ctx, r.o.Address)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }() // reading is done, or has failed
	r.metrics.reading.Set(1)
	defer r.metrics.reading.Set(0)
	for {
		err := r.readNew(ctx, c)
		if err == nil {
			r.setFailed(nil)
			r.metrics.succeeded()
			succeeded()
			err = r.wait(ctx, c)
		}
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				return cause
			}
			return err
		}
	}
}

// keep extends the hold of the mailbox until the context ends; it cancels the context when
// another server holds it, or when it could not be extended in time.
func (r *Reader) keep(ctx context.Context, cancel context.CancelCauseFunc) {
	last := time.Now()
	for sleep(ctx, r.o.Hold/3) {
		held, err := r.o.Store.HoldMailbox(ctx, r.o.Address.Name(), r.holder, r.o.Hold)
		switch {
		case err == nil && held:
			last = time.Now()
		case err == nil:
			cancel(errLost)
		case time.Since(last) > r.o.Hold:
			cancel(err)
		}
	}
}

// wait returns when the server reports a change of the mailbox, or after an interval.
func (r *Reader) wait(ctx context.Context, c *connection) error {
	if !c.Caps().Has(imap.CapIdle) {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pollInterval):
		}
		return c.within(commandTimeout, func() error { return c.Noop().Wait() })
	}
	var idle interface {
		Close() error
		Wait() error
	}
	err := c.within(commandTimeout, func() (err error) {
		idle, err = c.Idle()
		return err
	})
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-c.Closed():
	case <-c.changed:
	case <-time.After(r.idle):
	}
	return c.within(commandTimeout, func() error { return errors.Join(idle.Close(), idle.Wait()) })
}

// sleep waits for a duration, and reports whether the context has not ended.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// backoff returns the wait after a number of failures: exponential backoff with jitter.
func backoff(first time.Duration, failures int) time.Duration {
	limit := min(first<<min(failures-1, 20), maxRetry)
	return limit/2 + mathrand.N(limit/2+1) //nolint:gosec // not a secret
}

// sorted returns the UIDs of a set after a UID, in ascending order.
func sorted(set imap.NumSet, after imap.UID) []imap.UID {
	uids, ok := set.(imap.UIDSet)
	if !ok {
		return nil
	}
	all, _ := uids.Nums()
	all = slices.DeleteFunc(all, func(uid imap.UID) bool { return uid <= after })
	slices.Sort(all)
	return all
}

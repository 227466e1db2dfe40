package delivery

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"ferrule/internal/rfq"
)

// lane is the way to one target. Each has its own, so that a target that is
// slow or away holds up no other.
type dispatcher struct {
	name    string
	target  Target
	worker  *Worker
	wakeup  chan struct{} // holds one word
	slots   chan struct{} // as many as may be delivered at once
	running sync.WaitGroup
}

func (l *dispatcher) wake() {
	select {
	case l.wakeup <- struct{}{}:
	default: // it will look anyway
	}
}

// run takes as much as it can carry, whenever there may be something. Attempts
// have a context of their own, which ends later.
func (l *dispatcher) run(ctx, attempts context.Context) {
	defer l.running.Wait()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		if free := cap(l.slots) - len(l.slots); free > 0 {
			l.claim(ctx, attempts, free)
		}
		select {
		case <-ctx.Done():
			return
		case <-l.wakeup:
		case <-tick.C:
		}
	}
}

func (l *dispatcher) claim(ctx, attempts context.Context, n int) {
	claimed, err := l.worker.o.Store.Claim(ctx, l.name, n, claimTime)
	if err != nil {
		if ctx.Err() == nil {
			l.worker.o.Log.Error("deliveries were not found", "target", l.name, "error", err)
		}
		return
	}
	for _, d := range claimed {
		l.slots <- struct{}{}
		l.running.Go(func() {
			err := l.attempt(attempts, d)
			l.settle(attempts, d, err)
			<-l.slots
			l.wake() // there may be more, also what had to wait for this one
		})
	}
}

// attempt tells the target, while it keeps the claim.
func (l *dispatcher) attempt(ctx context.Context, d rfq.Delivery) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	var keeper sync.WaitGroup
	defer keeper.Wait()
	ctx, done := context.WithCancel(ctx)
	defer done()
	keeper.Go(func() { l.renewClaim(ctx, d) })
	p, wanted, err := l.worker.payload(ctx, d)
	if err != nil || !wanted {
		return err
	}
	return l.target.Deliver(ctx, p)
}

// keep renews a claim until the context ends.
func (l *dispatcher) renewClaim(ctx context.Context, d rfq.Delivery) {
	tick := time.NewTicker(renewInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := l.worker.o.Store.RenewClaim(ctx, d, claimTime); err != nil && ctx.Err() == nil {
			l.worker.o.Log.Error("a claim was not renewed", "delivery", d.Key, "error", err)
		}
	}
}

// settle notes what came of an attempt. If it cannot be noted, the delivery
// comes again when the claim has run out.
func (l *dispatcher) settle(ctx context.Context, d rfq.Delivery, failed error) {
	interrupted := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	o := l.worker.o
	outcome, wait := "done", time.Duration(0)
	var err error
	switch {
	case failed == nil:
		err = o.Store.MarkDone(ctx, d)
	case interrupted: // the server stops; the next one tries at once
		outcome, err = "interrupted", o.Store.ReleaseClaim(ctx, d)
	case errors.Is(failed, ErrRefused) || exhausted(d, o.GiveUp, time.Now()):
		outcome, err = "dead", o.Store.MarkDead(ctx, d, failed)
		o.Log.Error("a delivery was given up; to try again: ferrule requests resend "+d.Reference, "delivery", d.Key, "attempts", d.Attempts, "error", failed)
	default:
		outcome, wait = "failed", backoff(o.Retry, d.Attempts)
		err = o.Store.MarkFailed(ctx, d, failed, wait)
		o.Log.Warn("a delivery failed", "delivery", d.Key, "attempt", d.Attempts, "again in", wait, "error", failed)
	}
	if err != nil {
		o.Log.Error("what came of a delivery was not noted", "delivery", d.Key, "outcome", outcome, "error", err)
	}
	kind, _, _ := strings.Cut(l.name, ":") // addresses are not for figures
	o.Observe(kind, outcome)
}

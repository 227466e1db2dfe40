package delivery

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"ferrule/internal/rfq"
)

// dispatcher claims and attempts the deliveries to one target. Each target has its
// own, so that a slow or unavailable target does not delay the others.
type dispatcher struct {
	name    string
	target  Target
	worker  *Worker
	wakeup  chan struct{} // capacity 1: pending wake-ups coalesce
	slots   chan struct{} // semaphore of concurrent deliveries
	running sync.WaitGroup
}

// wake makes the dispatcher poll at once.
func (p *dispatcher) wake() {
	select {
	case p.wakeup <- struct{}{}:
	default: // a wake-up is pending
	}
}

// run claims deliveries while slots are free, until ctx ends. Attempts use the other
// context, which ends later.
func (p *dispatcher) run(ctx, attempts context.Context) {
	defer p.running.Wait()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		if free := cap(p.slots) - len(p.slots); free > 0 {
			p.claim(ctx, attempts, free)
		}
		select {
		case <-ctx.Done():
			return
		case <-p.wakeup:
		case <-tick.C:
		}
	}
}

// claim claims up to n deliveries and starts an attempt of each.
func (p *dispatcher) claim(ctx, attempts context.Context, n int) {
	claimed, err := p.worker.o.Store.Claim(ctx, p.name, n, claimTime)
	if err != nil {
		if ctx.Err() == nil {
			p.worker.o.Log.Error("claim deliveries failed", "target", p.name, "error", err)
		}
		return
	}
	for _, d := range claimed {
		p.slots <- struct{}{}
		p.running.Go(func() {
			err := p.attempt(attempts, d)
			p.settle(attempts, d, err)
			<-p.slots
			p.wake() // more may be due, such as a delivery that waited for this one
		})
	}
}

// attempt calls the target while renewing the claim.
func (p *dispatcher) attempt(ctx context.Context, d rfq.Delivery) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	var renewal sync.WaitGroup
	defer renewal.Wait()
	ctx, done := context.WithCancel(ctx)
	defer done()
	renewal.Go(func() { p.renewClaim(ctx, d) })
	payload, valid, err := p.worker.payload(ctx, d)
	if err != nil || !valid {
		return err
	}
	return p.target.Deliver(ctx, payload)
}

// renewClaim renews a claim periodically until the context ends.
func (p *dispatcher) renewClaim(ctx context.Context, d rfq.Delivery) {
	tick := time.NewTicker(renewInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := p.worker.o.Store.RenewClaim(ctx, d, claimTime); err != nil && ctx.Err() == nil {
			p.worker.o.Log.Error("renew claim failed", "delivery", d.Key, "error", err)
		}
	}
}

// settle records the outcome of an attempt. If that fails, the delivery is attempted
// again when its claim expires.
func (p *dispatcher) settle(ctx context.Context, d rfq.Delivery, failed error) {
	interrupted := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	o := p.worker.o
	outcome, wait := "done", time.Duration(0)
	var err error
	switch {
	case failed == nil:
		err = o.Store.MarkDone(ctx, d)
	case interrupted: // by shutdown: free for another server at once
		outcome, err = "interrupted", o.Store.ReleaseClaim(ctx, d)
	case errors.Is(failed, ErrRefused) || exhausted(d, o.GiveUp, time.Now()):
		outcome, err = "dead", o.Store.MarkDead(ctx, d, failed)
		o.Log.Error("delivery is dead; requeue with: ferrule requests resend REFERENCE", "reference", d.Reference, "delivery", d.Key, "attempts", d.Attempts, "error", failed)
	default:
		outcome, wait = "failed", backoff(o.Retry, d.Attempts)
		err = o.Store.MarkFailed(ctx, d, failed, wait)
		o.Log.Warn("delivery failed", "delivery", d.Key, "attempt", d.Attempts, "retry_after", wait, "error", failed)
	}
	if err != nil {
		o.Log.Error("record delivery outcome failed", "delivery", d.Key, "outcome", outcome, "error", err)
	}
	kind, _, _ := strings.Cut(p.name, ":") // metrics must not contain addresses
	o.Observe(kind, outcome)
}

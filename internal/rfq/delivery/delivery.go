// Package delivery delivers the events of requests to targets: mails to the supplier
// and to the sender, a webhook, and a Directus instance. It owns scheduling, retries,
// concurrency and the texts of mails. The store owns which deliveries are pending,
// and that each is completed once.
package delivery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"ferrule/internal/rfq"
)

// Payload is the content of a delivery.
type Payload struct {
	Event   rfq.Event
	Key     string // the same for all attempts
	Request rfq.Request
	Files   []rfq.File

	Letter  rfq.Letter     // of the events of letters, to and from the sender
	InReply string         // Message-ID of the sender's last mail before it; "" for none
	Offer   *rfq.SentOffer // of the letter, or the last one of events about offers; nil for none
}

// Target receives deliveries. Deliver is called concurrently, and again with the
// same key when the outcome of an attempt is unknown. An error that wraps ErrRefused
// makes the delivery dead without a retry.
type Target interface {
	Deliver(ctx context.Context, p Payload) error
}

// ErrRefused is wrapped by errors of targets that refuse a delivery permanently.
var ErrRefused = errors.New("refused permanently")

// Options configure a Worker.
type Options struct {
	Store   *rfq.Store
	Targets Targets

	Retry     time.Duration // bound of the wait before the second attempt, doubled for each further one; 0 for 10 s
	GiveUp    time.Duration // minimum time before a delivery becomes dead; 0 for 72 h
	Retention time.Duration // age at which requests are forgotten; 0 for never

	Observe func(target, outcome string) // counts attempts: "done", "failed", "dead"
	Log     *slog.Logger
}

// Concurrency and timing of deliveries.
const (
	maxConcurrent  = 4                // concurrent deliveries to one target
	pollInterval   = 2 * time.Second  // between polls for deliveries of other processes, and for retries
	claimTime      = 15 * time.Second // duration of a claim, which is renewed during an attempt
	renewInterval  = 5 * time.Second
	attemptTimeout = 50 * time.Second // of one attempt
	settleTimeout  = 10 * time.Second // of recording the outcome of an attempt
	shutdownGrace  = 5 * time.Second  // for running attempts when the server stops
)

// Worker delivers pending deliveries until its context ends.
type Worker struct {
	o           Options
	dispatchers []*dispatcher
}

// New returns a worker. Wake must be called after deliveries were planned.
func New(o Options) *Worker {
	o.Retry, o.GiveUp = cmp.Or(o.Retry, 10*time.Second), cmp.Or(o.GiveUp, 72*time.Hour)
	w := &Worker{o: o}
	for _, name := range o.Targets.allNames() {
		w.dispatchers = append(w.dispatchers, w.newDispatcher(name))
	}
	return w
}

// Wake makes all dispatchers poll at once. It does not block.
func (w *Worker) Wake() {
	for _, d := range w.dispatchers {
		d.wake()
	}
}

// Run delivers until the context ends. It returns when running attempts have
// finished or their claims are released.
func (w *Worker) Run(ctx context.Context) {
	attempts, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(shutdownGrace, stop) })
	var running sync.WaitGroup
	for _, d := range slices.Concat(w.dispatchers, w.formerDispatchers(ctx)) {
		running.Go(func() { d.run(ctx, attempts) })
	}
	running.Go(func() { w.runJobs(ctx) })
	running.Wait()
}

// formerDispatchers returns dispatchers for pending deliveries to targets of an
// earlier configuration.
func (w *Worker) formerDispatchers(ctx context.Context) (list []*dispatcher) {
	names, err := w.o.Store.Targets(ctx)
	if err != nil {
		w.o.Log.Error("list targets of earlier configuration failed", "error", err)
	}
	for _, name := range names {
		if slices.ContainsFunc(w.dispatchers, func(d *dispatcher) bool { return d.name == name }) {
			continue
		}
		if d := w.newDispatcher(name); d.target != nil {
			list = append(list, d)
		} else {
			w.o.Log.Warn("target with pending deliveries is not configured", "target", name)
		}
	}
	return list
}

// newDispatcher returns the dispatcher of a target; its target is nil when the
// target is not configured.
func (w *Worker) newDispatcher(name string) *dispatcher {
	return &dispatcher{name: name, target: w.o.Targets.named(name), worker: w, wakeup: make(chan struct{}, 1), slots: make(chan struct{}, maxConcurrent)}
}

// payload returns the content of a delivery; false if the delivery is obsolete.
func (w *Worker) payload(ctx context.Context, d rfq.Delivery) (Payload, bool, error) {
	r, err := w.o.Store.ByReference(ctx, d.Reference)
	if err != nil {
		return Payload{}, false, fmt.Errorf("read request: %w", err)
	}
	obsolete := d.Event == rfq.EventDue && r.State != rfq.StateOpen || d.Event == rfq.EventExpiring && r.Outcome != rfq.OutcomeOffered
	if r.State == rfq.StateForgotten || r.State == rfq.StateSpam || obsolete {
		return Payload{}, false, nil
	}
	files, err := w.o.Store.FilesOf(ctx, r.ID)
	if err != nil {
		return Payload{}, false, fmt.Errorf("read files of request: %w", err)
	}
	payload := Payload{Event: d.Event, Key: d.Key, Request: r, Files: files}
	if d.Letter != 0 {
		if payload.Letter, err = w.o.Store.Letter(ctx, d.Letter); err != nil {
			return Payload{}, false, err
		}
		if payload.InReply, err = w.o.Store.RepliedTo(ctx, r.ID, d.Letter); err != nil {
			return Payload{}, false, err
		}
	}
	payload.Offer, err = w.offer(ctx, payload)
	return payload, err == nil, err
}

// offer returns the offer that a payload is about; nil for none.
func (w *Worker) offer(ctx context.Context, p Payload) (*rfq.SentOffer, error) {
	if number := p.Letter.Offer; number != "" {
		sent, err := w.o.Store.Offer(ctx, p.Request.ID, number)
		return &sent, err
	}
	switch p.Event {
	case rfq.EventWon, rfq.EventLost, rfq.EventExpiring, rfq.EventExpired:
		sent, ok, err := w.o.Store.LastOffer(ctx, p.Request.ID)
		if err != nil || !ok {
			return nil, err
		}
		return &sent, nil
	default:
		return nil, nil //nolint:nilnil // none
	}
}

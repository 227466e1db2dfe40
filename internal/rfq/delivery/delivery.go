// Package delivery brings requests from the store to whoever has to know of
// them: the supplier's mail, the sender's, a webhook, a Directus. It owns when
// something is tried, how often and how many at once, and what is told in which
// words. What has to be told, and that it is told once, is the store's.
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

// Parcel is what a target is given.
type Payload struct {
	Event   rfq.Event
	Key     string // the same however often it comes
	Request rfq.Request
	Files   []rfq.File
}

// Target is told of requests. It is asked by several at once, and again with
// the same key when it was not known whether it had taken a parcel. An error of
// ErrRefused says that no further attempt would help.
type Target interface {
	Deliver(ctx context.Context, p Payload) error
}

// ErrRefused is within errors of targets that will not take a parcel, ever.
var ErrRefused = errors.New("refused for good")

// Options say what a worker works with.
type Options struct {
	Store   *rfq.Store
	Targets Targets

	Retry     time.Duration // about how long to wait before the second attempt; doubled for each further
	GiveUp    time.Duration // how long to try at least
	Retention time.Duration // how long requests are kept; 0 for ever

	Observe func(target, outcome string) // counts attempts: "done", "failed", "dead"
	Log     *slog.Logger
}

// How a worker goes about it.
const (
	maxConcurrent  = 4                // deliveries to one target
	pollInterval   = 2 * time.Second  // between looks for what other programs planned, and what is due again
	claimTime      = 15 * time.Second // a claim, which is renewed while the delivery is tried
	renewInterval  = 5 * time.Second
	attemptTimeout = 50 * time.Second // for one attempt
	settleTimeout  = 10 * time.Second // for the store to note what came of it
	shutdownGrace  = 5 * time.Second  // for what is under way when the server stops
)

// Worker delivers until its context ends.
type Worker struct {
	o           Options
	dispatchers []*dispatcher
}

// New returns a worker. Its Wake is to be called when something was planned.
func New(o Options) *Worker {
	o.Retry, o.GiveUp = cmp.Or(o.Retry, 10*time.Second), cmp.Or(o.GiveUp, 72*time.Hour)
	w := &Worker{o: o}
	for _, name := range o.Targets.allNames() {
		w.dispatchers = append(w.dispatchers, w.newDispatcher(name))
	}
	return w
}

// Wake lets all targets look for work at once. It does not wait.
func (w *Worker) Wake() {
	for _, l := range w.dispatchers {
		l.wake()
	}
}

// Run delivers until the context ends, and returns when what was under way has
// arrived, or is free for others.
func (w *Worker) Run(ctx context.Context) {
	attempts, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(shutdownGrace, stop) })
	var lanes sync.WaitGroup
	for _, l := range slices.Concat(w.dispatchers, w.formerDispatchers(ctx)) {
		lanes.Go(func() { l.run(ctx, attempts) })
	}
	lanes.Go(func() { w.runJobs(ctx) })
	lanes.Wait()
}

// former are the lanes to targets of an earlier configuration that something
// still waits for.
func (w *Worker) formerDispatchers(ctx context.Context) (lanes []*dispatcher) {
	names, err := w.o.Store.Targets(ctx)
	if err != nil {
		w.o.Log.Error("deliveries: earlier targets were not found", "error", err)
	}
	for _, name := range names {
		if slices.ContainsFunc(w.dispatchers, func(l *dispatcher) bool { return l.name == name }) {
			continue
		}
		if l := w.newDispatcher(name); l.target != nil {
			lanes = append(lanes, l)
		} else {
			w.o.Log.Warn("deliveries wait for a target that is not configured any more", "target", name)
		}
	}
	return lanes
}

func (w *Worker) newDispatcher(name string) *dispatcher {
	return &dispatcher{name: name, target: w.o.Targets.named(name), worker: w, wakeup: make(chan struct{}, 1), slots: make(chan struct{}, maxConcurrent)}
}

// parcel is what is to be delivered; false if there is no reason left to.
func (w *Worker) payload(ctx context.Context, d rfq.Delivery) (Payload, bool, error) {
	r, err := w.o.Store.ByReference(ctx, d.Reference)
	if err != nil {
		return Payload{}, false, fmt.Errorf("read the request: %w", err)
	}
	if r.State == rfq.StateForgotten || r.State == rfq.StateSpam || (d.Event == rfq.EventDue && r.State != rfq.StateOpen) {
		return Payload{}, false, nil
	}
	files, err := w.o.Store.FilesOf(ctx, r.ID)
	if err != nil {
		return Payload{}, false, fmt.Errorf("read the request's files: %w", err)
	}
	return Payload{Event: d.Event, Key: d.Key, Request: r, Files: files}, true, nil
}

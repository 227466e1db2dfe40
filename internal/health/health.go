// Package health runs checks of the program's parts periodically and stores
// their last results, so that a report never waits for a check. It does not
// know the parts: the caller provides the checks.
package health

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"ferrule/internal/fault"
)

// Quick is the maximum Within of checks that Start waits for.
const Quick = 2 * time.Second

// Check is a periodic check of one part of the program.
type Check struct {
	Name   string        // in snake case, for metrics; with spaces it is the prefix of the reason
	Every  time.Duration // delay after a result before the next run
	Within time.Duration // time limit; exceeding it is a failure
	// Run returns nil if the part is healthy. The message of a *fault.Error is
	// public, so it has no paths and no addresses; any other error is only
	// logged. Run is called in its own goroutine, and never concurrently with
	// itself.
	Run func(ctx context.Context) error
}

// Report holds the last result of each check.
type Report struct {
	Reasons []string        // failures, in the order of the checks; empty if there are none
	Failed  map[string]bool // by name, for the checks that have run
	Age     time.Duration   // since the last result; 0 if there is none yet
}

// Monitor runs checks until it is closed.
type Monitor struct {
	log     *slog.Logger
	stop    context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex // guards what follows
	checks []*checkState
	last   time.Time
}

// checkState is a check with its last result.
type checkState struct {
	Check

	completed bool
	reason    string // empty if healthy
	first     chan struct{}
}

// Start begins to run the checks. It returns when each check with a time limit
// of at most Quick has run once, so after at most Quick.
func Start(ctx context.Context, log *slog.Logger, checks ...Check) *Monitor {
	ctx, stop := context.WithCancel(ctx)
	m := &Monitor{log: log, stop: stop}
	for _, c := range checks {
		m.checks = append(m.checks, &checkState{Check: c, first: make(chan struct{})})
	}
	for _, w := range m.checks {
		m.running.Go(func() {
			for ctx.Err() == nil {
				m.run(ctx, w)
				select {
				case <-ctx.Done():
				case <-time.After(w.Every):
				}
			}
		})
	}
	for _, w := range m.checks {
		if w.Within > Quick {
			continue
		}
		select {
		case <-w.first:
		case <-ctx.Done():
		}
	}
	return m
}

// Close waits for running checks.
func (m *Monitor) Close() {
	m.stop()
	m.running.Wait()
}

// Report returns the last results. It never waits for a check.
func (m *Monitor) Report() Report {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := Report{Failed: map[string]bool{}}
	if !m.last.IsZero() {
		r.Age = time.Since(m.last)
	}
	for _, w := range m.checks {
		if !w.completed {
			continue
		}
		r.Failed[w.Name] = w.reason != ""
		if w.reason != "" {
			r.Reasons = append(r.Reasons, w.reason)
		}
	}
	return r
}

// run runs a check and records the result, or the timeout. It returns when the
// check has returned.
func (m *Monitor) run(ctx context.Context, w *checkState) {
	bounded, cancel := context.WithTimeout(ctx, w.Within)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- w.Run(bounded) }()
	select {
	case err := <-answer:
		if err != nil && bounded.Err() != nil {
			err = w.late(err)
		}
		m.record(ctx, w, err)
	case <-bounded.Done():
		m.record(ctx, w, w.late(bounded.Err()))
		if err := <-answer; err != nil {
			m.log.InfoContext(ctx, "health check failed after its time limit", "check", w.Name, "error", err)
		}
	}
}

func (c *Check) late(err error) error {
	return fault.Wrap(fault.Unavailable, err, "no answer within %g s", c.Within.Seconds())
}

// record stores a result, and logs it if it differs from the previous one.
func (m *Monitor) record(ctx context.Context, w *checkState, err error) {
	if ctx.Err() != nil {
		return // the program is shutting down
	}
	reason := ""
	if err != nil {
		reason = strings.ReplaceAll(w.Name, "_", " ") + ": " + Public(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	before := w.reason
	w.reason, m.last = reason, time.Now()
	if !w.completed {
		w.completed = true
		close(w.first)
	}
	switch {
	case reason != "" && reason != before:
		m.log.ErrorContext(ctx, "health check failed", "check", w.Name, "error", err)
	case reason == "" && before != "":
		m.log.WarnContext(ctx, "health check recovered", "check", w.Name)
	}
}

// Public returns the part of an error that may be shown to any client.
func Public(err error) string {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.Message
	}
	return "it failed; the log says why"
}

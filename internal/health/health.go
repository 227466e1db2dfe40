// Package health asks the parts of the program at intervals whether they are in
// order, and keeps their last answers, so that whoever asks for them is answered
// at once, whatever a part waits for. It does not know the parts: the caller
// brings the checks.
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

// Quick is the longest time to answer of checks that Start waits for.
const Quick = 2 * time.Second

// Check is a question to one part of the program.
type Check struct {
	Name   string        // in snake case, for metrics; with spaces it begins the reason
	Every  time.Duration // from an answer to the next question
	Within time.Duration // how long an answer may take; none by then is a problem itself
	// Run returns nil if the part is in order. The message of a *fault.Error is
	// shown to anyone, so it has no paths and no addresses; any other error is only
	// logged. Run is called in a goroutine of its own, and not again before it
	// returned.
	Run func(ctx context.Context) error
}

// Report is the last answer of each check.
type Report struct {
	Reasons []string        // what is wrong, in the order of the checks; empty if all is well
	Failed  map[string]bool // by name, for the checks that were made
	Age     time.Duration   // since the last answer; 0 if there is none yet
}

// Monitor makes checks until it is closed.
type Monitor struct {
	log     *slog.Logger
	stop    context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex // for what follows
	watched []*watched
	last    time.Time
}

// watched is a check with its last answer.
type watched struct {
	Check

	asked  bool
	reason string // empty if it is in order
	first  chan struct{}
}

// Start begins to make checks. It returns when each check that has to answer
// within Quick was made once, so after Quick at most.
func Start(ctx context.Context, log *slog.Logger, checks ...Check) *Monitor {
	ctx, stop := context.WithCancel(ctx)
	m := &Monitor{log: log, stop: stop}
	for _, c := range checks {
		m.watched = append(m.watched, &watched{Check: c, first: make(chan struct{})})
	}
	for _, w := range m.watched {
		m.running.Go(func() {
			for ctx.Err() == nil {
				m.ask(ctx, w)
				select {
				case <-ctx.Done():
				case <-time.After(w.Every):
				}
			}
		})
	}
	for _, w := range m.watched {
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

// Close waits for the checks that are being made.
func (m *Monitor) Close() {
	m.stop()
	m.running.Wait()
}

// Report returns the last answers. It never waits for a check.
func (m *Monitor) Report() Report {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := Report{Failed: map[string]bool{}}
	if !m.last.IsZero() {
		r.Age = time.Since(m.last)
	}
	for _, w := range m.watched {
		if !w.asked {
			continue
		}
		r.Failed[w.Name] = w.reason != ""
		if w.reason != "" {
			r.Reasons = append(r.Reasons, w.reason)
		}
	}
	return r
}

// ask makes a check and notes the answer, or that there is none in time. It
// returns when the check has returned.
func (m *Monitor) ask(ctx context.Context, w *watched) {
	bounded, cancel := context.WithTimeout(ctx, w.Within)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- w.Run(bounded) }()
	select {
	case err := <-answer:
		if err != nil && bounded.Err() != nil {
			err = w.late(err)
		}
		m.note(ctx, w, err)
	case <-bounded.Done():
		m.note(ctx, w, w.late(bounded.Err()))
		if err := <-answer; err != nil {
			m.log.InfoContext(ctx, "a health check failed late", "check", w.Name, "error", err)
		}
	}
}

func (c *Check) late(err error) error {
	return fault.Wrap(fault.Unavailable, err, "no answer within %g s", c.Within.Seconds())
}

// note keeps an answer, and logs it when it is another than before.
func (m *Monitor) note(ctx context.Context, w *watched, err error) {
	if ctx.Err() != nil {
		return // the program ends, and that is no part's fault
	}
	reason := ""
	if err != nil {
		reason = strings.ReplaceAll(w.Name, "_", " ") + ": " + Public(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	before := w.reason
	w.reason, m.last = reason, time.Now()
	if !w.asked {
		w.asked = true
		close(w.first)
	}
	switch {
	case reason != "" && reason != before:
		m.log.ErrorContext(ctx, "a health check failed", "check", w.Name, "error", err)
	case reason == "" && before != "":
		m.log.WarnContext(ctx, "a health check passes again", "check", w.Name)
	}
}

// Public is what of an error may be shown to anyone.
func Public(err error) string {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return e.Message
	}
	return "it failed; the log says why"
}

package desk

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"ferrule/internal/rfq"
)

// Bounds of the feed.
const (
	maxChanges = 500              // that one query reads, and that a stream catches up with
	maxBuffer  = 256              // of a listener; one that is slower than that is cut off
	maxLate    = 30 * time.Second // for which a missing ID may still be committed; longer than any transaction
	lookBack   = 50               // IDs before the first query that may be committed late
)

// source is where changes are read.
type source interface {
	LastChange(ctx context.Context) (int64, error)
	Changes(ctx context.Context, after int64, late []int64, limit int) ([]rfq.Change, error)
}

// feed passes the changes of requests on all servers to its listeners. It queries the
// database while it has listeners, at most once per interval for all of them.
type feed struct {
	source   source
	interval time.Duration
	log      *slog.Logger

	mu        sync.Mutex
	listeners map[chan rfq.Change]bool
	stop      context.CancelFunc // nil without open streams
	started   chan struct{}      // closed once what is changed from then on is passed
	running   sync.WaitGroup
}

func newFeed(s source, interval time.Duration, log *slog.Logger) *feed {
	return &feed{source: s, interval: interval, log: log, listeners: map[chan rfq.Change]bool{}}
}

// listen returns a channel of changes, which is closed when its receiver is too slow, and
// one that is closed once changes are passed. The caller calls leave.
func (f *feed) listen(ctx context.Context) (changes <-chan rfq.Change, started <-chan struct{}, leave func()) {
	c := make(chan rfq.Change, maxBuffer)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listeners[c] = true
	if f.stop == nil {
		var polling context.Context
		polling, f.stop = context.WithCancel(context.WithoutCancel(ctx))
		f.started = make(chan struct{})
		started := f.started
		f.running.Go(func() { f.run(polling, started) })
	}
	return c, f.started, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.listeners, c)
		if len(f.listeners) == 0 && f.stop != nil {
			f.stop()
			f.stop = nil
		}
	}
}

// close stops the queries and waits for the running one.
func (f *feed) close() {
	f.mu.Lock()
	if f.stop != nil {
		f.stop()
		f.stop = nil
	}
	f.mu.Unlock()
	f.running.Wait()
}

// run queries for changes until ctx ends.
func (f *feed) run(ctx context.Context, started chan<- struct{}) {
	p := position{missing: map[int64]time.Time{}}
	tick := time.NewTicker(f.interval)
	defer tick.Stop()
	for begun := false; ; {
		var err error
		if !begun {
			if err = p.start(ctx, f.source); err == nil {
				begun = true
				close(started)
			}
		} else {
			var changes []rfq.Change
			if changes, err = p.next(ctx, f.source); err == nil {
				f.pass(ctx, changes)
			}
		}
		if err != nil && ctx.Err() == nil {
			f.log.WarnContext(ctx, "read changes of requests failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// pass passes changes to all listeners, unless the queries have been stopped meanwhile.
func (f *feed) pass(ctx context.Context, changes []rfq.Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	for _, change := range changes {
		for c := range f.listeners {
			select {
			case c <- change:
			default:
				close(c)
				delete(f.listeners, c)
			}
		}
	}
}

// position is how far changes were read. In PostgreSQL a transaction may be committed
// after another with a higher ID: missing IDs are looked for during maxLate.
type position struct {
	last    int64
	missing map[int64]time.Time // when it was first missing
}

// start sets the position to the present end.
func (p *position) start(ctx context.Context, from source) (err error) {
	last, err := from.LastChange(ctx)
	if err != nil {
		return err
	}
	p.last = max(0, last-lookBack)
	_, err = p.next(ctx, from)
	return err
}

// next returns the changes since the last call.
func (p *position) next(ctx context.Context, from source) ([]rfq.Change, error) {
	late := make([]int64, 0, len(p.missing))
	for id, since := range p.missing {
		if time.Since(since) > maxLate {
			delete(p.missing, id)
			continue
		}
		late = append(late, id)
	}
	slices.Sort(late)
	changes, err := from.Changes(ctx, p.last, late[:min(len(late), maxChanges)], maxChanges)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		delete(p.missing, c.ID)
		for id := max(p.last+1, c.ID-maxChanges); id < c.ID; id++ {
			p.missing[id] = time.Now()
		}
		p.last = max(p.last, c.ID)
	}
	return changes, nil
}

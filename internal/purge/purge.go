// Package purge removes pages from a shared cache by their tags. It owns
// repetition and retry, and depends on the meaning of no tag except the one that
// all pages have.
package purge

import (
	"context"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Defaults of Options, and limits.
const (
	DefaultRetry       = time.Second
	DefaultRepeatAfter = 5 * time.Second

	maxRetry    = time.Minute
	sendTimeout = 10 * time.Second // of one request
	maxWaiting  = 1000             // tags; more are replaced by the tag of all pages
	maxSent     = 100              // tags in one request: most services have a limit
)

// Options configure a Client. URL must be set.
type Options struct {
	URL    string // address that purges are posted to
	Header string // "Name: value", sent with each request; empty for none
	All    string // tag of every page

	// RepeatAfter is the delay before a purge is sent a second time. After the
	// first, the cache may have stored a reply that was in transit, or of a
	// replica that had not detected the change yet. Default 5 s.
	RepeatAfter time.Duration
	Retry       time.Duration // delay after the first failure; doubled up to a minute; default 1 s

	Log *slog.Logger // default slog.Default
}

// Client sends purges sequentially, see docs/shared-cache.md. It is safe for
// concurrent use.
type Client struct {
	options Options
	client  *http.Client
	wake    chan struct{}

	mu      sync.Mutex
	waiting map[string]bool
	stats   Stats
}

// Stats are counters since the start of a client.
type Stats struct {
	Sent, Failed uint64 // successful and failed requests
	Waiting      int    // number of tags to send
}

// New returns a client; Run starts it.
func New(o Options) *Client {
	if o.RepeatAfter <= 0 {
		o.RepeatAfter = DefaultRepeatAfter
	}
	if o.Retry <= 0 {
		o.Retry = DefaultRetry
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Client{
		options: o, wake: make(chan struct{}, 1), waiting: map[string]bool{},
		client: &http.Client{
			Timeout: sendTimeout,
			// A redirect must not receive a header with a secret.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Purge queues tags; the cache removes the pages that have one of them. It does
// not wait.
func (c *Client) Purge(tags []string) {
	if len(tags) == 0 {
		return
	}
	c.mu.Lock()
	for _, tag := range tags {
		c.waiting[tag] = true
	}
	if c.waiting[c.options.All] || len(c.waiting) > maxWaiting {
		c.waiting = map[string]bool{c.options.All: true}
	}
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default: // Run is already signalled
	}
}

// Stats returns the current values.
func (c *Client) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Waiting = len(c.waiting)
	return s
}

// repeat is a purge that is due for its second sending.
type repeat struct {
	tags []string
	due  time.Time
}

// Run sends purges until the context ends. Queued tags are lost then: a
// starting program purges all pages.
func (c *Client) Run(ctx context.Context) {
	var repeats []repeat // ordered by due time
	failures := 0
	for {
		var wait <-chan time.Time
		tags := c.take()
		switch {
		case len(tags) > 0:
			if err := c.send(ctx, tags); err != nil {
				if ctx.Err() != nil {
					return
				}
				c.Purge(tags) // with tags that were queued meanwhile
				pause := c.pause(failures)
				failures++
				c.options.Log.Warn("purge shared cache failed, its pages may be stale", "error", err, "failures", failures, "retry_in", pause)
				select {
				case <-time.After(pause):
				case <-ctx.Done():
					return
				}
				continue
			}
			failures = 0
			c.options.Log.Info("shared cache purged", "tags", len(tags))
			repeats = append(repeats, repeat{tags, time.Now().Add(c.options.RepeatAfter)})
			continue
		case len(repeats) > 0 && !time.Now().Before(repeats[0].due):
			// The first sending was successful.
			if err := c.send(ctx, repeats[0].tags); err != nil && ctx.Err() == nil {
				c.options.Log.Warn("repeat purge of shared cache failed", "error", err)
			}
			repeats = repeats[1:]
			continue
		case len(repeats) > 0:
			wait = time.After(time.Until(repeats[0].due))
		}
		select {
		case <-wait:
		case <-c.wake:
		case <-ctx.Done():
			return
		}
	}
}

// take returns the queued tags and clears the queue.
func (c *Client) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	tags := slices.Sorted(maps.Keys(c.waiting))
	clear(c.waiting)
	return tags
}

// pause returns the delay after a number of failures, with jitter so that
// several servers do not retry simultaneously.
func (c *Client) pause(failures int) time.Duration {
	limit := min(c.options.Retry<<min(failures, 16), maxRetry)
	return limit/2 + rand.N(limit/2+1) //nolint:gosec // no secret
}

func (c *Client) send(ctx context.Context, tags []string) error {
	for some := range slices.Chunk(tags, maxSent) {
		err := c.Send(ctx, some)
		c.mu.Lock()
		if err == nil {
			c.stats.Sent++
		} else {
			c.stats.Failed++
		}
		c.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

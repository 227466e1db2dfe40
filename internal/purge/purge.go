// Package purge tells a cache between the site and its visitors which pages it
// has to drop, by their tags. It owns how often and for how long that is tried;
// what tags stand for it does not know, but for the one that all pages have.
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

// Defaults of Options, and bounds.
const (
	DefaultRetry = time.Second
	DefaultAgain = 5 * time.Second

	maxRetry   = time.Minute
	sendTime   = 10 * time.Second // for one request
	maxWaiting = 1000             // tags; more are all pages
	maxSent    = 100              // tags in one request: few services take more
)

// Options of a Client. URL must be set.
type Options struct {
	URL    string // where purges are posted to
	Header string // "Name: value", sent with each; empty for none
	All    string // the tag that every page has

	// Again is when a purge is sent a second time: what a replica that had not
	// heard of the change yet sent meanwhile, or what was on its way, came into
	// the cache after the first. Default 5 s.
	Again time.Duration
	Retry time.Duration // the first wait after a failure; doubled up to a minute; default 1 s

	Log *slog.Logger // default slog.Default
}

// Client sends purges one after the other, see docs/shared-cache.md. It is safe
// for concurrent use.
type Client struct {
	options Options
	client  *http.Client
	wake    chan struct{}

	mu      sync.Mutex
	waiting map[string]bool
	stats   Stats
}

// Stats are figures of a client since its start.
type Stats struct {
	Sent, Failed uint64 // requests
	Waiting      int    // tags to be sent
}

// New returns a client that begins with Run.
func New(o Options) *Client {
	if o.Again <= 0 {
		o.Again = DefaultAgain
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
			Timeout: sendTime,
			// A header with a secret must not follow to another address.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Purge has the pages with one of the tags dropped, soon. It does not wait.
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
	default: // it will look anyway
	}
}

// Stats returns the present figures.
func (c *Client) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Waiting = len(c.waiting)
	return s
}

// echo is a purge that is to be sent once more.
type echo struct {
	tags []string
	due  time.Time
}

// Run sends until the context ends. What waits then is lost: a program that
// starts purges everything.
func (c *Client) Run(ctx context.Context) {
	var echoes []echo // in order
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
				c.Purge(tags) // with what has come meanwhile
				pause := c.pause(failures)
				failures++
				c.options.Log.Warn("a shared cache could not be purged, its pages may be old", "error", err, "failures", failures, "again", pause)
				select {
				case <-time.After(pause):
				case <-ctx.Done():
					return
				}
				continue
			}
			failures = 0
			c.options.Log.Info("shared cache purged", "tags", len(tags))
			echoes = append(echoes, echo{tags, time.Now().Add(c.options.Again)})
			continue
		case len(echoes) > 0 && !time.Now().Before(echoes[0].due):
			// One that fails was sent before, and heard.
			if err := c.send(ctx, echoes[0].tags); err != nil && ctx.Err() == nil {
				c.options.Log.Warn("a shared cache could not be purged once more", "error", err)
			}
			echoes = echoes[1:]
			continue
		case len(echoes) > 0:
			wait = time.After(time.Until(echoes[0].due))
		}
		select {
		case <-wait:
		case <-c.wake:
		case <-ctx.Done():
			return
		}
	}
}

// take returns what waits, which then waits no longer.
func (c *Client) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	tags := slices.Sorted(maps.Keys(c.waiting))
	clear(c.waiting)
	return tags
}

// pause is how long to wait after so many failures: several servers should not
// come again at once.
func (c *Client) pause(failures int) time.Duration {
	most := min(c.options.Retry<<min(failures, 16), maxRetry)
	return most/2 + rand.N(most/2+1) //nolint:gosec // no secret
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

package itemsapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"ferrule/internal/content"
	"ferrule/internal/lru"
)

// Bounds of the replies that are kept.
const (
	maxCache = 16 << 20 // bytes in all
	maxReply = 1 << 20  // bytes of one; larger ones would push out too many
	tagSize  = 48       // bytes of one tag
	maxAsked = 1 << 20  // bytes of addresses that were asked for once
)

// answered is a reply, ready to be sent.
type answered struct {
	body    []byte
	head    http.Header   // of all who get it; not to be changed
	tag     string        // see etag
	touched []content.Tag // what it was made of, if it is to be kept
}

// newAnswer is a reply in a form, for everybody or for who asked alone.
func newAnswer(body []byte, form export, private bool) *answered {
	a := &answered{body: body, tag: etag(body)}
	a.head = http.Header{
		"Content-Type":   {form.contentType()},
		"Content-Length": {strconv.Itoa(len(body))},
		"Cache-Control":  {"no-cache"},
		"Etag":           {a.tag},
	}
	if private {
		a.head.Set("Cache-Control", "private, no-cache")
	}
	if form.Name != "" {
		a.head.Set("Content-Disposition", form.disposition())
	}
	return a
}

// cache keeps the public's replies by their addresses until a change of content
// concerns them. A reply is kept when it is asked for again: to know what it was
// made of costs time, and addresses that are asked for once would push out the
// others.
type cache struct {
	source content.Source

	following chan struct{} // of capacity 1: held by the reader who asks what changed

	mu       sync.Mutex // for what follows; not held while the source is asked
	revision int64
	replies  *lru.Cache[string, *answered]
	asked    *lru.Cache[string, struct{}]
}

func newCache(source content.Source) *cache {
	return &cache{source: source, following: make(chan struct{}, 1), replies: lru.New[string, *answered](maxCache), asked: lru.New[string, struct{}](maxAsked)}
}

// cacheable reports whether a request's reply is the same for everyone until
// the content changes. What asks for the time of day is not.
func cacheable(r *http.Request, policy *content.Policy) bool {
	return policy == nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && !mayAskForNow(r.URL.RawQuery)
}

// mayAskForNow finds $NOW in a query that was not decoded. Nobody needs to
// encode letters; who does may have encoded these.
func mayAskForNow(rawQuery string) bool {
	return strings.Contains(rawQuery, "NOW") || strings.Contains(rawQuery, "%4") || strings.Contains(rawQuery, "%57")
}

// get returns a kept reply, nil if there is none. Where one is worth keeping,
// revision is what to put it with, else 0.
func (c *cache) get(ctx context.Context, address string) (kept *answered, revision int64, err error) {
	if revision, err = c.source.Revision(ctx); err != nil {
		return nil, 0, err
	}
	if err := c.follow(ctx, revision); err != nil {
		return nil, 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision != c.revision {
		return nil, 0, nil // the content has changed again
	}
	if kept, ok := c.replies.Get(address); ok {
		return kept, revision, nil
	}
	if _, again := c.asked.Get(address); again {
		return nil, revision, nil
	}
	c.asked.Put(address, struct{}{}, int64(len(address)+tagSize))
	return nil, 0, nil
}

// follow drops the replies that changes up to a revision concern.
func (c *cache) follow(ctx context.Context, revision int64) error {
	if c.at() == revision {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	select {
	case c.following <- struct{}{}:
		defer func() { <-c.following }()
	case <-ctx.Done():
		return errBusy(ctx.Err())
	}
	from := c.at()
	if from == revision {
		return nil
	}
	what, err := content.ChangedSince(ctx, c.source, from)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.revision = revision
	if what == nil {
		c.replies.Clear()
	} else {
		c.replies.DeleteFunc(func(_ string, r *answered) bool { return what.Meets(r.touched) })
	}
	return nil
}

// at returns the revision of the kept replies.
func (c *cache) at() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.revision
}

// put keeps a reply that was read since get gave the revision, unless the content
// has changed meanwhile.
func (c *cache) put(address string, answer *answered, revision int64) {
	size := int64(len(address) + len(answer.body) + tagSize*len(answer.touched))
	if size > maxReply {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision == c.revision {
		c.replies.Put(address, answer, size)
	}
}

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

// Bounds of the cached replies.
const (
	maxCache     = 16 << 20 // bytes in total
	maxReply     = 1 << 20  // bytes of one; larger ones would evict too many
	tagSize      = 48       // approximate bytes of one tag
	maxRequested = 1 << 20  // bytes of addresses requested once
)

// preparedReply is a reply that is ready to send.
type preparedReply struct {
	body    []byte
	head    http.Header   // shared by all requests; not to be changed
	tag     string        // see etag
	touched []content.Tag // what it depends on, if it is to be cached
}

// newReply returns a reply in the form of an export; private forbids shared
// caches.
func newReply(body []byte, form export, private bool) *preparedReply {
	a := &preparedReply{body: body, tag: etag(body)}
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

// cache stores the public's replies by address until a change of content
// affects them. A reply is cached at the second request: tracing its
// dependencies costs time, and addresses requested once would evict the others.
type cache struct {
	source content.Source

	following chan struct{} // semaphore of capacity 1 for the request that reads the changes

	mu        sync.Mutex // guards the fields below; not held during reads of the source
	revision  int64
	replies   *lru.Cache[string, *preparedReply]
	requested *lru.Cache[string, struct{}]
}

func newCache(source content.Source) *cache {
	return &cache{source: source, following: make(chan struct{}, 1), replies: lru.New[string, *preparedReply](maxCache), requested: lru.New[string, struct{}](maxRequested)}
}

// cacheable reports whether the reply to a request is the same for all clients
// until the content changes. Replies to queries with $NOW are not.
func cacheable(r *http.Request, policy *content.Policy) bool {
	return policy == nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && !mayContainNow(r.URL.RawQuery)
}

// mayContainNow reports whether an undecoded query may contain $NOW. Clients
// need not encode letters; one that does may have encoded these.
func mayContainNow(rawQuery string) bool {
	return strings.Contains(rawQuery, "NOW") || strings.Contains(rawQuery, "%4") || strings.Contains(rawQuery, "%57")
}

// get returns the cached reply of an address, nil if there is none. revision is
// the argument for put if the reply is worth caching, else 0.
func (c *cache) get(ctx context.Context, address string) (cached *preparedReply, revision int64, err error) {
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
	if cached, ok := c.replies.Get(address); ok {
		return cached, revision, nil
	}
	if _, again := c.requested.Get(address); again {
		return nil, revision, nil
	}
	c.requested.Put(address, struct{}{}, int64(len(address)+tagSize))
	return nil, 0, nil
}

// follow evicts the replies that changes up to a revision affect.
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
		c.replies.DeleteFunc(func(_ string, r *preparedReply) bool { return what.Meets(r.touched) })
	}
	return nil
}

// at returns the revision of the cached replies.
func (c *cache) at() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.revision
}

// put caches a reply that was read after get returned revision, unless the
// content has changed since.
func (c *cache) put(address string, answer *preparedReply, revision int64) {
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

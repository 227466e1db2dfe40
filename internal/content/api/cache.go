package api

import (
	"context"
	"net/http"
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
)

// reply is an answer, ready to be sent.
type reply struct {
	body    []byte
	form    export
	tag     string        // see etag
	touched []content.Tag // what it was made of, if it is to be kept
}

// cache keeps the public's replies by their addresses until a change of content
// concerns them.
type cache struct {
	source content.Source

	mu       sync.Mutex
	revision int64
	replies  *lru.Cache[string, *reply]
}

func newCache(source content.Source) *cache {
	return &cache{source: source, replies: lru.New[string, *reply](maxCache)}
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

// get returns a kept reply, nil if there is none, and the revision to put one with.
func (c *cache) get(ctx context.Context, address string) (*reply, int64, error) {
	revision, err := c.source.Revision(ctx)
	if err != nil {
		return nil, 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision != c.revision {
		what, err := content.ChangedSince(ctx, c.source, c.revision)
		if err != nil {
			return nil, 0, err
		}
		c.revision = revision
		if what == nil {
			c.replies.Clear()
		} else {
			c.replies.DeleteFunc(func(_ string, r *reply) bool { return what.Meets(r.touched) })
		}
	}
	kept, _ := c.replies.Get(address)
	return kept, revision, nil
}

// put keeps a reply that was read since get gave the revision, unless the content
// has changed meanwhile.
func (c *cache) put(address string, answer *reply, revision int64) {
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

package page

import (
	"sync"

	"ferrule/internal/lru"
)

// key names a page. There is one spelling for each: the path without prefix
// that a route matched, and only parameters that the route knows.
type key struct {
	language string
	path     string
	search   string
	prefixed bool
	notFound bool // the 404 page of the language; path and search are empty
}

// variantShare is the part of the cache that pages with query parameters may
// take: a value that is merely valid (page=9999) must not push out the pages
// that people visit.
const variantShare = 4

// cache holds entries, bounded by bytes, the least recently used leaving first.
// Those that a change of content concerns are stale: they answer until they are
// made anew.
type cache struct {
	mu        sync.Mutex
	limit     int64 // of plain
	revision  int64
	waiting   []key // stale pages in the order in which they are made anew
	plain     *lru.Cache[key, *slot]
	variants  *lru.Cache[key, *slot]
	evictions uint64
}

type slot struct {
	entry *entry
	stale bool
	asked uint64 // how often, the older the less: see put
}

func newCache(limit int64) *cache {
	return &cache{
		limit:    limit - limit/variantShare,
		revision: unknownRevision,
		plain:    lru.New[key, *slot](limit - limit/variantShare),
		variants: lru.New[key, *slot](limit / variantShare),
	}
}

func (c *cache) clear() {
	for _, part := range c.parts() {
		part.Clear()
	}
}

func (c *cache) part(k key) *lru.Cache[key, *slot] {
	if k.search == "" {
		return c.plain
	}
	return c.variants
}

// get returns nil when the page is not there.
func (c *cache) get(k key) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(k).Get(k); ok {
		s.asked++
		return s.entry
	}
	return nil
}

// has is get that is not counted.
func (c *cache) has(k key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.part(k).Peek(k)
	return ok
}

// full reports whether another page would soon push out the one used longest ago.
func (c *cache) full() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plain.Size() > c.limit/10*9
}

// put stores a page that was built from the given revision, unless the page is
// larger than the whole cache or the content has moved on since. It reports
// whether the content has not.
func (c *cache) put(k key, e *entry, revision int64) (current bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision != c.revision {
		return false
	}
	c.store(k, &slot{entry: e})
	return true
}

// store puts a slot in. A page that is made anew keeps half of what it was asked
// for: pages that many read now come before those that many once read.
func (c *cache) store(k key, s *slot) {
	if old, ok := c.part(k).Peek(k); ok {
		s.asked = old.asked / 2
	}
	c.evictions += uint64(c.part(k).Put(k, s, s.entry.size())) //nolint:gosec // a number of entries
}

// grown counts a coding that was made for a page.
func (c *cache) grown(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(e.key).Peek(e.key); ok && s.entry == e {
		c.evictions += uint64(c.part(e.key).Put(e.key, s, e.size())) //nolint:gosec // a number of entries
	}
}

func (c *cache) figures() (entries int, bytes int64, evictions uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plain.Len() + c.variants.Len(), c.plain.Size() + c.variants.Size(), c.evictions
}

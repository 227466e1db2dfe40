package page

import (
	"sync"

	"ferrule/internal/lru"
)

// key identifies a page. Each page has exactly one key: path is the one that a
// route matched, without prefix, and search has only parameters that the route
// knows, in canonical form.
type key struct {
	language string
	path     string
	search   string
	prefixed bool
	notFound bool // the 404 page of the language; path and search are empty
}

// variantShare is the divisor of the cache size that pages with query
// parameters may use: values that are merely valid (page=9999) must not evict
// frequently read pages.
const variantShare = 4

// cache holds entries, bounded in bytes, and evicts the least recently used
// first. Entries that a content change affects are stale: they are served until
// they are refreshed.
type cache struct {
	mu         sync.Mutex
	limit      int64 // of plain
	revision   int64
	staleQueue []key // keys of stale pages in the order of their refresh
	plain      *lru.Cache[key, *slot]
	variants   *lru.Cache[key, *slot]
	evictions  uint64
}

type slot struct {
	entry *entry
	stale bool
	hits  uint64 // number of hits, weighted by age: see store
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

// get returns nil if the page is not cached.
func (c *cache) get(k key) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(k).Get(k); ok {
		s.hits++
		return s.entry
	}
	return nil
}

// has reports whether a page is cached, without counting a hit.
func (c *cache) has(k key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.part(k).Peek(k)
	return ok
}

// full reports whether the cache is so full that new pages will soon evict
// others.
func (c *cache) full() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.plain.Size() > c.limit/10*9
}

// put stores a page that was built from the given revision, unless it is larger
// than the whole cache or the content has a newer revision. It reports whether
// the revision is current.
func (c *cache) put(k key, e *entry, revision int64) (current bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision != c.revision {
		return false
	}
	c.store(k, &slot{entry: e})
	return true
}

// store inserts a slot. A refreshed page retains half of its hits, so that pages
// with many recent hits precede those with many old ones.
func (c *cache) store(k key, s *slot) {
	if old, ok := c.part(k).Peek(k); ok {
		s.hits = old.hits / 2
	}
	c.evictions += uint64(c.part(k).Put(k, s, s.entry.size())) //nolint:gosec // a number of entries
}

// resized accounts for an encoding that was added to a page.
func (c *cache) resized(e *entry) {
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

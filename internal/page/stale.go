package page

import (
	"cmp"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/lru"
)

// advance sets the content revision. Pages that the change affects become
// stale; if what is nil the changes are unknown and the cache is cleared. It
// reports whether there are stale pages.
func (c *cache) advance(revision int64, what *content.Changed) (stale bool) {
	c.mu.Lock()
	c.revision = revision // put rejects pages of older revisions
	if what == nil {
		c.clear()
		c.mu.Unlock()
		return false
	}
	type cachedPage struct {
		key key
		slot
	}
	var slots []cachedPage
	for _, part := range c.parts() {
		for k, s := range part.All() {
			slots = append(slots, cachedPage{k, *s})
		}
	}
	c.mu.Unlock()

	// Without the lock, so that no request waits for it.
	affected := slots[:0]
	for _, s := range slots {
		if s.stale || what.Meets(s.entry.tags) {
			affected = append(affected, s)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range affected {
		if now, ok := c.part(s.key).Peek(s.key); ok && now.entry == s.entry {
			now.stale, now.entry = true, s.entry.unshared()
		}
	}
	return c.queueStale() > 0
}

// queueStale queues the stale pages for their refresh, those with the most hits
// first, and returns their number.
func (c *cache) queueStale() int {
	type waiting struct {
		key  key
		hits uint64
	}
	var all []waiting
	for _, part := range c.parts() {
		for k, s := range part.All() {
			if s.stale {
				all = append(all, waiting{k, s.hits})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b waiting) int { return cmp.Compare(b.hits, a.hits) }) // of equals, the least recently used last
	c.staleQueue = make([]key, len(all))
	for i, w := range all {
		c.staleQueue[i] = w.key
	}
	return len(all)
}

func (c *cache) parts() []*lru.Cache[key, *slot] {
	return []*lru.Cache[key, *slot]{c.plain, c.variants}
}

// markStale marks a page that was stale when it was loaded. It returns false if
// the page is not cached.
func (c *cache) markStale(e *entry) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(e.key).Peek(e.key); ok && s.entry == e {
		s.stale = true
		c.staleQueue = append(c.staleQueue, e.key)
		return true
	}
	return false
}

// fresh returns the cached page for a build; nil if it is stale or not cached.
func (c *cache) fresh(k key) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(k).Peek(k); ok && !s.stale {
		return s.entry
	}
	return nil
}

// nextStale removes the next stale page from the queue.
func (c *cache) nextStale() (key, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.staleQueue) > 0 {
		k := c.staleQueue[0]
		c.staleQueue = c.staleQueue[1:]
		if s, ok := c.part(k).Peek(k); ok && s.stale {
			return k, true
		}
	}
	return key{}, false
}

// requeueStale queues the pages whose refresh failed again.
func (c *cache) requeueStale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queueStale()
}

// stale returns the number of stale pages.
func (c *cache) stale() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, part := range c.parts() {
		for _, s := range part.All() {
			if s.stale {
				n++
			}
		}
	}
	return n
}

// drop removes a stale page that no longer exists.
func (c *cache) drop(k key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(k).Peek(k); ok && s.stale {
		c.part(k).Delete(k)
	}
}

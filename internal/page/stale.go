package page

import (
	"ferrule/internal/content"
	"ferrule/internal/lru"
)

// advance goes on to another content revision. Pages that the change concerns
// become stale; all go when it is not known what changed (nil). It reports
// whether there are stale pages.
func (c *cache) advance(revision int64, what *content.Changed) (stale bool) {
	c.mu.Lock()
	c.revision = revision // what is built from an older one comes in no longer
	if what == nil {
		c.clear()
		c.mu.Unlock()
		return false
	}
	type seen struct {
		key key
		slot
	}
	var slots []seen
	for _, part := range c.parts() {
		for k, s := range part.All() {
			slots = append(slots, seen{k, *s})
		}
	}
	c.mu.Unlock()

	// Without the lock: nobody who asks for a page waits for this.
	concerned := slots[:0]
	for _, s := range slots {
		if s.stale || what.Meets(s.entry.tags) {
			concerned = append(concerned, s)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range concerned {
		if now, ok := c.part(s.key).Peek(s.key); ok && now.entry == s.entry {
			now.stale, now.entry = true, s.entry.unshared()
		}
	}
	return len(concerned) > 0
}

func (c *cache) parts() []*lru.Cache[key, *slot] {
	return []*lru.Cache[key, *slot]{c.plain, c.variants}
}

// fresh is get for those who make pages: nil for a stale one.
func (c *cache) fresh(k key) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(k).Peek(k); ok && !s.stale {
		return s.entry
	}
	return nil
}

// nextStale returns the stale page that was asked for last, but for some.
func (c *cache) nextStale(but map[key]bool) (key, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, part := range c.parts() {
		for k, s := range part.All() {
			if s.stale && !but[k] {
				return k, true
			}
		}
	}
	return key{}, false
}

// stale counts the stale pages.
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

// drop takes a stale page out that is no more.
func (c *cache) drop(k key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(k).Peek(k); ok && s.stale {
		c.part(k).Delete(k)
	}
}

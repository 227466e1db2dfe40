package page

import (
	"cmp"
	"slices"

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
	return c.line() > 0
}

// line puts the stale pages into the order in which they are made anew, what is
// asked for most first, and returns how many there are.
func (c *cache) line() int {
	type waiting struct {
		key   key
		asked uint64
	}
	var all []waiting
	for _, part := range c.parts() {
		for k, s := range part.All() {
			if s.stale {
				all = append(all, waiting{k, s.asked})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b waiting) int { return cmp.Compare(b.asked, a.asked) }) // of equals, what was asked for last
	c.waiting = make([]key, len(all))
	for i, w := range all {
		c.waiting[i] = w.key
	}
	return len(all)
}

func (c *cache) parts() []*lru.Cache[key, *slot] {
	return []*lru.Cache[key, *slot]{c.plain, c.variants}
}

// age makes a page stale that was so when it came in. It reports false for one
// that is not there.
func (c *cache) age(e *entry) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.part(e.key).Peek(e.key); ok && s.entry == e {
		s.stale = true
		c.waiting = append(c.waiting, e.key)
		return true
	}
	return false
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

// nextStale takes the next stale page out of the line.
func (c *cache) nextStale() (key, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.waiting) > 0 {
		k := c.waiting[0]
		c.waiting = c.waiting[1:]
		if s, ok := c.part(k).Peek(k); ok && s.stale {
			return k, true
		}
	}
	return key{}, false
}

// lineAgain is line for those that could not be made anew.
func (c *cache) lineAgain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.line()
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

package page

import "ferrule/internal/content"

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
	var slots []slot
	for _, part := range c.parts() {
		for element := part.order.Front(); element != nil; element = element.Next() {
			slots = append(slots, *element.Value.(*slot))
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
		if element, ok := c.part(s.key).items[s.key]; ok && element.Value.(*slot).entry == s.entry {
			element.Value.(*slot).stale = true
		}
	}
	return len(concerned) > 0
}

func (c *cache) parts() []*lru { return []*lru{&c.plain, &c.variants} }

// fresh is get for those who make pages: nil for a stale one.
func (c *cache) fresh(k key) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.part(k).items[k]; ok && !element.Value.(*slot).stale {
		return element.Value.(*slot).entry
	}
	return nil
}

// nextStale returns the stale page that was asked for last, but for some.
func (c *cache) nextStale(but map[key]bool) (key, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, part := range c.parts() {
		for element := part.order.Front(); element != nil; element = element.Next() {
			if s := element.Value.(*slot); s.stale && !but[s.key] {
				return s.key, true
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
		for _, element := range part.items {
			if element.Value.(*slot).stale {
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
	if element, ok := c.part(k).items[k]; ok && element.Value.(*slot).stale {
		c.part(k).remove(element)
	}
}

package page

import (
	"context"

	"ferrule/internal/content"
)

// changer is a content source that knows what was changed after a revision.
type changer interface {
	Changes(ctx context.Context, since int64) (tags []content.Tag, complete bool, err error)
}

// changed is what content changes touched, ready to be held against the tags
// of pages.
type changed struct {
	tags        map[content.Tag]bool
	collections map[string]bool
}

func newChanged(tags []content.Tag) *changed {
	c := &changed{tags: make(map[content.Tag]bool, len(tags)), collections: map[string]bool{}}
	for _, t := range tags {
		c.tags[t] = true
		c.collections[t.Collection] = true
	}
	return c
}

// meets reports whether something that a page was made of is among what
// changed. An empty ID is all of a collection, on either side.
func (c *changed) meets(tags []content.Tag) bool {
	for _, t := range tags {
		if c.collections[t.Collection] && (t.ID == "" || c.tags[t] || c.tags[content.Tag{Collection: t.Collection}]) {
			return true
		}
	}
	return false
}

// changes returns what was changed after a revision; nil if that is not known,
// and anything may have changed.
func (s *Site) changes(ctx context.Context, since int64) *changed {
	source, ok := s.source.(changer)
	if !ok || since == unknownRevision {
		return nil
	}
	tags, complete, err := source.Changes(ctx, since)
	if err != nil {
		s.log.Error("changes of the content cannot be read, dropping all pages", "err", err)
		return nil
	}
	if !complete {
		return nil
	}
	return newChanged(tags)
}

// advance goes on to another content revision. Pages that the change concerns
// become stale; all go when it is not known what changed (nil). It reports
// whether there are stale pages.
func (c *cache) advance(revision int64, what *changed) (stale bool) {
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
		if s.stale || what.meets(s.entry.tags) {
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

// drop takes a stale page out that is no more.
func (c *cache) drop(k key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.part(k).items[k]; ok && element.Value.(*slot).stale {
		c.part(k).remove(element)
	}
}

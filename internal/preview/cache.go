package preview

import (
	"container/list"
	"sync"
)

type key struct{ language, kind, slug string }

// cache keeps the pictures that were asked for last.
type cache struct {
	mu    sync.Mutex
	limit int64
	size  int64
	order *list.List // of *kept, the last used first
	byKey map[key]*list.Element
}

type kept struct {
	key      key
	revision int64
	body     []byte
}

func newCache(limit int64) *cache {
	return &cache{limit: limit, order: list.New(), byKey: map[key]*list.Element{}}
}

// get returns the picture as the content was at a revision.
func (c *cache) get(k key, revision int64) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[k]
	if e == nil {
		return nil, false
	}
	found := e.Value.(*kept) //nolint:forcetypeassert // nothing else is put in
	if found.revision != revision {
		c.drop(e)
		return nil, false
	}
	c.order.MoveToFront(e)
	return found.body, true
}

func (c *cache) put(k key, revision int64, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[k]; e != nil {
		c.drop(e)
	}
	c.byKey[k] = c.order.PushFront(&kept{k, revision, body})
	c.size += int64(len(body))
	for c.size > c.limit && c.order.Len() > 1 {
		c.drop(c.order.Back())
	}
}

func (c *cache) drop(e *list.Element) {
	gone := c.order.Remove(e).(*kept) //nolint:forcetypeassert // nothing else is put in
	delete(c.byKey, gone.key)
	c.size -= int64(len(gone.body))
}

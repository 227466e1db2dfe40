package page

import (
	"container/list"
	"sync"
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
	revision  int64
	plain     lru
	variants  lru
	evictions uint64
}

func newCache(limit int64) *cache {
	c := &cache{revision: unknownRevision}
	c.plain.limit = limit - limit/variantShare
	c.variants.limit = limit / variantShare
	c.clear()
	return c
}

func (c *cache) clear() {
	c.plain.clear()
	c.variants.clear()
}

func (c *cache) part(k key) *lru {
	if k.search == "" {
		return &c.plain
	}
	return &c.variants
}

// get returns nil when the page is not there.
func (c *cache) get(k key) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.part(k).get(k)
}

// put stores a page that was built from the given revision, unless the content
// has moved on since or the page is larger than the whole cache.
func (c *cache) put(k key, e *entry, revision int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision == c.revision {
		c.evictions += c.part(k).put(k, e)
	}
}

func (c *cache) figures() (entries int, bytes int64, evictions uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.plain.items) + len(c.variants.items), c.plain.size + c.variants.size, c.evictions
}

// lru is a map bounded by the size of its entries. Its owner locks it.
type lru struct {
	limit int64
	size  int64
	items map[key]*list.Element // of slot
	order *list.List            // the most recently used in front
}

type slot struct {
	key   key
	entry *entry
	stale bool
}

func (l *lru) clear() {
	l.items, l.order, l.size = map[key]*list.Element{}, list.New(), 0
}

func (l *lru) get(k key) *entry {
	element, ok := l.items[k]
	if !ok {
		return nil
	}
	l.order.MoveToFront(element)
	return element.Value.(*slot).entry
}

func (l *lru) put(k key, e *entry) (evicted uint64) {
	if element, ok := l.items[k]; ok {
		l.remove(element)
	}
	if e.size > l.limit {
		return 0
	}
	l.items[k] = l.order.PushFront(&slot{key: k, entry: e})
	for l.size += e.size; l.size > l.limit; evicted++ {
		l.remove(l.order.Back())
	}
	return evicted
}

func (l *lru) remove(element *list.Element) {
	s := l.order.Remove(element).(*slot)
	delete(l.items, s.key)
	l.size -= s.entry.size
}

package ogimage

import (
	"sync"

	"ferrule/internal/lru"
)

type key struct{ language, kind, slug string }

// cache holds the most recently used pictures.
type cache struct {
	mu    sync.Mutex
	byKey *lru.Cache[key, cached]
}

type cached struct {
	revision int64
	body     []byte
}

func newCache(limit int64) *cache { return &cache{byKey: lru.New[key, cached](limit)} }

// get returns the picture as of a revision of the content.
func (c *cache) get(k key, revision int64) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey.Get(k)
	if !ok || found.revision != revision {
		c.byKey.Delete(k)
		return nil, false
	}
	return found.body, true
}

func (c *cache) put(k key, revision int64, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.byKey.Put(k, cached{revision, body}, int64(len(body)))
}

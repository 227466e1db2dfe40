package page

import (
	"sync"

	"ferrule/internal/lru"
)

const (
	maxReplies    = 4 << 20 // bytes of the shared replies, and of the record of which page sent which query
	askerOverhead = 256     // bytes of one such record besides the query
)

// replyCache caches the replies that pages have in common, for one revision of
// the content: header and footer, menus, the list of categories. A reply is
// stored only when a second page needs it, because replies of a single page
// would evict the shared ones.
type replyCache struct {
	mu     sync.Mutex
	askers *lru.Cache[string, key]
	shared *lru.Cache[string, answer]
}

func newReplyCache(limit int64) *replyCache {
	return &replyCache{askers: lru.New[string, key](limit), shared: lru.New[string, answer](limit)}
}

// get returns the cached reply to a query of a page. If there is none, keep
// reports whether the caller must put it.
func (r *replyCache) get(query string, page key) (cached answer, ok, keep bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cached, ok = r.shared.Get(query); ok {
		return cached, true, false
	}
	asker, found := r.askers.Get(query)
	if !found {
		r.askers.Put(query, page, int64(len(query)+askerOverhead))
	}
	return cached, false, found && asker != page
}

func (r *replyCache) put(query string, a answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shared.Put(query, a, int64(len(query)+len(a.data)+tagSize*len(a.touched)))
}

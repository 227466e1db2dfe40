package asset

import (
	"context"
	"sync"

	"ferrule/internal/lru"
)

// maxCachedFiles is the maximum number of records in CachedLookup.
const maxCachedFiles = 8192

// CachedLookup caches the results of lookup until the revision of the content
// changes: a page shows many pictures, and each is a request. Errors are not
// cached.
func CachedLookup(lookup Lookup, revision func(context.Context) (int64, error)) Lookup {
	var (
		mu       sync.Mutex
		files    = lru.New[string, File](maxCachedFiles)
		cachedAt int64 // the revision that files is at least as new as
	)
	return func(ctx context.Context, id string) (File, error) {
		current, err := revision(ctx)
		if err != nil {
			return File{}, err
		}
		mu.Lock()
		if cachedAt != current {
			files.Clear()
			cachedAt = current
		}
		file, ok := files.Get(id)
		mu.Unlock()
		if ok {
			return file, nil
		}
		if file, err = lookup(ctx, id); err != nil {
			return file, err
		}
		mu.Lock()
		defer mu.Unlock()
		if cachedAt == current {
			files.Put(id, file, 1)
		}
		return file, nil
	}
}

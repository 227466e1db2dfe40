package lru_test

import (
	"testing"

	"ferrule/internal/lru"
)

func TestTheLeastRecentlyUsedEntryIsEvicted(t *testing.T) {
	t.Parallel()
	c := lru.New[string, int](10)
	c.Put("a", 1, 4)
	c.Put("b", 2, 4)
	c.Get("a")
	if evicted := c.Put("c", 3, 4); evicted != 1 {
		t.Errorf("got %d evictions, want 1", evicted)
	}
	if _, ok := c.Get("b"); ok {
		t.Error("the least recently used entry was not evicted")
	}
	if v, ok := c.Get("a"); !ok || v != 1 {
		t.Error("the most recently used entry was evicted")
	}
	if c.Put("d", 4, 11); c.Len() != 2 || c.Size() != 8 {
		t.Errorf("%d entries of %d bytes after one that is too large", c.Len(), c.Size())
	}
	if c.Put("a", 5, 6); c.Size() != 10 {
		t.Errorf("%d bytes after a value was replaced", c.Size())
	}
	if c.Clear(); c.Len() != 0 || c.Size() != 0 {
		t.Error("not empty")
	}
}

// Package lru implements a least-recently-used cache in memory, bounded by the
// size of its entries.
package lru

import (
	"container/list"
	"iter"
)

// Cache is a map that evicts the least recently used entries when all entries
// together exceed the limit. It is not safe for concurrent use.
type Cache[K comparable, V any] struct {
	limit int64
	size  int64
	items map[K]*list.Element // of *entry[K, V]
	order *list.List          // the most recently used in front
}

type entry[K comparable, V any] struct {
	key   K
	value V
	size  int64
}

// New returns an empty cache of at most limit bytes.
func New[K comparable, V any](limit int64) *Cache[K, V] {
	c := &Cache[K, V]{limit: limit}
	c.Clear()
	return c
}

// Get returns the value of a key and marks it as the most recently used.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	element, ok := c.items[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(element)
	return element.Value.(*entry[K, V]).value, true //nolint:forcetypeassert // nothing else is put in
}

// Peek is Get without marking.
func (c *Cache[K, V]) Peek(key K) (value V, ok bool) {
	element, ok := c.items[key]
	if !ok {
		return value, false
	}
	return element.Value.(*entry[K, V]).value, true //nolint:forcetypeassert // nothing else is put in
}

// All iterates over the entries, the most recently used first.
func (c *Cache[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for element := c.order.Front(); element != nil; element = element.Next() {
			e := element.Value.(*entry[K, V]) //nolint:forcetypeassert // nothing else is put in
			if !yield(e.key, e.value) {
				return
			}
		}
	}
}

// Put stores a value of the given size in bytes, unless it exceeds the limit,
// and returns how many entries it evicted.
func (c *Cache[K, V]) Put(key K, value V, size int64) (evicted int) {
	c.Delete(key)
	if size > c.limit {
		return 0
	}
	c.items[key] = c.order.PushFront(&entry[K, V]{key, value, size})
	for c.size += size; c.size > c.limit; evicted++ {
		c.remove(c.order.Back())
	}
	return evicted
}

// Delete removes a key.
func (c *Cache[K, V]) Delete(key K) {
	if element, ok := c.items[key]; ok {
		c.remove(element)
	}
}

// DeleteFunc removes the entries for which gone returns true.
func (c *Cache[K, V]) DeleteFunc(gone func(K, V) bool) {
	for _, element := range c.items {
		if e := element.Value.(*entry[K, V]); gone(e.key, e.value) { //nolint:forcetypeassert // nothing else is put in
			c.remove(element)
		}
	}
}

// Clear removes all entries.
func (c *Cache[K, V]) Clear() {
	c.items, c.order, c.size = make(map[K]*list.Element), list.New(), 0
}

// Len returns the number of entries.
func (c *Cache[K, V]) Len() int { return len(c.items) }

// Size returns the size of all entries in bytes.
func (c *Cache[K, V]) Size() int64 { return c.size }

func (c *Cache[K, V]) remove(element *list.Element) {
	e := c.order.Remove(element).(*entry[K, V]) //nolint:forcetypeassert // nothing else is put in
	delete(c.items, e.key)
	c.size -= e.size
}

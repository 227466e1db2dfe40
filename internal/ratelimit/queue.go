package ratelimit

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Queue shares slots among keys. While all are taken, the keys that wait get the
// next ones in turn: a key with many requests delays another one by one request
// for each slot at most.
type Queue struct {
	maxWaiting int // of each key

	mu      sync.Mutex
	free    int
	turns   []string                   // keys that wait, the next one first
	waiting map[string][]chan struct{} // by key, in order of arrival; closed when the slot is given
}

// ErrFull is the error of a key that has as many waiting requests as it may have.
var ErrFull = errors.New("too many requests are waiting")

// NewQueue returns a queue for a number of slots; of each key at most maxWaiting
// requests wait.
func NewQueue(slots, maxWaiting int) *Queue {
	return &Queue{maxWaiting: maxWaiting, free: slots, waiting: map[string][]chan struct{}{}}
}

// Take waits for a slot, which the caller releases. It returns ErrFull, or the error
// of a context that ended before.
func (q *Queue) Take(ctx context.Context, key string) (release func(), err error) {
	given, err := q.join(key)
	if err != nil {
		return nil, err
	}
	select {
	case <-given:
		return q.give, nil
	case <-ctx.Done():
		q.leave(key, given)
		return nil, ctx.Err()
	}
}

// join returns a channel that is closed when the key gets a slot.
func (q *Queue) join(key string) (given chan struct{}, err error) {
	given = make(chan struct{})
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting := q.waiting[key]
	switch {
	case q.free > 0: // then nobody waits
		q.free--
		close(given)
		return given, nil
	case len(waiting) >= q.maxWaiting:
		return nil, ErrFull
	case len(waiting) == 0:
		q.turns = append(q.turns, key)
	}
	q.waiting[key] = append(waiting, given)
	return given, nil
}

// leave removes a waiting request, or passes on the slot that it has been given.
func (q *Queue) leave(key string, given chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting[key], given)
	if at < 0 {
		q.next()
		return
	}
	q.remove(key, at)
	if len(q.waiting[key]) == 0 {
		q.turns = slices.DeleteFunc(q.turns, func(turn string) bool { return turn == key })
	}
}

// give passes a slot on.
func (q *Queue) give() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next()
}

// next gives a slot to the key whose turn it is, or frees it.
func (q *Queue) next() {
	if len(q.turns) == 0 {
		q.free++
		return
	}
	key := q.turns[0]
	q.turns = q.turns[1:]
	close(q.waiting[key][0])
	q.remove(key, 0)
	if len(q.waiting[key]) > 0 {
		q.turns = append(q.turns, key)
	}
}

func (q *Queue) remove(key string, at int) {
	q.waiting[key] = slices.Delete(q.waiting[key], at, at+1)
	if len(q.waiting[key]) == 0 {
		delete(q.waiting, key)
	}
}

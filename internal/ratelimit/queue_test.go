package ratelimit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"ferrule/internal/ratelimit"
)

func TestKeysThatWaitGetSlotsInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := ratelimit.NewQueue(1, 10)
		release, err := q.Take(t.Context(), "busy")
		if err != nil {
			t.Fatal(err)
		}
		var order []string // written by the holder of the one slot
		var all sync.WaitGroup
		wait := func(key string) {
			all.Go(func() {
				release, err := q.Take(t.Context(), key)
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, key)
				release()
			})
			synctest.Wait()
		}
		for range 4 {
			wait("busy")
		}
		wait("a")
		wait("b")
		wait("b")
		release()
		all.Wait()
		if want := []string{"busy", "a", "b", "busy", "b", "busy", "busy"}; !slices.Equal(order, want) {
			t.Errorf("got %v, want %v", order, want)
		}
	})
}

func TestAKeyWithTooManyWaitingRequestsIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := ratelimit.NewQueue(1, 2)
		release, err := q.Take(t.Context(), "busy")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		for range 2 {
			go func() {
				if _, err := q.Take(ctx, "busy"); !errors.Is(err, context.Canceled) {
					t.Errorf("a request that left: %v", err)
				}
			}()
		}
		synctest.Wait()
		if _, err := q.Take(t.Context(), "busy"); !errors.Is(err, ratelimit.ErrFull) {
			t.Errorf("got %v", err)
		}
		var other sync.WaitGroup
		other.Go(func() {
			release, err := q.Take(t.Context(), "other")
			if err != nil {
				t.Errorf("another key: %v", err)
				return
			}
			release()
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		release()
		other.Wait()
		if release, err := q.Take(t.Context(), "busy"); err != nil {
			t.Errorf("after all have left: %v", err)
		} else {
			release()
		}
	})
}

// All slots are free after requests have been cancelled at any time.
func TestNoSlotIsLost(t *testing.T) {
	t.Parallel()
	const slots = 3
	q := ratelimit.NewQueue(slots, 100)
	var all sync.WaitGroup
	for i := range 1000 {
		ctx, cancel := context.WithCancel(t.Context())
		all.Go(func() {
			if release, err := q.Take(ctx, fmt.Sprint(i%7)); err == nil {
				release()
			}
		})
		all.Go(cancel)
	}
	all.Wait()
	for range slots {
		if _, err := q.Take(t.Context(), "x"); err != nil { // would wait for a lost one until the test times out
			t.Fatal(err)
		}
	}
}

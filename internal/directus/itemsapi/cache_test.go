package itemsapi

import (
	"context"
	"sync"
	"testing"

	"ferrule/internal/content"
)

// blockingSource is a source whose Changes blocks.
type blockingSource struct {
	content.Source

	begun, release chan struct{}
}

func (blockingSource) Revision(context.Context) (int64, error) { return 2, nil }

func (s blockingSource) Changes(context.Context, int64) ([]content.Tag, bool, error) {
	close(s.begun)
	<-s.release
	return nil, true, nil
}

func TestCancelledRequestDoesNotWaitForChanges(t *testing.T) {
	t.Parallel()
	source := blockingSource{begun: make(chan struct{}), release: make(chan struct{})}
	c := newCache(source)
	var first sync.WaitGroup
	first.Go(func() {
		if _, _, err := c.get(t.Context(), "/items/tags?"); err != nil {
			t.Errorf("first request: %v", err)
		}
	})
	<-source.begun
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.get(cancelled, "/items/tags?"); err == nil {
		t.Error("the cancelled request got a reply")
	}
	close(source.release)
	first.Wait()
	if _, revision, err := c.get(t.Context(), "/items/tags?"); err != nil || revision != 2 {
		t.Errorf("next request: revision %d, %v", revision, err)
	}
}

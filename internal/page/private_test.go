package page

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"

	"ferrule/internal/fault"
)

// sentRequests is a Requests with the token "known".
type sentRequests struct {
	calls atomic.Int64
	down  atomic.Bool
}

func (s *sentRequests) View(_ context.Context, token string, _ int) ([]byte, error) {
	s.calls.Add(1)
	if s.down.Load() {
		return nil, errors.New("the disk is gone")
	}
	if token != "known" {
		return nil, fault.New(fault.NotFound, "There is no such request.")
	}
	return []byte(`{"reference":"F-7K3-94Q"}`), nil
}

func TestAPrivatePageIsNeverCached(t *testing.T) {
	t.Parallel()
	s := &sentRequests{}
	h := build(t, func(o *Options) { o.Requests = s })
	for range 2 {
		calls := s.calls.Load()
		got := h.get("/fr/request/known")
		if got.status != http.StatusOK || got.header.Get("Cache-Control") != cacheNone || got.header.Get("Etag") != "" {
			t.Errorf("status %d, headers %v", got.status, got.header)
		}
		if data := string(got.state(t).Data[1]); data != `{"reference":"F-7K3-94Q"}` {
			t.Errorf("the state has %q", data)
		}
		if s.calls.Load() == calls {
			t.Error("the page was cached")
		}
	}
	if entries := h.Stats().Entries; entries != 0 {
		t.Errorf("%d pages are in the cache", entries)
	}
}

func TestAnUnknownTokenIsNotFound(t *testing.T) {
	t.Parallel()
	s := &sentRequests{}
	h := build(t, func(o *Options) { o.Requests = s })
	if got := h.get("/fr/request/other"); got.status != http.StatusNotFound {
		t.Errorf("status %d", got.status)
	}
	s.down.Store(true)
	if _, err := h.try("GET", "/fr/request/known"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("without the store: %v", err)
	}
	without := build(t, nil)
	if got := without.get("/fr/request/known"); got.status != http.StatusNotFound {
		t.Errorf("without requests: status %d", got.status)
	}
}

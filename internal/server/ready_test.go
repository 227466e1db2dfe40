package server_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// sink discards a reply at no cost.
type sink struct{ header http.Header }

func (s sink) Header() http.Header         { return s.header }
func (s sink) WriteHeader(int)             {}
func (s sink) Write(p []byte) (int, error) { return len(p), nil }

// Compares a cached page, with middleware and routing, with a handler that sends the
// same headers and bytes.
//
//nolint:paralleltest // allocations of concurrent tests would be counted
func TestACachedPageAllocatesNoMoreThanAPlainHandler(t *testing.T) {
	s := newSite(t)
	reply, body := s.do(t, http.MethodGet, "/de", "", http.Header{"Accept-Encoding": {"br"}})
	bytes := []byte(body)
	plain := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name := range reply.Header {
			w.Header().Set(name, reply.Header[name][0])
		}
		_, _ = w.Write(bytes)
	})
	for name, header := range map[string]string{"br": "", "304": reply.Header.Get("Etag")} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/de", http.NoBody)
		r.Header.Set("Accept-Encoding", "br")
		r.Header.Set("If-None-Match", header)
		got, want := allocations(s.Config.Handler, r), allocations(plain, r)
		// The request's ID, the recorder of the reply and the route's match; the page
		// itself allocates nothing.
		if got > 7 || got > want {
			t.Errorf("%s: %.0f allocations, the plain handler's are %.0f", name, got, want)
		}
	}
}

func allocations(h http.Handler, r *http.Request) float64 {
	w := sink{http.Header{}}
	return testing.AllocsPerRun(1000, func() {
		clear(w.header)
		h.ServeHTTP(w, r)
	})
}

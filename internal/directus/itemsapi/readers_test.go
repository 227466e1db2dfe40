package itemsapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ferrule/internal/content"
)

// slowSource is a source whose reads take a time.
type slowSource struct {
	content.Source

	time time.Duration
}

func (slowSource) Revision(context.Context) (int64, error) { return 1, nil }

func (slowSource) Changes(context.Context, int64) ([]content.Tag, bool, error) {
	return nil, true, nil
}

func (s slowSource) Read(context.Context, content.Query) (content.Result, error) {
	time.Sleep(s.time)
	return content.Result{Body: []byte(`{"data":[]}`)}, nil
}

// reading returns a function that sends a read of a client, with an address of its
// own, and returns the status. Clients named "editor" are signed in.
func reading(slots int, readTime time.Duration) func(client string) int {
	signedIn := func(r *http.Request) (*content.Policy, string, error) {
		if r.RemoteAddr == "editor" {
			return content.Administrator(), "1", nil
		}
		return nil, "", nil
	}
	handler := New(content.Default(), slowSource{time: readTime}, Writing(nil, signedIn), Readers(ReaderOptions{Concurrent: slots, Client: func(r *http.Request) string { return r.RemoteAddr }}))
	n := 0
	var mu sync.Mutex
	return func(client string) int {
		mu.Lock()
		n++
		r := httptest.NewRequest(http.MethodGet, fmt.Sprintf("/items/tags?limit=%d", n), nil)
		mu.Unlock()
		r.RemoteAddr = client
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code == http.StatusTooManyRequests && (!strings.Contains(w.Body.String(), "REQUESTS_EXCEEDED") || w.Header().Get("Retry-After") == "") {
			return -w.Code
		}
		return w.Code
	}
}

func TestAClientThatReadsAllTheTimeIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		read := reading(2, time.Minute)
		for i := range 5 {
			if status := read("public"); status != http.StatusOK {
				t.Fatalf("minute %d: status %d", i, status)
			}
		}
		if status := read("public"); status != http.StatusTooManyRequests {
			t.Errorf("after five minutes of ten: status %d", status)
		}
		if status := read("another"); status != http.StatusOK {
			t.Errorf("another client: status %d", status)
		}
		for range 21 {
			if status := read("editor"); status != http.StatusOK {
				t.Errorf("a client that is signed in: status %d", status)
			}
		}
		if status := read("public"); status != http.StatusOK {
			t.Errorf("two windows later: status %d", status)
		}
	})
}

func TestOneClientDoesNotDelayAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		read := reading(1, time.Second)
		var all sync.WaitGroup
		for range 9 {
			all.Go(func() {
				if status := read("busy"); status != http.StatusOK {
					t.Errorf("status %d", status)
				}
			})
		}
		synctest.Wait()
		start := time.Now()
		all.Go(func() {
			// The read in progress, one that waits, and its own.
			if status := read("other"); status != http.StatusOK || time.Since(start) > 3*time.Second {
				t.Errorf("another client: status %d after %v", status, time.Since(start))
			}
		})
		all.Wait()
	})
}

func TestAClientWithTooManyWaitingReadsIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		read := reading(1, time.Second)
		statuses := make(chan int, 2*maxWaiting)
		for range 2 * maxWaiting {
			go func() { statuses <- read("busy") }()
		}
		count := map[int]int{}
		for range 2 * maxWaiting {
			count[<-statuses]++
		}
		// One reads at once and ten within ten seconds; the others wait in vain.
		if got := count[http.StatusTooManyRequests]; got != maxWaiting-1 {
			t.Errorf("%d were refused at once, want %d: %v", got, maxWaiting-1, count)
		}
	})
}

// weighing is a slowSource in which queries with a search are expensive.
type weighing struct{ slowSource }

func (s weighing) Prepare(q content.Query) (content.Prepared, error) { return weighed{s, q}, nil }

type weighed struct {
	source weighing
	query  content.Query
}

func (q weighed) Expensive(context.Context) (bool, error) { return q.query.Search != "", nil }

func (q weighed) Read(ctx context.Context) (content.Result, error) {
	if q.query.Search == "" {
		return content.Result{Body: []byte(`{"data":[]}`)}, nil
	}
	return q.source.Read(ctx, q.query)
}

func TestNoQueryWaitsForExpensiveOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		running := 0
		handler := New(content.Default(), weighing{slowSource{time: 2 * time.Second}}, Readers(ReaderOptions{
			Concurrent: 1, Expensive: 1, Client: func(r *http.Request) string { return r.RemoteAddr },
			Run: func(read func()) { running++; read() },
		}))
		get := func(target string) int {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
			return w.Code
		}
		start := time.Now()
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				if status := get(fmt.Sprintf("/items/tags?search=x&limit=%d", i+1)); status != http.StatusOK {
					t.Errorf("an expensive query: status %d", status)
				}
			})
		}
		synctest.Wait()
		for i := range 10 {
			if status := get(fmt.Sprintf("/items/tags?limit=%d", i+1)); status != http.StatusOK || time.Since(start) > 0 {
				t.Errorf("another query: status %d after %v", status, time.Since(start))
			}
		}
		all.Wait()
		if took := time.Since(start); took != 8*time.Second || running != 4 {
			t.Errorf("four expensive queries of two seconds, one at a time, took %v; %d ran as such", took, running)
		}
	})
}

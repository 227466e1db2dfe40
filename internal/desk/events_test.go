package desk_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/desk"
)

// listener reads a stream of live events.
type listener struct {
	response *http.Response
	mu       sync.Mutex
	text     strings.Builder
	ended    bool
}

func (c *client) listen(t *testing.T, header ...string) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.site.URL+"/desk/api/events", nil)
	must(t, err)
	r.AddCookie(&http.Cookie{Name: desk.Cookie, Value: c.cookie})
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	must(t, err)
	l := &listener{response: response}
	go func() {
		defer response.Body.Close()
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			l.mu.Lock()
			l.text.WriteString(lines.Text() + "\n")
			l.mu.Unlock()
		}
		l.mu.Lock()
		l.ended = true
		l.mu.Unlock()
	}()
	return l
}

func (l *listener) received() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *listener) has(text string) func() bool {
	return func() bool { return strings.Contains(l.received(), text) }
}

func (l *listener) isEnded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

func TestChangesAppearInTheStream(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		before := s.add(t, "before")
		clerk := s.signedIn(t, "clerk", "sales")
		l := clerk.listen(t)
		if h := l.response.Header; l.response.StatusCode != http.StatusOK || h.Get("Content-Type") != "text/event-stream" || h.Get("X-Accel-Buffering") != "no" || h.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", l.response.StatusCode, h)
		}
		until(t, "a heartbeat", l.has(": \n"))
		request := s.add(t, "new")
		until(t, "the new request", l.has("event: request\ndata: {\"reference\":\""+request.Reference+"\",\"kind\":\"created\",\"by\":null}\n"))
		clerk.do(t, "POST", "/desk/api/requests/"+request.Reference+"/answer", "")
		until(t, "the answer", l.has(`{"reference":"`+request.Reference+`","kind":"answered","by":{"id":"`+clerk.user.ID+`","name":"Clerk"}}`))
		if strings.Contains(l.received(), before.Reference) {
			t.Error("a change from before the stream was sent")
		}
	})
}

func TestAStreamResumesAfterItsLastEvent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		clerk := s.signedIn(t, "clerk", "sales")
		first := s.add(t, "first")
		second := s.add(t, "second")
		l := clerk.listen(t, "Last-Event-ID", "1")
		until(t, "the missed one", l.has(second.Reference))
		third := s.add(t, "third")
		until(t, "the next one", l.has(third.Reference))
		if got := l.received(); strings.Contains(got, first.Reference) || strings.Count(got, second.Reference) != 1 || !strings.Contains(got, "id: 2\n") {
			t.Error(got)
		}
	})
}

// Two servers share one PostgreSQL: changes and the end of a session on one are seen on
// the other.
func TestEventsAndSessionsHoldOnTwoServers(t *testing.T) {
	t.Parallel()
	address := databasetest.Postgres(t)
	one, two := newSite(t, address, t.TempDir()), newSite(t, address, t.TempDir())
	clerk := one.signedIn(t, "clerk", "sales")
	elsewhere := &client{two, clerk.cookie, clerk.user}
	here, there := clerk.listen(t), elsewhere.listen(t)
	until(t, "both streams", func() bool { return here.has(":")() && there.has(":")() })
	request := one.add(t, "new")
	until(t, "the request on both", func() bool { return here.has(request.Reference)() && there.has(request.Reference)() })
	elsewhere.do(t, "POST", "/desk/api/requests/"+request.Reference+"/spam", "")
	until(t, "the change on both", func() bool { return here.has(`"spam"`)() && there.has(`"spam"`)() })
	if got := elsewhere.do(t, "DELETE", "/desk/api/sessions", ""); got.status != http.StatusNoContent {
		t.Fatalf("%d %s", got.status, got.body)
	}
	until(t, "the end on both", func() bool { return here.isEnded() && there.isEnded() })
	for _, l := range []*listener{here, there} {
		if !strings.HasSuffix(l.received(), "event: session\ndata: {}\n\n") {
			t.Errorf("%q", l.received())
		}
	}
	if got := clerk.get(t, "/desk/api/session"); got.code() != "SIGN_IN" {
		t.Errorf("on the first: %d", got.status)
	}
}

// A transaction of PostgreSQL may be committed after one with a higher number.
func TestAChangeThatIsCommittedLateIsSent(t *testing.T) {
	t.Parallel()
	address := databasetest.Postgres(t)
	s := newSite(t, address, t.TempDir())
	clerk := s.signedIn(t, "clerk", "sales")
	old := s.add(t, "old")
	l := clerk.listen(t)
	until(t, "the stream", l.has(":"))
	tx, err := s.db.BeginTx(t.Context(), nil)
	must(t, err)
	_, err = tx.ExecContext(t.Context(), s.db.Rebind(`INSERT INTO request_history (request_id, at, by_id, by_name, kind, text) VALUES (?, '2026-11-26T00:00:00.000Z', '', '', 'note', '')`), old.ID)
	must(t, err)
	request := s.add(t, "new")
	until(t, "the later number", l.has(request.Reference))
	must(t, tx.Commit())
	until(t, "the earlier number", l.has(`{"reference":"`+old.Reference+`","kind":"note"`))
	if got := l.received(); strings.Count(got, "id: ") != 1 {
		t.Errorf("the late one has a number, at which the browser would resume:\n%s", got)
	}
}

func TestStreamsOfASessionAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t, "", t.TempDir())
	clerk := s.signedIn(t, "clerk", "sales")
	var open []*listener
	for range 4 {
		open = append(open, clerk.listen(t))
	}
	if l := clerk.listen(t); l.response.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the fifth: %d", l.response.StatusCode)
	}
	other := s.signedIn(t, "other", "sales")
	if l := other.listen(t); l.response.StatusCode != http.StatusOK {
		t.Errorf("another session: %d", l.response.StatusCode)
	}
	must(t, open[0].response.Body.Close())
	until(t, "a place", func() bool { return clerk.listen(t).response.StatusCode == http.StatusOK })
}

func TestStreamsEndWhenTheServerStops(t *testing.T) {
	t.Parallel()
	s := newSite(t, "", t.TempDir())
	clerk := s.signedIn(t, "clerk", "sales")
	l := clerk.listen(t)
	until(t, "the stream", l.has(":"))
	s.desk.EndStreams()
	until(t, "its end", l.isEnded)
	if l := clerk.listen(t); l.response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d", l.response.StatusCode)
	}
}

// Without listeners the database is not queried.
func TestTheFeedRestsWithoutListeners(t *testing.T) {
	t.Parallel()
	s := newSite(t, "", t.TempDir(), func(o *desk.Options) { o.Live.Poll = time.Millisecond })
	clerk := s.signedIn(t, "clerk", "sales")
	if s.desk.Polling() {
		t.Error("it queries although nobody listens")
	}
	l := clerk.listen(t)
	until(t, "the stream", l.has(":"))
	if !s.desk.Polling() {
		t.Error("it does not query")
	}
	must(t, l.response.Body.Close())
	until(t, "rest", func() bool { return !s.desk.Polling() })
}

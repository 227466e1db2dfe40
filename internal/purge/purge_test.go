package purge

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// listener is a cache that records purges and refuses them for a while.
type listener struct {
	*httptest.Server

	refuses atomic.Bool
	tried   chan []string // accepted or refused
}

func listen(t *testing.T) *listener {
	t.Helper()
	l := &listener{tried: make(chan []string, 64)}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Tags []string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || strings.Join(body.Tags, " ") != r.Header.Get("Surrogate-Key") || r.Method != http.MethodPost {
			t.Errorf("%s %v %v: %v", r.Method, r.Header, body, err)
		}
		if r.Header.Get("Authorization") != "Bearer x:y" {
			t.Errorf("header %v", r.Header)
		}
		if l.refuses.Load() {
			http.Error(w, "busy", http.StatusServiceUnavailable)
		}
		l.tried <- body.Tags
	}))
	t.Cleanup(l.Close)
	return l
}

func (l *listener) client(t *testing.T, again time.Duration) *Client {
	t.Helper()
	c := New(Options{
		URL: l.URL, Header: "Authorization: Bearer x:y", All: "all", Retry: time.Millisecond, RepeatAfter: again,
		Log: slog.New(slog.DiscardHandler),
	})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); c.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return c
}

func TestAPurgeIsSentTwice(t *testing.T) {
	t.Parallel()
	l := listen(t)
	c := l.client(t, time.Millisecond)
	c.Purge(nil)
	c.Purge([]string{"b", "a"})
	for range 2 {
		if got := <-l.tried; !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%v", got)
		}
	}
}

func TestAPurgeIsRetriedUntilItSucceeds(t *testing.T) {
	t.Parallel()
	l := listen(t)
	l.refuses.Store(true)
	c := l.client(t, time.Hour)
	c.Purge([]string{"a"})
	<-l.tried
	c.Purge([]string{"b"})
	for got := <-l.tried; !slices.Equal(got, []string{"a", "b"}); {
		got = <-l.tried
	}
	l.refuses.Store(false)
	for c.Stats().Sent == 0 {
		select {
		case <-l.tried:
		default:
			runtime.Gosched()
		}
	}
	if s := c.Stats(); s.Waiting != 0 || s.Sent != 1 || s.Failed < 2 {
		t.Errorf("%+v", s)
	}
}

func TestManyTagsAreSplitIntoRequests(t *testing.T) {
	t.Parallel()
	l := listen(t)
	c := l.client(t, time.Hour)
	var tags []string
	for i := range 250 {
		tags = append(tags, strconv.Itoa(i))
	}
	c.Purge(tags)
	if got := [3]int{len(<-l.tried), len(<-l.tried), len(<-l.tried)}; got != [3]int{100, 100, 50} {
		t.Errorf("%v", got)
	}
}

func TestTooManyTagsPurgeAllPages(t *testing.T) {
	t.Parallel()
	c := New(Options{All: "all"})
	for i := range 1200 {
		c.Purge([]string{strconv.Itoa(i)})
	}
	if got := c.take(); !slices.Equal(got, []string{"all"}) || c.Stats().Waiting != 0 {
		t.Errorf("%v", got)
	}
}

func TestMalformedHeadersAreRefused(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"Fastly-Key: x": true, "A:b": true, "": false, "name": false, ": x": false, "A:": false, "A b: c": false, "A: b\r\nC: d": false,
	} {
		if _, _, ok := ParseHeader(line); ok != want {
			t.Errorf("%q: %v", line, ok)
		}
	}
}

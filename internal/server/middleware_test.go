package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ferrule/internal/page"
)

func TestAPanicAbortsAReplyThatHasBegun(t *testing.T) {
	t.Parallel()
	begin := func(size int, then any) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = io.WriteString(w, strings.Repeat("line of a list\n", size))
			panic(then)
		})
	}
	for name, tt := range map[string]struct {
		handler http.Handler
		logged  bool
	}{
		"a few bytes":             {begin(1, "boom"), true},
		"more than is buffered":   {begin(10_000, "boom"), true},
		"compressed, a few bytes": {compressed(begin(1, "boom")), true},
		"compressed":              {compressed(begin(10_000, "boom")), true},
		"aborted by its handler":  {begin(10_000, http.ErrAbortHandler), false},
		"aborted before it began": {http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			s := &Server{options: Options{Pages: &page.Site{}, Metrics: NewMetrics()}, log: slog.New(slog.NewTextHandler(&log, nil))}
			site := httptest.NewUnstartedServer(s.middleware(tt.handler))
			site.Config.ErrorLog = slog.NewLogLogger(s.log.Handler(), slog.LevelError)
			site.Start()
			reply, err := site.Client().Get(site.URL)
			if err == nil {
				var body []byte
				if body, err = io.ReadAll(reply.Body); err == nil {
					t.Errorf("%d and %d bytes seem whole", reply.StatusCode, len(body))
				}
				_ = reply.Body.Close()
			}
			site.Close() // then the log is complete
			if got := strings.Contains(log.String(), "level=ERROR"); got != tt.logged {
				t.Errorf("logged %v, want %v: %s", got, tt.logged, log.String())
			}
		})
	}
}

func TestAClientThatDisconnectsIsNoErrorOfTheProgram(t *testing.T) {
	t.Parallel()
	for _, connected := range []bool{true, false} {
		var log bytes.Buffer
		s := &Server{log: slog.New(slog.NewTextHandler(&log, nil))}
		ctx, disconnect := context.WithCancel(t.Context())
		defer disconnect()
		handler := s.json(func(http.ResponseWriter, *http.Request) error {
			if !connected {
				disconnect()
			}
			return errors.New("read: cancelled")
		})
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/x", nil))
		if got := strings.Contains(log.String(), "level=ERROR"); got != connected {
			t.Errorf("connected %v: logged %q", connected, &log)
		}
	}
}

func TestTokensAreNotLogged(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/de/request/LRY56OK63MTIC6LLMMIBGKXGAN":                     "/de/request/LRY5…",
		"/request/LRY56OK63MTIC6LLMMIBGKXGAN":                        "/request/LRY5…",
		"/api/requests/LRY56OK63MTIC6LLMMIBGKXGAN/F-Y33-J9R.pdf":     "/api/requests/LRY5…",
		"/api/requests/LRY56OK63MTIC6LLMMIBGKXGAN/files/ABCDEFGHIJK": "/api/requests/LRY5…",
		"/api/request-files/ABCDEFGHIJK":                             "/api/request-files/ABCDEFGHIJK",
		"/de/request":                                                "/de/request",
		"/de/catalog/flanges":                                        "/de/catalog/flanges",
	} {
		if got := logged(path); got != want {
			t.Errorf("%s is logged as %s, want %s", path, got, want)
		}
	}
}

func TestAnAddressWithATokenIsLoggedWithoutItsQuery(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/api/content/items/products?limit=1&access_token=secret": "/api/content/items/products?…",
		"/reset?token=secret":        "/reset?…",
		"/de/catalog?q=a%20b&page=2": "/de/catalog?q=a%20b&page=2",
		"/de":                        "/de",
	} {
		if got := withoutTokens(address); got != want {
			t.Errorf("%s is logged as %s, want %s", address, got, want)
		}
	}
}

func TestFailedHandshakesAreNoWarnings(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	connections := connectionLog{slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	for _, line := range []string{"http: TLS handshake error from 203.0.113.7:1: EOF\n", "http: Accept error: too many open files; retrying in 5ms\n"} {
		if n, err := connections.Write([]byte(line)); n != len(line) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if got := log.String(); strings.Contains(got, "handshake") || !strings.Contains(got, "Accept error") {
		t.Error(got)
	}
}

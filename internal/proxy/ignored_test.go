package proxy_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/proxy"
)

func TestIgnoredHeadersAreLoggedOncePerSource(t *testing.T) {
	t.Parallel()
	trusted, err := proxy.ParseTrusted([]string{"10.0.0.0/8"}, false)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	ignored := proxy.NewIgnored(trusted, slog.New(slog.NewTextHandler(&log, nil)))
	handler := ignored.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	send := func(peer string, headers ...string) {
		r := &http.Request{RemoteAddr: peer, Header: http.Header{}}
		for _, name := range headers {
			r.Header.Set(name, "203.0.113.1")
		}
		handler.ServeHTTP(nil, r)
	}
	send("10.1.2.3:80")
	send("10.1.2.3:80", "X-Forwarded-For")
	send("10.1.2.3:80", "X-Forwarded-For", "Forwarded") // the second may be the client's
	send("192.0.2.7:80")
	if log.Len() > 0 || ignored.Count() != 0 {
		t.Errorf("%d ignored, logged %s", ignored.Count(), &log)
	}
	for range 3 {
		send("192.0.2.7:80", "X-Forwarded-For")
		send("192.0.2.7:81", "Forwarded")
		send("10.1.2.3:80", "Forwarded")
	}
	text := log.String()
	if strings.Count(text, "\n") != 2 || ignored.Count() != 9 {
		t.Errorf("%d ignored, logged %s", ignored.Count(), text)
	}
	for _, want := range []string{`source=192.0.2.7 header=X-Forwarded-For reason="the source is not a trusted proxy;`, `source=10.1.2.3 header=Forwarded reason="another header is configured,`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the log: %s", want, text)
		}
	}
	for i := range 1000 {
		send(fmt.Sprintf("198.51.%d.%d:80", i/250, i%250), "X-Forwarded-For")
	}
	if lines := strings.Count(log.String(), "\n"); lines > 100 || !strings.Contains(log.String(), "further headers of proxies are not logged") || ignored.Count() != 1009 {
		t.Errorf("%d ignored, %d lines logged", ignored.Count(), lines)
	}
}

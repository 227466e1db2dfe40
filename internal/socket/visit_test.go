package socket

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// visited serves a handler to visitors, whom the function makes.
func visited(t *testing.T, handler http.HandlerFunc) func() net.Conn {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Listener, server.Config.ConnContext = Listener{server.Listener}, Context
	server.Start()
	t.Cleanup(server.Close)
	return func() net.Conn {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() }) // it may have left
		return conn
	}
}

func ask(t *testing.T, conn io.Writer, path string) {
	t.Helper()
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: ferrule\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
}

func answered(t *testing.T, from *bufio.Reader, want string) {
	t.Helper()
	reply, err := http.ReadResponse(from, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(reply.Body)
	if err != nil || string(body) != want {
		t.Errorf("the reply is %q, want %q; %v", body, want, err)
	}
}

func TestAVisitorWhoLeavesEndsTheRequest(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	visitor := visited(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/short" {
			_, _ = io.WriteString(w, "short") // the test tells
			return
		}
		close(begun)
		<-r.Context().Done()
		close(ended)
	})()
	replies := bufio.NewReader(visitor)
	for range 3 {
		ask(t, visitor, "/short")
		answered(t, replies, "short")
	}
	ask(t, visitor, "/long")
	<-begun
	if err := visitor.Close(); err != nil {
		t.Fatal(err)
	}
	<-ended
}

// Who waits, and who has asked for the next already, has not left; nor has who
// asks again on the same line after a long request.
func TestAVisitorWhoWaitsGetsTheReply(t *testing.T) {
	visitor := visited(t, func(w http.ResponseWriter, r *http.Request) {
		for range 3 {
			Of(r.Context()).visit.look()
		}
		if err := r.Context().Err(); err != nil {
			t.Error("a visitor who waits is taken for gone:", err)
		}
		_, _ = io.WriteString(w, r.URL.Path) // the test tells
	})()
	replies := bufio.NewReader(visitor)
	for range 2 {
		ask(t, visitor, "/one")
		answered(t, replies, "/one")
	}
	var both strings.Builder
	ask(t, &both, "/two")
	ask(t, &both, "/three")
	if _, err := io.WriteString(visitor, both.String()); err != nil {
		t.Fatal(err)
	}
	answered(t, replies, "/two")
	answered(t, replies, "/three")
}

// A header that leaves a single byte of the reader's buffer is read to its end.
func TestAByteOfAHeaderIsRead(t *testing.T) {
	visitor := visited(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, len(r.Header.Get("X-Long"))) // the test tells
	})()
	replies := bufio.NewReader(visitor)
	for n := 3950; n < 4110; n++ {
		head := fmt.Sprintf("GET / HTTP/1.1\r\nHost: ferrule\r\nX-Long: %s\r\n", strings.Repeat("x", n))
		if _, err := io.WriteString(visitor, head[:min(len(head), 4095)]); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(visitor, head[min(len(head), 4095):]+"\r\n"); err != nil {
			t.Fatal(err)
		}
		answered(t, replies, fmt.Sprint(n))
	}
}

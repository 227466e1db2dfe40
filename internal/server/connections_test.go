package server_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"ferrule/internal/server"
)

// serveConnections serves connections that h answers. The caller drains them.
func serveConnections(t *testing.T, h http.HandlerFunc) (c *server.Connections, address string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c = server.NewConnections(l, nil, h, slog.New(slog.DiscardHandler))
	go func() {
		if err := c.Serve(); err != nil {
			t.Error(err)
		}
	}()
	return c, l.Addr().String()
}

type client struct {
	net.Conn
	*bufio.Reader
}

func connect(t *testing.T, address string) client {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return client{c, bufio.NewReader(c)}
}

func (c client) get(t *testing.T) *http.Response {
	t.Helper()
	if _, err := fmt.Fprint(c.Conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	reply, err := http.ReadResponse(c.Reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = reply.Body.Close()
	return reply
}

// refused waits until a new connection is refused, and so until Drain has begun.
func refused(t *testing.T, address string) {
	t.Helper()
	for {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err != nil {
			return
		}
		_ = c.Close()
	}
}

func TestConnectionsThatWereAcceptedAreAnsweredWhileTheServerDrains(t *testing.T) {
	t.Parallel()
	c, address := serveConnections(t, func(http.ResponseWriter, *http.Request) {})
	c.Grace = time.Minute // it ends when both have had their reply
	used, fresh := connect(t, address), connect(t, address)
	if reply := used.get(t); reply.Close {
		t.Error("the connection ends with its first reply")
	}
	drained := make(chan error)
	go func() { drained <- c.Drain() }()
	refused(t, address)
	for name, client := range map[string]client{"used": used, "fresh": fresh} {
		if reply := client.get(t); reply.StatusCode != http.StatusOK || !reply.Close {
			t.Errorf("%s connection: status %d, the last reply: %t", name, reply.StatusCode, reply.Close)
		}
	}
	if err := <-drained; err != nil {
		t.Error(err)
	}
}

func TestDrainingWaitsForARequestInProgress(t *testing.T) {
	t.Parallel()
	begun, finish := make(chan struct{}), make(chan struct{})
	c, address := serveConnections(t, func(http.ResponseWriter, *http.Request) { close(begun); <-finish })
	client := connect(t, address)
	replied := make(chan int)
	go func() { replied <- client.get(t).StatusCode }()
	<-begun
	drained := make(chan error, 1)
	go func() { drained <- c.Drain() }()
	refused(t, address)
	select {
	case err := <-drained:
		t.Errorf("drained with a request in progress: %v", err)
	default:
	}
	close(finish)
	if status := <-replied; status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	if err := <-drained; err != nil {
		t.Error(err)
	}
}

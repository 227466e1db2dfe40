package proxy_test

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"testing"

	"ferrule/internal/proxy"
)

// hold opens connections from an address, reads what the listener sends on each, and
// returns those that it has not closed.
func hold(t *testing.T, from string, l net.Listener, n int) (open []net.Conn) {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	for range n {
		c, err := dialer.DialContext(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		if _, err := io.ReadFull(c, make([]byte, 1)); err == nil {
			open = append(open, c)
		}
	}
	return open
}

func TestConnectionsOfOneClientAreLimited(t *testing.T) {
	t.Parallel()
	trusted, err := proxy.ParseTrusted([]string{"127.0.0.2"}, false)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const most = 3
	var mu sync.Mutex
	rejected := map[string]int{}
	l := trusted.Limit(inner, most, func(client string) { mu.Lock(); rejected[client]++; mu.Unlock() })
	closed := make(chan struct{}, 100)
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				if !errors.Is(err, net.ErrClosed) {
					t.Error(err)
				}
				return
			}
			serving.Go(func() {
				_, _ = c.Write([]byte("x"))
				_, _ = io.Copy(io.Discard, c) // until the client closes it
				_, _ = c.Close(), c.Close()   // the second does not count
				closed <- struct{}{}
			})
		}
	})
	t.Cleanup(serving.Wait)
	t.Cleanup(func() { _ = inner.Close() })

	first := hold(t, "127.0.0.3", l, 5)
	if len(first) != most {
		t.Errorf("%d of 5 connections are open, want %d", len(first), most)
	}
	if got := len(hold(t, "127.0.0.4", l, 2)); got != 2 {
		t.Errorf("another client has %d connections", got)
	}
	if got := len(hold(t, "127.0.0.2", l, 5)); got != 5 {
		t.Errorf("a trusted proxy has %d connections", got)
	}
	_ = first[0].Close()
	<-closed
	if got := len(hold(t, "127.0.0.3", l, 2)); got != 1 {
		t.Errorf("after one was closed, %d more are accepted", got)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(rejected) != 1 || rejected["127.0.0.3"] != 3 {
		t.Errorf("rejected: %v", rejected)
	}
}

package proxy

import (
	"net"
	"sync"
)

// Limit returns a listener that closes a client's connections beyond most at the same
// time, and calls rejected with the client: an address, for IPv6 a /64 network as for
// Key. Connections of trusted proxies are not counted, since they carry many clients.
func (t Trusted) Limit(l net.Listener, most int, rejected func(client string)) net.Listener {
	return &limitedListener{Listener: l, trusted: t, most: most, rejected: rejected, open: map[string]int{}}
}

type limitedListener struct {
	net.Listener

	trusted  Trusted
	most     int
	rejected func(client string)

	mu   sync.Mutex
	open map[string]int // connections by client
}

// Accept implements net.Listener.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := c.(*net.TCPConn)
		addr, known := parseAddr(c.RemoteAddr().String())
		if !ok || !known || l.trusted.has(addr) {
			return c, nil
		}
		client := limitKey(addr)
		if l.enter(client) {
			return &countedConn{tcp, sync.OnceFunc(func() { l.leave(client) })}, nil
		}
		_ = tcp.Close() // the client learns it by the end of the connection
		l.rejected(client)
	}
}

func (l *limitedListener) enter(client string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[client] >= l.most {
		return false
	}
	l.open[client]++
	return true
}

func (l *limitedListener) leave(client string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[client]--; l.open[client] == 0 {
		delete(l.open, client)
	}
}

// countedConn is a connection that counts until it is closed. Its methods include
// ReadFrom, by which files are sent.
type countedConn struct {
	*net.TCPConn

	leave func()
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}

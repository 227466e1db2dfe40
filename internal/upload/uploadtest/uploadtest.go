// Package uploadtest sends requests at a chosen rate, in the fake time of a synctest
// bubble.
package uploadtest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// Timeouts of a server, the same as those of the program.
const (
	readTimeout  = 30 * time.Second
	writeTimeout = time.Minute
)

// Reply is the reply to a request, and the state of its connection.
type Reply struct {
	*http.Response

	Text   string        // of the body
	After  time.Duration // since the head of the request was sent
	Closed bool          // the server has closed the connection
}

// Post sends the header of a POST of a media type, with a length unless it is
// negative, then what body writes, and returns the reply. It must run in a synctest
// bubble; the connection is in memory.
func Post(t *testing.T, h http.Handler, path, mediaType string, length int64, body func(io.Writer)) Reply {
	t.Helper()
	client, conn := net.Pipe()
	server := &http.Server{Handler: h, ReadTimeout: readTimeout, WriteTimeout: writeTimeout}
	l := &listener{conn: conn, closed: make(chan struct{})}
	var all sync.WaitGroup
	all.Go(func() { _ = server.Serve(l) })
	defer all.Wait()
	defer func() { _ = server.Close() }()

	start := time.Now()
	all.Go(func() {
		head := "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + mediaType + "\r\n"
		if length < 0 {
			fmt.Fprint(client, head+"Transfer-Encoding: chunked\r\n\r\n")
			body(chunked{client})
			fmt.Fprint(client, "0\r\n\r\n")
			return
		}
		fmt.Fprintf(client, "%sContent-Length: %d\r\n\r\n", head, length)
		body(client)
	})
	replies := bufio.NewReader(client)
	response, err := http.ReadResponse(replies, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	reply := Reply{Response: response, Text: string(text), After: time.Since(start)}
	_ = client.SetReadDeadline(time.Now().Add(time.Second))
	_, err = replies.ReadByte()
	reply.Closed = err == io.EOF //nolint:errorlint // net.Pipe returns it itself
	_ = client.Close()
	return reply
}

// chunked writes each Write as one chunk of a body without a length.
type chunked struct{ io.Writer }

func (c chunked) Write(b []byte) (int, error) {
	if _, err := fmt.Fprintf(c.Writer, "%x\r\n%s\r\n", len(b), b); err != nil {
		return 0, err
	}
	return len(b), nil
}

// listener accepts one connection.
type listener struct {
	conn   net.Conn
	once   sync.Once
	closed chan struct{}
}

func (l *listener) Accept() (conn net.Conn, err error) {
	if conn, l.conn = l.conn, nil; conn != nil {
		return conn, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return &net.TCPAddr{} }

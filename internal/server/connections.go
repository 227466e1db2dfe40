package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	logging "log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ferrule/internal/proxy"
)

// Limits of a connection. A page is small and built in seconds; a client on a slow
// connection has a minute to receive it.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	headerBytes   = 32 << 10
	drainTimeout  = 20 * time.Second
	drainGrace    = time.Second
)

// Connections accepts the connections of a listener and answers their requests, with the
// limits of this package.
type Connections struct {
	Grace time.Duration // that Drain gives clients for a last request; a second unless set

	listener net.Listener
	server   http.Server
	ended    chan struct{} // closed when no more connections are accepted
	open     sync.WaitGroup
	draining atomic.Bool
}

// NewConnections returns Connections that are answered by h, over TLS if config is not
// nil.
func NewConnections(l net.Listener, config *tls.Config, h http.Handler, log *slog.Logger) *Connections {
	c := &Connections{Grace: drainGrace, listener: l, ended: make(chan struct{})}
	c.server = http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if c.draining.Load() {
				w.Header().Set("Connection", "close")
			}
			h.ServeHTTP(w, r)
		}),
		TLSConfig:         config,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headerBytes,
		ConnContext:       proxy.ConnContext,
		ErrorLog:          logging.New(connectionLog{log}, "", 0),
		ConnState: func(_ net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				c.open.Add(1)
			case http.StateClosed, http.StateHijacked:
				c.open.Done()
			default:
			}
		},
	}
	return c
}

// Serve accepts connections until Drain is called, and then returns nil.
func (c *Connections) Serve() (err error) {
	defer close(c.ended)
	if c.server.TLSConfig != nil {
		err = c.server.ServeTLS(c.listener, "", "")
	} else {
		err = c.server.Serve(c.listener)
	}
	if c.draining.Load() {
		return nil
	}
	return err
}

// Drain accepts no more connections and waits 20 s at most for the running requests.
// http.Server.Shutdown alone would close connections that were accepted and whose request
// is on its way. They have Grace here, and their reply says that it is the last.
func (c *Connections) Drain() error {
	c.draining.Store(true)
	err := c.listener.Close()
	if errors.Is(err, net.ErrClosed) { // Serve failed before
		err = nil
	}
	<-c.ended
	closed := make(chan struct{})
	go func() { c.open.Wait(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(c.Grace):
	}
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	if late := c.server.Shutdown(ctx); late != nil {
		err = errors.Join(err, late, c.server.Close())
	}
	return err
}

// connectionLog writes the messages of net/http about connections to a log.
type connectionLog struct{ log *slog.Logger }

// Write implements io.Writer. Failed handshakes are logged at the level debug only: on
// the internet scanners cause them all the time.
func (l connectionLog) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) {
		level = slog.LevelDebug
	}
	text := string(bytes.TrimSpace(line))
	if strings.Contains(text, syscall.EMFILE.Error()) {
		text += "; connections wait until others end: raise the limit of open files, with systemd by LimitNOFILE"
	}
	l.log.Log(context.Background(), level, "connection", "error", text)
	return len(line), nil
}

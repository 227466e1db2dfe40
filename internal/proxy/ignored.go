package proxy

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
)

// Ignored reports forwarded headers that are ignored, which usually means that the
// configuration lacks a proxy and all its visitors count as one client. It logs each
// source once, and counts all. Its methods are safe for concurrent use.
type Ignored struct {
	trusted Trusted
	log     *slog.Logger
	count   atomic.Int64

	mu     sync.Mutex
	logged map[source]struct{}
}

// source is an address with the reason why it is logged.
type source struct {
	reason, host string
}

// Reasons, with what to do.
const (
	unnamed       = "the source is not a trusted proxy; if it is a proxy, name it with --trusted-proxies"
	otherHeader   = "another header is configured, all visitors of this proxy count as one client; choose its header with --forwarded-header"
	missingHeader = "the connection of a trusted proxy begins without a PROXY header and is closed; let the proxy send it, or omit --proxy-protocol"
)

// maxLogged bounds the sources that are logged: anybody can send such headers.
const maxLogged = 64

// NewIgnored returns an Ignored that has reported nothing.
func NewIgnored(t Trusted, log *slog.Logger) *Ignored {
	return &Ignored{trusted: t, log: log, logged: map[source]struct{}{}}
}

// Count returns the number of requests and connections whose header was ignored.
func (i *Ignored) Count() int64 { return i.count.Load() }

// Handler reports the ignored headers of requests to next.
func (i *Ignored) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.check(r)
		next.ServeHTTP(w, r)
	})
}

func (i *Ignored) check(r *http.Request) {
	for _, name := range [...]string{headerFor, headerForwarded} {
		if _, sent := r.Header[name]; !sent {
			continue
		}
		switch peer, ok := parseAddr(r.RemoteAddr); {
		case !ok || !i.trusted.has(peer):
			i.report(unnamed, r.RemoteAddr, name)
		case name != i.trusted.header && r.Header[i.trusted.header] == nil:
			i.report(otherHeader, r.RemoteAddr, name)
		}
	}
}

// report counts an ignored header, and logs it if it is the first of its source.
func (i *Ignored) report(reason, peer, header string) {
	i.count.Add(1)
	host := peer
	if addr, ok := parseAddr(peer); ok {
		host = addr.String()
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	from := source{reason, host}
	if _, known := i.logged[from]; known || len(i.logged) >= maxLogged {
		return
	}
	i.logged[from] = struct{}{}
	i.log.WarnContext(context.Background(), "header of a proxy not used", "source", host, "header", header, "reason", reason)
	if len(i.logged) == maxLogged {
		i.log.WarnContext(context.Background(), "further headers of proxies are not logged", "metric", "ferrule_forwarded_ignored_total")
	}
}

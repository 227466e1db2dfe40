// Package desk serves the desk, the application of the supplier's staff, under /desk:
// its document, sessions in a cookie of that path, and the JSON API of requests. Each
// route declares the right that it needs. It depends on requests and accounts, and on
// neither content nor pages, whose parts the caller supplies.
package desk

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/proxy"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/answer"
)

// Options configure a Handler. All but Search, Build, BaseURL, Secure, Proxies, Live and Log must
// be set.
type Options struct {
	Accounts *account.Service
	Requests *rfq.Store
	Content  answer.Content
	Search   Search
	Offers   answer.Defaults
	Prefix   func(ctx context.Context, language string) string // of a language's addresses: "/de"
	Build    fs.FS                                             // the build of the application; nil if the program has none
	BaseURL  string                                            // of the site, without a trailing slash; may be empty
	Secure   bool                                              // always set Secure on the cookie, not only for requests over HTTPS
	Proxies  proxy.Trusted
	Live     Live
	Settings Settings
	Setup    Setup
	Log      *slog.Logger
}

// Search finds articles by the words of a person, best first, in a language.
type Search func(ctx context.Context, words, language string) ([]Found, error)

// Found is an article that was found.
type Found struct{ SKU, Name string }

// Live are the intervals of live events; zero for the default.
type Live struct {
	Poll      time.Duration // between queries for changes while a stream is open; default 1 s
	Session   time.Duration // between checks of the session of a stream; 5 s
	Heartbeat time.Duration // between comments in a stream; 20 s
}

// Handler serves the desk.
type Handler struct {
	options  Options
	log      *slog.Logger
	answers  answer.Writer
	document []byte // nil without a build
	mux      *http.ServeMux
	changes  *feed
	streams  streams
	closing  chan struct{}
	close    sync.Once
}

// New returns a Handler. The caller closes it.
func New(o Options) (*Handler, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	setDefault(&o.Live.Poll, time.Second)
	setDefault(&o.Live.Session, 5*time.Second)
	setDefault(&o.Live.Heartbeat, 20*time.Second)
	document, err := newDocument(o.Build)
	if err != nil {
		return nil, err
	}
	h := &Handler{
		options: o, log: o.Log, answers: answer.Writer{Requests: o.Requests, Content: o.Content, Defaults: o.Offers}, document: document, mux: http.NewServeMux(), closing: make(chan struct{}),
		changes: newFeed(o.Requests, o.Live.Poll, o.Log), streams: streams{open: map[string]int{}},
	}
	h.mux.HandleFunc("/desk", h.serveDocument)
	h.mux.HandleFunc("/desk/", h.serveDocument)
	h.mux.Handle("/desk/api/", h.handle(route{right: public, serve: serveNoRoute}))
	for _, r := range h.routes() {
		h.mux.Handle(r.pattern, h.handle(r))
	}
	return h, nil
}

func setDefault(d *time.Duration, to time.Duration) {
	if *d == 0 {
		*d = to
	}
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", contentPolicy)
	header.Set("X-Robots-Tag", "noindex, nofollow")
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "same-origin")
	h.mux.ServeHTTP(w, r)
}

// EndStreams ends all streams of live events, and accepts no more: a server that shuts
// down would wait for them.
func (h *Handler) EndStreams() { h.close.Do(func() { close(h.closing) }) }

// Close ends all streams and the queries for them.
func (h *Handler) Close() error {
	h.EndStreams()
	h.changes.close()
	return nil
}

// Package server is the HTTP server of the program: one route table, the
// middleware around it, and the adapters that write errors. What the routes
// do belongs to the packages whose handlers it mounts.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"ferrule/internal/asset"
	"ferrule/internal/bom/bomapi"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/icon"
	"ferrule/internal/ogimage"
	"ferrule/internal/page"
	"ferrule/internal/proxy"
	"ferrule/internal/rfq/rfqapi"
	"ferrule/internal/sitemap"
	"ferrule/internal/socket"
)

// Options of a Server. All but API, Accounts, Mirror, Health, Dev, Proxies and Log must be set.
type Options struct {
	Model    *content.Model
	Source   content.Source
	API      []itemsapi.Option // what the content API does beyond reading
	Accounts http.Handler      // who may sign in, and how; nil for nobody
	Mirror   Mirror            // nil where the content is nobody's copy
	// Unconfirmed is for how long the database of the content has been away; nil
	// for one that cannot be.
	Unconfirmed func() time.Duration
	Health      Health // what /readyz tells of the parts; nil for nothing
	Pages       *page.Site
	Lists       *catalogue.Catalogue
	Assets      *asset.Server
	Found       *sitemap.Server
	Previews    *ogimage.Server
	Requests    *rfqapi.Handler
	Parts       *bomapi.Handler
	Static      *Static
	Icons       icon.Sets
	Metrics     *Metrics
	Build       Build
	Dev         string        // address of the front end's development server; empty in production
	Proxies     proxy.Trusted // whose word about the client's address is taken
	Log         *slog.Logger
}

// Server answers every request of the site.
type Server struct {
	options Options
	handler http.Handler
	log     *slog.Logger

	hadContent atomic.Bool // of a copy, see filled
}

// New puts the routes and the middleware together.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Server{options: o, log: o.Log}
	s.handler = s.middleware(s.routes())
	if o.Mirror != nil {
		s.hasContent(context.Background()) // /readyz does not ask the store itself
	}
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// routes is the table of everything the program answers.
func (s *Server) routes() http.Handler {
	o := s.options
	mux := http.NewServeMux()
	mux.Handle("/api/", compressed(s.apis()))
	s.contents(mux)
	mux.Handle("GET /assets/{id}", s.json(s.filled(o.Assets.Serve)))
	mux.Handle("GET /assets/{id}/{name}", s.json(s.filled(o.Assets.Serve)))
	mux.Handle("GET /api/content/assets/{id}", s.json(s.filled(o.Assets.Serve))) // where clients of a Directus look
	mux.Handle("GET /static/", s.json(o.Static.Serve))
	mux.Handle("GET /favicon.svg", s.json(o.Static.Serve))
	mux.Handle("GET /fitting.png", s.json(o.Static.Serve))
	mux.Handle("GET /builds/latest.json", s.json(s.serveBuild))
	mux.Handle("GET /builds/meta/{file}", s.json(s.serveBuildMeta))
	mux.Handle("GET /speculation-rules.json", s.json(o.Pages.ServeSpeculationRules))
	mux.Handle("GET /robots.txt", s.json(o.Found.ServeRobots))
	mux.Handle("GET /llms.txt", s.json(s.filled(o.Found.ServeGuide)))
	mux.Handle("GET /sitemap.xml", s.json(s.filled(o.Found.ServeIndex)))
	mux.Handle("GET /sitemaps/{file}", compressed(s.json(s.filled(o.Found.ServePart))))
	mux.Handle("GET /feeds/{file}", compressed(s.json(s.filled(o.Found.ServeFeed))))
	mux.Handle("GET /og/{language}/{file}", s.json(s.filled(o.Previews.ServeSite)))
	mux.Handle("GET /og/{language}/{kind}/{file}", s.json(s.filled(o.Previews.ServeRecord)))
	mux.Handle("GET /healthz", s.json(serveHealth))
	mux.Handle("GET /readyz", s.json(s.serveReady))
	mux.Handle("/", s.html(s.filled(o.Pages.Serve)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/content//") {
			// The mux would lead to the address with one slash. To a client of a
			// Directus it is no route.
			s.json(serveNoRoute).ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// recordsAt begins the addresses of content's records.
const recordsAt = "/api/content/items/"

// contents is the part of the table that speaks as a Directus does. It stands
// in the table of everything: the search through two took 6 % of a reply that is
// kept.
func (s *Server) contents(mux *http.ServeMux) {
	o := s.options
	handle := func(at string, h http.Handler) {
		mux.Handle("/api/content/"+at, compressed(http.StripPrefix("/api/content", h)))
	}
	records := itemsapi.New(o.Model, o.Source, o.API...)
	if o.Mirror != nil {
		served := records
		records = s.json(s.filled(func(w http.ResponseWriter, r *http.Request) error {
			served.ServeHTTP(w, r)
			return nil
		}))
	}
	handle("", records)
	if o.Accounts != nil {
		for _, at := range []string{"auth", "auth/", "users", "users/"} {
			handle(at, o.Accounts)
		}
	}
}

// apis is the part of the table that answers with JSON of the site's own.
func (s *Server) apis() http.Handler {
	o := s.options
	mux := http.NewServeMux()
	mux.Handle("GET /api/catalogue", s.json(s.filled(s.serveList)))
	mux.Handle("GET /api/suggest", s.json(s.filled(s.serveList)))
	mux.Handle("GET /api/related", s.json(s.filled(s.serveList)))
	mux.Handle("GET /api/counts", s.json(s.filled(s.serveList)))
	mux.Handle("GET /api/languages", s.json(s.filled(s.serveLanguages)))
	mux.Handle("GET /api/icons/{file}", s.json(s.serveIcons))
	if o.Mirror != nil {
		mux.Handle("POST /api/hooks/content", s.json(o.Mirror.ServeHook))
	}
	mux.Handle("POST /api/form-messages", s.json(o.Requests.ServeForm))
	mux.Handle("/api/form-messages", s.json(servePostOnly))
	mux.Handle("GET /api/requests/{token}", s.json(o.Requests.ServeRequest))
	mux.Handle("GET /api/requests/{token}/{file}", s.json(o.Requests.ServeDocument))
	mux.Handle("GET /api/requests/{token}/files/{id}", s.json(o.Requests.ServeFile))
	mux.Handle("POST /api/request-files", s.json(o.Requests.ServeUpload))
	mux.Handle("/api/request-files", s.json(servePostOnly))
	mux.Handle("DELETE /api/request-files/{id}", s.json(o.Requests.ServeDeleteFile))
	mux.Handle("POST /api/parts", s.json(s.filled(o.Parts.Serve)))
	mux.Handle("/api/parts", s.json(servePostOnly))
	mux.Handle("/api/", s.json(serveNoRoute))
	return mux
}

// Limits of a connection. A page is small and made in seconds; a visitor on a
// slow line still has a minute to receive it.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	headerBytes   = 32 << 10
	drainTimeout  = 20 * time.Second
)

// HTTPServer returns a server with the limits of this package around h.
func HTTPServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ConnContext:       socket.Context,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// Drain stops a server in order: it takes no more connections and lets the
// running requests finish.
func Drain(h *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	if err := h.Shutdown(ctx); err != nil {
		return errors.Join(err, h.Close())
	}
	return nil
}

// Package server is the HTTP server of the program: one route table, the
// middleware around it, and the adapters that write errors. What the routes
// do belongs to the packages whose handlers it mounts.
package server

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"ferrule/internal/accesslog"
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
)

// Options configure a Server. All but API, Accounts, Mirror, Unconfirmed, Health, Desk, Dev,
// Proxies, AccessLog, HSTS and Log must be set.
type Options struct {
	Model    *content.Model
	Source   content.Source
	API      []itemsapi.Option // of the content API, beyond reading
	Accounts http.Handler      // API of accounts; nil without accounts
	Mirror   Mirror            // nil where the content is no copy of another system
	// Unconfirmed returns for how long the database of the content has not answered;
	// nil for a database in the data folder.
	Unconfirmed func() time.Duration
	Health      Health // results of checks for /readyz; nil for none
	Pages       *page.Site
	Lists       *catalogue.Catalogue
	Assets      *asset.Server
	Sitemaps    *sitemap.Server
	OGImages    *ogimage.Server
	Requests    *rfqapi.Handler
	BOM         *bomapi.Handler
	Static      *Static
	Desk        http.Handler // staff's application under /desk; nil for none
	DeskFiles   *Static      // its files; set with Desk
	Icons       icon.Sets
	Contact     string // URI for reports of vulnerabilities; may be empty
	Metrics     *Metrics
	Build       Build
	Dev         string         // address of the front end's development server; empty in production
	Proxies     proxy.Trusted  // reverse proxies whose X-Forwarded headers are trusted
	AccessLog   *accesslog.Log // nil for none
	HSTS        string         // value of Strict-Transport-Security; empty without TLS of the program's own
	Log         *slog.Logger
}

// Server answers every request of the site.
type Server struct {
	options Options
	handler http.Handler
	log     *slog.Logger

	browserErrors *browserErrors
	listReads     *listReads

	hadContent atomic.Bool // of a Mirror, see requireContent
}

// New returns a Server.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Server{options: o, log: o.Log, listReads: newListReads(o.Proxies)}
	s.browserErrors = newBrowserErrors(o, o.Pages.RouteRules(), s.log)
	s.handler = s.middleware(s.routes())
	if o.Mirror != nil {
		s.hasContent(context.Background()) // /readyz does not query the store
	}
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// routes returns the route table of the program.
func (s *Server) routes() http.Handler {
	o := s.options
	mux := http.NewServeMux()
	mux.Handle("/api/", compressed(s.siteAPI()))
	s.contentAPI(mux)
	s.serverInfo(mux)
	mux.Handle("GET /assets/{id}", s.json(s.requireContent(o.Assets.Serve)))
	mux.Handle("GET /assets/{id}/{name}", s.json(s.requireContent(o.Assets.Serve)))
	mux.Handle("GET /api/content/assets/{id}", s.json(s.requireContent(o.Assets.Serve))) // the address that Directus uses
	mux.Handle("GET /static/", s.json(o.Static.Serve))
	mux.Handle("GET /favicon.svg", s.json(o.Static.Serve))
	mux.Handle("GET /fitting.png", s.json(o.Static.Serve))
	mux.Handle("GET /builds/latest.json", s.json(s.serveBuild))
	mux.Handle("GET /builds/meta/{file}", s.json(s.serveBuildMeta))
	mux.Handle("GET /speculation-rules.json", s.json(o.Pages.ServeSpeculationRules))
	mux.Handle("GET /.well-known/security.txt", s.json(s.serveSecurityText))
	mux.Handle("GET /robots.txt", s.json(o.Sitemaps.ServeRobots))
	mux.Handle("GET /llms.txt", s.json(s.requireContent(o.Sitemaps.ServeGuide)))
	mux.Handle("GET /sitemap.xml", s.json(s.requireContent(o.Sitemaps.ServeIndex)))
	mux.Handle("GET /sitemaps/{file}", compressed(s.json(s.requireContent(o.Sitemaps.ServePart))))
	mux.Handle("GET /feeds/{file}", compressed(s.json(s.requireContent(o.Sitemaps.ServeFeed))))
	mux.Handle("GET /og/{language}/{file}", s.json(s.requireContent(o.OGImages.ServeSite)))
	mux.Handle("GET /og/{language}/{kind}/{file}", s.json(s.requireContent(o.OGImages.ServeRecord)))
	mux.Handle("GET /healthz", s.json(serveHealth))
	mux.Handle("GET /readyz", s.json(s.serveReady))
	s.desk(mux)
	mux.Handle("/", s.html(s.requireContent(o.Pages.Serve)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/content//") {
			// The mux would redirect to the address with one slash. A Directus has no
			// such route.
			s.json(serveNoRoute).ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// desk adds the routes of the desk. No page or redirect of the content has their
// addresses. Live events are not compressed: each is sent at once.
func (s *Server) desk(mux *http.ServeMux) {
	o := s.options
	if o.Desk == nil {
		return
	}
	mux.Handle("GET /desk/assets/", s.json(o.DeskFiles.Serve))
	mux.Handle("GET /desk/api/events", o.Desk)
	mux.Handle("/desk/api/", compressed(o.Desk))
	mux.Handle("/desk/", o.Desk)
	mux.Handle("/desk", o.Desk)
}

// itemsPrefix is that of the addresses of items of the content API.
const itemsPrefix = "/api/content/items/"

// contentAPI adds the routes of the content API, in the shapes of Directus. They
// are in the same mux as the pages: two muxes took 6 % of the time of a cached
// reply.
func (s *Server) contentAPI(mux *http.ServeMux) {
	o := s.options
	handle := func(path string, h http.Handler) {
		mux.Handle("/api/content/"+path, compressed(http.StripPrefix("/api/content", h)))
	}
	items := itemsapi.New(o.Model, o.Source, o.API...)
	if o.Mirror != nil {
		served := items
		items = s.json(s.requireContent(func(w http.ResponseWriter, r *http.Request) error {
			served.ServeHTTP(w, r)
			return nil
		}))
	}
	handle("", items)
	if o.Accounts != nil {
		for _, path := range []string{"auth", "auth/", "users", "users/"} {
			handle(path, o.Accounts)
		}
	}
}

// siteAPI returns the routes of the site's own API.
func (s *Server) siteAPI() http.Handler {
	o := s.options
	mux := http.NewServeMux()
	mux.Handle("GET /api/catalogue", s.json(s.requireContent(s.serveList)))
	mux.Handle("GET /api/search", s.json(s.requireContent(s.serveList)))
	mux.Handle("GET /api/related", s.json(s.requireContent(s.serveList)))
	mux.Handle("GET /api/counts", s.json(s.requireContent(s.serveList)))
	mux.Handle("GET /api/languages", s.json(s.requireContent(s.serveLanguages)))
	mux.Handle("GET /api/icons/{file}", s.json(s.serveIcons))
	if o.Mirror != nil {
		mux.Handle("POST /api/hooks/content", s.json(o.Mirror.ServeHook))
	}
	mux.Handle("POST /api/form-messages", s.json(o.Requests.ServeForm))
	mux.Handle("/api/form-messages", s.json(servePostOnly))
	mux.Handle("GET /api/requests/{token}", s.json(o.Requests.ServeRequest))
	mux.Handle("GET /api/requests/{token}/{file}", s.json(o.Requests.ServeDocument))
	mux.Handle("GET /api/requests/{token}/files/{id}", s.json(o.Requests.ServeFile))
	mux.Handle("GET /api/requests/{token}/offers/{file}", s.json(o.Requests.ServeOffer))
	mux.Handle("POST /api/requests/{token}/decision", s.json(o.Requests.ServeDecision))
	mux.Handle("POST /api/requests/{token}/reply", s.json(o.Requests.ServeReply))
	mux.Handle("POST /api/requests/{token}/again", s.json(o.Requests.ServeAgain))
	mux.Handle("POST /api/request-files", s.json(o.Requests.ServeUpload))
	mux.Handle("/api/request-files", s.json(servePostOnly))
	mux.Handle("DELETE /api/request-files/{id}", s.json(o.Requests.ServeDeleteFile))
	mux.Handle("POST /api/parts", s.json(s.requireContent(o.BOM.Serve)))
	mux.Handle("/api/parts", s.json(servePostOnly))
	mux.Handle("POST /api/browser-errors", s.json(s.browserErrors.serve))
	mux.Handle("/api/browser-errors", s.json(servePostOnly))
	mux.Handle("/api/", s.json(serveNoRoute))
	return mux
}

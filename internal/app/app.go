// Package app composes the program that serves a site: it opens the stores,
// starts the background work and builds the HTTP handler from one Config. It
// contains no domain logic, and only the command line imports it.
package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"os"
	"slices"
	"sync"

	"ferrule/internal/accesslog"
	"ferrule/internal/account"
	"ferrule/internal/asset"
	"ferrule/internal/catalogue"
	"ferrule/internal/certificate"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/desk"
	"ferrule/internal/directus/mirror"
	"ferrule/internal/health"
	"ferrule/internal/ogimage"
	"ferrule/internal/page"
	"ferrule/internal/proofofwork"
	"ferrule/internal/proxy"
	"ferrule/internal/ratelimit"
	"ferrule/internal/render"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/mailbox"
	"ferrule/internal/rfq/rfqapi"
	"ferrule/internal/server"
	"ferrule/internal/settings"
	"ferrule/internal/sitemap"
	"ferrule/web"
)

// App is a site with all its parts, ready to be served.
type App struct {
	config  Config
	log     *slog.Logger
	metrics *server.Metrics
	notices io.Writer      // for the operator, besides the log
	closers []func() error // in the order of opening
	handler http.Handler

	// The parts, in the order in which New opens them.
	proxies        proxy.Trusted
	ignored        *proxy.Ignored // headers of proxies that are not trusted
	build          web.Build
	model          *content.Model
	content        *store.Store
	requests       *rfq.Store
	requestMetrics *rfqapi.Metrics
	mailbox        *mailbox.Reader // nil without --imap
	challenges     *proofofwork.Challenges
	limits         *ratelimit.Table
	accounts       *account.Service
	settings       *settings.Store
	sender         sender         // of mails to users
	loading        sync.Mutex     // held while the set-up loads content
	mirror         *mirror.Mirror // nil without Directus
	assets         *asset.Server
	renderer       *render.Pool
	catalogue      *catalogue.Catalogue
	purge          func(tags []string) // nil without a shared cache
	pages          *page.Site
	desk           *desk.Handler
	sitemap        *sitemap.Server
	ogImages       *ogimage.Server
	accessLog      *accesslog.Log      // nil for none
	certificates   certificate.Options // without domains, none
	health         *health.Monitor
}

// New opens every part of a site and starts its background work. The caller
// closes the App.
func New(ctx context.Context, c Config, log *slog.Logger) (_ *App, err error) {
	a := &App{config: c, log: log, metrics: server.NewMetrics(), notices: os.Stderr}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	// Each step needs only parts of the steps before it.
	for _, step := range []func(context.Context) error{
		a.readConfig,
		a.openContent,
		a.openRequests,
		a.openLimits,
		a.openAccounts,
		a.openSettings,
		a.startDelivery,
		a.startMailbox,
		a.newChallenges,
		a.newMirror,
		a.openAssets,
		a.startRenderer,
		a.openCatalogue,
		a.startPurging,
		a.openPages,
		a.newSEO,
		a.openAccessLog,
		a.openCertificates,
		a.startHealth,
		a.openDesk,
		a.newHandler,
		a.startMirror,
		a.startBackups,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Close stops the background work and closes all parts, in the reverse order of
// New.
func (a *App) Close() error {
	var err error
	for _, closer := range slices.Backward(a.closers) {
		err = errors.Join(err, closer())
	}
	return err
}

func (a *App) onClose(closer func() error) { a.closers = append(a.closers, closer) }

// start runs f in a goroutine. Close cancels its context and waits for it.
func (a *App) start(ctx context.Context, f func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(ctx)
	}()
	a.onClose(func() error {
		cancel()
		<-done
		return nil
	})
}

// Handler returns the handler of the site.
func (a *App) Handler() http.Handler { return a.handler }

// MetricsHandler returns the handler of /metrics and of Go's profiles. The command line is
// not among them, since its flags may have passwords.
func (a *App) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// readConfig reads what the configuration names, and the front end that is
// embedded in the program.
func (a *App) readConfig(context.Context) (err error) {
	if a.config.Demo {
		a.config.setDemoDefaults()
	}
	if a.config.BaseURL == "" && len(a.config.Domain) > 0 {
		a.config.BaseURL = a.config.httpsURL()
	}
	if a.proxies, err = a.config.trustedProxies(); err != nil {
		return err
	}
	a.ignored = proxy.NewIgnored(a.proxies, a.log)
	a.metrics.Forwarded(a.ignored.Count)
	if a.build, err = web.Load(); err != nil {
		return err
	}
	a.model, err = a.config.ContentModel(a.config.Data)
	return err
}

func (a *App) openContent(ctx context.Context) (err error) {
	if a.content, err = a.config.OpenContent(ctx, a.model); err != nil {
		return err
	}
	a.onClose(a.content.Close)
	a.metrics.Content(a.content.Unconfirmed)
	return nil
}

func (a *App) openRequests(ctx context.Context) (err error) {
	if a.requests, err = a.config.OpenRequests(ctx); err != nil {
		return err
	}
	a.onClose(a.requests.Close)
	a.requests.SetRetainOffers(a.config.RetainOffers)
	a.requestMetrics = rfqapi.NewMetrics(a.requests.DeliveryStats)
	a.metrics.Register(a.requestMetrics)
	return nil
}

// newChallenges creates the proof-of-work challenges. All servers of a site read
// the secret from their common database.
func (a *App) newChallenges(ctx context.Context) error {
	secret, err := a.requests.Secret(ctx, "challenge")
	if err != nil {
		return err
	}
	a.challenges = proofofwork.New(secret)
	return nil
}

func (a *App) openLimits(ctx context.Context) (err error) {
	if a.limits, err = ratelimit.OpenTable(ctx, a.config.Database, a.log); err != nil {
		return err
	}
	a.onClose(a.limits.Close)
	return nil
}

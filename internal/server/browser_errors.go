package server

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/page"
	"ferrule/internal/ratelimit"
)

const (
	// maxBrowserError is the maximum size of a reported error, in bytes.
	maxBrowserError = 512
	// browserErrorRate is how many errors one client may report in ten minutes. A
	// document reports each kind once; a company may be behind one address.
	browserErrorRate = 60
	// otherRoute is the route of error screens, and of a name that no route has.
	otherRoute = "other"
)

// codePosition matches a file of the build with line and column.
var codePosition = regexp.MustCompile(`\A[\w-]{1,60}\.js:[0-9]{1,6}:[0-9]{1,7}\z`)

// browserError is the body of POST /api/browser-errors. It says which code failed,
// and nothing about the visitor, the address or what the page shows.
type browserError struct {
	Kind     string `json:"kind"`
	Route    string `json:"route"`
	Build    string `json:"build"`    // empty if the document names none
	Position string `json:"position"` // of the component that failed; empty if unknown
}

// browserErrors counts the errors that browsers report, and logs the first one of
// each kind on each route.
type browserErrors struct {
	options Options
	routes  []string
	limiter *ratelimit.Limiter
	log     *slog.Logger

	mu     sync.Mutex
	logged map[browserError]bool // by kind, route and, if it is this server's, build

	crossOrigin http.CrossOriginProtection
}

func newBrowserErrors(o Options, routes page.RouteRules, log *slog.Logger) *browserErrors {
	b := &browserErrors{options: o, limiter: ratelimit.New(browserErrorRate, time.Now), log: log, logged: map[browserError]bool{}}
	for _, kind := range []map[string]page.RouteRule{routes.Static, routes.Dynamic} {
		for _, rule := range kind {
			b.routes = append(b.routes, rule.Name)
		}
	}
	return b
}

// serve serves POST /api/browser-errors.
func (b *browserErrors) serve(w http.ResponseWriter, r *http.Request) error {
	if err := b.crossOrigin.Check(r); err != nil {
		return fault.Wrap(fault.Forbidden, err, "Report the error from the site itself.")
	}
	if !b.limiter.Allow(b.options.Proxies.Key(r)) {
		return fault.New(fault.TooMany, "Too many errors were reported.")
	}
	var e browserError
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBrowserError)).Decode(&e); err != nil {
		return fault.Wrap(fault.Invalid, err, "The error is an object with kind, route, build and position.")
	}
	switch e.Kind { // see web/src/app/report-error.ts
	case "recovered", "caught", "uncaught":
	default:
		return fault.New(fault.Invalid, "The kind is recovered, caught or uncaught.")
	}
	// Labels and log contain only what the program itself could have written.
	if !slices.Contains(b.routes, e.Route) {
		e.Route = otherRoute
	}
	if !plainID(e.Build) {
		e.Build = ""
	}
	if !codePosition.MatchString(e.Position) {
		e.Position = ""
	}
	b.options.Metrics.browserError(e.Kind, e.Route)
	if b.isFirst(e) {
		b.log.WarnContext(r.Context(), "error in a browser", "kind", e.Kind, "route", e.Route, "build", e.Build, "position", e.Position)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// isFirst reports whether an error is the first one of its kind and route. Those of
// other builds are counted separately: documents outlive the server that sent them.
func (b *browserErrors) isFirst(e browserError) bool {
	key := browserError{Kind: e.Kind, Route: e.Route}
	if e.Build == b.options.Build.ID {
		key.Build = e.Build
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	first := !b.logged[key]
	b.logged[key] = true
	return first
}

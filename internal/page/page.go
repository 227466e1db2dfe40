// Package page serves the pages of the site: it resolves redirect rules,
// language and route, looks up the cache, and on a miss plans, reads, renders
// and writes the document. It owns the body and headers of replies. It must not
// depend on the storage of content or the JavaScript engine.
package page

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/redirect"
	"ferrule/internal/render"
)

// Options configure a Site. Source, Model and Engine must be set.
type Options struct {
	Source   content.Source
	Model    *content.Model // the model that the bundle's queries are parsed with
	Engine   render.Engine
	Lists    Lists    // index of the catalogue; nil for none
	Requests Requests // requests for quotation; nil for none

	Assets  Assets // the browser build, see ParseManifest
	Boot    string // inline script that runs before the first paint; may be empty
	BaseURL string // "https://example.com" for canonical addresses; empty if unknown
	Name    string // title of a document that could not be rendered; default "Ferrule"

	Build      string        // ID of the browser build, embedded in documents; empty in development
	BuildCheck time.Duration // interval at which the browser checks for a newer build; 0 for never

	// ConsentHours is how long the browser stores a decision about cookies, in
	// hours; default 36.
	ConsentHours int

	// CartHours is how long the browser stores a cart after its last change, in
	// hours; default 36.
	CartHours int

	// What the page about privacy says of requests: after how many days personal data
	// are erased, 0 for never, and addresses of senders; the hours of unsent files.
	RequestDays, AddressDays, UnsentFileHours int

	WorkingDays bool // the promised time of an answer counts on working days only, and texts say so

	// Promises returns what replaces RequestDays and WorkingDays. It is called once per
	// revision of the content; nil if they never change.
	Promises func(ctx context.Context) (Promises, error)

	Disk DiskOptions // second cache tier
	Warm bool        // render pages in the background before they are requested

	CacheBytes       int64         // of all pages in memory; default 96 MiB
	RevisionInterval time.Duration // minimum time between two reads of the content revision; default 100 ms
	BuildTimeout     time.Duration // for one page from plan to document; default 10 s
	ReadTimeout      time.Duration // for one content query; default 3 s

	// Purge receives the tags of the pages that shared caches must drop after a
	// content change; it must not block. Nil without shared caches.
	Purge func(tags []string)

	// Dev is the address of the front end's development server with its base
	// path, such as "http://127.0.0.1:5173/static". With it every page is an
	// empty shell with the scripts of that server, and nothing is cached.
	Dev      string
	DevEntry string // entry module there; default "src/app/browser.tsx"

	// Client identifies the client of a request, whose waiting builds are bounded; nil
	// if only those of all together are.
	Client func(*http.Request) string

	Log *slog.Logger     // default slog.Default
	Now func() time.Time // default time.Now
}

// Site serves every address that is a page. It is safe for concurrent use.
type Site struct {
	source     content.Source
	model      *content.Model
	plain      []string // fields that pages show as text, see content.Model.PlainTexts
	engine     render.Engine
	lists      Lists
	requests   Requests
	table      *table
	baseURL    string // the public address; empty if unknown
	host       string // of the public address; empty if unknown
	document   document
	failures   map[failureKey]failureDocument
	cache      *cache
	disk       *diskCache
	cold       chan struct{} // signalled when the cache was cleared
	flights    flights
	refresher  refresher
	epochs     epochs
	backoff    backoff
	compressor compressor
	purge      func(tags []string) // nil without shared caches
	client     func(*http.Request) string
	dev        bool
	build      time.Duration
	read       time.Duration
	log        *slog.Logger
	counters   counters

	readPromises func(ctx context.Context) (Promises, error)
	retention    retention // all but RequestDays

	base  context.Context // canceled by Close, which stops all builds
	close context.CancelFunc
	work  sync.WaitGroup
}

// Defaults of Options.
const (
	DefaultConsentHours     = 36
	DefaultCartHours        = 36
	DefaultCacheBytes       = 96 << 20
	DefaultRevisionInterval = 100 * time.Millisecond
	DefaultBuildTimeout     = 10 * time.Second
	DefaultReadTimeout      = 3 * time.Second
)

// New reads the route table of the bundle and returns the site. It reads no
// content; the first request does.
func New(ctx context.Context, o Options) (*Site, error) {
	if o.Source == nil || o.Model == nil || o.Engine == nil {
		return nil, errors.New("page: Source, Model and Engine must be set")
	}
	setDefaults(&o)
	text, err := o.Engine.Routes(ctx)
	if err != nil {
		return nil, err
	}
	table, err := parseTable(text)
	if err != nil {
		return nil, err
	}
	public, err := url.Parse(o.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("parse public address: %w", err)
	}
	doc, err := newDocument(o)
	if err != nil {
		return nil, err
	}
	s := &Site{
		source: o.Source, model: o.Model, plain: o.Model.PlainTexts(), engine: o.Engine, lists: o.Lists, requests: o.Requests,
		table: table, baseURL: o.BaseURL, host: public.Host, document: doc, retention: retention{o.ConsentHours, o.CartHours, 0, o.AddressDays, o.UnsentFileHours},
		cache:   newCache(o.CacheBytes),
		cold:    make(chan struct{}, 1),
		backoff: backoff{now: o.Now},
		flights: newFlights(runtime.GOMAXPROCS(0)),
		purge:   o.Purge,
		client:  o.Client,
		dev:     o.Dev != "", readPromises: o.Promises, build: o.BuildTimeout, read: o.ReadTimeout, log: o.Log,
	}
	s.epochs = epochs{checking: make(chan struct{}, 1), interval: o.RevisionInterval, now: o.Now}
	languages, _ := table.newLanguages(nil, nil)
	s.epochs.current.Store(&epoch{revision: unknownRevision, languages: languages, promises: Promises{o.WorkingDays, o.RequestDays}, replies: newReplyCache(0)})
	s.failures = s.failureDocuments(ctx, o)
	if s.disk, err = openDiskCache(ctx, o.Disk, strings.Join(append([]string{o.BaseURL, fmt.Sprint(o.WorkingDays, o.RequestDays), doc.fixed()}, s.plain...), "\n")); err != nil {
		return nil, fmt.Errorf("open disk cache: %w", err)
	}
	s.base, s.close = context.WithCancel(context.Background())
	if s.purge != nil {
		s.work.Go(func() { s.pollRevision(o.RevisionInterval) })
	}
	if s.disk != nil {
		s.work.Go(func() {
			if err := s.disk.root.Evict(); err != nil {
				s.log.Warn("evict from disk cache failed", "error", err)
			}
		})
	}
	if o.Warm && !s.dev {
		s.work.Go(s.warm)
	}
	return s, nil
}

func setDefaults(o *Options) {
	o.BaseURL = strings.TrimSuffix(o.BaseURL, "/")
	o.Dev = strings.TrimSuffix(o.Dev, "/")
	if o.Name == "" {
		o.Name = "Ferrule"
	}
	if o.DevEntry == "" {
		o.DevEntry = "src/app/browser.tsx"
	}
	if o.ConsentHours <= 0 {
		o.ConsentHours = DefaultConsentHours
	}
	if o.CartHours <= 0 {
		o.CartHours = DefaultCartHours
	}
	if o.CacheBytes <= 0 {
		o.CacheBytes = DefaultCacheBytes
	}
	if o.RevisionInterval <= 0 {
		o.RevisionInterval = DefaultRevisionInterval
	}
	if o.BuildTimeout <= 0 {
		o.BuildTimeout = DefaultBuildTimeout
	}
	if o.ReadTimeout <= 0 {
		o.ReadTimeout = DefaultReadTimeout
	}
	if o.Promises == nil {
		o.Promises = func(context.Context) (Promises, error) { return Promises{o.WorkingDays, o.RequestDays}, nil }
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Client == nil {
		o.Client = func(*http.Request) string { return "" }
	}
}

// Close cancels the builds in progress and waits for them. Serve must not be
// called after Close.
func (s *Site) Close() {
	s.close()
	s.work.Wait()
	if err := s.disk.close(); err != nil {
		s.log.Warn("close disk cache failed", "error", err)
	}
}

// BootHash returns the Content-Security-Policy source of the inline boot
// script, "sha256-…" without quotes; empty if there is none.
func (s *Site) BootHash() string { return s.document.bootHash }

// StyleHashes returns the Content-Security-Policy sources of the styles inside
// documents.
func (s *Site) StyleHashes() []string { return s.document.hashes }

// Serve answers a GET or HEAD request for a page. On a nil error the reply is
// complete or the client has disconnected. On an error nothing was written, and
// the caller logs it and replies: with Fail, or with JSON if the request
// WantsJSON. The causes are content that could not be read, and a missing page
// that was requested as JSON.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return nil
	}
	ep := s.epoch(r.Context())
	prefixed, path := ep.languages.splitPrefix(r.URL.Path)
	language := prefixed
	if language == nil {
		language = ep.languages.choose(r)
	}
	if rule, ok := ep.rules[redirect.Trim(path)]; ok {
		s.redirect(w, ep.languages.location(rule, prefixed, r.URL.RawQuery), rule.Status)
		return nil
	}
	key := key{language: language.Code, prefixed: prefixed != nil, path: path}
	if r.URL.RawQuery == "" && r.URL.RawPath == "" {
		if e := s.cache.get(key); e != nil {
			s.counters.hits.Add(1)
			return s.write(w, r, e)
		}
	}
	if to, ok := s.table.withoutSlash(path); ok {
		s.redirect(w, withQuery(prefixed.address(to), r.URL.RawQuery), http.StatusPermanentRedirect)
		return nil
	}
	return s.serveRoute(w, r, ep, key, language)
}

// serveRoute serves an address that is not in the cache under its literal
// spelling.
func (s *Site) serveRoute(w http.ResponseWriter, r *http.Request, ep *epoch, k key, lang *language) error {
	m, ok := s.table.match(k.path)
	if !ok || !hasNoEscapedSlash(r.URL.RawPath) {
		return s.serveNotFound(w, r, ep, k, lang)
	}
	m.search, k.search = m.route.search(r.URL.RawQuery, s.paramChecker(r.Context(), m.route))
	e, err := s.page(r, ep, k, m, lang)
	for unknown := (*unknownItemError)(nil); errors.As(err, &unknown); {
		delete(m.search, unknown.parameter)
		k.search = canonical(m.search)
		e, err = s.page(r, ep, k, m, lang)
	}
	if errors.Is(err, errNoRecord) {
		return s.serveNotFound(w, r, ep, k, lang)
	}
	return s.finish(w, r, e, err)
}

// serveNotFound answers with the one 404 entry of the language for all paths;
// the path is in the log. Crawlers receive no error page (specification,
// section 2).
func (s *Site) serveNotFound(w http.ResponseWriter, r *http.Request, ep *epoch, k key, lang *language) error {
	s.counters.notFound.Add(1)
	missing := fault.New(fault.NotFound, "Page Not Found: %s", r.URL.Path)
	s.log.InfoContext(r.Context(), "page not found", "path", r.URL.Path)
	if isCrawler(r.Header.Get("User-Agent")) {
		s.writeNothing(w, k)
		return nil
	}
	if WantsJSON(r) {
		w.Header().Set("Vary", "Accept, User-Agent")
		return missing
	}
	k = key{language: k.language, prefixed: k.prefixed, notFound: true}
	e, err := s.page(r, ep, k, match{route: s.table.notFound}, lang)
	return s.finish(w, r, e, err)
}

func (s *Site) finish(w http.ResponseWriter, r *http.Request, e *entry, err error) error {
	if err == nil {
		return s.write(w, r, e)
	}
	if r.Context().Err() != nil {
		return nil // the client has disconnected
	}
	return err
}

// page returns the entry from the cache or builds it, once for concurrent
// requests.
func (s *Site) page(r *http.Request, ep *epoch, k key, m match, lang *language) (*entry, error) {
	if e := s.cache.get(k); e != nil {
		s.counters.hits.Add(1)
		return e, nil
	}
	s.counters.misses.Add(1)
	at := flightKey{k, ep.revision}
	f, first, err := s.flights.join(at, s.client(r))
	if err != nil {
		return nil, err
	}
	if first {
		s.work.Add(1)
		go s.buildPage(f, at, ep, m, lang)
	}
	select {
	case <-f.done:
		return f.entry, f.err
	case <-r.Context().Done():
		s.flights.leave(at, f)
		return nil, fault.Wrap(fault.Unavailable, r.Context().Err(), "client disconnected before the page was built")
	}
}

// fromDisk loads a page from the disk cache into memory; nil if there is none.
// A stale page is served until it is refreshed, but not loaded again meanwhile.
func (s *Site) fromDisk(ctx context.Context, k flightKey, ep *epoch) *entry {
	e, stale := s.disk.get(ctx, k.key, ep, s.source, s.purge != nil)
	if e == nil || (stale && s.cache.has(k.key)) || !s.cache.put(k.key, e, k.revision) {
		return nil
	}
	if stale {
		if !s.cache.markStale(e) {
			return nil // the memory cache is full: it could not be served until it is refreshed
		}
		s.refresh()
	}
	s.counters.diskHits.Add(1)
	return e
}

// toDisk stores a page in the disk cache; it ignores nil. Revision 0 has no
// content, so its pages are not stored.
func (s *Site) toDisk(e *entry, ep *epoch) {
	if e == nil || ep.revision == 0 {
		return
	}
	if err := s.disk.put(e, ep); err != nil {
		s.log.Warn("write page to disk cache failed", "path", e.key.path, "error", err)
	}
}

func (s *Site) redirect(w http.ResponseWriter, to string, status int) {
	s.counters.redirects.Add(1)
	h := w.Header()
	h.Set("Location", to)
	h.Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
}

// Languages returns the languages that visitors may choose, in the site's
// order.
func (s *Site) Languages(ctx context.Context) []content.Language {
	var out []content.Language
	for _, l := range s.epoch(ctx).languages {
		if l.Available {
			out = append(out, content.Language{Code: l.Code, Prefix: l.Prefix})
		}
	}
	return out
}

// Prefix returns the prefix of an available language, or that of the default
// language.
func (s *Site) Prefix(ctx context.Context, language string) string {
	languages := s.Languages(ctx)
	for _, l := range languages {
		if l.Code == language {
			return l.Prefix
		}
	}
	return languages[0].Prefix
}

// Stats are counters of a Site since its start, and the state of its cache.
type Stats struct {
	Hits        uint64 // replies from the cache, 304 included
	Misses      uint64 // requests that started or joined a build
	DiskHits    uint64 // pages loaded from disk
	Renders     uint64 // pages rendered by the engine
	Shells      uint64 // documents sent without rendered markup
	NotFound    uint64 // replies 404
	NotModified uint64 // replies 304
	Redirects   uint64 // replies 3xx other than 304
	Evictions   uint64 // entries removed to free memory for others
	Entries     int    // currently in the cache
	Stale       int    // of these, waiting for a refresh
	Bytes       int64  // currently in the cache
}

type counters struct {
	hits, misses, diskHits, renders, shells, notFound, notModified, redirects atomic.Uint64
}

// Stats returns the current values.
func (s *Site) Stats() Stats {
	c := &s.counters
	st := Stats{
		Hits: c.hits.Load(), Misses: c.misses.Load(), DiskHits: c.diskHits.Load(), Renders: c.renders.Load(), Shells: c.shells.Load(),
		NotFound: c.notFound.Load(), NotModified: c.notModified.Load(), Redirects: c.redirects.Load(),
	}
	st.Entries, st.Bytes, st.Evictions = s.cache.figures()
	st.Stale = s.cache.stale()
	return st
}

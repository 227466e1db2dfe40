package page

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/render"
)

// memory is a content.Source of a few rows. It supports equality filters on one field.
type memory struct {
	mu        sync.Mutex
	rows      map[string][]map[string]any
	broken    map[string]error // by collection; "*" for all
	revision  atomic.Int64
	reads     atomic.Int64 // as Public
	revisions atomic.Int64 // number of Revision calls
}

func newMemory() *memory {
	m := &memory{broken: map[string]error{}, rows: map[string][]map[string]any{
		"languages":  {{"code": "de-DE"}, {"code": "en-US"}, {"code": "fr-FR"}, {"code": "it-IT"}},
		"header":     {{"id": 1, "slug": "main"}},
		"about":      {{"id": 1}},
		"clients":    {{"title": "</script><script>alert(1)</script>\u2028&<!--"}},
		"categories": {{"id": 3, "slug": "flanges"}, {"id": 4, "slug": "größen"}},
		"products":   {{"id": 9, "slug": "dn-50"}},
		"redirects":  {},
	}}
	m.revision.Store(1)
	return m
}

// change modifies the rows as a writer does.
func (m *memory) change(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	m.revision.Add(1)
}

func (m *memory) fail(collection string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.broken[collection] = err
}

func (m *memory) Revision(context.Context) (int64, error) {
	m.revisions.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.revision.Load(), m.broken["*"]
}

func (m *memory) Read(_ context.Context, q content.Query) (content.Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if q.Access == nil {
		m.reads.Add(1)
		if q.Collection == "redirects" {
			return content.Result{}, fault.New(fault.Forbidden, "not public")
		}
	}
	for _, key := range []string{"*", q.Collection} {
		if err := m.broken[key]; err != nil {
			return content.Result{}, err
		}
	}
	found := []map[string]any{}
	tags := []content.Tag{{Collection: q.Collection}}
	for _, row := range m.rows[q.Collection] {
		if matches(q.Filter, row) {
			found = append(found, row)
			tags = append(tags, content.Tag{Collection: q.Collection, ID: "1"})
		}
	}
	body, err := json.Marshal(map[string]any{"data": found})
	if !q.Trace {
		tags = nil
	}
	return content.Result{Body: body, Touched: tags}, err
}

func matches(f *content.Filter, row map[string]any) bool {
	if f == nil {
		return true
	}
	node, name := *f, ""
	for node.Op != content.OpEq {
		if node.Name != "" {
			name = node.Name
		}
		if len(node.Items) == 0 {
			return true
		}
		node = node.Items[0]
	}
	return row[name] == node.Value
}

// engine counts the calls of the real pool and can block or reject them.
type engine struct {
	render.Engine
	plans, pages atomic.Int64
	gate         chan struct{} // pages wait for it; nil for no gate
	refuse       atomic.Bool   // answer as a full queue does
}

var errFull = fault.New(fault.TooMany, "full")

func (e *engine) Plan(ctx context.Context, input string) (string, error) {
	e.plans.Add(1)
	if e.refuse.Load() {
		return "", errFull
	}
	return e.Engine.Plan(ctx, input)
}

func (e *engine) Page(ctx context.Context, input string) (string, error) {
	e.pages.Add(1)
	if e.gate != nil {
		<-e.gate
	}
	if e.refuse.Load() {
		return "", errFull
	}
	return e.Engine.Page(ctx, input)
}

// testSite is a site with its source, engine and log.
type testSite struct {
	*Site
	t      testing.TB
	source *memory
	engine *engine
	log    *logBuffer
	now    atomic.Int64 // nanoseconds on the site's clock
}

func bundleSource(t testing.TB) string {
	t.Helper()
	source, err := os.ReadFile("testdata/bundle.js")
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// build creates a site over the test bundle; change may alter its options.
func build(t testing.TB, change func(*Options)) *testSite {
	t.Helper()
	pool, err := render.New(bundleSource(t), render.Options{VMs: 2, Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return buildWith(t, pool, change)
}

func buildWith(t testing.TB, pool *render.Pool, change func(*Options)) *testSite {
	t.Helper()
	h := &testSite{t: t, source: newMemory(), engine: &engine{Engine: pool}, log: &logBuffer{}}
	h.now.Store(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).UnixNano())
	o := Options{
		Source: h.source, Model: content.Default(), Engine: h.engine,
		Assets: Assets{Script: "/static/entry.js", Styles: "/static/entry.css", Core: "body{margin:0}", Icon: "/icon.svg"},
		Boot:   "document.documentElement.dataset.theme='dark'",
		Log:    slog.New(slog.NewTextHandler(h.log, nil)),
		Now:    func() time.Time { return time.Unix(0, h.now.Load()) },
	}
	if change != nil {
		change(&o)
	}
	site, err := New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	h.Site = site
	h.engine.pages.Store(0) // the error screens are rendered at the start
	t.Cleanup(func() {
		site.Close()
		if err := pool.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return h
}

// reply is a response with its body decompressed.
type reply struct {
	status int
	header http.Header
	body   string
}

// get requests an address; headers are "Name: value".
func (h *testSite) get(address string, headers ...string) reply {
	h.t.Helper()
	r, err := h.try("GET", address, headers...)
	if err != nil {
		h.t.Fatalf("GET %s: %v", address, err)
	}
	return r
}

func (h *testSite) try(method, address string, headers ...string) (reply, error) {
	r := httptest.NewRequest(method, address, nil)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	err := h.Serve(w, r)
	return reply{w.Code, w.Header(), w.Body.String()}, err
}

// embedded returns the state in a reply's document.
type embedded struct {
	state

	Data []json.RawMessage `json:"data"` // in columns
}

func (r reply) state(t testing.TB) embedded {
	t.Helper()
	_, after, ok := strings.Cut(r.body, `<script type="application/json" id="ferrule-state">`)
	text, _, ended := strings.Cut(after, "</script>")
	var st embedded
	if !ok || !ended {
		t.Fatalf("no state in %q", r.body)
	}
	if err := json.Unmarshal([]byte(text), &st); err != nil {
		t.Fatalf("state %q: %v", text, err)
	}
	return st
}

// logBuffer records log lines.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

var errDown = errors.New("disk on fire at /var/lib")

package server_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"ferrule/internal/asset"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/fault"
	"ferrule/internal/health"
	"ferrule/internal/icon"
	"ferrule/internal/ogimage"
	"ferrule/internal/page"
	"ferrule/internal/render"
	"ferrule/internal/server"
	"ferrule/internal/sitemap"
)

// bundle is a minimal server bundle: it renders the path, and throws on demand.
const bundle = `globalThis.ferrule = {
	routes: () => JSON.stringify({routes: [{name: "home", pattern: "/", record: null, params: {}}, {name: "category", pattern: "/catalog/:slug", record: null, params: {page: "^[1-9]$"}, guard: "members"}], languages: [{code: "de-DE", prefix: "/de", html: "de"}, {code: "en-US", prefix: "/en", html: "en"}]}),
	plan: () => JSON.stringify({queries: []}),
	page: (input) => JSON.stringify({title: "T", description: "", robots: "", theme: ""}) + "\n\n\n<h1>" + JSON.parse(input).path + "</h1>",
};`

// site is the whole server on real stores in a folder of its own.
type site struct {
	*httptest.Server
	outage atomic.Int64 // how long the database has not responded
}

// Report implements server.Health with no checks.
func (s *site) Report() health.Report { return health.Report{} }

func newSite(t testing.TB) *site {
	t.Helper()
	ctx, data := t.Context(), t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	model := content.Default()
	contents, err := store.Open(ctx, data, model)
	must(err)
	files, err := asset.New(asset.Options{Files: contents.Files(), Variants: data + "/variants", Limit: 1 << 20, Parallel: 1}, func(_ context.Context, id string) (asset.File, error) {
		if id == "boom" {
			panic("a handler broke")
		}
		return asset.File{}, fault.New(fault.Forbidden, "no").WithCode("FORBIDDEN")
	})
	must(err)
	pool, err := render.New(bundle, render.Options{VMs: 1})
	must(err)
	pages, err := page.New(ctx, page.Options{Source: contents, Model: model, Engine: pool, Boot: "var boot"})
	must(err)
	static, err := server.NewStatic(fstest.MapFS{
		"entry-abcdefgh.js":    {Data: []byte("let a;")},
		"entry-abcdefgh.js.br": {Data: []byte("as brotli")},
		"entry-abcdefgh.js.gz": {Data: []byte("as gzip")},
		"favicon.svg":          {Data: []byte("<svg/>")},
	})
	must(err)
	icons, err := icon.Open(fstest.MapFS{"parts.json.gz": {Data: compressed(t, `{"prefix":"parts","width":24,"height":24,"icons":{"flange":{"body":"<circle r=\"9\"/>"}}}`)}})
	must(err)
	found, err := sitemap.New(sitemap.Options{Source: contents, Model: model, Languages: func(context.Context) []content.Language {
		return []content.Language{{Code: "de-DE", Prefix: "/de"}}
	}})
	must(err)
	ogImages, err := ogimage.New(ogimage.Options{
		Source: contents, Model: model, Picture: files.Picture,
		Languages: func(context.Context) []content.Language { return []content.Language{{Code: "de-DE", Prefix: "/de"}} },
		Count:     func(context.Context, string) (int, error) { return 0, nil },
	})
	must(err)
	s := &site{}
	unconfirmed := func() time.Duration { return time.Duration(s.outage.Load()) }
	metrics := server.NewMetrics()
	metrics.Content(unconfirmed)
	s.Server = httptest.NewServer(server.New(server.Options{
		Model: model, Source: contents, API: []itemsapi.Option{itemsapi.Writing(contents, nil)}, Pages: pages, Assets: files, Sitemaps: found, OGImages: ogImages,
		Static: static, Icons: icons,
		Build:   server.Build{ID: "b1", Time: time.UnixMilli(1_700_000_000_000)},
		Metrics: metrics, Unconfirmed: unconfirmed, Health: s, Log: slog.New(slog.DiscardHandler),
	}))
	t.Cleanup(func() {
		s.Close()
		pages.Close()
		must(errors.Join(pool.Close(context.Background()), files.Close(), contents.Close()))
	})
	return s
}

func compressed(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// do sends a request and returns the reply with its body.
func (s *site) do(t *testing.T, method, path, body string, header http.Header) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(r.Header, header)
	reply, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	b, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply, string(b)
}

func TestPagesCarryTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	reply, body := s.do(t, http.MethodGet, "/de", "", nil)
	if reply.StatusCode != http.StatusOK || !strings.Contains(body, "<script>var boot</script>") {
		t.Fatalf("got %d %s", reply.StatusCode, body)
	}
	policy := reply.Header.Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none';", "script-src 'self' 'sha256-", "style-src 'self';", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"} {
		if !strings.Contains(policy, part) {
			t.Errorf("the policy lacks %q: %s", part, policy)
		}
	}
	for _, name := range []string{"X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy", "X-Request-Id"} {
		if reply.Header.Get(name) == "" {
			t.Errorf("%s is missing", name)
		}
	}
	for name, want := range map[string]string{
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := reply.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

// A worker of a page with an embedder policy is blocked unless its script has one.
func TestScriptsCarryTheEmbedderPolicyOfPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	reply, _ := s.do(t, http.MethodGet, "/static/entry-abcdefgh.js", "", nil)
	if got := reply.Header.Get("Cross-Origin-Embedder-Policy"); reply.StatusCode != http.StatusOK || got != "require-corp" {
		t.Errorf("got %d with %q", reply.StatusCode, got)
	}
}

func TestOtherSitesMayShowPreviewPictures(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	reply, _ := s.do(t, http.MethodGet, "/og/de/site.png", "", nil)
	if got := reply.Header.Values("Cross-Origin-Resource-Policy"); reply.StatusCode != http.StatusOK || len(got) != 1 || got[0] != "cross-origin" {
		t.Errorf("got %d with %q", reply.StatusCode, got)
	}
}

// Replies with records omit headers that only documents use, which would be a fifth
// of their header.
func TestRecordsCarryOnlyHeadersForPrograms(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	reply, _ := s.do(t, http.MethodGet, "/api/content/items/products?limit=1", "", nil)
	for name, carried := range map[string]bool{
		"Content-Security-Policy": true, "X-Content-Type-Options": true, "X-Request-Id": true,
		"Referrer-Policy": false, "Permissions-Policy": false, "Cross-Origin-Opener-Policy": false,
		"Cross-Origin-Embedder-Policy": false, "Cross-Origin-Resource-Policy": false,
	} {
		if (reply.Header.Get(name) != "") != carried {
			t.Errorf("%s: %q", name, reply.Header.Get(name))
		}
	}
}

func TestOnlyPlainRequestIDsAreAccepted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for given, accepted := range map[string]bool{"abc-123": true, "a b": false, strings.Repeat("x", 65): false} {
		reply, _ := s.do(t, http.MethodGet, "/healthz", "", http.Header{"X-Request-Id": {given}})
		if got := reply.Header.Get("X-Request-Id"); (got == given) != accepted {
			t.Errorf("%q became %q", given, got)
		}
	}
}

func TestAPanicIsAnErrorPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	reply, body := s.do(t, http.MethodGet, "/assets/boom", "", nil)
	if reply.StatusCode != http.StatusInternalServerError || strings.Contains(body, "broke") || strings.Contains(body, "goroutine") {
		t.Errorf("got %d %s", reply.StatusCode, body)
	}
	if reply.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("Cache-Control = %q", reply.Header.Get("Cache-Control"))
	}
}

func TestAServerIsReadyWhileTheDatabaseIsUnavailable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.outage.Store(int64(35 * time.Second))
	if reply, body := s.do(t, http.MethodGet, "/readyz", "", nil); reply.StatusCode != http.StatusOK || body != `{"checked_seconds_ago":0,"content_age_seconds":35,"reasons":["content database: no answer; pages show the content of 35 seconds ago"],"status":"degraded"}`+"\n" {
		t.Errorf("%d %s", reply.StatusCode, body)
	}
}

func TestEveryRouteAnswers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		method, path string
		status       int
		contains     string
	}{
		{"GET", "/healthz", 200, `"ok"`},
		{"GET", "/readyz", 200, `"ok"`},
		{"GET", "/api/languages", 200, `{"data":[]}`},
		{"GET", "/builds/latest.json?1700000000001", 200, `{"id":"b1","timestamp":1700000000000}`},
		{"GET", "/builds/meta/b2.json", 404, "There is no build b2 here."},
		{"GET", "/builds/meta/b1", 404, "ROUTE_NOT_FOUND"},
		{"GET", "/api/icons/parts.json?icons=flange", 200, `"icons":{"flange":{"body":"<circle r=\"9\"/>"}},"width":24,"height":24}`},
		{"GET", "/api/icons/parts.json?icons=valve,flange", 200, `"not_found":["valve"]`},
		{"GET", "/api/icons/other.json?icons=flange", 404, `There is no icon set \"other\".`},
		{"GET", "/api/icons/parts.json?icons=Flange", 400, "is no name of an icon"},
		{"GET", "/api/icons/parts.json?icons=", 400, "is no name of an icon"},
		{"GET", "/api/icons/parts.json", 400, "is no name of an icon"},
		{"GET", "/api/icons/parts?icons=flange", 404, "ROUTE_NOT_FOUND"},
		{"GET", "/robots.txt", 200, "Disallow: /api/"},
		{"GET", "/llms.txt", 200, "# Ferrule"},
		{"GET", "/sitemap.xml", 200, "/sitemaps/pages.xml"},
		{"GET", "/sitemaps/pages.xml", 200, "<urlset"},
		{"GET", "/sitemaps/products-1.xml", 404, "ROUTE_NOT_FOUND"},
		{"GET", "/feeds/products.de.xml", 200, "<feed"},
		{"GET", "/og/de/site.png", 200, "PNG"},
		{"GET", "/og/de/product/invented.png", 404, "ROUTE_NOT_FOUND"},
		{"GET", "/favicon.svg", 200, "<svg/>"},
		{"GET", "/static/nope.js", 404, "ROUTE_NOT_FOUND"},
		{"GET", "/assets/nope", 403, "FORBIDDEN"},
		{"GET", "/api/nope", 404, "ROUTE_NOT_FOUND"},
		{"GET", "/api/content/items/products?limit=1", 200, `{"data":[]}`},
		{"GET", "/api/content/server/ping", 200, "pong"},
		{"GET", "/api/content/server/health", 200, `{"status":"ok"}`},
		{"GET", "/api/content/server/info", 200, `{"data":{"project":{"project_name":"Ferrule"}}}`},
		{"GET", "/api/content/server/nope", 404, "ROUTE_NOT_FOUND"},
		{"GET", "/api/content/items/form_messages", 403, "FORBIDDEN"},
		{"GET", "/api/content/items/nope", 403, "FORBIDDEN"},
		{"GET", "/api/content/items/products?filter={", 400, "INVALID_QUERY"},
		{"GET", "/api/content/items/products?limit=x", 400, "INVALID_QUERY"},
		{"GET", "/api/content/items/products?fields=nope", 403, "FORBIDDEN"},
		{"DELETE", "/api/form-messages", 405, ""},
		{"GET", "/nope", 404, ""},
		{"POST", "/de", 405, ""},
		{"TRACE", "/de", 405, ""},
	} {
		reply, body := s.do(t, tt.method, tt.path, "", nil)
		if reply.StatusCode != tt.status || !strings.Contains(body, tt.contains) {
			t.Errorf("%s %s: got %d %.200s, want %d with %q", tt.method, tt.path, reply.StatusCode, body, tt.status, tt.contains)
		}
	}
}

func TestIconsAreCachedForAWeekUnlessOneIsMissing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const address = "/api/icons/parts.json?icons=flange"
	reply, _ := s.do(t, http.MethodGet, address, "", nil)
	tag := reply.Header.Get("ETag")
	if reply.Header.Get("Cache-Control") != "public, max-age=604800" || !strings.HasPrefix(tag, `"`) {
		t.Errorf("got %v", reply.Header)
	}
	if again, body := s.do(t, http.MethodGet, address, "", http.Header{"If-None-Match": {tag}}); again.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("the known icon got %d %s", again.StatusCode, body)
	}
	if missing, _ := s.do(t, http.MethodGet, "/api/icons/parts.json?icons=flange,valve", "", nil); missing.Header.Get("Cache-Control") != "no-cache" || missing.Header.Get("ETag") == tag {
		t.Errorf("a missing icon is cached: %v", missing.Header)
	}
}

func TestProgramsReceiveNotFoundAsJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	reply, body := s.do(t, http.MethodGet, "/de/nope", "", http.Header{"Accept": {"application/json"}})
	want := `{"errors":[{"message":"Page Not Found: /de/nope","extensions":{"code":"ROUTE_NOT_FOUND"}}]}`
	if reply.StatusCode != http.StatusNotFound || body != want || reply.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got %d %s, %v", reply.StatusCode, body, reply.Header)
	}
}

func TestABuildListsItsRoutes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if latest, _ := s.do(t, http.MethodGet, "/builds/latest.json", "", nil); latest.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the latest build may be cached: %v", latest.Header)
	}
	if missing, _ := s.do(t, http.MethodGet, "/builds/meta/b2.json", "", nil); missing.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a missing build may be cached: %v", missing.Header)
	}
	reply, body := s.do(t, http.MethodGet, "/builds/meta/b1.json", "", nil)
	want := `{"id":"b1","timestamp":1700000000000,"matcher":{"static":{"/":{"name":"home"}},` +
		`"dynamic":{"/catalog/:slug":{"name":"category","params":{"page":"^[1-9]$"},"guard":"members"}}},"prerendered":[]}` + "\n"
	if body != want || !strings.Contains(reply.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("got %s\nwant %s\nwith %v", body, want, reply.Header)
	}
}

func TestTheBuildIsServedCompressedAndImmutable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	reply, body := s.do(t, http.MethodGet, "/static/entry-abcdefgh.js", "", http.Header{"Accept-Encoding": {"gzip, br"}})
	if reply.Header.Get("Content-Encoding") != "br" || !strings.Contains(reply.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("got %v", reply.Header)
	}
	if body != "as brotli" {
		t.Errorf("got %q", body)
	}
	tag := reply.Header.Get("ETag")
	if again, _ := s.do(t, http.MethodGet, "/static/entry-abcdefgh.js", "", http.Header{"Accept-Encoding": {"br"}, "If-None-Match": {tag}}); again.StatusCode != http.StatusNotModified {
		t.Errorf("the known file got %d", again.StatusCode)
	}
	if plain, body := s.do(t, http.MethodGet, "/static/entry-abcdefgh.js", "", nil); plain.Header.Get("Content-Encoding") != "" || body != "let a;" {
		t.Errorf("without Accept-Encoding got %v", plain.Header)
	}
	for accepts, want := range map[string]string{"br;q=0, gzip": "gzip", "br;q=0.5, gzip": "gzip", "zstd": "", "brotli": "", "identity;q=0": ""} {
		reply, _ := s.do(t, http.MethodGet, "/static/entry-abcdefgh.js", "", http.Header{"Accept-Encoding": {accepts}})
		if got := reply.Header.Get("Content-Encoding"); got != want {
			t.Errorf("%s: got coding %q, want %q", accepts, got, want)
		}
	}
	if copied, _ := s.do(t, http.MethodGet, "/static/entry-abcdefgh.js.br", "", nil); copied.StatusCode != http.StatusNotFound {
		t.Errorf("the compressed copy has an address of its own: %d", copied.StatusCode)
	}
}

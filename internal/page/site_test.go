package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/render"
)

func TestPageIsRenderedInTheDocument(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) {
		o.BaseURL, o.Build, o.BuildCheck = "https://example.com/", "b1", 5*time.Minute
	})
	r := h.get("/fr/catalog/flanges?page=2&utm=x")
	if r.status != http.StatusOK {
		t.Fatalf("status %d", r.status)
	}
	for _, want := range []string{
		`<!doctype html><html lang="fr" dir="ltr" data-language="fr-FR" data-build="b1" data-build-check="300000" data-consent-hours="36" data-cart-hours="36" data-theme="light">`,
		`<title>category fr-FR</title>`,
		`<meta name="description" content="&#34;category&#34; &amp; more">`,
		`<script>document.documentElement.dataset.theme='dark'</script>`,
		`<link rel="icon" type="image/svg+xml" href="/icon.svg">`,
		`<style>body{margin:0}</style>`, `<noscript><link rel="stylesheet" href="/static/entry.css"></noscript></body></html>`,
		`<script type="application/json" id="ferrule-files">{"modules":["/static/entry.js"],"styles":"/static/entry.css"}</script>`,
		`<link rel="alternate" hreflang="it-IT" href="https://example.com/it/catalog/flanges"></head>`,
		`<div id="root"><main><h1>category</h1><a href="/fr/about">/catalog/flanges</a>`,
	} {
		if !strings.Contains(r.body, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
	if strings.Contains(r.body, "style=") {
		t.Error("the document has a style attribute")
	}
	header := map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Content-Language": "fr-FR",
		"Vary": "Accept-Encoding", "Cache-Control": "public, max-age=0, must-revalidate",
	}
	for name, want := range header {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	got := r.state(t)
	want := embedded{state: state{
		Route: "category", Path: "/catalog/flanges", Params: map[string]string{"slug": "flanges"},
		Search: map[string]string{"page": "2"}, Language: "fr-FR", Prefix: "/fr", Base: "https://example.com", Plain: []string{},
		Languages: languages{
			{Code: "de-DE", Prefix: "/de", HTML: "de", Direction: "ltr", Title: "Deutsch", Available: true},
			{Code: "en-US", Prefix: "/en", HTML: "en", Direction: "ltr", Title: "English", Available: true},
			{Code: "fr-FR", Prefix: "/fr", HTML: "fr", Direction: "ltr", Title: "Français", Available: true},
			{Code: "it-IT", Prefix: "/it", HTML: "it", Direction: "ltr", Title: "Italiano", Available: true},
		},
		Retention: retention{ConsentHours: DefaultConsentHours, CartHours: DefaultCartHours}, Names: "1qbzsrd 1mjvpam",
	}, Data: []json.RawMessage{
		json.RawMessage(`{"":[{"id":1,"slug":"main"}]}`),
		json.RawMessage(`{"":[{"id":3,"slug":"flanges"}]}`),
	}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(embedded{}, state{})); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}

func TestLanguageIsPrefixThenCookieThenFirstAvailable(t *testing.T) {
	t.Parallel()
	available := func(codes ...string) func(*memory) {
		return func(m *memory) {
			m.rows["languages"] = nil
			for _, c := range codes {
				m.rows["languages"] = append(m.rows["languages"], map[string]any{"code": c})
			}
		}
	}
	for _, c := range []struct {
		name, address, cookie string
		content               func(*memory)
		want                  string
	}{
		{"prefix", "/it/about", "", nil, "it-IT"},
		{"prefix beats cookie", "/it/about", "selected-language=fr-FR", nil, "it-IT"},
		{"home of a prefix", "/en", "", nil, "en-US"},
		{"cookie", "/about", "selected-language=fr-FR", nil, "fr-FR"},
		{"cookie among others", "/about", `a=b; selected-language="en-US";c=d`, nil, "en-US"},
		{"cookie of a similar name", "/about", "xselected-language=fr-FR", nil, "de-DE"},
		{"unknown cookie", "/about", "selected-language=xx-XX", nil, "de-DE"},
		{"cookie of an unavailable language", "/about", "selected-language=fr-FR", available("it-IT", "en-US"), "it-IT"},
		{"first available", "/about", "", available("en-US", "de-DE"), "en-US"},
		{"one that the bundle does not know", "/about", "", available("ar-SA", "de-DE"), "ar-SA"},
		{"its prefix", "/ar/about", "", available("de-DE", "ar-SA"), "ar-SA"},
		{"its cookie", "/about", "selected-language=ar-SA", available("de-DE", "ar-SA"), "ar-SA"},
		{"none that is a language code", "/about", "", available("../x"), "de-DE"},
		{"no languages at all", "/about", "", available(), "de-DE"},
		{"prefix of an unavailable language", "/it/about", "", available("de-DE"), "it-IT"},
		{"404 under a prefix", "/fr/nothing", "", nil, "fr-FR"},
		{"404 by cookie", "/nothing", "selected-language=fr-FR", nil, "fr-FR"},
		{"only the beginning of a prefix", "/french", "selected-language=en-US", nil, "en-US"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := build(t, nil)
			if c.content != nil {
				h.source.change(func() { c.content(h.source) })
			}
			for range 2 { // built, then cached
				r := h.get(c.address, "Cookie: "+c.cookie)
				st := r.state(t)
				if st.Language != c.want || r.header.Get("Content-Language") != c.want {
					t.Fatalf("got %s and header %s, want %s", st.Language, r.header.Get("Content-Language"), c.want)
				}
				wantVary, wantCache := "Accept-Encoding, Cookie", "private, no-cache"
				if st.Prefix != "" {
					wantVary, wantCache = "Accept-Encoding", "public, max-age=0, must-revalidate"
				}
				if r.status == http.StatusNotFound {
					wantVary += ", Accept, User-Agent"
				}
				if r.header.Get("Vary") != wantVary || r.header.Get("Cache-Control") != wantCache {
					t.Errorf("Vary %q, Cache-Control %q", r.header.Get("Vary"), r.header.Get("Cache-Control"))
				}
			}
		})
	}
}

// The document declares the page's fixed theme, so that the first paint and the
// browser's interface use it.
func TestTheDocumentHasTheThemeOfThePage(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.ConsentHours, o.CartHours = 48, 720 })
	const colours = ` data-light="#ffffff" data-dark="#0c0f10" data-red="#d80b17">`
	for path, want := range map[string][2]string{
		"/en/catalog": {`data-theme="red" data-page-theme="red">`, `content="#d80b17"` + colours}, // no such page here
		"/en/about":   {`data-theme="dark" data-page-theme="dark">`, `content="#0c0f10"` + colours},
		"/en":         {`data-consent-hours="48" data-cart-hours="720" data-theme="light">`, `content="#ffffff"` + colours},
	} {
		body := h.get(path).body
		for _, part := range want {
			if !strings.Contains(body, part) {
				t.Errorf("%s lacks %s", path, part)
			}
		}
	}
}

func TestMissingPagesShareOneEntryPerLanguage(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	addresses := []string{
		"/nothing", "/catalog", "/catalog/flanges/more", "/catalog/invented", "/product/flanges",
		"/catalog//flanges", "/catalog/%2Fflanges", "/catalog%2Fflanges", "/catalog/%2e%2e/about", "/catalog/..",
		"/catalog/a%00b", "/catalog/a%5Cb", "/catalog/%ff", "/catalog/Flanges", "/about//", "//about",
		"/" + strings.Repeat("a", 2000), "/DE/about", "/nothing/", "/catalog/flanges%0a",
	}
	etag := ""
	for _, address := range addresses {
		request := httptest.NewRequest("GET", "/", nil)
		u, err := url.Parse("http://example.com" + address)
		if err != nil {
			t.Fatal(err)
		}
		request.URL = u
		w := httptest.NewRecorder()
		if err := h.Serve(w, request); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", address, w.Code)
		}
		if etag == "" {
			etag = w.Header().Get("Etag")
		} else if got := w.Header().Get("Etag"); got != etag || etag == "" {
			t.Errorf("%s: another document, %s", address, got)
		}
	}
	if got := h.engine.pages.Load(); got != 1 {
		t.Errorf("%d renders for %d addresses, want 1", got, len(addresses))
	}
	r := h.get("/fr/nothing")
	if r.status != http.StatusNotFound || !strings.Contains(r.body, `<meta name="robots" content="noindex">`) ||
		strings.Contains(r.body, "hreflang") || r.state(t).Path != "" || r.state(t).Route != "not-found" {
		t.Errorf("404 under a prefix: %d %s", r.status, r.body)
	}
}

func TestCrawlersGetNoErrorPage(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	r := h.get("/nothing", "User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1)")
	if r.status != http.StatusNotFound || r.body != "" || r.header.Get("Vary") != "Accept-Encoding, Cookie, Accept, User-Agent" {
		t.Errorf("got %d, %q, Vary %q", r.status, r.body, r.header.Get("Vary"))
	}
	if got := h.engine.plans.Load() + h.engine.pages.Load(); got != 0 {
		t.Errorf("%d calls of the engine, want none", got)
	}
}

func TestRouteValidationFails(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	for _, address := range []string{"/nothing", "/fr/catalog/invented"} {
		r, err := h.try("GET", address, "Accept: application/json")
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.NotFound || f.Message != "Page Not Found: "+address {
			t.Errorf("%s: %v", address, err)
		}
		if r.body != "" || r.header.Get("Vary") != "Accept, User-Agent" {
			t.Errorf("%s: %q, %v", address, r.body, r.header)
		}
		if r := h.get(address, "Accept: text/html,application/json;q=0.9"); r.status != http.StatusNotFound || r.state(t).Route != "not-found" {
			t.Errorf("%s in a browser: %d", address, r.status)
		}
		if got := strings.Count(h.log.String(), `level=INFO msg="page not found" path=`+address+"\n"); got != 2 {
			t.Errorf("%s is logged %d times, want 2:\n%s", address, got, h.log)
		}
	}
	if r, err := h.try("GET", "/fr/about", "Accept: application/json"); err != nil || r.status != http.StatusOK || r.header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("an existing page differs for crawlers: %v %+v", err, r)
	}
}

func TestRedundantSlashesAreRedirected(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	for address, want := range map[string]string{
		"/about/":                    "/about",
		"/fr/about/?page=2":          "/fr/about?page=2",
		"/de/":                       "/de",
		"/catalog/flanges/?a=%2F":    "/catalog/flanges?a=%2F",
		"/catalog/gr%C3%B6%C3%9Fen/": "/catalog/gr%C3%B6%C3%9Fen",
	} {
		r := h.get(address)
		if r.status != http.StatusPermanentRedirect || r.header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want 308 to %q", address, r.status, r.header.Get("Location"), want)
		}
	}
	if r := h.get("/fr/catalog/gr%C3%B6%C3%9Fen"); r.status != http.StatusOK || r.state(t).Path != "/catalog/gr%C3%B6%C3%9Fen" || r.state(t).Params["slug"] != "größen" {
		t.Errorf("an address with letters beyond ASCII: %d %+v", r.status, r.state(t))
	}
}

func TestEachPageHasOneKey(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	same := []string{
		"/fr/catalog/flanges?page=2&sort=name", "/fr/catalog/flanges?sort=name&page=2",
		"/fr/catalog/fl%61nges?page=2&sort=name", "/fr/catalog/flanges?utm_source=x&page=2&sort=name&page=3",
		"/fr/catalog/flanges?p%61ge=9&page=%32&sort=name&sort=size", "/fr/catalog/flanges?page=02&page=2&sort=name",
		"/fr/catalog/flanges?sort=name;page=9&sort=name&page=2", "/fr/catalog/flanges?page=%zz&page=2&sort=name&&=",
	}
	for _, address := range same {
		st := h.get(address).state(t)
		if diff := cmp.Diff(map[string]string{"page": "2", "sort": "name"}, st.Search); diff != "" {
			t.Errorf("%s (-want +got):\n%s", address, diff)
		}
	}
	if got := h.engine.pages.Load(); got != 1 {
		t.Errorf("%d renders for %d spellings, want 1", got, len(same))
	}
	for _, address := range []string{"/fr/about", "/fr/about?page=2", "/fr/about?", "/fr/about?x[]=1&%00"} {
		h.get(address)
	}
	if got := h.engine.pages.Load(); got != 2 {
		t.Errorf("%d renders, want one more", got)
	}
}

func TestConcurrentMissesRenderOnce(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.engine.gate = make(chan struct{})
	var wg sync.WaitGroup
	cancelled, cancel := context.WithCancel(t.Context())
	wg.Go(func() { // the first client disconnects; the others still receive the page
		w := httptest.NewRecorder()
		if err := h.Serve(w, httptest.NewRequest("GET", "/fr/about", nil).WithContext(cancelled)); err != nil || w.Body.Len() > 0 {
			t.Errorf("the disconnected client: %v, %d bytes", err, w.Body.Len())
		}
	})
	for h.engine.pages.Load() == 0 {
		runtime.Gosched()
	}
	for range 100 {
		wg.Go(func() {
			if r, err := h.try("GET", "/fr/about"); err != nil || r.status != http.StatusOK {
				t.Errorf("%v, status %d", err, r.status)
			}
		})
	}
	for h.Stats().Misses < 101 {
		runtime.Gosched()
	}
	cancel()
	close(h.engine.gate)
	wg.Wait()
	if plans, pages := h.engine.plans.Load(), h.engine.pages.Load(); plans != 1 || pages != 1 {
		t.Errorf("%d plans and %d renders, want 1 and 1", plans, pages)
	}
}

func TestAContentChangeInvalidatesPages(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.get("/fr/about")
	h.get("/fr/about")
	if got := h.engine.pages.Load(); got != 1 {
		t.Fatalf("%d renders before the change, want 1", got)
	}
	h.source.change(func() { h.source.rows["header"][0]["slug"] = "changed" })
	if r := h.get("/fr/about"); strings.Contains(r.body, "changed") {
		t.Error("the content was read again within the interval")
	}
	h.now.Add(int64(DefaultRevisionInterval))
	if r := h.get("/fr/about"); !strings.Contains(r.body, "changed") {
		t.Error("the stale page is served after the interval")
	}
	h.source.change(func() { h.source.rows["header"][0]["slug"] = "again" })
	h.Invalidate()
	if r := h.get("/fr/about"); !strings.Contains(r.body, "again") {
		t.Error("the stale page is served after Invalidate")
	}
	if got := h.source.revisions.Load(); got != 3 {
		t.Errorf("the revision was read %d times, want 3", got)
	}
}

func TestEntryHasTheTagsOfItsContent(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.get("/fr/catalog/flanges")
	e := h.cache.get(key{language: "fr-FR", prefixed: true, path: "/catalog/flanges"})
	if e == nil {
		t.Fatal("not in the cache")
	}
	want := []content.Tag{{Collection: "header"}, {Collection: "header", ID: "1"}, {Collection: "categories"}, {Collection: "categories", ID: "1"}}
	if diff := cmp.Diff(want, e.tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
}

func TestAPageThatCannotBeRenderedIsSentAsShell(t *testing.T) {
	t.Parallel()
	bundlePool := func(t *testing.T, timeout time.Duration) *testSite {
		h := build(t, nil)
		if timeout == 0 {
			return h
		}
		pool, err := render.New(bundleSource(t), render.Options{VMs: 1, Timeout: timeout})
		if err != nil {
			t.Fatal(err)
		}
		return buildWith(t, pool, nil)
	}
	for _, c := range []struct {
		name, address string
		timeout       time.Duration
		full          bool
		status, data  int
	}{
		{"exception", "/fr/throws", 0, false, 200, 1},
		{"time-out", "/fr/endless", 2 * time.Second, false, 200, 1},
		{"exception in plan", "/fr/unplanned", 0, false, 200, 0},
		{"full queue", "/fr/about", 0, true, 200, 0},
		{"full queue for a 404", "/fr/nothing", 0, true, 404, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := bundlePool(t, c.timeout)
			h.engine.refuse.Store(c.full)
			r := h.get(c.address)
			if r.status != c.status || !strings.Contains(r.body, `<div id="root"></div>`) || len(r.state(t).Data) != c.data {
				t.Errorf("status %d, %s", r.status, r.body)
			}
			if r.header.Get("Cache-Control") != "no-store" || r.header.Get("Etag") != "" || h.Stats().Entries != 0 {
				t.Errorf("cached: %v, %d entries", r.header, h.Stats().Entries)
			}
			if strings.Contains(r.body, "secret") || !strings.Contains(h.log.String(), "shell sent") {
				t.Errorf("body %q, log %q", r.body, h.log)
			}
			if got := h.Stats().Shells; got != 1 {
				t.Errorf("%d shells counted, want 1", got)
			}
			if c.full {
				h.engine.refuse.Store(false)
				if r := h.get(c.address); strings.Contains(r.body, `<div id="root"></div>`) {
					t.Error("the shell is sent although the queue is free")
				}
			}
		})
	}
}

func TestAPageThatTimedOutIsNotRenderedForAWhile(t *testing.T) {
	t.Parallel()
	pool, err := render.New(bundleSource(t), render.Options{VMs: 1, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	h := buildWith(t, pool, nil)
	for range 3 {
		h.get("/fr/endless")
	}
	if got := h.engine.pages.Load(); got != 1 {
		t.Errorf("%d attempts, want 1", got)
	}
	h.now.Add(int64(backoffTime))
	h.get("/fr/endless")
	if got := h.engine.pages.Load(); got != 2 {
		t.Errorf("%d attempts after the pause, want 2", got)
	}
}

func TestAQueryThatFailsBecomesAnErrorInItsBlock(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.source.fail("about", errDown)
	r := h.get("/fr/about")
	if got := string(r.state(t).Data[1]); got != `{"$error":"content could not be read","$query":"/items/about?fields=id"}` {
		t.Errorf("data: %s", got)
	}
	if !strings.Contains(r.body, "<h1>about</h1>") || r.status != 200 || r.header.Get("Cache-Control") != "no-store" {
		t.Errorf("status %d, %v", r.status, r.header)
	}
	if strings.Contains(r.body, "/var/lib") || !strings.Contains(h.log.String(), "/var/lib") {
		t.Error("the cause is in the page or not in the log")
	}
	h.source.fail("about", nil)
	if r := h.get("/fr/about"); strings.Contains(r.body, "$error") {
		t.Error("the failure was cached")
	}
}

// A query that the content rejects fails the same way until the content
// changes; without caching, the page would be built on every request.
func TestAPageWithAnInvalidQueryIsCached(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.source.fail("link", fault.New(fault.Forbidden, "no such item"))
	for range 2 {
		st := h.get("/fr/odd").state(t)
		for at, want := range map[int]string{
			2: `{"$error":"\"/elsewhere\" is not a path of the content API","$query":"/elsewhere"}`,
			3: `{"$error":"no such item","$query":"/items/link/7%2F?fields=id"}`,
		} {
			if got := string(st.Data[at]); got != want {
				t.Errorf("%d: %s, want %s", at, got, want)
			}
		}
	}
	if got := h.engine.pages.Load(); got != 1 {
		t.Errorf("%d renders, want 1", got)
	}
}

func TestUnavailableContentIsAnError(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	cached := h.get("/fr/about")
	h.source.fail("*", errDown)
	h.now.Add(int64(time.Hour))
	if r := h.get("/fr/about"); r.body != cached.body {
		t.Error("a cached page is not served without the content store")
	}
	for _, address := range []string{"/fr", "/fr/catalog/flanges", "/it/nothing"} {
		r, err := h.try("GET", address)
		if fault.KindOf(err) != fault.Unavailable || r.body != "" || len(r.header) != 0 {
			t.Errorf("%s: %v, %v, %q", address, err, r.header, r.body)
		}
	}
	h.source.fail("*", nil)
	if r := h.get("/fr/catalog/flanges"); r.status != http.StatusOK {
		t.Errorf("after recovery: %d", r.status)
	}
}

func TestAPanicWhileBuildingIsAnError(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.Source = panicking{} })
	if _, err := h.try("GET", "/fr/catalog/flanges"); fault.KindOf(err) != fault.Internal || err == nil {
		t.Errorf("got %v", err)
	}
	if r, err := h.try("GET", "/fr/about"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("in a query: %v %+v", err, r)
	}
}

type panicking struct{}

func (panicking) Revision(context.Context) (int64, error) { return 1, errDown }
func (panicking) Read(context.Context, content.Query) (content.Result, error) {
	panic("store")
}

// Random addresses must neither cause a render each nor evict cached pages.
func TestRandomAddressesDoNotFillTheCache(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.CacheBytes = 1 << 20 })
	pages := []string{"/fr", "/fr/about", "/de/catalog/flanges", "/product/dn-50"}
	for _, address := range pages {
		h.get(address)
	}
	h.get("/nothing")
	h.get("/fr/nothing")
	renders, entries := h.engine.pages.Load(), h.Stats().Entries

	random := rand.New(rand.NewPCG(1, 2))
	shapes := []string{
		"/%x", "/fr/%x", "/catalog/%x", "/fr/product/%x", "/fr/about?%x=1", "/fr?q=%x", "/de/catalog/flanges?page=x%x",
		"/product/dn-50?utm_source=%x&fbclid=%[1]x", "/catalog/flanges/%x", "/%x/%[1]x/%[1]x",
	}
	for i := range 10_000 {
		r := h.get(fmt.Sprintf(shapes[i%len(shapes)], random.Uint64()))
		if r.status != http.StatusOK && r.status != http.StatusNotFound {
			t.Fatalf("status %d", r.status)
		}
	}
	if got := h.engine.pages.Load(); got != renders {
		t.Errorf("%d renders during the flood", got-renders)
	}
	if got := h.engine.plans.Load(); got != renders {
		t.Errorf("%d plans in all, want %d", got, renders)
	}
	hits := h.Stats().Hits
	for _, address := range pages {
		h.get(address)
	}
	if got := h.Stats(); got.Hits != hits+uint64(len(pages)) || got.Entries != entries || got.Evictions != 0 {
		t.Errorf("after the flood: %+v, want %d entries and no evictions", got, entries)
	}
}

// Valid values are unlimited too: their pages may evict only each other.
func TestPagesWithParametersDoNotEvictOthers(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.CacheBytes = 64 << 10 })
	h.get("/fr/about")
	for i := range 60 {
		h.get(fmt.Sprintf("/fr/catalog/flanges?page=%d", i+1))
	}
	renders := h.engine.pages.Load()
	h.get("/fr/about")
	st := h.Stats()
	if h.engine.pages.Load() != renders || st.Evictions == 0 || st.Bytes > 64<<10 {
		t.Errorf("%+v", st)
	}
}

func TestOtherMethodsAreRejected(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	if r, err := h.try("POST", "/fr/about"); err != nil || r.status != http.StatusMethodNotAllowed || r.header.Get("Allow") != "GET, HEAD" {
		t.Errorf("%v %+v", err, r)
	}
}

func TestDevSendsTheShellWithTheDevelopmentServersScripts(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.Dev = "http://127.0.0.1:5173/static/" })
	r := h.get("/fr/catalog/flanges")
	if !strings.Contains(r.body, `<script type="module" src="http://127.0.0.1:5173/static/src/app/browser.tsx"></script>`) ||
		!strings.Contains(r.body, `<div id="root"></div>`) || r.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v %s", r.header, r.body)
	}
	if r := h.get("/fr/catalog/invented"); r.status != http.StatusNotFound {
		t.Errorf("status %d", r.status)
	}
	if got := h.engine.plans.Load() + h.engine.pages.Load(); got != 0 {
		t.Errorf("%d calls of the engine", got)
	}
}

func TestNewRejectsInvalidOptions(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	for name, o := range map[string]Options{
		"nothing set": {},
		"boot script that ends its element": {
			Source: h.source, Model: content.Default(), Engine: h.engine, Boot: "a='</SCRIPT>'",
		},
		"bad routes":     {Source: h.source, Model: content.Default(), Engine: routesOnly(`{"routes":[{"name":"x","pattern":"x"}],"languages":[{"code":"de-DE","prefix":"/de"}]}`)},
		"bad expression": {Source: h.source, Model: content.Default(), Engine: routesOnly(`{"routes":[{"name":"x","pattern":"/x","params":{"a":"("}}],"languages":[{"code":"de-DE","prefix":"/de"}]}`)},
		"no languages":   {Source: h.source, Model: content.Default(), Engine: routesOnly(`{"routes":[]}`)},
	} {
		if _, err := New(t.Context(), o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type routesOnly string

func (r routesOnly) Routes(context.Context) (string, error)     { return string(r), nil }
func (routesOnly) Plan(context.Context, string) (string, error) { return "", errDown }
func (routesOnly) Page(context.Context, string) (string, error) { return "", errDown }

// The built-in texts that promise an answer depend on it, also those of an error page.
func TestStateHasTheConfiguredRetention(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) {
		o.ConsentHours, o.CartHours, o.RequestDays, o.AddressDays, o.UnsentFileHours = 48, 12, 365, 7, 36
	})
	if got, want := h.get("/en").state(t).Retention, (retention{48, 12, 365, 7, 36}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestStateSaysWhetherTheSiteHasWorkingDays(t *testing.T) {
	t.Parallel()
	for _, working := range []bool{true, false} {
		h := build(t, func(o *Options) { o.WorkingDays = working })
		if got := h.get("/en").state(t).WorkingDays; got != working {
			t.Errorf("%t: %t", working, got)
		}
	}
}

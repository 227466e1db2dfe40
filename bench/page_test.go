package bench

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"ferrule/demo"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/page"
	"ferrule/internal/render"
	"ferrule/web"
)

// product is the measured page: gallery, twenty sizes, documents.
const product = "/de/product/straight-union-s"

// newSite is the page pipeline on the demo content; cacheBytes 0 is the default.
func newSite(b *testing.B, cacheBytes int64) *page.Site {
	b.Helper()
	s := newStore(b)
	return newSiteOn(b, s, newLists(b, s), cacheBytes)
}

// newStore returns a store with the demo content.
func newStore(b testing.TB) *store.Store {
	b.Helper()
	s, err := store.Open(b.Context(), b.TempDir(), content.Default())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	source, err := demo.Source()
	if err == nil {
		_, err = s.Import(b.Context(), source)
	}
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func newLists(b testing.TB, s *store.Store) *catalogue.Catalogue {
	b.Helper()
	lists := catalogue.New(s, content.Default(), catalogue.Options{Log: slog.New(slog.DiscardHandler)})
	b.Cleanup(func() { _ = lists.Close() })
	return lists
}

func newSiteOn(b *testing.B, s *store.Store, lists *catalogue.Catalogue, cacheBytes int64) *page.Site {
	b.Helper()
	return newRecordedSite(b, s, lists, cacheBytes, &recordingEngine{})
}

// newRecordedSite returns a site whose engine's renders are recorded.
func newRecordedSite(b testing.TB, s *store.Store, lists *catalogue.Catalogue, cacheBytes int64, engine *recordingEngine) *page.Site {
	b.Helper()
	build, err := web.Load()
	if err != nil {
		b.Skip(err)
	}
	pool, err := render.New(build.Bundle, render.Options{})
	if err != nil {
		b.Fatal(err)
	}
	engine.Engine = pool
	assets, err := page.ParseManifest(build.Manifest, build.Styles, "src/app/browser.tsx", "/static/")
	if err != nil {
		b.Fatal(err)
	}
	site, err := page.New(b.Context(), page.Options{
		Source: s, Model: content.Default(), Engine: engine, Lists: lists, Assets: assets, Boot: build.Boot,
		CacheBytes: cacheBytes, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		site.Close()
		_ = pool.Close(context.Background())
	})
	return site
}

// get requests an address from a handler, with the codings that browsers accept.
func get(b testing.TB, h http.Handler, address string) *httptest.ResponseRecorder {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, address, http.NoBody)
	r.Header.Set("Accept-Encoding", "br")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Fatalf("%s: %d", address, w.Code)
	}
	return w
}

func handler(b testing.TB, site *page.Site) http.Handler {
	b.Helper()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := site.Serve(w, r); err != nil {
			b.Error(err)
		}
	})
}

// BenchmarkCachedPage is compared with BenchmarkPlainHandler, as a ratio.
func BenchmarkCachedPage(b *testing.B) {
	h := handler(b, newSite(b, 0))
	b.SetBytes(int64(get(b, h, product).Body.Len()))
	for b.Loop() {
		get(b, h, product)
	}
}

func BenchmarkPlainHandler(b *testing.B) {
	body := get(b, handler(b, newSite(b, 0)), product).Body.Bytes()
	plain := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Encoding", "br")
		_, _ = w.Write(body)
	})
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		get(b, plain, product)
	}
}

// BenchmarkUncachedPage builds a page from queries to compressed document. The
// cache has a size of one byte, so that it never contains the page.
func BenchmarkUncachedPage(b *testing.B) {
	for _, address := range []string{"/de", "/de/catalog/tube-fittings", product, "/de/imprint"} {
		b.Run(strings.ReplaceAll(address, "/", "_"), func(b *testing.B) {
			site := newSite(b, 1)
			h := handler(b, site)
			size, before := 0, cpuTime(b)
			for b.Loop() {
				size = get(b, h, address).Body.Len()
			}
			// Wall time is unreliable on a shared machine.
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(size), "br-bytes")
		})
	}
}

// cpuTime returns the user and system time of this process so far.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

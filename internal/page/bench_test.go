package page

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sink is a ResponseWriter without overhead.
type sink struct {
	header http.Header
	bytes  int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(int)             {}
func (s *sink) Write(p []byte) (int, error) { s.bytes += len(p); return len(p), nil }

func benchmarkHandler(b *testing.B, handler http.HandlerFunc) {
	r := httptest.NewRequest("GET", "/fr/large", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	r.Header.Set("Cookie", "cookie_consent=accepted; selected-language=fr-FR")
	w := &sink{header: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		handler(w, r)
	}
}

// BenchmarkCachedPage compares a page from the cache with a handler that writes
// the same bytes and headers: called directly, and behind net/http's server with
// one connection.
func BenchmarkCachedPage(b *testing.B) {
	h := build(b, func(o *Options) { o.Now = time.Now })
	body := []byte(h.get("/fr/large", "Accept-Encoding: br").body)
	servePage := func(w http.ResponseWriter, r *http.Request) { _ = h.Serve(w, r) }
	plain := func(w http.ResponseWriter, _ *http.Request) {
		head := w.Header()
		head.Set("Content-Type", "text/html; charset=utf-8")
		head.Set("Content-Language", "fr-FR")
		head.Set("Content-Encoding", "br")
		head.Set("Vary", "Accept-Encoding")
		head.Set("Cache-Control", "public, max-age=0, must-revalidate")
		head.Set("Etag", `"AAAAAAAAAAAAAAAA-br"`)
		head.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	}
	b.Run("handler/plain", func(b *testing.B) { benchmarkHandler(b, plain) })
	shared := build(b, func(o *Options) { o.Now, o.Purge = time.Now, func([]string) {} })
	shared.get("/fr/large")
	b.Run("handler/page for shared caches", func(b *testing.B) {
		benchmarkHandler(b, func(w http.ResponseWriter, r *http.Request) { _ = shared.Serve(w, r) })
	})
	b.Run("handler/page", func(b *testing.B) { benchmarkHandler(b, servePage) })
	b.Run("server/plain", func(b *testing.B) { benchmarkServer(b, plain) })
	b.Run("server/page", func(b *testing.B) { benchmarkServer(b, servePage) })
}

func benchmarkServer(b *testing.B, handler http.HandlerFunc) {
	server := httptest.NewServer(handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	b.ReportAllocs()
	for b.Loop() {
		r, err := http.NewRequestWithContext(b.Context(), "GET", server.URL+"/fr/large", nil)
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		reply, err := client.Do(r)
		if err != nil {
			b.Fatal(err)
		}
		var buffer [64 << 10]byte
		for err == nil {
			_, err = reply.Body.Read(buffer[:])
		}
		_ = reply.Body.Close()
	}
}

// BenchmarkUncachedPage builds a page each time.
func BenchmarkUncachedPage(b *testing.B) {
	for _, address := range []string{"/fr/about", "/fr/large"} {
		b.Run(strings.TrimPrefix(address, "/fr/"), func(b *testing.B) {
			h := build(b, nil)
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				h.cache.advance(h.cache.revision, nil)
				size = len(h.get(address).body)
			}
			b.ReportMetric(float64(size), "page-bytes")
		})
	}
}

// BenchmarkInventedAddress measures the cost of each address of a flood.
func BenchmarkInventedAddress(b *testing.B) {
	h := build(b, nil)
	h.get("/fr/nothing")
	b.ReportAllocs()
	for b.Loop() {
		h.get("/fr/catalog/invented")
	}
}

func BenchmarkCompress(b *testing.B) {
	body := []byte(build(b, nil).get("/fr/large").body)
	for c := range encodings {
		b.Run(c.token(), func(b *testing.B) {
			var z compressor
			size := 0
			b.ReportAllocs()
			for b.Loop() {
				size = len(z.compress(body, c))
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

package ogimage

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"ferrule/demo"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
)

// testServer is a server with the demo content.
type testServer struct {
	*Server
	store *store.Store
	drawn atomic.Int64 // number of requested pictures of parts
}

func newTestServer(t *testing.T) *testServer {
	t.Helper()
	s, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	source, err := demo.Source()
	if err == nil {
		_, err = s.Import(t.Context(), source)
	}
	if err != nil {
		t.Fatal(err)
	}
	h := &testServer{store: s}
	h.Server, err = New(Options{
		Source: s, Model: content.Default(), Log: slog.New(slog.DiscardHandler),
		Languages: func(context.Context) []content.Language {
			return []content.Language{{Code: "de-DE", Prefix: "/de"}, {Code: "fr-FR", Prefix: "/fr"}}
		},
		Picture: func(context.Context, string) (image.Image, error) {
			h.drawn.Add(1)
			return image.NewRGBA(image.Rect(0, 0, 100, 100)), nil
		},
		Count: func(context.Context, string) (int, error) { return 12, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *testServer) get(path string, header ...string) (*httptest.ResponseRecorder, error) {
	mux := http.NewServeMux()
	var err error
	mux.HandleFunc("GET /og/{language}/{file}", func(w http.ResponseWriter, r *http.Request) { err = h.ServeSite(w, r) })
	mux.HandleFunc("GET /og/{language}/{kind}/{file}", func(w http.ResponseWriter, r *http.Request) { err = h.ServeRecord(w, r) })
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w, err
}

func TestEachProductAndCategoryHasItsPicture(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	seen := map[string]string{}
	for _, path := range []string{
		"/og/de/product/straight-union-s.png", "/og/fr/product/straight-union-s.png", "/og/de/product/weld-neck-flange.png",
		"/og/de/category/flanges.png", "/og/de/site.png",
	} {
		w, err := h.get(path)
		if err != nil || w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
			t.Fatalf("%s: %v %d", path, err, w.Code)
		}
		config, err := png.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
		if err != nil || config.Width != Width || config.Height != Height {
			t.Errorf("%s: %v %d × %d", path, err, config.Width, config.Height)
		}
		if other, ok := seen[w.Body.String()]; ok {
			t.Errorf("%s shows the same as %s", path, other)
		}
		seen[w.Body.String()] = path
	}
}

func TestAnUnknownRecordDrawsNoPicture(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for _, path := range []string{
		"/og/de/product/invented.png", "/og/de/category/straight-union-s.png", "/og/xx/product/straight-union-s.png",
		"/og/de/product/straight-union-s.jpg", "/og/de/tag/x.png", "/og/de/other.png", "/og/de/product/.png",
		"/og/de/product/" + strings.Repeat("x", 300) + ".png", "/og/de/product/straight-union-ll.png", // a draft
	} {
		if _, err := h.get(path); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", path, err)
		}
	}
	if n := h.drawn.Load(); n != 0 {
		t.Errorf("%d pictures were read", n)
	}
}

func TestAPictureIsDrawnOncePerRevision(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	const path = "/og/de/product/straight-union-s.png"
	first, _ := h.get(path)
	tag := first.Header().Get("ETag")
	if _, err := h.get(path); err != nil || h.drawn.Load() != 1 {
		t.Errorf("drawn %d times, %v", h.drawn.Load(), err)
	}
	if w, _ := h.get(path, "If-None-Match", tag); w.Code != http.StatusNotModified {
		t.Errorf("the known picture got %d", w.Code)
	}
	source, err := demo.Source()
	if err == nil {
		_, err = h.store.Import(t.Context(), source)
	}
	if err != nil {
		t.Fatal(err)
	}
	if w, _ := h.get(path, "If-None-Match", tag); w.Code != http.StatusOK || h.drawn.Load() != 2 {
		t.Errorf("after a change: %d, drawn %d times", w.Code, h.drawn.Load())
	}
}

func TestTheCacheEvictsTheLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	c := newCache(10)
	for _, slug := range []string{"a", "b", "c"} {
		c.put(key{slug: slug}, 1, make([]byte, 4))
		c.get(key{slug: "a"}, 1)
	}
	for slug, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := c.get(key{slug: slug}, 1); ok != want {
			t.Errorf("%s cached: %v", slug, ok)
		}
	}
	if _, ok := c.get(key{slug: "a"}, 2); ok || c.byKey.Size() != 4 {
		t.Errorf("an older revision was returned, or still counts: %d bytes", c.byKey.Size())
	}
}

func TestATitleBreaksBetweenWordsThenAtSoftHyphensThenBetweenLetters(t *testing.T) {
	t.Parallel()
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPen(f.strong, 60, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text  string
		lines string
		whole bool
	}{
		{"Flansch", "Flansch", true},
		{"Gerade Verschraubung", "Gerade|Verschraubung", true},
		{"Einschraub\u00adver\u00adschraubungen", "Einschraubver-|schraubungen", true},
		{"630\u00a0bar dicht", "630\u00a0bar dicht", true},
		{strings.Repeat("W", 14), "WWWWWWW|WWWWWWW", false},
		{"", "", true},
	} {
		lines, whole := p.lines(c.text, 450)
		if got := strings.Join(lines, "|"); got != c.lines || whole != c.whole {
			t.Errorf("%q: %q, whole %v", c.text, got, whole)
		}
		for _, line := range lines {
			if p.width(line) > 450 {
				t.Errorf("%q is %d pixels wide", line, p.width(line))
			}
		}
	}
}

func TestNoTextOverflowsThePicture(t *testing.T) {
	t.Parallel()
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{fonts: f}
	blank := func(title string) *card {
		return &card{site: "Ferrule", title: title, cells: []cell{{"Nr.", strings.Repeat("9", 80)}}}
	}
	for name, title := range map[string]string{
		"200 letters without a space": strings.Repeat("Verschraubung", 16)[:200], "many words": strings.Repeat("Rohr ", 80),
		"another script": "وصلة مستقيمة", "nothing": "",
	} {
		body, err := s.draw(blank(title), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		sheet, err := png.Decode(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		// The margin between the text and the right area is empty except for the line of the title block.
		for y := range Height {
			if y >= blockY && y < blockY+line {
				continue
			}
			for x := stageX - margin + 4; x < stageX-line; x++ {
				if r, g, b, _ := sheet.At(x, y).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff {
					t.Fatalf("%s: text at %d, %d", name, x, y)
				}
			}
		}
	}
}

package asset_test

import (
	"image"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestACachedVariantEqualsTheStoredOne(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(600, 600, false)))
	const address = "p.png?width=336&height=168"
	first := s.request(t, http.MethodGet, address, "Accept", webpAccepted)
	for name, headers := range map[string][]string{
		"the same": {"Accept", webpAccepted}, "another format": {"Accept", anything}, "a part": {"Accept", webpAccepted, "Range", "bytes=4-7"},
		"only the head": {"Accept", webpAccepted},
	} {
		method := http.MethodGet
		if name == "only the head" {
			method = http.MethodHead
		}
		fresh := openFixture(t, s, 1<<30).request(t, method, address, headers...) // without memory
		cached := s.request(t, method, address, headers...)
		if cached.Code != fresh.Code || cached.Body.String() != fresh.Body.String() || !maps.EqualFunc(cached.Header(), fresh.Header(), slices.Equal) {
			t.Errorf("%s: %d %v, from the disk %d %v", name, cached.Code, cached.Header(), fresh.Code, fresh.Header())
		}
	}

	// A crop elsewhere is another variant.
	moved := openFixture(t, &fixture{files: s.files, variants: s.variants, focus: &image.Point{X: 10, Y: 10}}, 1<<30)
	if got := moved.request(t, http.MethodGet, address, "Accept", webpAccepted); got.Header().Get("ETag") == first.Header().Get("ETag") {
		t.Error("another focal point has the same variant")
	}
}

func TestAVariantOfADeletedFileIsNotServedFromMemory(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(600, 600, false)))
	const address = "p.png?width=336"
	for range 2 {
		if w := s.request(t, http.MethodGet, address); w.Code != http.StatusOK {
			t.Fatalf("status %d", w.Code)
		}
	}
	if err := os.Remove(filepath.Join(s.files, "p.png")); err != nil {
		t.Fatal(err)
	}
	if w := s.request(t, http.MethodGet, address); w.Code != http.StatusForbidden {
		t.Errorf("status %d", w.Code)
	}
}

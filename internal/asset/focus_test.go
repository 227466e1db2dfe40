package asset_test

import (
	"bytes"
	"image"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ferrule/internal/asset"
)

// isRed reports whether most of the reply's picture is red: the left half of
// every picture here is, its right half is green.
func isRed(t *testing.T, w *httptest.ResponseRecorder) bool {
	t.Helper()
	img := decoded(t, w)
	middle := image.Pt(img.Bounds().Dx()/2, img.Bounds().Dy()/2)
	r, g, _, _ := img.At(middle.X, middle.Y).RGBA()
	return r > g
}

func TestACropKeepsTheFocalPointInView(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "wide.png", pngOf(t, picture(1600, 400, true)))
	s.put(t, "rotated.jpg", withOrientation(t, picture(1600, 400, true), 3)) // red is on the right
	const square = "?width=168&height=168&format=png"
	for address, red := range map[string]bool{
		"wide.png" + square + "&focal_point_x=100&focal_point_y=200":     true,
		"wide.png" + square + "&focal_point_x=1500&focal_point_y=200":    false,
		"rotated.jpg" + square + "&focal_point_x=100&focal_point_y=200":  false,
		"rotated.jpg" + square + "&focal_point_x=1500&focal_point_y=200": true,
	} {
		if got := isRed(t, s.request(t, http.MethodGet, address)); got != red {
			t.Errorf("%s: red is %v", address, got)
		}
	}
	recorded := newFixture(t, 1<<30)
	recorded.focus = &image.Point{X: 100, Y: 200}
	s = openFixture(t, recorded, 1<<30)
	s.put(t, "wide.png", pngOf(t, picture(1600, 400, true)))
	if !isRed(t, s.request(t, http.MethodGet, "wide.png"+square)) {
		t.Error("the focal point of the record is outside the crop")
	}
	if isRed(t, s.request(t, http.MethodGet, "wide.png"+square+"&focal_point_x=1500&focal_point_y=200")) {
		t.Error("the focal point of the address does not override that of the record")
	}
}

func TestFocalPointsAreQuantised(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "wide.png", pngOf(t, picture(400, 200, true)))
	for _, point := range []string{"1&focal_point_y=1", "2&focal_point_y=199", "3&focal_point_y=100", "0&focal_point_y=0"} {
		s.request(t, http.MethodGet, "wide.png?width=168&height=168&focal_point_x="+point)
	}
	if made := s.Stats().Made; made != 1 {
		t.Errorf("%d variants were made, want 1", made)
	}
}

func TestAPresetHasTheSizesItNames(t *testing.T) {
	t.Parallel()
	fixture := newFixture(t, 1<<30)
	fixture.presets = map[string]string{"card": "width=400&height=300&fit=cover&format=jpeg"}
	s := openFixture(t, fixture, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(1000, 1000, true)))
	for key, want := range map[string]image.Point{"card": {400, 300}, "system-small-cover": {64, 64}, "system-medium-contain": {300, 300}} {
		if got := sizeOf(t, s.request(t, http.MethodGet, "p.png?key="+key)); got != want {
			t.Errorf("%s: got %v", key, got)
		}
	}
}

// A narrow picture scaled to the width of a page would be extremely tall.
func TestAnExtremelyTallPictureIsRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "line.png", pngOf(t, picture(2, 20_000, true)))
	for _, query := range []string{"width=1920&withoutEnlargement=false", "width=1920&height=1920&fit=outside&withoutEnlargement=false"} {
		w := s.request(t, http.MethodGet, "line.png?"+query)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "too large") {
			t.Errorf("%s: got %d %.80s", query, w.Code, w.Body)
		}
	}
	// A WebP cannot be that tall: the original is served instead.
	if w := s.request(t, http.MethodGet, "line.png?format=webp"); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
		t.Errorf("got %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}

func TestRangesOfOriginalsAndVariants(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(400, 400, false)))
	for _, address := range []string{"p.png", "p.png?width=168&format=png", "p.png?key=thumbnail&v=2"} {
		full := s.request(t, http.MethodGet, address)
		body, tag := full.Body.Bytes(), full.Header().Get("ETag")
		if strings.HasPrefix(tag, "W/") || tag == "" {
			t.Errorf("%s: tag %s", address, tag)
		}
		last := s.request(t, http.MethodGet, address, "Range", "bytes=-7")
		if last.Code != http.StatusPartialContent || !bytes.Equal(last.Body.Bytes(), body[len(body)-7:]) {
			t.Errorf("%s: suffix: %d, %d bytes", address, last.Code, last.Body.Len())
		}
		if w := s.request(t, http.MethodGet, address, "Range", "bytes=0-1,4-5"); w.Code != http.StatusPartialContent || !strings.HasPrefix(w.Header().Get("Content-Type"), "multipart/byteranges") {
			t.Errorf("%s: two ranges: %d %s", address, w.Code, w.Header().Get("Content-Type"))
		}
		if w := s.request(t, http.MethodGet, address, "Range", "bytes=99999999-"); w.Code != http.StatusRequestedRangeNotSatisfiable {
			t.Errorf("%s: beyond the end: %d", address, w.Code)
		}
		if w := s.request(t, http.MethodGet, address, "Range", "bytes=0-1", "If-Range", `"other"`); w.Code != http.StatusOK || w.Body.Len() != len(body) {
			t.Errorf("%s: range of another version: %d", address, w.Code)
		}
		if w := s.request(t, http.MethodGet, address, "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
			t.Errorf("%s: known: %d", address, w.Code)
		}
		want := "public, max-age=2592000"
		if strings.Contains(address, "v=") {
			want = "public, max-age=31536000, immutable"
		}
		if got := full.Header().Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %s", address, got)
		}
		if w := s.request(t, http.MethodHead, address); w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("ETag") != tag {
			t.Errorf("%s: HEAD: %d", address, w.Code)
		}
	}
	if got := s.request(t, http.MethodGet, "p.png?download").Header().Get("Content-Disposition"); got != "attachment; filename=p.png" {
		t.Errorf("Content-Disposition = %s", got)
	}
}

// deadlineCounter is a reply writer that counts extensions of its write deadline.
type deadlineCounter struct {
	*httptest.ResponseRecorder
	extended int
}

func (p *deadlineCounter) SetWriteDeadline(time.Time) error { p.extended++; return nil }

func TestTheDeadlineIsExtendedOnEveryRead(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "film.mp4", make([]byte, 1<<20))
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/assets/film.mp4", http.NoBody)
	r.SetPathValue("id", "film.mp4")
	w := &deadlineCounter{ResponseRecorder: httptest.NewRecorder()}
	if err := s.Serve(w, r); err != nil {
		t.Fatal(err)
	}
	if w.Body.Len() != 1<<20 || w.extended < 8 {
		t.Errorf("%d bytes, deadline extended %d times", w.Body.Len(), w.extended)
	}
}

func TestForgetRemovesTheVariantsOfAFile(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "gone.png", pngOf(t, picture(400, 400, true)))
	s.put(t, "stays.png", pngOf(t, picture(400, 400, true)))
	for _, address := range []string{"gone.png?width=168", "gone.png?width=336", "stays.png?width=168"} {
		s.request(t, http.MethodGet, address)
	}
	for range 2 { // the second call finds nothing to remove
		if err := s.Forget("gone.png"); err != nil {
			t.Fatal(err)
		}
	}
	if left := storedVariants(t, s); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	if again := openFixture(t, s, 1<<30).Stats(); again != (asset.Stats{Bytes: s.Stats().Bytes}) {
		t.Errorf("counted %d bytes, there are %d", s.Stats().Bytes, again.Bytes)
	}
}

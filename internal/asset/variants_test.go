package asset_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bep/gowebp/libwebp"
	"github.com/bep/gowebp/libwebp/webpoptions"
	"golang.org/x/image/webp"

	"ferrule/internal/asset"
	"ferrule/internal/fault"
)

const (
	webpAccepted = "image/avif,image/webp,*/*"
	anything     = "*/*"
)

// fixture is a server over a folder of files; the ID of a file is its name.
type fixture struct {
	*asset.Server
	files, variants string
	focus           *image.Point // focal point in the records of all files
	presets         map[string]string
}

func newFixture(t testing.TB, limit int64) *fixture {
	t.Helper()
	return openFixture(t, &fixture{files: t.TempDir(), variants: t.TempDir()}, limit)
}

// openFixture is another server on the folders of s.
func openFixture(t testing.TB, s *fixture, limit int64) *fixture {
	t.Helper()
	types := map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".svg": "image/svg+xml", ".gif": "image/gif"}
	served, err := asset.New(asset.Options{Files: folder(t, s.files), Variants: s.variants, Limit: limit, Parallel: 2, Presets: s.presets},
		func(_ context.Context, id string) (asset.File, error) {
			return asset.File{ID: id, Disk: id, Download: id, Type: types[filepath.Ext(id)], Focus: s.focus}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = served.Close() })
	opened := *s
	opened.Server = served
	return &opened
}

func (s *fixture) put(t testing.TB, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.files, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// request requests name with its query, "part.png?width=168"; headers are pairs.
func (s *fixture) request(t testing.TB, method, address string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "/assets/"+address, http.NoBody)
	name, _, _ := strings.Cut(address, "?")
	r.SetPathValue("id", name)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	if err := s.Serve(w, r); err != nil {
		w.Code = fault.KindOf(err).Status()
		w.Body.Reset()
		w.Body.WriteString(err.Error())
	}
	return w
}

// picture is red on the left and green on the right, and clear in a frame of a
// tenth of its height; solid pictures have no frame.
func picture(width, height int, solid bool) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{R: 0xff, A: 0xff}
			if x >= width/2 {
				c = color.NRGBA{G: 0xff, A: 0xff}
			}
			frame := height / 10
			if !solid && (x < frame || y < frame || x >= width-frame || y >= height-frame) {
				c = color.NRGBA{}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func pngOf(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func webpOf(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := libwebp.Encode(&b, img, webpoptions.EncodingOptions{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sizeOf decodes a reply according to its media type.
func sizeOf(t testing.TB, w *httptest.ResponseRecorder) image.Point {
	t.Helper()
	return decoded(t, w).Bounds().Size()
}

func decoded(t testing.TB, w *httptest.ResponseRecorder) image.Image {
	t.Helper()
	var img image.Image
	var err error
	switch kind := w.Header().Get("Content-Type"); kind {
	case "image/png":
		img, err = png.Decode(w.Body)
	case "image/jpeg":
		img, err = jpeg.Decode(w.Body)
	case "image/webp":
		img, err = webp.Decode(w.Body)
	default:
		t.Fatalf("status %d, type %q: %s", w.Code, kind, w.Body)
	}
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestEachFitGivesItsSize(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "wide.png", pngOf(t, picture(1600, 800, true)))
	s.put(t, "small.png", pngOf(t, picture(200, 100, true)))
	for query, want := range map[string]image.Point{
		"wide.png?width=336":                                        {336, 168},
		"wide.png?height=336":                                       {672, 336},
		"wide.png?width=336&height=336":                             {336, 336}, // cover
		"wide.png?width=336&height=336&fit=cover":                   {336, 336},
		"wide.png?width=336&height=672&fit=contain":                 {336, 672},
		"wide.png?width=336&height=672&fit=inside":                  {336, 168},
		"wide.png?width=336&height=336&fit=outside":                 {672, 336},
		"wide.png?width=200":                                        {336, 168}, // rounded up
		"wide.png?width=1&height=169":                               {168, 336},
		"wide.png?width=19999":                                      {1600, 800}, // not enlarged
		"small.png?width=336":                                       {200, 100},
		"small.png?width=336&withoutEnlargement=false":              {336, 168},
		"small.png?width=336&height=168&fit=cover":                  {200, 100},
		"small.png?width=336&height=336&fit=contain":                {336, 336},
		"small.png?width=336&height=336&fit=outside":                {200, 100},
		"small.png?width=168&height=168&withoutEnlargement=false":   {168, 168},
		"small.png?width=336&height=1&withoutEnlargement=false":     {336, 168},
		"wide.png?format=webp":                                      {1600, 800},
		"wide.png?key=thumbnail":                                    {168, 168},
		"small.png?key=share":                                       {1200, 630},
		"wide.png?quality=100&width=168&format=jpeg":                {168, 84},
		"wide.png?width=336&height=336&fit=inside&quality=1":        {336, 168},
		"wide.png?width=1920&height=1920&withoutEnlargement=true":   {1600, 800},
		"wide.png?width=1920&height=168&fit=cover&format=jpeg":      {1600, 168},
		"small.png?width=768&height=168&fit=cover&quality=85&v=abc": {200, 100},
	} {
		if got := sizeOf(t, s.request(t, http.MethodGet, query, "Accept", webpAccepted)); got != want {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
}

func TestCoverCropsAndContainHasMargins(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "wide.png", pngOf(t, picture(1600, 800, true)))
	img := decoded(t, s.request(t, http.MethodGet, "wide.png?width=336&height=336&format=png"))
	if l, r := img.At(2, 168), img.At(333, 168); l != (color.NRGBA{0xff, 0, 0, 0xff}) && l != (color.RGBA{0xff, 0, 0, 0xff}) {
		t.Errorf("cover: edges are %v and %v", l, r)
	}
	img = decoded(t, s.request(t, http.MethodGet, "wide.png?width=336&height=336&fit=contain&format=png"))
	if _, _, _, a := img.At(168, 20).RGBA(); a != 0 {
		t.Errorf("contain: above the picture alpha is %d", a)
	}
	img = decoded(t, s.request(t, http.MethodGet, "wide.png?width=336&height=336&fit=contain&format=jpeg"))
	if r, g, b, _ := img.At(168, 20).RGBA(); min(r, g, b) < 0xf000 {
		t.Errorf("contain as JPEG: above the picture is %v", img.At(168, 20))
	}
}

func TestAutoGivesWebPWhereItIsAccepted(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	img := picture(400, 400, false)
	solid := picture(400, 400, true)
	s.put(t, "clear.png", pngOf(t, img))
	s.put(t, "photo.jpg", jpegOf(t, solid))
	s.put(t, "clear.webp", webpOf(t, img))
	s.put(t, "solid.webp", webpOf(t, solid))
	for _, c := range []struct{ address, accept, want, vary string }{
		{"clear.png?width=168", webpAccepted, "image/webp", "Accept"},
		{"clear.png?width=168&format=auto", anything, "image/png", "Accept"},
		{"photo.jpg?width=168", webpAccepted, "image/webp", "Accept"},
		{"photo.jpg?width=168", anything, "image/jpeg", "Accept"},
		{"clear.webp?width=168", anything, "image/png", "Accept"},
		{"solid.webp?width=168", anything, "image/jpeg", "Accept"},
		{"solid.webp?width=672", webpAccepted, "image/webp", "Accept"}, // the original
		{"photo.jpg?width=168&format=png", webpAccepted, "image/png", ""},
		{"photo.jpg?width=168&format=webp", anything, "image/webp", ""},
		{"clear.png", webpAccepted, "image/png", ""}, // no parameters: the original
	} {
		w := s.request(t, http.MethodGet, c.address, "Accept", c.accept)
		if got, vary := w.Header().Get("Content-Type"), w.Header().Get("Vary"); got != c.want || vary != c.vary {
			t.Errorf("%s for %s: got %q with Vary %q", c.address, c.accept, got, vary)
		}
		decoded(t, w)
	}
	if got := s.request(t, http.MethodGet, "clear.png?width=168", "Accept", webpAccepted).Header().Get("Content-Disposition"); got != "inline; filename=clear.webp" {
		t.Errorf("Content-Disposition = %s", got)
	}
}

func TestColoursAndTransparencySurvive(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	img := image.NewNRGBA(image.Rect(0, 0, 400, 400))
	for i := range img.Pix {
		img.Pix[i] = 0xff // white, which the wrong colour range would turn grey
	}
	for y := range 400 {
		for x := range 200 {
			img.SetNRGBA(x, y, color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0x80})
		}
	}
	s.put(t, "white.webp", webpOf(t, img))
	got := decoded(t, s.request(t, http.MethodGet, "white.webp?width=336&format=png"))
	left := color.NRGBAModel.Convert(got.At(80, 168)).(color.NRGBA)
	right := color.NRGBAModel.Convert(got.At(250, 168)).(color.NRGBA)
	if left.R < 0xfc || left.A < 0x7c || left.A > 0x84 || right.R < 0xfc || right.A != 0xff {
		t.Errorf("left %v, right %v", left, right)
	}
}

// withOrientation returns a JPEG with an EXIF orientation.
func withOrientation(t testing.TB, img image.Image, orientation byte) []byte {
	t.Helper()
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
	file := jpegOf(t, img)
	return slices.Concat(file[:2], []byte{0xff, 0xe1, 0, byte(len(exif) + 2)}, []byte(exif), file[2:])
}

func TestOrientationOfAPhotographIsApplied(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	// Red on the left, green on the right in the stored image. Where is red after rotation?
	top, bottom, left, right := image.Pt(84, 20), image.Pt(84, 316), image.Pt(20, 40), image.Pt(316, 40)
	for orientation, red := range []image.Point{{}, left, right, right, left, top, top, bottom, bottom} {
		if orientation == 0 {
			continue
		}
		name := strconv.Itoa(orientation) + ".jpg"
		s.put(t, name, withOrientation(t, picture(800, 400, true), byte(orientation)))
		edge := "width"
		if orientation >= 5 {
			edge = "height"
		}
		img := decoded(t, s.request(t, http.MethodGet, name+"?format=png&"+edge+"=336"))
		if long := max(img.Bounds().Dx(), img.Bounds().Dy()); long != 336 {
			t.Errorf("%s: %v", name, img.Bounds())
		}
		if r, g, _, _ := img.At(red.X, red.Y).RGBA(); r < 0xf000 || g > 0x1000 {
			t.Errorf("%s: %v is %v", name, red, img.At(red.X, red.Y))
		}
	}
	// Truncated or invalid EXIF data are ignored.
	whole := withOrientation(t, picture(80, 40, true), 6)
	for cut := range 60 {
		s.put(t, "cut.jpg", whole[:cut])
		if w := s.request(t, http.MethodGet, "cut.jpg?width=168"); w.Code != http.StatusOK {
			t.Fatalf("cut after %d: got %d", cut, w.Code)
		}
	}
}

func TestInvalidParametersAreRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(10, 10, true)))
	for _, query := range []string{
		"width=0", "width=-1", "width=x", "width=20001", "height=1.5", "fit=fill", "quality=0", "quality=101",
		"format=avif", "format=gif", "withoutEnlargement=maybe", "key=none", "focal_point_x=1", "focal_point_y=2", "focal_point_x=-1&focal_point_y=2",
		"transforms=[[\"blur\",5]]",
	} {
		if w := s.request(t, http.MethodGet, "p.png?"+query); w.Code != http.StatusBadRequest || w.Body.Len() == 0 {
			t.Errorf("%s: got %d %s", query, w.Code, w.Body)
		}
	}
	if made := s.Stats().Made; made != 0 {
		t.Errorf("%d variants were made", made)
	}
}

func TestManyRequestsMakeFewVariants(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(200, 200, true)))
	for _, query := range []string{"width=100", "width=101", "width=168&quality=71", "width=150&quality=80", "width=1&fit=contain"} {
		s.request(t, http.MethodGet, "p.png?"+query)
	}
	if made := s.Stats().Made; made != 1 {
		t.Errorf("%d variants were made, want 1", made)
	}
}

func TestConcurrentRequestsMakeAVariantOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(1000, 1000, false)))
	var all sync.WaitGroup
	replies := make([]*httptest.ResponseRecorder, 50)
	for i := range replies {
		all.Go(func() { replies[i] = s.request(t, http.MethodGet, "p.png?width=336", "Accept", webpAccepted) })
	}
	all.Wait()
	for _, w := range replies {
		if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), replies[0].Body.Bytes()) || w.Header().Get("ETag") != replies[0].Header().Get("ETag") {
			t.Fatalf("got %d with %d bytes", w.Code, w.Body.Len())
		}
	}
	if made := s.Stats().Made; made != 1 {
		t.Errorf("made %d times", made)
	}
	// And not for later requests, to another process.
	later := openFixture(t, s, 1<<30)
	if w := later.request(t, http.MethodGet, "p.png?width=336", "Accept", webpAccepted); !bytes.Equal(w.Body.Bytes(), replies[0].Body.Bytes()) {
		t.Error("the next program serves other bytes")
	}
	if made := later.Stats().Made; made != 0 {
		t.Errorf("the next program made %d", made)
	}
}

func TestADisconnectedClientDoesNotCancelTheVariantForOthers(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(1000, 1000, false)))
	ctx, leave := context.WithCancel(t.Context())
	leave()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/assets/p.png?width=336", http.NoBody)
	r.SetPathValue("id", "p.png")
	_ = s.Serve(httptest.NewRecorder(), r) // may have been fast enough
	if w := s.request(t, http.MethodGet, "p.png?width=336"); w.Code != http.StatusOK {
		t.Errorf("got %d", w.Code)
	}
	if made := s.Stats().Made; made != 1 {
		t.Errorf("made %d times", made)
	}
}

func TestTwoServersShareAFolder(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(600, 600, false)))
	other := openFixture(t, s, 1<<30)
	first := s.request(t, http.MethodGet, "p.png?width=336")
	second := other.request(t, http.MethodGet, "p.png?width=336")
	if made := other.Stats().Made; made != 0 || first.Header().Get("ETag") != second.Header().Get("ETag") {
		t.Errorf("the second server made %d", made)
	}
	// A variant that one server removes is made again by the other, with the same bytes.
	if err := os.RemoveAll(filepath.Join(s.variants)); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 10 {
		for _, server := range []*fixture{s, other} {
			all.Go(func() {
				if w := server.request(t, http.MethodGet, "p.png?width=336"); w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), first.Body.Bytes()) {
					t.Errorf("got %d with %d bytes", w.Code, w.Body.Len())
				}
			})
		}
	}
	all.Wait()
}

// storedVariants lists the variants in the folder.
func storedVariants(t *testing.T, s *fixture) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	err := filepath.WalkDir(s.variants, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		found[path] = info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestTheFolderStaysWithinItsLimit(t *testing.T) {
	t.Parallel()
	const limit = 5 * 4096 // five small variants
	s := newFixture(t, limit)
	s.put(t, "p.png", pngOf(t, picture(400, 400, true)))
	s.request(t, http.MethodGet, "p.png?width=168&quality=50&format=jpeg")
	used := storedVariants(t, s)
	for path := range used {
		// Used now; the following were last used an hour ago.
		if err := os.Chtimes(path, time.Now(), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	for _, query := range []string{"width=168&format=png", "width=168&quality=60&format=jpeg", "width=168&quality=70&format=jpeg", "width=168&quality=80&format=jpeg"} {
		s.request(t, http.MethodGet, "p.png?"+query)
		for path := range storedVariants(t, s) {
			if _, ok := used[path]; !ok {
				old := time.Now().Add(-time.Hour)
				if err := os.Chtimes(path, old, old); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	s.request(t, http.MethodGet, "p.png?width=168&quality=90&format=jpeg") // one too many
	now := storedVariants(t, s)
	if len(now) > 4 || s.Stats().Bytes > limit {
		t.Errorf("%d variants are left, %d bytes", len(now), s.Stats().Bytes)
	}
	for path := range used {
		if _, ok := now[path]; !ok {
			t.Error("the most recently used variant was removed")
		}
	}
	if w := s.request(t, http.MethodGet, "p.png?width=168&format=png"); w.Code != http.StatusOK {
		t.Errorf("a removed variant: got %d", w.Code)
	}
}

func TestUnfinishedFilesOfACrashedProcessAreRemoved(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	dead, writing := filepath.Join(s.variants, "ab", "new-dead"), filepath.Join(s.variants, "ab", "new-writing")
	if err := os.MkdirAll(filepath.Dir(dead), 0o750); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dead, writing} {
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(dead, old, old); err != nil {
		t.Fatal(err)
	}
	openFixture(t, s, 1<<30)
	if found := storedVariants(t, s); len(found) != 1 || found[writing] != 4 {
		t.Errorf("found %v", found)
	}
}

// bomb is a PNG of 100,000 × 100,000 pixels in a hundred bytes.
func bomb() []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(chunk[4:], 100_000)
	binary.BigEndian.PutUint32(chunk[8:], 100_000)
	chunk[12], chunk[13] = 8, 6
	_ = binary.Write(&b, binary.BigEndian, uint32(13))
	b.Write(chunk)
	_ = binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(chunk))
	return b.Bytes()
}

func TestADecompressionBombIsRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "bomb.png", bomb())
	w := s.request(t, http.MethodGet, "bomb.png?width=168", "Accept", webpAccepted)
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "100000") || w.Header().Get("Vary") != "" {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if w := s.request(t, http.MethodGet, "bomb.png"); w.Code != http.StatusOK {
		t.Errorf("the original: got %d", w.Code)
	}
}

func TestFilesOtherThanPicturesAreServedUnchanged(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	drawing := []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
	broken := pngOf(t, picture(400, 400, true))
	moving := []byte("GIF89a moving")
	s.put(t, "drawing.svg", drawing)
	s.put(t, "moving.gif", moving)
	s.put(t, "broken.png", broken[:len(broken)/2])
	s.put(t, "text.jpg", []byte("no picture"))
	for name, want := range map[string][]byte{"drawing.svg": drawing, "moving.gif": moving, "broken.png": broken[:len(broken)/2], "text.jpg": []byte("no picture")} {
		for range 2 { // the second time the answer is known
			w := s.request(t, http.MethodGet, name+"?width=168&format=webp")
			if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), want) {
				t.Errorf("%s: got %d %q", name, w.Code, w.Body)
			}
			if policy := w.Header().Get("Content-Security-Policy"); !strings.HasSuffix(policy, "; sandbox") {
				t.Errorf("%s: policy %q", name, policy)
			}
		}
	}
}

func TestVariantsHaveTagsRangesAndHeads(t *testing.T) {
	t.Parallel()
	s := newFixture(t, 1<<30)
	s.put(t, "p.png", pngOf(t, picture(600, 600, false)))
	const address = "p.png?width=336&format=webp"
	full := s.request(t, http.MethodGet, address)
	tag := full.Header().Get("ETag")
	if tag == "" || strings.HasPrefix(tag, "W/") || full.Header().Get("Cache-Control") != "public, max-age=2592000" {
		t.Fatalf("headers %v", full.Header())
	}
	head := s.request(t, http.MethodHead, address)
	head.Header().Del("Date")
	if head.Body.Len() != 0 || !maps.EqualFunc(head.Header(), full.Header(), func(a, b []string) bool { return a[0] == b[0] }) {
		t.Errorf("HEAD: %v, want %v", head.Header(), full.Header())
	}
	if w := s.request(t, http.MethodGet, address, "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("If-None-Match: got %d", w.Code)
	}
	if w := s.request(t, http.MethodGet, address, "Range", "bytes=4-7"); w.Code != http.StatusPartialContent || w.Body.String() != full.Body.String()[4:8] {
		t.Errorf("Range: got %d %q", w.Code, w.Body)
	}
	if got := s.request(t, http.MethodGet, address+"&v=2").Header(); got.Get("Cache-Control") != "public, max-age=31536000, immutable" || got.Get("ETag") != tag {
		t.Errorf("with a version: %v", got)
	}
	if got := s.request(t, http.MethodGet, address+"&download").Header().Get("Content-Disposition"); got != "attachment; filename=p.webp" {
		t.Errorf("download: %s", got)
	}
	// Another content under the same id is another variant.
	s.put(t, "p.png", pngOf(t, picture(500, 500, true)))
	if w := s.request(t, http.MethodGet, address, "If-None-Match", tag); w.Code != http.StatusOK {
		t.Errorf("changed file: got %d", w.Code)
	}
}

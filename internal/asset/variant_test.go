package asset

import (
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/fault"
)

// A parameter becomes the least allowed value that is not below it, so that all
// requests together make few variants.
func TestParametersAreRoundedUpToTheAllowLists(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	seen := map[string]bool{}
	for range 20_000 {
		w, h, q := 1+random.IntN(maxEdge), 1+random.IntN(maxEdge), 1+random.IntN(100)
		if random.IntN(2) == 0 { // most requests are small
			w, h = 1+random.IntN(2000), 1+random.IntN(2000)
		}
		requested, err := parseVariantRequest(url.Values{"width": {strconv.Itoa(w)}, "height": {strconv.Itoa(h)}, "quality": {strconv.Itoa(q)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			requested, got int
			allowed        []int
		}{{w, requested.width, edges}, {h, requested.height, edges}, {q, requested.quality, qualities}} {
			i := slices.Index(c.allowed, c.got)
			if i < 0 || c.got < c.requested && i < len(c.allowed)-1 || i > 0 && c.allowed[i-1] >= c.requested {
				t.Fatalf("%d became %d", c.requested, c.got)
			}
		}
		seen[requested.name()] = true
	}
	if most := len(edges) * len(edges) * len(qualities); len(seen) > most {
		t.Errorf("%d variants, at most %d were expected", len(seen), most)
	}
}

// For random pictures and parameters the canvas is not empty, its source is within
// the picture, and nothing is enlarged unless the parameters allow it.
func TestEveryLayoutIsWithinThePicture(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	sizes := append([]int{0}, edges...)
	for range 20_000 {
		width := 1 + random.IntN(1<<(1+random.IntN(16)))
		height := 1 + random.IntN(min(maxPixels/width, 1<<(1+random.IntN(16))))
		v := variant{
			width: sizes[random.IntN(len(sizes))], height: sizes[random.IntN(len(sizes))],
			fit: []fit{cover, contain, inside, outside}[random.IntN(4)], focus: middleStep, enlarge: random.IntN(2) == 0,
		}
		if v.width == 0 || v.height == 0 {
			v.fit = inside
		}
		if v.fit == cover {
			v.aim(width, height, image.Pt(random.IntN(2*width), random.IntN(2*height)))
		}
		full := image.Rect(0, 0, width, height)
		canvas, source := v.layout(width, height)
		if canvas.X < 1 || canvas.Y < 1 || source.Empty() || !source.In(full) || v.focus < 0 || v.focus > lastStep {
			t.Fatalf("%v of %v: canvas %v, source %v", v, full, canvas, source)
		}
		if !v.enlarge && v.fit != contain && (canvas.X > width || canvas.Y > height) {
			t.Fatalf("%v of %v: enlarged to %v", v, full, canvas)
		}
		if v.fit == inside && (v.width != 0 && canvas.X > v.width || v.height != 0 && canvas.Y > v.height) {
			t.Fatalf("%v of %v: not inside: %v", v, full, canvas)
		}
	}
}

func TestACropIsAsNearToTheFocalPointAsPossible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height int
		point         image.Point
		want          image.Rectangle
	}{
		{1600, 800, image.Pt(800, 400), image.Rect(400, 0, 1200, 800)},
		{1600, 800, image.Pt(0, 0), image.Rect(0, 0, 800, 800)},
		{1600, 800, image.Pt(1600, 800), image.Rect(800, 0, 1600, 800)},
		{1600, 800, image.Pt(99999, 1), image.Rect(800, 0, 1600, 800)},
		{1600, 800, image.Pt(600, 1), image.Rect(200, 0, 1000, 800)},
		{1600, 800, image.Pt(610, 1), image.Rect(200, 0, 1000, 800)}, // nearest step
		{800, 1600, image.Pt(5, 1500), image.Rect(0, 800, 800, 1600)},
		{800, 800, image.Pt(1, 1), image.Rect(0, 0, 800, 800)},
	} {
		v := variant{width: 336, height: 336, fit: cover}
		v.aim(c.width, c.height, c.point)
		if _, got := v.layout(c.width, c.height); got != c.want {
			t.Errorf("%v in %d × %d: got %v, want %v", c.point, c.width, c.height, got, c.want)
		}
	}
}

func TestAnInvalidPresetIsAnError(t *testing.T) {
	t.Parallel()
	_, err := parsePresets(map[string]string{"a": "width=x", "b": "fit=%zz", "card": "width=400&height=300", "c": "format=avif"})
	if err == nil || strings.Count(err.Error(), "preset") != 3 {
		t.Errorf("got %v", err)
	}
	known, err := parsePresets(map[string]string{"card": "width=400&height=300", "thumbnail": "width=99"})
	if err != nil || known["card"].width != 400 || known["card"].height != 300 || known["thumbnail"].width != 99 || known["share"].height != 630 {
		t.Errorf("got %v, %v", known, err)
	}
}

func FuzzParameters(f *testing.F) {
	for _, query := range []string{
		"", "width=200&height=100&fit=cover&quality=75&format=auto", "key=share&width=1", "focal_point_x=1&focal_point_y=2&width=1&height=1",
		"width=99999999999999999999", "height=-1", "transforms=[[\"blur\",9]]", "withoutEnlargement=0&format=JPG", "width=+5", "width=0x10", "quality=1e2", "%00", "key=",
	} {
		f.Add(query)
	}
	known, err := parsePresets(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		query, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		w, err := parseVariantRequest(query, known)
		if err != nil {
			if e, ok := errors.AsType[*fault.Error](err); !ok || e.Kind != fault.Invalid || e.Code != "INVALID_QUERY" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if query.Get("key") != "" {
			return // a preset has the sizes that the operator chose
		}
		if !slices.Contains(append([]int{0}, edges...), w.width) || !slices.Contains(append([]int{0}, edges...), w.height) || !slices.Contains(qualities, w.quality) {
			t.Fatalf("%q: not of the lists: %s", text, w.name())
		}
		again, err := parseVariantRequest(query, known)
		if err != nil || fmt.Sprint(again.variant) != fmt.Sprint(w.variant) {
			t.Fatalf("%q: read twice, it is %v and %v", text, w, again)
		}
	})
}

package asset

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/fault"
)

// fit says how a picture comes into a width and a height.
type fit string

const (
	cover   fit = "cover"   // fills both, cropped around the middle
	contain fit = "contain" // whole, on a ground of both
	inside  fit = "inside"  // whole, neither edge longer
	outside fit = "outside" // whole, neither edge shorter
)

// variant is a picture as it was asked for, in values of the allow-lists: a
// public address must not be a way to burn processors and disk.
type variant struct {
	width, height int // 0: as the other edge gives it
	fit           fit
	quality       int
	format        string // media type, or auto
	enlarge       bool
}

// auto leaves the format to what the reader accepts.
const auto = "auto"

// Allow-lists. What lies between two values is rounded up; above the last edge
// stands the last.
//
//nolint:gochecknoglobals // constants; Go has no constant slices and maps
var (
	// The widths of the places a page has (web/src/ui/picture-slots.ts).
	edges     = []int{168, 336, 672, 768, 1000, 1200, 1920}
	qualities = []int{50, 60, 70, 80, 90}
	formats   = map[string]string{"": auto, auto: auto, "webp": "image/webp", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png"}
	presets   = map[string]variant{
		"thumbnail": {width: 168, height: 168, fit: contain, quality: defaultQuality, format: auto},
		// What services show beside a link; they do not read WebP.
		"share": {width: 1200, height: 630, fit: contain, quality: defaultQuality, format: "image/jpeg", enlarge: true},
	}
)

const (
	defaultQuality = 80
	maxAsked       = 20_000 // pixels; more is a mistake, not a wish
)

// parseVariant reads the parameters of an address; false means the original.
func parseVariant(query url.Values) (variant, bool, error) {
	if key := query.Get("key"); key != "" {
		v, ok := presets[key]
		if !ok {
			return v, false, invalid("key", "is not one of the presets")
		}
		return v, true, nil
	}
	known := func(name string) bool { return query.Get(name) != "" }
	if !slices.ContainsFunc([]string{"width", "height", "fit", "quality", "format", "withoutEnlargement"}, known) {
		return variant{}, false, nil
	}
	v := variant{fit: cover, quality: defaultQuality}
	var err error
	if v.width, err = edge(query, "width"); err != nil {
		return v, false, err
	}
	if v.height, err = edge(query, "height"); err != nil {
		return v, false, err
	}
	if asked := query.Get("quality"); asked != "" {
		q, err := strconv.Atoi(asked)
		if err != nil || q < 1 || q > 100 {
			return v, false, invalid("quality", "must be a whole number from 1 to 100")
		}
		v.quality = roundUp(q, qualities)
	}
	switch asked := fit(query.Get("fit")); asked {
	case "":
	case cover, contain, inside, outside:
		v.fit = asked
	default:
		return v, false, invalid("fit", "must be cover, contain, inside or outside")
	}
	if v.width == 0 || v.height == 0 {
		v.fit = inside // with one edge there is nothing to crop or to fill
	}
	format, ok := formats[strings.ToLower(query.Get("format"))]
	if !ok {
		return v, false, invalid("format", "must be auto, webp, jpeg or png")
	}
	v.format = format
	switch query.Get("withoutEnlargement") {
	case "", "true", "1":
	case "false", "0":
		v.enlarge = true
	default:
		return v, false, invalid("withoutEnlargement", "must be true or false")
	}
	return v, true, nil
}

func edge(query url.Values, name string) (int, error) {
	asked := query.Get(name)
	if asked == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 || n > maxAsked {
		return 0, invalid(name, "must be a whole number of pixels from 1 to "+strconv.Itoa(maxAsked))
	}
	return roundUp(n, edges), nil
}

func roundUp(n int, allowed []int) int {
	for _, a := range allowed {
		if n <= a {
			return a
		}
	}
	return allowed[len(allowed)-1]
}

func invalid(name, why string) error {
	return fault.New(fault.Invalid, "Invalid query: %q %s.", name, why).WithCode("INVALID_QUERY")
}

// settle decides on the format: WebP where the reader names it, else the
// original's own, and PNG or JPEG for a WebP that the reader may not know.
func (v *variant) settle(accept, original string, opaque func() bool) {
	if v.format != auto {
		return
	}
	switch {
	case strings.Contains(accept, "image/webp"):
		v.format = "image/webp"
	case original != "image/webp":
		v.format = original
	case opaque():
		v.format = "image/jpeg"
	default:
		v.format = "image/png"
	}
}

// name tells variants of one file apart; it is part of the cache's key.
func (v *variant) name() string {
	enlarge := ""
	if v.enlarge {
		enlarge = "+"
	}
	return strconv.Itoa(v.width) + "x" + strconv.Itoa(v.height) + enlarge + "," + string(v.fit) + "," + strconv.Itoa(v.quality) + "," + v.format
}

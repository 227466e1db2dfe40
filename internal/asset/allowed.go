package asset

// Values of a public address are rounded up to these lists, so that addresses
// cannot exhaust processors and disk. Larger values become the last one. The
// edges are rounded independently, so the proportions of the result may differ
// from those of the request.
//
//nolint:gochecknoglobals // constants; Go has no constant slices and maps
var (
	// The widths of image slots in pages (web/src/ui/picture-slots.ts).
	edges     = []int{168, 336, 672, 768, 1000, 1200, 1920}
	qualities = []int{50, 60, 70, 80, 90}
	formats   = map[string]string{"": auto, auto: auto, "webp": "image/webp", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png"}
)

// presets are built in: parameters of an address whose sizes are not rounded.
// The six that begin with "system-" are those that clients of Directus request.
//
//nolint:gochecknoglobals // constants
var presets = map[string]string{
	"thumbnail": "width=168&height=168&fit=contain",
	// For link previews; their clients do not read WebP.
	"share":                 "width=1200&height=630&fit=contain&format=jpeg&withoutEnlargement=false",
	"system-small-cover":    "width=64&height=64&fit=cover",
	"system-small-contain":  "width=64&fit=contain",
	"system-medium-cover":   "width=300&height=300&fit=cover",
	"system-medium-contain": "width=300&fit=contain",
	"system-large-cover":    "width=800&height=800&fit=cover",
	"system-large-contain":  "width=800&fit=contain",
}

const (
	defaultQuality = 80
	maxEdge        = 20_000 // pixels; larger values are rejected
)

func roundUp(n int, allowed []int) int {
	for _, a := range allowed {
		if n <= a {
			return a
		}
	}
	return allowed[len(allowed)-1]
}

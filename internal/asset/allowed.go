package asset

// What an address may ask for is rounded up to these lists: a public address
// must not be a way to burn processors and disk. Above the last value stands the
// last. Both edges are rounded, each for itself, so that the proportions of the
// reply may be others than those that were asked for.
//
//nolint:gochecknoglobals // constants; Go has no constant slices and maps
var (
	// The widths of the places a page has (web/src/ui/picture-slots.ts).
	edges     = []int{168, 336, 672, 768, 1000, 1200, 1920}
	qualities = []int{50, 60, 70, 80, 90}
	formats   = map[string]string{"": auto, auto: auto, "webp": "image/webp", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png"}
)

// presets are known without configuration: the parameters of an address, but
// with the sizes as they stand. The six that begin with "system-" are those that
// clients of a Directus ask for.
//
//nolint:gochecknoglobals // constants
var presets = map[string]string{
	"thumbnail": "width=168&height=168&fit=contain",
	// What services show beside a link; they do not read WebP.
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
	maxAsked       = 20_000 // pixels; more is a mistake, not a wish
)

func roundUp(n int, allowed []int) int {
	for _, a := range allowed {
		if n <= a {
			return a
		}
	}
	return allowed[len(allowed)-1]
}

package content

import (
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// drawingPolicy allows shapes in the site's colours, with patterns, arrows and the
// site's line styles, and the attributes that connect them with a product's
// attributes. Pages add whatever makes them operable.
var drawingPolicy = sync.OnceValue(func() *bluemonday.Policy { //nolint:gochecknoglobals // a compiled table
	reference := `url\(#[A-Za-z][\w-]*\)`
	p := shapePolicy(`none|currentColor|transparent|#[0-9a-fA-F]{3,8}|var\(--[a-z][a-z0-9-]{0,20}\)|` + reference)
	numbers := regexp.MustCompile(`^[-+0-9.,\s]+$`)
	everywhere := append([]string{"pattern", "marker"}, shapeElements...)
	p.AllowElements("pattern", "marker")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^[A-Za-z][\w-]{0,63}$`)).OnElements("pattern", "marker")
	p.AllowAttrs("width", "height", "viewbox", "refx", "refy", "markerwidth", "markerheight").Matching(numbers).OnElements("pattern", "marker")
	p.AllowAttrs("patterntransform").Matching(transforms).OnElements("pattern")
	p.AllowAttrs("patternunits", "patterncontentunits", "markerunits", "orient", "vector-effect").Matching(regexp.MustCompile(`^[a-zA-Z-]{1,40}$`)).OnElements(everywhere...)
	p.AllowAttrs("marker-start", "marker-end").Matching(regexp.MustCompile(`^`+reference+`$`)).OnElements("path", "line", "polyline")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(ln|cl|dim|hit|shade|k|v)$`)).OnElements(everywhere...)
	p.AllowAttrs("data-k").Matching(regexp.MustCompile(`^[a-z0-9-]{1,60}( [a-z0-9-]{1,60}){0,9}$`)).OnElements("g")
	p.AllowAttrs("data-s").Matching(regexp.MustCompile(`^[\p{L}\p{N}₀-₉]{1,6}$`)).OnElements("g")
	p.AllowAttrs("data-n", "data-v").Matching(regexp.MustCompile(`^[a-z0-9-]{1,60}$`)).OnElements("g", "text", "tspan")
	return p
})

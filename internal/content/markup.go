package content

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// RichText reports whether the field contains markup. Values of other fields
// are plain text.
func (f *Field) RichText() bool { return f.Interface == "input-rich-text-html" }

// CleanMarkup sanitizes the value of a field for inclusion in HTML. Values of
// fields without markup are returned unchanged, because pages escape them. The
// header's logo and the drawing of a product may be SVG.
func CleanMarkup(f *Field, text string) string {
	switch {
	case !f.RichText():
		return text
	case f.Collection.Name == "header" && f.Name == "logo":
		return logoPolicy().Sanitize(text)
	case f.Collection.Name == "products" && f.Name == "drawing":
		return drawingPolicy().Sanitize(text)
	default:
		return textPolicy().Sanitize(text)
	}
}

// RemovedMarkup returns the elements ("meta") and attributes ("p style") that
// cleaning removed, sorted and without duplicates.
func RemovedMarkup(before, after string) []string {
	counts := make(map[string]int)
	countMarkup(before, counts, 1)
	countMarkup(after, counts, -1)
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n <= 0 })
	return slices.Sorted(maps.Keys(counts))
}

func countMarkup(text string, counts map[string]int, by int) {
	tokens := html.NewTokenizer(strings.NewReader(text))
	for kind := tokens.Next(); kind != html.ErrorToken; kind = tokens.Next() {
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		token := tokens.Token()
		counts[token.Data] += by
		for _, a := range token.Attr {
			counts[token.Data+" "+a.Key] += by
		}
	}
}

// textPolicy allows headings, paragraphs, lists, tables, links and pictures,
// and no styles, identifiers, scripts or frames.
var textPolicy = sync.OnceValue(func() *bluemonday.Policy { //nolint:gochecknoglobals // a compiled table
	p := bluemonday.NewPolicy()
	p.AllowStandardURLs()
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	p.RequireNoFollowOnLinks(false)
	p.AllowElements("h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code", "strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "mark", "span", "div", "dl", "dt", "dd", "figure", "figcaption", "abbr", "cite")
	p.AllowLists()
	p.AllowTables()
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).OnElements("abbr", "a")
	p.AllowAttrs("src").OnElements("img")
	p.AllowAttrs("alt").Matching(bluemonday.Paragraph).OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.Number).OnElements("img")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img")
	return p
})

// logoPolicy allows text and shapes.
var logoPolicy = sync.OnceValue(func() *bluemonday.Policy { //nolint:gochecknoglobals // a compiled table
	p := shapePolicy(`none|currentColor|transparent|[a-zA-Z]{3,30}|#[0-9a-fA-F]{3,8}|rgba?\([0-9.,%\s]+\)|url\(#[A-Za-z][\w-]*\)`)
	p.AllowElements("span", "strong", "em", "b", "i", "br")
	p.AllowNoAttrs().OnElements("span")
	return p
})

// transforms matches the value of an attribute with transformations.
var transforms = regexp.MustCompile(`^((translate|scale|rotate|matrix|skewX|skewY)\([-+0-9.eE,\s]+\)\s*)+$`)

// shapeElements are SVG's elements that draw, in lower case as they are compared;
// a browser restores the case of SVG's names.
var shapeElements = []string{ //nolint:gochecknoglobals // a constant table
	"defs", "symbol", "lineargradient", "radialgradient", "stop", "clippath", "title", "desc",
	"svg", "g", "path", "circle", "ellipse", "rect", "polygon", "polyline", "line", "text", "tspan",
}

// shapePolicy allows shapes with the given colours, an alternation of patterns.
// References are limited to the same drawing, so that nothing is loaded from other
// addresses.
func shapePolicy(colours string) *bluemonday.Policy {
	numbers := regexp.MustCompile(`^[-+0-9.eE,%\s]+$|^[0-9.]+(px|em|rem)$`)
	path := regexp.MustCompile(`^[-+0-9.eE,\sMmLlHhVvCcSsQqTtAaZz]*$`)
	name := regexp.MustCompile(`^[A-Za-z][\w-]{0,63}$`)
	word := regexp.MustCompile(`^[a-zA-Z-]{1,40}$`)
	p := bluemonday.NewPolicy()
	p.AllowElements(shapeElements...)
	p.AllowNoAttrs().OnElements(shapeElements...)
	p.AllowAttrs("id").Matching(name).OnElements(shapeElements...)
	p.AllowAttrs("fill", "stroke", "stop-color", "clip-path", "color").Matching(regexp.MustCompile(`^(` + colours + `)$`)).OnElements(shapeElements...)
	p.AllowAttrs("d").Matching(path).OnElements("path")
	p.AllowAttrs("points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "dx", "dy", "width", "height", "viewbox",
		"offset", "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit",
		"font-size", "font-weight", "letter-spacing").Matching(numbers).OnElements(shapeElements...)
	p.AllowAttrs("transform", "gradienttransform").Matching(transforms).OnElements(shapeElements...)
	p.AllowAttrs("fill-rule", "clip-rule", "stroke-linecap", "stroke-linejoin", "text-anchor", "font-family", "gradientunits",
		"preserveaspectratio", "role", "aria-hidden", "focusable").Matching(word).OnElements(shapeElements...)
	p.AllowAttrs("aria-label").Matching(bluemonday.Paragraph).OnElements("svg")
	p.AllowAttrs("xmlns").Matching(regexp.MustCompile(`^http://www\.w3\.org/2000/svg$`)).OnElements("svg")
	return p
}

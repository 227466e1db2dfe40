package asset

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/fault"
)

// fit is how a picture is fitted into a width and a height.
type fit string

const (
	cover   fit = "cover"   // fills both, cropped around the centre or the focal point
	contain fit = "contain" // whole, on a canvas of both
	inside  fit = "inside"  // whole, neither edge longer
	outside fit = "outside" // whole, neither edge shorter
)

// variant is a requested picture, with values of the allow-lists or of a
// preset.
type variant struct {
	width, height int // 0: derived from the other edge
	fit           fit
	focus         int // position of a crop, see crop
	quality       int
	format        string // media type, or auto
	enlarge       bool
}

// auto selects the format by the Accept header.
const auto = "auto"

// variantRequest holds the parameters of an address.
type variantRequest struct {
	variant

	original bool         // no parameters were given
	point    *image.Point // the focal point; nil for the one of the record
}

// parsePresets parses the presets of this server, configured and built-in, and
// returns an error that names all invalid ones.
func parsePresets(configured map[string]string) (map[string]variant, error) {
	known := make(map[string]variant, len(presets)+len(configured))
	all := maps.Clone(presets)
	maps.Copy(all, configured)
	var problems []error
	for _, key := range slices.Sorted(maps.Keys(all)) {
		query, err := url.ParseQuery(all[key])
		if err == nil {
			var w variantRequest
			w, err = parameters{query, func(n int, _ []int) int { return n }}.variantRequest()
			known[key] = w.variant
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("preset %q: %w", key, err))
		}
	}
	return known, errors.Join(problems...)
}

// parseVariantRequest parses the parameters of an address.
func parseVariantRequest(query url.Values, presets map[string]variant) (variantRequest, error) {
	key := query.Get("key")
	if key == "" {
		return parameters{query, roundUp}.variantRequest()
	}
	v, ok := presets[key]
	if !ok {
		return variantRequest{}, invalid("key", "is not one of the presets")
	}
	return variantRequest{variant: v}, nil
}

// parameters holds the query of one address or preset; round rounds a number to an
// allow-list.
type parameters struct {
	query url.Values
	round func(n int, allowed []int) int
}

func (p parameters) variantRequest() (variantRequest, error) {
	w := variantRequest{variant: variant{fit: cover, focus: middleStep, quality: defaultQuality}}
	if p.query.Get("transforms") != "" {
		return w, invalid("transforms", "is not made here; use width, height, fit, quality and format")
	}
	known := func(name string) bool { return p.query.Get(name) != "" }
	w.original = !slices.ContainsFunc([]string{"width", "height", "fit", "quality", "format", "withoutEnlargement", "focal_point_x", "focal_point_y"}, known)
	var err error
	if w.width, err = p.number("width", 0, 1, maxEdge, edges); err != nil {
		return w, err
	}
	if w.height, err = p.number("height", 0, 1, maxEdge, edges); err != nil {
		return w, err
	}
	if w.quality, err = p.number("quality", defaultQuality, 1, 100, qualities); err != nil {
		return w, err
	}
	if w.point, err = p.point(); err != nil {
		return w, err
	}
	switch value := fit(p.query.Get("fit")); value {
	case "":
	case cover, contain, inside, outside:
		w.fit = value
	default:
		return w, invalid("fit", "must be cover, contain, inside or outside")
	}
	if w.width == 0 || w.height == 0 {
		w.fit = inside // with one edge there is nothing to crop or to fit
	}
	format, ok := formats[strings.ToLower(p.query.Get("format"))]
	if !ok {
		return w, invalid("format", "must be auto, webp, jpeg or png")
	}
	w.format = format
	switch p.query.Get("withoutEnlargement") {
	case "", "true", "1":
	case "false", "0":
		w.enlarge = true
	default:
		return w, invalid("withoutEnlargement", "must be true or false")
	}
	return w, nil
}

// number parses an integer from least to most and rounds it.
func (p parameters) number(name string, otherwise, least, most int, allowed []int) (int, error) {
	value := p.query.Get(name)
	if value == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return 0, invalid(name, fmt.Sprintf("must be a whole number from %d to %d", least, most))
	}
	return p.round(n, allowed), nil
}

// point parses the focal point, in pixels of the original; nil if there is
// none.
func (p parameters) point() (*image.Point, error) {
	if p.query.Get("focal_point_x") == "" && p.query.Get("focal_point_y") == "" {
		return nil, nil //nolint:nilnil // not given
	}
	exact := parameters{p.query, func(n int, _ []int) int { return n }}
	x, err := exact.number("focal_point_x", -1, 0, maxPixels, nil)
	if err != nil {
		return nil, err
	}
	y, err := exact.number("focal_point_y", -1, 0, maxPixels, nil)
	if err != nil {
		return nil, err
	}
	if min(x, y) < 0 {
		return nil, invalid("focal_point_x", "and \"focal_point_y\" must be given together")
	}
	return &image.Point{X: x, Y: y}, nil
}

func invalid(name, why string) error {
	return fault.New(fault.Invalid, "Invalid query. %q %s.", name, why).WithCode("INVALID_QUERY")
}

// chooseFormat sets the format: WebP if the Accept header names it, else the
// original's own, and PNG or JPEG for a WebP that the client may not support.
func (v *variant) chooseFormat(accept, original string, opaque bool) {
	switch {
	case strings.Contains(accept, "image/webp"):
		v.format = "image/webp"
	case original != "image/webp":
		v.format = original
	case opaque:
		v.format = "image/jpeg"
	default:
		v.format = "image/png"
	}
}

// name returns the name of a variant among those of one file; it is part of the
// cache key.
func (v *variant) name() string {
	enlarge := ""
	if v.enlarge {
		enlarge = "+"
	}
	return fmt.Sprintf("%dx%d%s,%s,%d,%d,%s", v.width, v.height, enlarge, v.fit, v.focus, v.quality, v.format)
}

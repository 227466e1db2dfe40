package asset

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"ferrule/internal/fault"
)

// errUseOriginal is returned if the original is the best answer: it is small
// enough, or of a kind that re-encoding would degrade.
var errUseOriginal = errors.New("asset: original is smaller or better")

// codec decodes one media type.
type codec struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// codecs are the media types of which variants are made.
//
//nolint:gochecknoglobals // a constant; Go has no constant maps
var codecs = map[string]codec{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode},
	"image/png":  {png.DecodeConfig, png.Decode},
	"image/webp": {webp.DecodeConfig, webp.Decode},
}

// transform reads an original and returns the file of a variant.
func transform(original io.ReadSeeker, mediaType string, v variant) ([]byte, error) {
	m, err := measure(original, mediaType)
	if err != nil {
		return nil, errUseOriginal // not of the media type of its record: the browser may support it
	}
	if !m.decodable() {
		return nil, fault.New(fault.Invalid, "The picture is too large for other sizes: %d × %d pixels.", m.width, m.height).
			WithCode("ILLEGAL_ASSET_TRANSFORMATION")
	}
	size, source := v.layout(m.width, m.height)
	if size.X > maxPixels/size.Y {
		return nil, fault.New(fault.Invalid, "The picture would become too large: %d × %d pixels.", size.X, size.Y).
			WithCode("ILLEGAL_ASSET_TRANSFORMATION")
	}
	if mediaType == v.format && size == image.Pt(m.width, m.height) || v.format == "image/webp" && max(size.X, size.Y) > maxWebP {
		return nil, errUseOriginal
	}
	picture, err := codecs[mediaType].decode(original)
	if err != nil {
		return nil, errUseOriginal // animated, or truncated
	}
	return encode(drawVariant(upright(picture, m.orientation), mediaType, size, source, v), v)
}

// drawVariant draws the source part of the picture onto the canvas of the
// variant.
func drawVariant(picture image.Image, mediaType string, size image.Point, source image.Rectangle, v variant) *image.RGBA {
	if mediaType == "image/webp" {
		picture = expandLimitedRange(picture)
	}
	canvas := image.NewRGBA(image.Rectangle{Max: size})
	target := canvas.Rect
	over := draw.Src
	if v.format == "image/jpeg" { // JPEG has no transparency
		draw.Draw(canvas, canvas.Rect, image.White, image.Point{}, draw.Src)
		over = draw.Over
	}
	if v.fit == contain && v.width != 0 && v.height != 0 {
		within := variant{width: size.X, height: size.Y, fit: inside, enlarge: v.enlarge}
		drawn, _ := within.layout(source.Dx(), source.Dy())
		target = image.Rectangle{Max: drawn}.Add(size.Sub(drawn).Div(2))
	}
	draw.CatmullRom.Scale(canvas, target, picture, source.Add(picture.Bounds().Min), over, nil)
	return canvas
}

// expandLimitedRange converts the colours of a decoded lossy WebP from limited
// range (16 to 235, BT.601) to full range: package image assumes the full range
// of JPEG for YCbCr and would return grey for white.
func expandLimitedRange(picture image.Image) image.Image {
	var ycc *image.YCbCr
	var alpha *image.NYCbCrA
	switch p := picture.(type) {
	case *image.YCbCr:
		ycc = p
	case *image.NYCbCrA:
		ycc, alpha = &p.YCbCr, p
	default:
		return picture // lossless WebP is RGB already
	}
	out := image.NewRGBA(ycc.Rect)
	for y := ycc.Rect.Min.Y; y < ycc.Rect.Max.Y; y++ {
		row := out.Pix[out.PixOffset(ycc.Rect.Min.X, y):]
		for x := ycc.Rect.Min.X; x < ycc.Rect.Max.X; x++ {
			luma := 298 * (int32(ycc.Y[ycc.YOffset(x, y)]) - 16)
			c := ycc.COffset(x, y)
			cb, cr := int32(ycc.Cb[c])-128, int32(ycc.Cr[c])-128
			a := uint32(0xff)
			if alpha != nil {
				a = uint32(alpha.A[alpha.AOffset(x, y)])
			}
			i := 4 * (x - ycc.Rect.Min.X)
			row[i] = premultiplied(luma+409*cr, a)
			row[i+1] = premultiplied(luma-100*cb-208*cr, a)
			row[i+2] = premultiplied(luma+516*cb, a)
			row[i+3] = byte(a)
		}
	}
	return out
}

// premultiplied takes a colour component scaled by 256.
func premultiplied(c int32, alpha uint32) byte {
	c = min(max((c+128)>>8, 0), 255)
	return byte((uint32(c)*alpha + 127) / 255)
}

func encode(canvas *image.RGBA, v variant) ([]byte, error) {
	var b bytes.Buffer
	switch v.format {
	case "image/webp":
		return encodeWebP(unpremultiply(canvas), v.quality)
	case "image/jpeg":
		err := jpeg.Encode(&b, canvas, &jpeg.Options{Quality: v.quality})
		return b.Bytes(), err
	case "image/png":
		err := png.Encode(&b, unpremultiply(canvas))
		return b.Bytes(), err
	default:
		return nil, fmt.Errorf("encode picture: no encoder for %s", v.format)
	}
}

// unpremultiply converts to colours without premultiplied alpha.
func unpremultiply(canvas *image.RGBA) *image.NRGBA {
	out := &image.NRGBA{Pix: canvas.Pix, Stride: canvas.Stride, Rect: canvas.Rect}
	for i := 0; i < len(out.Pix); i += 4 {
		a := uint32(out.Pix[i+3])
		if a == 0 || a == 0xff {
			continue
		}
		for j := i; j < i+3; j++ {
			out.Pix[j] = byte(min((uint32(out.Pix[j])*0xff+a/2)/a, 0xff))
		}
	}
	return out
}

package asset

import (
	"image/color"
	"io"

	"ferrule/internal/exif"
)

// maxPixels is the largest picture that is decoded: 40 megapixels take about
// 200 MB while they are made smaller. A small file can claim to be any size.
const maxPixels = 40_000_000

// maxWebP is the longest edge that the format can say.
const maxWebP = 16383

// measured is what a picture's file says before anything is decoded.
type measured struct {
	width, height int  // in pixels, upright
	turned        int  // see exif.Orientation
	opaque        bool // of a kind without transparency
}

// measure reads the head of a picture's file and leaves it at its start.
func measure(original io.ReadSeeker, mediaType string) (measured, error) {
	config, err := codecs[mediaType].config(original)
	if err != nil {
		return measured{}, err
	}
	m := measured{width: config.Width, height: config.Height, turned: 1, opaque: config.ColorModel == color.YCbCrModel}
	if mediaType == "image/jpeg" {
		if _, err := original.Seek(0, io.SeekStart); err != nil {
			return m, err
		}
		if m.turned = exif.Orientation(original); m.turned >= 5 {
			m.width, m.height = m.height, m.width
		}
	}
	_, err = original.Seek(0, io.SeekStart)
	return m, err
}

// decodable reports whether the picture is worth the memory it would take.
func (m measured) decodable() bool {
	return m.width >= 1 && m.height >= 1 && m.width <= maxPixels/m.height
}

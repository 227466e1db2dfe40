package asset

import (
	"image/color"
	"io"

	"ferrule/internal/exif"
)

// maxPixels is the largest picture that is decoded: 40 megapixels take about
// 200 MB during scaling. A small file can declare any size.
const maxPixels = 40_000_000

// maxWebP is the longest edge of the WebP format.
const maxWebP = 16383

// metadata is the metadata of a picture's file.
type metadata struct {
	width, height int  // in pixels, upright
	orientation   int  // see exif.Orientation
	opaque        bool // of a kind without transparency
}

// measure reads the header of a picture's file and seeks back to its start.
func measure(original io.ReadSeeker, mediaType string) (metadata, error) {
	config, err := codecs[mediaType].config(original)
	if err != nil {
		return metadata{}, err
	}
	m := metadata{width: config.Width, height: config.Height, orientation: 1, opaque: config.ColorModel == color.YCbCrModel}
	if mediaType == "image/jpeg" {
		if _, err := original.Seek(0, io.SeekStart); err != nil {
			return m, err
		}
		if m.orientation = exif.Orientation(original); m.orientation >= 5 {
			m.width, m.height = m.height, m.width
		}
	}
	_, err = original.Seek(0, io.SeekStart)
	return m, err
}

// decodable reports whether the picture is small enough to decode.
func (m metadata) decodable() bool {
	return m.width >= 1 && m.height >= 1 && m.width <= maxPixels/m.height
}

package asset

import (
	"bytes"
	"image"
	"sync"

	"github.com/bep/gowebp/libwebp"
	"github.com/bep/gowebp/libwebp/webpoptions"
)

// prepareWebP encodes one small picture with transparency. libwebp, as it is
// compiled here, initialises its global tables without a lock during the first
// call.
//
//nolint:gochecknoglobals // libwebp's tables are global too
var prepareWebP = sync.OnceFunc(func() {
	img := image.NewNRGBA(image.Rect(0, 0, 32, 32))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 7)
	}
	_, _ = compressWebP(img, defaultQuality) // only to initialise the tables
})

// encodeWebP returns img as a lossy WebP file with lossless transparency, or an
// error if an edge is longer than maxWebP. The quality is 1 to 100: the binding
// takes 0 for lossless. img must not be empty and must begin at (0, 0), since
// the binding uses Max as the size.
func encodeWebP(img *image.NRGBA, quality int) ([]byte, error) {
	prepareWebP()
	return compressWebP(img, quality)
}

func compressWebP(img *image.NRGBA, quality int) ([]byte, error) {
	var file bytes.Buffer
	err := libwebp.Encode(&file, img, webpoptions.EncodingOptions{
		Quality: quality, EncodingPreset: webpoptions.EncodingPresetPicture,
	})
	return file.Bytes(), err
}

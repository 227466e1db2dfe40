package asset

import (
	"bytes"
	"image"
	"image/color"
	"sync"
	"testing"

	"golang.org/x/image/webp"
)

func TestTransparencySurvivesEncoding(t *testing.T) {
	t.Parallel()
	img := image.NewNRGBA(image.Rect(0, 0, 33, 35))
	for y := range 35 {
		for x := range 33 {
			img.SetNRGBA(x, y, color.NRGBA{R: 0xc0, G: 0x40, B: 0x80, A: byte(7 * y)})
		}
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			file, err := encodeWebP(img, 90)
			if err != nil {
				t.Error(err)
				return
			}
			got, err := webp.Decode(bytes.NewReader(file))
			if err != nil || got.Bounds().Size() != image.Pt(33, 35) {
				t.Errorf("decode: got %v, %v", got, err)
				return
			}
			for y := range 35 {
				if _, _, _, alpha := got.At(10, y).RGBA(); int(alpha>>8) != 7*y {
					t.Errorf("row %d: got alpha %d, want %d", y, alpha>>8, 7*y)
				}
			}
		})
	}
	all.Wait()
}

func TestAnEdgeAboveTheFormatsLimitIsRefused(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{1, maxWebP + 1}, {maxWebP + 1, 1}} {
		if _, err := encodeWebP(image.NewNRGBA(image.Rectangle{Max: size}), 80); err == nil {
			t.Errorf("size %v was encoded", size)
		}
	}
}

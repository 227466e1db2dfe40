package webp_test

import (
	"bytes"
	"image"
	"image/color"
	"sync"
	"testing"

	decode "golang.org/x/image/webp"

	"ferrule/internal/asset/webp"
)

func TestAPictureComesBackWithItsTransparency(t *testing.T) {
	t.Parallel()
	whole := image.NewNRGBA(image.Rect(0, 0, 60, 40))
	for y := range 40 {
		for x := range 60 {
			whole.SetNRGBA(x, y, color.NRGBA{R: 0xc0, G: 0x40, B: 0x80, A: byte(6 * y)})
		}
	}
	// A part of a picture: its rows do not follow one another in memory.
	img := whole.SubImage(image.Rect(10, 5, 43, 40)).(*image.NRGBA)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			file, err := webp.EncodeNRGBA(img, 90)
			if err != nil {
				t.Error(err)
				return
			}
			got, err := decode.Decode(bytes.NewReader(file))
			if err != nil || got.Bounds().Size() != image.Pt(33, 35) {
				t.Errorf("%v, %v", got, err)
				return
			}
			for y := range 35 {
				_, _, _, alpha := got.At(10, y).RGBA()
				if want := 6 * (y + 5); int(alpha>>8) < want-3 || int(alpha>>8) > want+3 {
					t.Errorf("row %d: alpha %d, want %d", y, alpha>>8, want)
				}
			}
		})
	}
	all.Wait()
}

func TestWhatTheFormatCannotHoldIsRefused(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{}, {1, webp.MaxEdge + 1}, {webp.MaxEdge + 1, 1}} {
		if _, err := webp.EncodeNRGBA(image.NewNRGBA(image.Rectangle{Max: size}), 80); err == nil {
			t.Errorf("%v was encoded", size)
		}
	}
}

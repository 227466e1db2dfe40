package asset

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"ferrule/internal/fault"
)

// FuzzTransform checks that every picture is left as it is, refused as too large, or
// resized to a picture of the requested size and format.
func FuzzTransform(f *testing.F) {
	picture := image.NewNRGBA(image.Rect(0, 0, 7, 5))
	picture.SetNRGBA(3, 2, color.NRGBA{R: 200, A: 100})
	var asPNG, asJPEG bytes.Buffer
	if err := errors.Join(png.Encode(&asPNG, picture), jpeg.Encode(&asJPEG, picture, nil)); err != nil {
		f.Fatal(err)
	}
	asWebP, err := encodeWebP(picture, 80)
	if err != nil {
		f.Fatal(err)
	}
	huge := bytes.Clone(asPNG.Bytes())
	copy(huge[16:], "\x00\x00\xff\xff\x00\x00\xff\xff") // width, height
	for i, file := range [][]byte{asPNG.Bytes(), asJPEG.Bytes(), asWebP, huge} {
		f.Add(file, byte(i), uint16(4), uint16(3), byte(1))
		f.Add(file[:len(file)/2], byte(i), uint16(0), uint16(40), byte(17))
	}
	types := []string{"image/png", "image/jpeg", "image/webp"}
	f.Fuzz(func(t *testing.T, file []byte, source byte, width, height uint16, options byte) {
		v := variant{
			width: int(width % 512), height: int(height % 512), fit: []fit{cover, contain, inside, outside}[options&3], focus: int(options>>2) % (middleStep + 1),
			quality: 60, format: types[int(options>>4)%len(types)], enlarge: options&8 != 0,
		}
		if v.width == 0 || v.height == 0 {
			v.fit = inside
		}
		mediaType := types[int(source)%len(types)]
		m, err := measure(bytes.NewReader(file), mediaType)
		if err == nil && m.decodable() && m.width*m.height > 1<<20 {
			return // decoding takes long, and is bounded by maxPixels
		}
		made, err := transform(bytes.NewReader(file), mediaType, v)
		if err != nil {
			if !errors.Is(err, errUseOriginal) && fault.KindOf(err) != fault.Invalid {
				t.Fatal(err)
			}
			return
		}
		got, err := codecs[v.format].config(bytes.NewReader(made))
		if err != nil {
			t.Fatalf("%+v: %v", v, err)
		}
		if want, _ := v.layout(m.width, m.height); got.Width != want.X || got.Height != want.Y {
			t.Errorf("%+v: got %d × %d, want %v", v, got.Width, got.Height, want)
		}
	})
}

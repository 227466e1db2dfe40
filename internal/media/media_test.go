package media

import (
	"bytes"
	"image"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"regexp"
	"strings"
	"testing"
)

// FuzzMedia checks that detection terminates for any file, with a valid type and
// dimensions.
func FuzzMedia(f *testing.F) {
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), palette.WebSafe)
	var asPNG, asJPEG, asGIF bytes.Buffer
	for _, err := range []error{png.Encode(&asPNG, img), jpeg.Encode(&asJPEG, img, nil), gif.Encode(&asGIF, img, nil)} {
		if err != nil {
			f.Fatal(err)
		}
	}
	f.Add("a.png", asPNG.Bytes())
	f.Add("a.jpg", asJPEG.Bytes())
	f.Add("a.gif", asGIF.Bytes())
	f.Add("a.svg", []byte(`<?xml version="1.0"?><svg width="3" height="2px" viewBox="0 0 1 1"/>`))
	f.Add("a.mp4", mp4File(3, 2))
	f.Add("a.webm", []byte("\x1a\x45\xdf\xa3\x16\x54\xae\x6b\xe0\x86\xb0\x81\x03\xba\x81\x02"))
	f.Add("a.csv", []byte("a;b"))
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		kind, err := DetectType(bytes.NewReader(body), name)
		if err != nil || kind == "" || strings.ContainsAny(kind, ";\r\n ") {
			t.Fatalf("%q: %v", kind, err)
		}
		if ending := Extension(kind); ending != "" && !regexp.MustCompile(`^\.[a-z0-9]{1,8}$`).MatchString(ending) {
			t.Fatalf("%s ends with %q", kind, ending)
		}
		w, h, _ := Dimensions(kind, bytes.NewReader(body), int64(len(body))) // a broken picture is an error
		if w < 0 || h < 0 {
			t.Fatalf("%d × %d", w, h)
		}
	})
}

// mp4File returns an MP4 file with an audio track and a video track.
func mp4File(width, height byte) []byte {
	box := func(name string, content ...[]byte) []byte {
		body := bytes.Join(content, nil)
		return append([]byte{0, 0, 0, byte(8 + len(body))}, append([]byte(name), body...)...)
	}
	header := func(w, h byte) []byte { return box("tkhd", []byte{0, 0, 0, 7, 0, w, 0, 0, 0, h, 0, 0}) }
	return append(box("ftyp", []byte("isom\x00\x00\x00\x00")), box("moov", box("mvhd", make([]byte, 8)), box("trak", header(0, 0)), box("trak", header(width, height)))...)
}

func TestDimensionsOfAnMP4File(t *testing.T) {
	t.Parallel()
	body := mp4File(64, 36)
	if w, h := mp4Size(bytes.NewReader(body), int64(len(body))); w != 64 || h != 36 {
		t.Errorf("%d × %d", w, h)
	}
	// Boxes nested for the whole length of the file.
	deep := bytes.Repeat([]byte("\x00\x00\x00\x00moov"), 1<<20)
	if w, h := mp4Size(bytes.NewReader(deep), int64(len(deep))); w != 0 || h != 0 {
		t.Errorf("%d × %d", w, h)
	}
}

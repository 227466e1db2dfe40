// Package webp writes pictures as WebP, with loss and with transparency. The
// encoder is libwebp's, translated from C: the Go modules there are for it need
// cgo or know WebP without loss only, which takes five times the bytes.
package webp

import (
	"errors"
	"image"
	"sync"
	"unsafe"

	"modernc.org/libc"
)

//go:generate ./translate.sh

// method is libwebp's balance of size against time, 0 to 6: 6 saves another
// 5 % for twice the time.
const method = 4

// MaxEdge is the longest edge the format knows, in pixels.
const MaxEdge = 16383

// ready has the encoder fill its tables, which it does without locks when it
// runs for the first time.
//
//nolint:gochecknoglobals // the tables are global too
var ready = sync.OnceFunc(func() {
	for _, alpha := range []byte{0, 0x80, 0xff} {
		img := image.NewNRGBA(image.Rect(0, 0, 32, 32))
		for i := range img.Pix {
			img.Pix[i] = byte(i * 7)
		}
		for i := 3; i < len(img.Pix); i += 4 {
			img.Pix[i] = alpha | byte(i)
		}
		_, _ = encode(img, 80) // what matters is that it ran
	}
})

// EncodeNRGBA returns img as a WebP file of a quality from 0 to 100.
func EncodeNRGBA(img *image.NRGBA, quality int) ([]byte, error) {
	if img.Rect.Empty() || img.Rect.Dx() > MaxEdge || img.Rect.Dy() > MaxEdge {
		return nil, errors.New("webp: a picture has 1 to 16383 pixels a side")
	}
	ready()
	return encode(img, quality)
}

func encode(img *image.NRGBA, quality int) ([]byte, error) {
	tls := libc.NewTLS()
	defer tls.Close()
	width, height := img.Rect.Dx(), img.Rect.Dy()
	// The C side sees its own memory only. The result's address comes first.
	const word = unsafe.Sizeof(uintptr(0))
	memory := libc.Xmalloc(tls, libc.Tsize_t(int(word)+4*width*height))
	if memory == 0 {
		return nil, errors.New("webp: no memory")
	}
	defer libc.Xfree(tls, memory)
	*at[uintptr](memory) = 0
	pixels := unsafe.Slice(at[byte](memory+word), 4*width*height)
	for y := range height {
		copy(pixels[4*width*y:], img.Pix[y*img.Stride:y*img.Stride+4*width])
	}
	n := encode_rgba(tls, memory+word, int32(width), int32(height), int32(4*width), float32(quality), method, memory)
	result := *at[uintptr](memory)
	if n == 0 || result == 0 {
		return nil, errors.New("webp: the picture could not be encoded")
	}
	defer libc.Xfree(tls, result)
	file := make([]byte, n)
	copy(file, unsafe.Slice(at[byte](result), n))
	return file, nil
}

// at is what the C side keeps at an address.
func at[T any](address uintptr) *T {
	return *(**T)(unsafe.Pointer(&address))
}

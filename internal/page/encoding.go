package page

import (
	"bytes"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// encoding is a content coding. The order is the one in which we like to send
// them, which is that of their sizes.
type encoding int

const (
	brotliCoding encoding = iota
	zstdCoding
	gzipCoding
	identity
	encodings // how many there are
)

// codingTokens are the names in Accept-Encoding and Content-Encoding.
var codingTokens = [encodings]string{"br", "zstd", "gzip", "identity"}

// Levels for the one compression of a page. Past them a page of 100 KB takes
// two to five times as long for one to three percent.
const (
	brotliLevel = 5
	gzipLevel   = 6
	zstdLevel   = zstd.SpeedDefault
)

// compress returns the body in a coding.
func compress(body []byte, coding encoding) []byte {
	var b bytes.Buffer
	b.Grow(len(body) / 4)
	var w io.WriteCloser
	switch coding {
	case brotliCoding:
		w = brotli.NewWriterLevel(&b, brotliLevel)
	case zstdCoding:
		// Without a goroutine of its own; neither call can fail with these options.
		w, _ = zstd.NewWriter(&b, zstd.WithEncoderLevel(zstdLevel), zstd.WithEncoderConcurrency(1))
	case gzipCoding:
		w, _ = gzip.NewWriterLevel(&b, gzipLevel)
	default:
		return body
	}
	_, _ = w.Write(body) // a buffer does not fail
	_ = w.Close()
	return bytes.Clone(b.Bytes())
}

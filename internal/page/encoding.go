package page

import (
	"bytes"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// encoding is a content coding. The order is that of preference, which is that
// of size.
type encoding int

const (
	brotliCoding encoding = iota
	zstdCoding
	gzipCoding
	identity
	encodings // number of codings
)

// token returns the name in Accept-Encoding and Content-Encoding.
func (c encoding) token() string {
	switch c {
	case brotliCoding:
		return "br"
	case zstdCoding:
		return "zstd"
	case gzipCoding:
		return "gzip"
	default:
		return "identity"
	}
}

// Compression levels: the last before the next one costs far more than it
// saves. A page of 134 KB takes 7 ms to become 12.7 KB with brotli (level 9: 13
// ms, 12.5 KB), 1.9 ms and 13.7 KB with zstd (best: 6.6 ms, 13.1 KB), 2.7 ms
// and 22.9 KB with gzip (level 6: 4.6 ms, 22.5 KB).
const (
	brotliLevel = 6
	zstdLevel   = zstd.SpeedBetterCompression
	gzipLevel   = 5
)

// brotliWindow is the base-2 logarithm of the window of brotli: longer than
// pages are. A writer allocates twice the window; the default of 22 would
// allocate 4 MB and more for the same result.
const brotliWindow = 19

// compressor compresses pages. Its writers hold megabytes of tables and are
// reused. The zero value is ready to use.
type compressor struct{ pools [encodings]sync.Pool }

// resettable is the common interface of the writers of the three packages.
type resettable interface {
	io.WriteCloser
	Reset(io.Writer)
}

// compress returns the body in a coding; for identity the body itself.
func (c *compressor) compress(body []byte, coding encoding) []byte {
	if coding == identity {
		return body
	}
	w, ok := c.pools[coding].Get().(resettable)
	if !ok {
		w = newWriter(coding)
	}
	var b bytes.Buffer
	b.Grow(len(body) / 4)
	w.Reset(&b)
	_, _ = w.Write(body) // a buffer does not fail
	_ = w.Close()
	w.Reset(io.Discard)
	c.pools[coding].Put(w)
	return bytes.Clone(b.Bytes())
}

// decompress reverses compress with brotliCoding.
func decompress(body []byte) []byte {
	decoded, err := io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
	if err != nil {
		panic("page: decompress own output: " + err.Error()) // files from disk have a checksum
	}
	return decoded
}

func newWriter(coding encoding) resettable {
	switch coding {
	case zstdCoding:
		// One goroutine, the caller's. These options cannot fail.
		w, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstdLevel), zstd.WithEncoderConcurrency(1))
		return w
	case gzipCoding:
		w, _ := gzip.NewWriterLevel(nil, gzipLevel)
		return w
	default:
		return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: brotliLevel, LGWin: brotliWindow})
	}
}

package page

import (
	"bytes"
	"io"
	"sync"

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

// token is the name in Accept-Encoding and Content-Encoding.
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

// Levels for the one compression of a page, the last before the next step costs
// far more than it saves. A page of 134 KB takes 7 ms to become 12.7 KB with
// brotli (level 9: 13 ms, 12.5 KB), 1.9 ms and 13.7 KB with zstd (best: 6.6 ms,
// 13.1 KB), 2.7 ms and 22.9 KB with gzip (level 6: 4.6 ms, 22.5 KB).
const (
	brotliLevel = 6
	zstdLevel   = zstd.SpeedBetterCompression
	gzipLevel   = 5
)

// brotliWindow is how far back brotli looks, as a power of two: further than
// pages are long. A writer holds twice that, with the 22 it would choose 4 MB and
// more, for the same bytes.
const brotliWindow = 19

// compressor makes the codings of a page. Its writers hold megabytes of tables
// and are used again. The zero value is ready.
type compressor struct{ pools [encodings]sync.Pool }

// resettable is what the writers of the three packages have in common.
type resettable interface {
	io.WriteCloser
	Reset(io.Writer)
}

// compress returns the body in a coding; as identity it is the body itself.
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

// decompress undoes what compress made with brotli.
func decompress(body []byte) []byte {
	whole, err := io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
	if err != nil {
		panic("page: bytes of our own cannot be read: " + err.Error()) // what comes from the disk is checked
	}
	return whole
}

func newWriter(coding encoding) resettable {
	switch coding {
	case zstdCoding:
		// One goroutine, the caller's. With these options there is no error.
		w, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstdLevel), zstd.WithEncoderConcurrency(1))
		return w
	case gzipCoding:
		w, _ := gzip.NewWriterLevel(nil, gzipLevel)
		return w
	default:
		return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: brotliLevel, LGWin: brotliWindow})
	}
}

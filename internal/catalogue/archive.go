package catalogue

import (
	"bufio"
	"encoding/binary"
	"errors"
	"unsafe"
)

// archive encodes an index or decodes one. Both directions share one walk over the
// index, so that they cannot differ. Numbers are in native byte order and aligned
// to eight bytes, so that decoded slices refer to the input without a copy.
type archive struct {
	out *bufio.Writer // nil when reading
	in  []byte        // the rest of the input
	err error         // the first error; after it every call is a no-op
}

var errTruncated = errors.New("unexpected end of file")

const alignment = 8

// number encodes or decodes a number.
func (a *archive) number(n *int64) {
	if a.err != nil {
		return
	}
	if a.out != nil {
		_, a.err = a.out.Write(binary.NativeEndian.AppendUint64(nil, uint64(*n))) //nolint:gosec // decoded with the inverse conversion
		return
	}
	if len(a.in) < alignment {
		a.err = errTruncated
		return
	}
	*n = int64(binary.NativeEndian.Uint64(a.in)) //nolint:gosec // the inverse of the conversion when encoding
	a.in = a.in[alignment:]
}

// boolean encodes or decodes a boolean.
func (a *archive) boolean(is *bool) {
	n := int64(0)
	if *is {
		n = 1
	}
	a.number(&n)
	*is = n != 0
}

// bytes encodes or decodes a byte slice. A decoded slice refers to the input.
func (a *archive) bytes(b *[]byte) {
	n := int64(len(*b))
	if a.number(&n); a.err != nil {
		return
	}
	padding := -n & (alignment - 1)
	if a.out != nil {
		if _, a.err = a.out.Write(*b); a.err == nil {
			_, a.err = a.out.Write(make([]byte, padding))
		}
		return
	}
	if n < 0 || n > int64(len(a.in))-padding {
		a.err = errTruncated
		return
	}
	*b, a.in = a.in[:n:n], a.in[n+padding:]
}

// list encodes or decodes a slice of numbers. A decoded slice refers to the input.
func list[T uint8 | uint16 | uint32 | int32 | int64](a *archive, l *[]T) {
	var one T
	size := int(unsafe.Sizeof(one))
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(*l))), len(*l)*size) //nolint:gosec // numbers without padding
	if a.bytes(&b); a.err != nil || a.out != nil {
		return
	}
	*l = nil
	if len(b) > 0 {
		*l = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size) //nolint:gosec // aligned, and encoded by this function
	}
}

// text encodes or decodes a string. A decoded string is a copy, which may outlive
// the input.
func (a *archive) text(s *string) {
	b := []byte(*s)
	if a.bytes(&b); a.out == nil {
		*s = string(b)
	}
}

// longText encodes or decodes a string. A decoded string refers to the input.
func (a *archive) longText(s *string) {
	b := unsafe.Slice(unsafe.StringData(*s), len(*s)) //nolint:gosec // only read
	if a.bytes(&b); a.out == nil && a.err == nil {
		*s = unsafe.String(unsafe.SliceData(b), len(b)) //nolint:gosec // the input is never written to
	}
}

// each encodes or decodes the items of a slice, which it allocates when decoding.
func each[T any](a *archive, l *[]T, item func(*T)) {
	n := int64(len(*l))
	if a.number(&n); a.err != nil {
		return
	}
	if a.out == nil {
		// Every item takes at least one number: reject an impossible length before allocating.
		if n < 0 || n > int64(len(a.in)/alignment) {
			a.err = errTruncated
			return
		}
		*l = make([]T, n)
	}
	for i := range *l {
		item(&(*l)[i])
	}
}

func (a *archive) texts(l *[]string) { each(a, l, a.text) }

package catalogue

import (
	"bufio"
	"encoding/binary"
	"errors"
	"unsafe"
)

// archive writes the parts of an index one after the other, or finds them again
// in bytes that were written so. Both ways are one walk over the index, so that
// they cannot differ. Numbers are as the processor has them, at multiples of
// eight bytes: what is found is used where it lies.
type archive struct {
	out *bufio.Writer // nil when reading
	in  []byte        // what is left to be read
	err error         // the first; nothing happens after it
}

var errCutOff = errors.New("it ends too early")

const alignment = 8

// number passes on a number, or reads one.
func (a *archive) number(n *int64) {
	if a.err != nil {
		return
	}
	if a.out != nil {
		_, a.err = a.out.Write(binary.NativeEndian.AppendUint64(nil, uint64(*n))) //nolint:gosec // and read back so
		return
	}
	if len(a.in) < alignment {
		a.err = errCutOff
		return
	}
	*n = int64(binary.NativeEndian.Uint64(a.in)) //nolint:gosec // as it was written
	a.in = a.in[alignment:]
}

// truth passes on a truth, or reads one.
func (a *archive) truth(is *bool) {
	n := int64(0)
	if *is {
		n = 1
	}
	a.number(&n)
	*is = n != 0
}

// bytes passes on a stretch of bytes, or reads one. It lies in the archive.
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
		a.err = errCutOff
		return
	}
	*b, a.in = a.in[:n:n], a.in[n+padding:]
}

// list passes on a list of numbers. What is read lies in the archive.
func list[T uint8 | uint16 | uint32 | int32 | int64](a *archive, l *[]T) {
	var one T
	size := int(unsafe.Sizeof(one))
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(*l))), len(*l)*size) //nolint:gosec // numbers without padding
	if a.bytes(&b); a.err != nil || a.out != nil {
		return
	}
	*l = nil
	if len(b) > 0 {
		*l = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size) //nolint:gosec // written by this very function
	}
}

// text passes on a text. What is read is a copy, which may outlive the archive.
func (a *archive) text(s *string) {
	b := []byte(*s)
	if a.bytes(&b); a.out == nil {
		*s = string(b)
	}
}

// longText passes on a text. What is read lies in the archive.
func (a *archive) longText(s *string) {
	b := unsafe.Slice(unsafe.StringData(*s), len(*s)) //nolint:gosec // it is only read
	if a.bytes(&b); a.out == nil && a.err == nil {
		*s = unsafe.String(unsafe.SliceData(b), len(b)) //nolint:gosec // nobody writes what lies in an archive
	}
}

// each passes on the items of a list, which is made as long as it has to be.
func each[T any](a *archive, l *[]T, item func(*T)) {
	n := int64(len(*l))
	if a.number(&n); a.err != nil {
		return
	}
	if a.out == nil {
		// Every item takes some bytes: a length that cannot be true must not be made room for.
		if n < 0 || n > int64(len(a.in)) {
			a.err = errCutOff
			return
		}
		*l = make([]T, n)
	}
	for i := range *l {
		item(&(*l)[i])
	}
}

func (a *archive) texts(l *[]string) { each(a, l, a.text) }

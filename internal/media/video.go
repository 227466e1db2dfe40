package media

import (
	"bytes"
	"io"
)

// maxBoxes limits the boxes of an MP4 file that are read; the tracks are among
// the first hundred.
const maxBoxes = 10_000

// mp4Size returns the size in the header of the first track of an MP4 file
// (ISO/IEC 14496-12) that has one.
func mp4Size(r io.ReaderAt, size int64) (width, height int) {
	from := int64(0)
	for range maxBoxes {
		name, start, end := box(r, from, size)
		from = end
		switch name {
		case "":
			return 0, 0
		case "moov", "trak":
			from = start // descend; the box that follows begins at its end
		case "tkhd":
			const dimensions = 8 // two 16.16 numbers at the end of the box
			b := make([]byte, dimensions)
			if _, err := r.ReadAt(b, max(start, end-dimensions)); err != nil {
				return 0, 0
			}
			if width, height = int(be(b[:2])), int(be(b[4:6])); width != 0 && height != 0 {
				return width, height
			}
		}
	}
	return 0, 0
}

// box reads the header of the box at from: its name, "" if there is none, and the
// offsets of the start and end of its content.
func box(r io.ReaderAt, from, size int64) (name string, start, end int64) {
	var head [16]byte
	if _, err := r.ReadAt(head[:8], from); err != nil {
		return "", 0, 0
	}
	length, start := int64(be(head[:4])), from+8
	switch length {
	case 0:
		length = size - from // to the end of the file
	case 1:
		if _, err := r.ReadAt(head[8:], from+8); err != nil {
			return "", 0, 0
		}
		length, start = int64(be(head[8:])), from+16 //nolint:gosec // checked below
	}
	if end = from + length; end < start || end > size {
		return "", 0, 0
	}
	return string(head[4:8]), start, end
}

// be decodes a big-endian number.
func be(b []byte) uint64 {
	var n uint64
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

// webmSize returns PixelWidth and PixelHeight (Matroska elements B0 and BA) of
// the first Video element (E0) in the beginning of a file.
func webmSize(head []byte) (width, height int) {
	tracks := bytes.Index(head, []byte{0x16, 0x54, 0xae, 0x6b})
	if tracks < 0 {
		return 0, 0
	}
	for head = head[tracks:]; len(head) > 3; head = head[1:] {
		if head[0] != 0xe0 {
			continue
		}
		if w, h := videoSize(head[2:]); w > 0 && h > 0 {
			return w, h
		}
	}
	return 0, 0
}

func videoSize(b []byte) (width, height int) {
	for len(b) > 2 && (width == 0 || height == 0) {
		id, length := b[0], int(b[1]&0x7f)
		if b[1]&0x80 == 0 || len(b) < 2+length {
			return width, height // elements with sizes of several bytes do not precede these
		}
		if value := b[2 : 2+length]; length <= 2 {
			switch id {
			case 0xb0:
				width = int(be(value))
			case 0xba:
				height = int(be(value))
			}
		}
		skip := 2 + length
		if id == 0x54 || id == 0x53 || id == 0x55 { // identifiers of two bytes
			return width, height
		}
		b = b[skip:]
	}
	return width, height
}

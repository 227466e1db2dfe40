// Package exif reads the orientation of photographs.
package exif

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// Orientation returns the orientation of a JPEG (EXIF 2.32, 4.6.4.A, tag 274):
// 1 is upright, 2 to 4 are mirrored or rotated by 180 degrees, 5 to 8 are
// rotated by 90 degrees. Cameras store the sensor's image and leave the
// rotation to the viewer.
func Orientation(file io.Reader) int {
	r := bufio.NewReader(file)
	if _, err := r.Discard(2); err != nil { // start of image
		return 1
	}
	for {
		var head [4]byte // marker, length
		if _, err := io.ReadFull(r, head[:]); err != nil || head[0] != 0xff || head[1] == 0xda {
			return 1 // the image data begins
		}
		length := int(binary.BigEndian.Uint16(head[2:])) - 2
		if length < 0 {
			return 1
		}
		if head[1] != 0xe1 {
			if _, err := r.Discard(length); err != nil {
				return 1
			}
			continue
		}
		segment := make([]byte, length)
		if _, err := io.ReadFull(r, segment); err != nil {
			return 1
		}
		if tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok {
			return tag(tiff)
		}
	}
}

// tag returns the value of the tag in the first directory of a TIFF structure.
func tag(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	directory := uint64(order.Uint32(tiff[4:]))
	if directory+2 > uint64(len(tiff)) {
		return 1
	}
	entries := tiff[directory+2:]
	const entry = 12
	for range order.Uint16(tiff[directory:]) {
		if len(entries) < entry {
			return 1
		}
		if order.Uint16(entries) == 274 {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
		entries = entries[entry:]
	}
	return 1
}

package exif_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"ferrule/internal/exif"
)

// photograph returns the head of a JPEG with an orientation.
func photograph(order binary.AppendByteOrder, mark string, orientation uint16) []byte {
	tiff := order.AppendUint32(order.AppendUint16([]byte(mark), 42), 8)
	tiff = order.AppendUint16(tiff, 2) // entries
	for _, entry := range [][2]uint16{{271, 1}, {274, orientation}} {
		tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, entry[0]), 3), 1)
		tiff = order.AppendUint16(order.AppendUint16(tiff, entry[1]), 0)
	}
	segment := append([]byte("Exif\x00\x00"), tiff...)
	file := binary.BigEndian.AppendUint16([]byte("\xff\xd8\xff\xe0\x00\x04JF\xff\xe1"), uint16(len(segment)+2))
	return append(append(file, segment...), 0xff, 0xda)
}

func TestOrientationIsReadInBothByteOrders(t *testing.T) {
	t.Parallel()
	for given, want := range map[uint16]int{1: 1, 3: 3, 6: 6, 8: 8, 0: 1, 9: 1} {
		for mark, order := range map[string]binary.AppendByteOrder{"MM": binary.BigEndian, "II": binary.LittleEndian} {
			if got := exif.Orientation(bytes.NewReader(photograph(order, mark, given))); got != want {
				t.Errorf("%s %d: got %d", mark, given, got)
			}
		}
	}
	if got := exif.Orientation(bytes.NewReader([]byte("\xff\xd8\xff\xda"))); got != 1 {
		t.Errorf("without orientation: got %d, want 1", got)
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add(photograph(binary.BigEndian, "MM", 6))
	f.Add(photograph(binary.LittleEndian, "II", 3)[:30])
	f.Fuzz(func(t *testing.T, file []byte) {
		if o := exif.Orientation(bytes.NewReader(file)); o < 1 || o > 8 {
			t.Fatal(o)
		}
	})
}

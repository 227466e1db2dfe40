package database

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"

	"ferrule/internal/fault"
)

// Sizes of SQLite's log and its index in bytes (https://sqlite.org/walformat.html).
const (
	logHeader   = 32
	frameHeader = 24
	indexHeader = 48 // stored twice, then the number of frames that are in the database
)

// lostChanges returns an error if the log of an SQLite file has fewer valid changes than
// its index says: it is damaged or cut. SQLite would ignore them silently when it opens the
// file. The index is that of the last process, which was killed; after a normal end there
// is neither log nor index. No connection of this process may be open, because closing the
// index releases its locks.
func lostChanges(file string) error {
	index, err := readStart(file+"-shm", 2*indexHeader+4)
	if err != nil || !bytes.Equal(index[:indexHeader], index[indexHeader:2*indexHeader]) {
		return nil //nolint:nilerr // without an index nothing is known
	}
	committed, stored := binary.NativeEndian.Uint32(index[16:]), binary.NativeEndian.Uint32(index[2*indexHeader:])
	if committed <= stored {
		return nil // everything is in the database
	}
	valid, salted := validFrames(file+"-wal", index[32:40], committed)
	if !salted || valid == committed {
		return nil
	}
	if again, err := readStart(file+"-shm", 2*indexHeader+4); err != nil || !bytes.Equal(again, index) {
		return nil //nolint:nilerr // another process uses it
	}
	return fault.New(fault.Unavailable, "%[1]s-wal is damaged: of the last %[2]d changes, %[3]d can be read; restore a backup with: ferrule restore --replace, or remove %[1]s-shm to accept the loss", file, committed, valid)
}

// readStart reads the first n bytes of a file.
func readStart(path string, n int) ([]byte, error) {
	f, err := os.Open(path) //nolint:gosec // beside the operator's database
	if err != nil {
		return nil, err
	}
	start := make([]byte, n)
	_, err = io.ReadFull(f, start)
	return start, errors.Join(err, f.Close())
}

// validFrames returns how many of the first n frames of a log have a correct checksum.
// salted is false if the log is not the one with the salt, as after another process began
// a new one.
func validFrames(path string, salt []byte, n uint32) (valid uint32, salted bool) {
	f, err := os.Open(path) //nolint:gosec // beside the operator's database
	if err != nil {
		return 0, errors.Is(err, os.ErrNotExist)
	}
	defer func() { _ = f.Close() }() // it was only read
	head := make([]byte, logHeader)
	if _, err := io.ReadFull(f, head); err != nil {
		return 0, true
	}
	sum := frameSum{order: binary.LittleEndian}
	if head[3]&1 == 1 {
		sum.order = binary.BigEndian
	}
	sum.add(head[:24])
	if !sum.is(head[24:]) {
		return 0, true
	}
	if !bytes.Equal(head[16:24], salt) {
		return 0, false
	}
	frame := make([]byte, frameHeader+binary.BigEndian.Uint32(head[8:]))
	for ; valid < n; valid++ {
		if _, err := io.ReadFull(f, frame); err != nil {
			break
		}
		sum.add(frame[:8])
		sum.add(frame[frameHeader:])
		if !bytes.Equal(frame[8:16], salt) || !sum.is(frame[16:24]) {
			break
		}
	}
	return valid, true
}

// frameSum is the running checksum of a log.
type frameSum struct {
	order binary.ByteOrder
	a, b  uint32
}

func (s *frameSum) add(p []byte) {
	for ; len(p) >= 8; p = p[8:] {
		s.a += s.order.Uint32(p) + s.b
		s.b += s.order.Uint32(p[4:]) + s.a
	}
}

// is reports whether the sum is the stored one, which is big-endian.
func (s *frameSum) is(stored []byte) bool {
	return s.a == binary.BigEndian.Uint32(stored) && s.b == binary.BigEndian.Uint32(stored[4:])
}

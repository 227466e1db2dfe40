package catalogue

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// A snapshot is an index in a file, used through a memory mapping: it is available
// at start without parsing, and pages that are never read take no memory.
//
//	magic, checksum of the rest (8 bytes each), length of the header, header, index
//
// The header identifies the build and the layout. A file that does not match or
// is incomplete is ignored.
const (
	magic  = "Ferrule\x01"
	prefix = len(magic) + 8
)

// staleAge is the age after which an unfinished file is removed.
const staleAge = time.Hour

// header identifies the build and the layout of a snapshot.
func header(build string) []byte {
	// A file written with another byte order has another header.
	order := binary.NativeEndian.AppendUint32(nil, layout)
	return fmt.Appendf(nil, "%s %x", build, order)
}

// save writes the index and the mark of its content to a temporary file, syncs it
// and renames it to file.
func (x *index) save(file, build, mark string) (err error) {
	removeStale(file)
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // a no-op if it is already closed
			_ = os.Remove(f.Name())
		}
	}()
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := f.Write(make([]byte, prefix)); err != nil {
		return err
	}
	a := &archive{out: bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)}
	a.payload(x, header(build), &mark)
	if a.err == nil {
		a.err = a.out.Flush()
	}
	if a.err != nil {
		return a.err
	}
	head := binary.NativeEndian.AppendUint64([]byte(magic), uint64(sum.Sum32()))
	if _, err := f.WriteAt(head, 0); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), file); err != nil {
		return err
	}
	return syncDir(filepath.Dir(file))
}

// payload encodes or decodes everything after the checksum.
func (a *archive) payload(x *index, header []byte, mark *string) {
	found := header
	a.bytes(&found)
	if a.err == nil && !bytes.Equal(found, header) {
		a.err = errors.New("written by another build")
	}
	a.text(mark)
	a.number(&x.revision)
	x.walk(a)
}

// removeStale removes temporary files of programs that were killed.
func removeStale(file string) {
	parts, _ := filepath.Glob(file + ".*.part") // fails only for a malformed pattern
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil && time.Since(info.ModTime()) > staleAge {
			_ = os.Remove(part) // the next save tries again
		}
	}
}

func syncDir(dir string) error {
	f, err := os.Open(dir) //nolint:gosec // the operator's own folder
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// mapping is a memory-mapped file that backs an index. It is unmapped when neither
// the index nor a patched copy of it is reachable.
type mapping struct{ data []byte }

// load maps the index in a file and returns it with the mark of its content. Data
// taken from the index must not outlive it (see Catalogue.Read).
func load(file, build string) (x *index, mark string, err error) {
	f, err := os.Open(file) //nolint:gosec // named by the operator
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = f.Close() }() // it was only read; the mapping stays
	if err := verifyChecksum(f); err != nil {
		return nil, "", fmt.Errorf("load %s: %w", file, err)
	}
	data, err := mapFile(f)
	if err != nil {
		return nil, "", fmt.Errorf("load %s: %w", file, err)
	}
	x = &index{mapping: &mapping{data}}
	a := &archive{in: data[prefix:]}
	if a.payload(x, header(build), &mark); a.err != nil {
		unmap(data)
		return nil, "", fmt.Errorf("load %s: %w", file, a.err)
	}
	runtime.AddCleanup(x.mapping, unmap, data)
	return x, mark, nil
}

// verifyChecksum reads the file once. It does not read the mapping, which would
// load all of it into memory.
func verifyChecksum(f *os.File) error {
	head := make([]byte, prefix)
	if _, err := io.ReadFull(f, head); err != nil {
		return errTruncated
	}
	if string(head[:len(magic)]) != magic {
		return errors.New("not a catalogue index")
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.CopyBuffer(onlyWriter{sum}, onlyReader{f}, make([]byte, 1<<20)); err != nil {
		return err
	}
	if uint64(sum.Sum32()) != binary.NativeEndian.Uint64(head[len(magic):]) {
		return errors.New("checksum mismatch")
	}
	return nil
}

// onlyReader and onlyWriter hide WriteTo and ReadFrom, so that io.CopyBuffer uses
// its buffer.
type (
	onlyReader struct{ io.Reader }
	onlyWriter struct{ io.Writer }
)

// persist saves the index and returns the memory-mapped copy, which frees the heap
// of the build. It returns the index itself if it cannot be saved.
func (c *Catalogue) persist(x *index, mark string) *index {
	if mark == "" || mark != c.mark() { // the content changed during the build: its mark is unknown
		return x
	}
	err := x.save(c.snapshot, c.buildID, mark)
	var mapped *index
	if err == nil {
		mapped, _, err = load(c.snapshot, c.buildID)
	}
	if err != nil {
		c.log.Warn("save catalogue index failed", "error", err)
		return x
	}
	return mapped
}

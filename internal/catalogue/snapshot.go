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

// A snapshot is an index in a file, from which it is used without being read: a
// program that starts has it at once, and what is not asked for takes no memory.
//
//	magic, checksum of the rest (8 bytes each), length of the title, title, index
//
// The title says what the file was made by and of. A file that does not fit, or
// is not whole, is as good as none.
const (
	magic  = "Ferrule\x01"
	prefix = len(magic) + 8
)

// abandoned is the age at which a file that was not finished is nobody's any more.
const abandoned = time.Hour

// title is what the index is told apart by.
func title(build string) []byte {
	// A file from a machine that writes numbers another way has another title.
	order := binary.NativeEndian.AppendUint32(nil, layout)
	return fmt.Appendf(nil, "%s %x", build, order)
}

// save writes the index of a state of the content beside the file, and has it
// take the file's place when it is on the disk.
func (x *index) save(file, build, mark string) (err error) {
	sweep(file)
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // it may be closed already
			_ = os.Remove(f.Name())
		}
	}()
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := f.Write(make([]byte, prefix)); err != nil {
		return err
	}
	a := &archive{out: bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)}
	a.whole(x, title(build), &mark)
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
	return syncFolder(filepath.Dir(file))
}

// whole passes on all that is behind the checksum.
func (a *archive) whole(x *index, title []byte, mark *string) {
	found := title
	a.bytes(&found)
	if a.err == nil && !bytes.Equal(found, title) {
		a.err = errors.New("it is of another build")
	}
	a.text(mark)
	a.number(&x.revision)
	x.walk(a)
}

// sweep removes what programs that were killed have left beside the file.
func sweep(file string) {
	parts, _ := filepath.Glob(file + ".*.part") // the pattern is well-formed, and nothing else can fail
	for _, part := range parts {
		if info, err := os.Stat(part); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(part) // it will be tried again
		}
	}
}

func syncFolder(dir string) error {
	f, err := os.Open(dir) //nolint:gosec // the operator's own folder
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// mapping is a file that an index lies in, for as long as the index, or one that
// was made by amending it, is referred to.
type mapping struct{ data []byte }

// load finds the index in a file, and what state of the content it is of. What is
// taken from the index must not outlive it (see Catalogue.Read).
func load(file, build string) (x *index, mark string, err error) {
	f, err := os.Open(file) //nolint:gosec // named by the operator
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = f.Close() }() // it was only read; the mapping stays
	if err := check(f); err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	data, err := mapFile(f)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	x = &index{mapping: &mapping{data}}
	a := &archive{in: data[prefix:]}
	if a.whole(x, title(build), &mark); a.err != nil {
		unmap(data)
		return nil, "", fmt.Errorf("%s: %w", file, a.err)
	}
	runtime.AddCleanup(x.mapping, unmap, data)
	return x, mark, nil
}

// check reads a file once. It does not read the mapping, all of which would be
// in memory then.
func check(f *os.File) error {
	head := make([]byte, prefix)
	if _, err := io.ReadFull(f, head); err != nil {
		return errCutOff
	}
	if string(head[:len(magic)]) != magic {
		return errors.New("it is no index")
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.CopyBuffer(onlyWriter{sum}, onlyReader{f}, make([]byte, 1<<20)); err != nil {
		return err
	}
	if uint64(sum.Sum32()) != binary.NativeEndian.Uint64(head[len(magic):]) {
		return errors.New("it is damaged")
	}
	return nil
}

// Without their other methods, io.CopyBuffer uses the buffer.
type (
	onlyReader struct{ io.Reader }
	onlyWriter struct{ io.Writer }
)

// keep writes an index of a marked content to disk and returns it as it lies
// there, so that the memory it was made in is free; the index itself where that
// cannot be.
func (c *Catalogue) keep(x *index, mark string) *index {
	if mark == "" || mark != c.mark() { // changed meanwhile: nobody could say what it is of
		return x
	}
	err := x.save(c.snapshot, c.madeBy, mark)
	var kept *index
	if err == nil {
		kept, _, err = load(c.snapshot, c.madeBy)
	}
	if err != nil {
		c.log.Warn("the catalogue's index could not be kept on disk", "err", err)
		return x
	}
	return kept
}

package backup

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
)

// partSize is the size of the parts in which databases are stored, in bytes. SQLite
// changes pages in place and appends others: of a large database with a few changes, a
// few parts are stored anew.
const partSize = 4 << 20

// add stores the contents of a path in parts, compressed. Parts that the destination has
// are neither compressed nor written.
func (t *taking) add(ctx context.Context, path string, write func(io.Writer) error) error {
	p := partWriter{ctx: ctx, taking: t, origin: digestOf(t.source.Key, "path", path)}
	p.entry.Path = path
	err := write(&p)
	if err == nil && (p.part.Len() > 0 || len(p.entry.Objects) == 0) {
		err = p.flush()
	}
	if err != nil {
		return fmt.Errorf("copy %s: %w", path, err)
	}
	t.manifest.Entries = append(t.manifest.Entries, p.entry)
	return nil
}

type partWriter struct {
	ctx    context.Context
	taking *taking
	origin string
	entry  Entry
	part   bytes.Buffer
}

func (p *partWriter) Write(b []byte) (int, error) {
	written := 0
	for len(b) > 0 {
		n := min(len(b), partSize-p.part.Len())
		_, _ = p.part.Write(b[:n]) // a buffer never fails
		written, b = written+n, b[n:]
		if p.part.Len() < partSize {
			continue
		}
		if err := p.flush(); err != nil {
			return written, err
		}
	}
	return written, nil
}

// flush stores the part.
func (p *partWriter) flush() error {
	t := p.taking
	if err := p.ctx.Err(); err != nil {
		return err
	}
	sum := digest(t.source.Key)
	_, _ = sum.Write(p.part.Bytes()) // a hash never fails
	object, ok := t.present[t.stored(true)+" with "+hex.EncodeToString(sum.Sum(nil))[:32]]
	if !ok {
		s, err := t.stage(p.origin, true, writeBytes(p.part.Bytes()))
		if err != nil {
			return err
		}
		if object, err = t.put(p.ctx, s); err != nil {
			return err
		}
	}
	p.entry.Objects = append(p.entry.Objects, object)
	p.entry.Size += int64(p.part.Len())
	p.part.Reset()
	return nil
}

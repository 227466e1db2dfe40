package asset

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"ferrule/internal/diskcache"
	"ferrule/internal/fault"
	"ferrule/internal/ratelimit"
)

const (
	// touchAfter is the maximum error of a variant's time of last use, so that
	// a frequently requested file is not updated on every request.
	touchAfter = time.Minute
	// queueLength is how many variants of one client may wait to be made: those of
	// some first views of a long list.
	queueLength = 256
)

// variants stores variants in a folder that other servers may write to and
// remove from at any time. The modification time of a file is that of its last
// use.
type variants struct {
	root    *diskcache.Folder
	rights  fs.FileMode // of folders; files have the same without execute permission
	log     *slog.Logger
	calls   singleflight.Group
	running sync.WaitGroup
	queue   *ratelimit.Queue // of the variants to be made
	made    atomic.Int64
}

func openVariants(folder string, shared bool, limit int64, parallel int, log *slog.Logger) (*variants, error) {
	rights := fs.FileMode(0o700)
	if shared {
		rights = 0o755
	}
	if err := os.MkdirAll(folder, rights); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	c := &variants{rights: rights, root: diskcache.NewFolder(root, limit), log: log, queue: ratelimit.NewQueue(parallel, queueLength)}
	if err := c.root.Evict(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return c, nil
}

// close waits for variants that are being made.
func (c *variants) close() error {
	c.running.Wait()
	return c.root.Close()
}

// open returns a stored variant; fs.ErrNotExist if there is none or it is damaged,
// errUseOriginal if the original is to be served.
func (c *variants) open(name string) ([]byte, error) {
	info, err := c.root.Stat(pathOf(name))
	if err != nil {
		return nil, err
	}
	stored, err := c.root.ReadFile(pathOf(name))
	if err != nil {
		return nil, err
	}
	if now := time.Now(); now.Sub(info.ModTime()) > touchAfter {
		// On failure the file is only evicted too early.
		_ = c.root.Chtimes(pathOf(name), now, now)
	}
	if len(stored) == 0 {
		return nil, errUseOriginal
	}
	file := stored[:max(0, len(stored)-crc32.Size)]
	if !bytes.Equal(stored[len(file):], checksum(file)) {
		return nil, fs.ErrNotExist // it is made again
	}
	return file, nil
}

// checksum returns what follows the bytes of a variant in its file. Decoders of pictures
// ignore it.
func checksum(file []byte) []byte {
	return binary.BigEndian.AppendUint32(nil, crc32.Checksum(file, crc32.MakeTable(crc32.Castagnoli)))
}

// get returns a variant's bytes for a client. Concurrent callers share one
// transformation, which completes even if all of them disconnect.
func (c *variants) get(ctx context.Context, client, name string, transform func() ([]byte, error)) ([]byte, error) {
	c.running.Add(1)
	result := c.calls.DoChan(name, func() (any, error) { return c.make(client, name, transform) })
	select {
	case <-ctx.Done():
		go func() {
			defer c.running.Done()
			<-result
		}()
		return nil, fault.Wrap(fault.Unavailable, ctx.Err(), "The picture took too long.")
	case r := <-result:
		c.running.Done()
		file, _ := r.Val.([]byte)
		return file, r.Err
	}
}

// make waits for a slot, which clients get in turn, makes a variant and stores it.
// It runs in its own goroutine.
func (c *variants) make(client, name string, transform func() ([]byte, error)) (file []byte, err error) {
	// A corrupt file may make a decoder panic, which would end the program.
	defer func() {
		if p := recover(); p != nil {
			err = fault.Wrap(fault.Internal, fmt.Errorf("panic: %v\n%s", p, debug.Stack()), "The picture could not be read.")
		}
	}()
	if file, err := c.open(name); err == nil { // made since the caller looked
		return file, nil
	}
	release, err := c.queue.Take(context.Background(), client)
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "Too many pictures are being made; try again later.")
	}
	defer release()
	file, err = transform()
	if err != nil && !errors.Is(err, errUseOriginal) {
		return nil, err
	}
	if err == nil {
		c.made.Add(1)
	}
	// An empty file represents errUseOriginal.
	if failed := c.write(name, file); failed != nil {
		c.log.Warn("write variant failed", "variant", name, "error", failed)
	}
	return file, err
}

// write stores a file atomically, even if the machine crashes.
func (c *variants) write(name string, file []byte) (err error) {
	target := pathOf(name)
	if err := c.root.MkdirAll(path.Dir(target), c.rights); err != nil {
		return err
	}
	// No other call, and no other server, uses this name.
	own := path.Join(path.Dir(target), diskcache.Unfinished+rand.Text())
	f, err := c.root.OpenFile(own, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, c.rights&0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.root.Remove(own))
		}
	}()
	stored := file
	if len(file) > 0 {
		stored = slices.Concat(file, checksum(file))
	}
	_, err = f.Write(stored)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := c.root.Rename(own, target); err != nil {
		return err
	}
	return c.root.Add(diskcache.OnDisk(int64(len(stored))))
}

// filePrefix returns the prefix of the names of all variants of one file.
func filePrefix(disk string) string { return digest(disk)[:16] }

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// pathOf returns the path of a file; subfolders distribute the files.
func pathOf(name string) string { return name[:2] + "/" + name }

package asset

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"ferrule/internal/lru"
)

const (
	// readyBytes bounds the variants in memory: some hundred pictures of lists.
	readyBytes = 16 << 20
	// readySize is the largest of them; larger ones are worth a look at the disk.
	readySize = 128 << 10
	// readyWords bounds what a visitor can have remembered of a request.
	readyWords = 512
	// readyOverhead is what one takes beside its bytes.
	readyOverhead = 1024
)

// ready keeps replies with the variants that were asked for last, so that what
// every list shows is neither parsed nor opened again. A reply is good for
// touchAfter: then the variant's file is used again, and stays.
type ready struct {
	mu   sync.Mutex
	kept *lru.Cache[readyKey, *readyReply]
}

// readyKey is everything that a reply depends on but the original's bytes.
type readyKey struct {
	id, disk, download, mediaType string
	focus                         image.Point
	focused                       bool
	query, accept                 string
}

// readyReply is shared by all who read it.
type readyReply struct {
	version string // of the original
	header  http.Header
	length  []string
	body    []byte
	until   time.Time
}

func newReady() *ready { return &ready{kept: lru.New[readyKey, *readyReply](readyBytes)} }

func keyOf(file File, query *url.URL, accept string) readyKey {
	point := cmp.Or(file.Focus, &image.Point{})
	return readyKey{
		id: file.ID, disk: file.Disk, download: file.Download, mediaType: file.Type,
		focus: *point, focused: file.Focus != nil, query: query.RawQuery, accept: accept,
	}
}

// get returns what was made of a version of the original; "" where that has none
// but its name.
func (c *ready) get(k readyKey, version string, now time.Time) *readyReply {
	c.mu.Lock()
	defer c.mu.Unlock()
	reply, ok := c.kept.Get(k)
	if !ok || version != "" && reply.version != version || now.After(reply.until) {
		return nil
	}
	return reply
}

// keep has a variant in memory if it is small, and returns what to read it from.
func (c *ready) keep(k readyKey, version string, header http.Header, content io.ReadSeeker) (io.ReadSeeker, error) {
	size, err := content.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	words := len(k.query) + len(k.accept)
	if size > readySize || words > readyWords {
		return content, nil
	}
	body, err := io.ReadAll(content)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Put(k, &readyReply{
		version: version, header: header, length: []string{strconv.Itoa(len(body))}, body: body, until: time.Now().Add(touchAfter),
	}, size+int64(words)+readyOverhead)
	return bytes.NewReader(body), nil
}

// forget lets go of what was made from a file.
func (c *ready) forget(disk string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.DeleteFunc(func(k readyKey, _ *readyReply) bool { return k.disk == disk })
}

// watched is a depot whose files may be changed by hand, and that tells so at
// little cost. In any other one other bytes have another name.
type watched interface {
	Version(name string) (string, error)
}

// serveReady answers from memory; false if there is nothing to answer with.
func (s *Server) serveReady(ctx context.Context, w http.ResponseWriter, r *http.Request) bool {
	if r.URL.RawQuery == "" {
		return false // an original
	}
	file, err := s.lookup(ctx, strings.ToLower(r.PathValue("id")))
	if err != nil {
		return false
	}
	version := ""
	if folder, ok := s.files.(watched); ok {
		if version, err = folder.Version(file.Disk); err != nil {
			return false
		}
	}
	reply := s.ready.get(keyOf(file, r.URL, r.Header.Get("Accept")), version, time.Now())
	if reply == nil {
		return false
	}
	h := w.Header()
	maps.Copy(h, reply.header)
	// A whole reply needs nothing of what ServeContent finds out.
	if r.Method == http.MethodGet && r.Header["Range"] == nil && r.Header["If-None-Match"] == nil && r.Header["If-Match"] == nil {
		h["Accept-Ranges"] = acceptRanges
		h["Content-Length"] = reply.length
		_, _ = w.Write(reply.body) // who has gone needs no picture
		return true
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(reply.body))
	return true
}

//nolint:gochecknoglobals // a constant; Go has no constant slices
var acceptRanges = []string{"bytes"}

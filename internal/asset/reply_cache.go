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
	// replyCacheBytes limits the variants in memory: some hundred pictures of lists.
	replyCacheBytes = 16 << 20
	// maxReplyBytes is the largest of them; for larger ones opening a file costs little.
	maxReplyBytes = 128 << 10
	// maxQueryBytes limits the query and Accept header of a key.
	maxQueryBytes = 512
	// replyOverhead is the memory of one reply besides its bytes.
	replyOverhead = 1024
)

// replyCache holds the most recently used replies with variants, so that
// pictures of every list are neither parsed nor opened again. A reply is valid
// for touchAfter: then the variant's file is opened again, which updates its
// time of last use.
type replyCache struct {
	mu      sync.Mutex
	entries *lru.Cache[replyKey, *cachedReply]
}

// replyKey holds all inputs of a reply except the original's bytes.
type replyKey struct {
	id, disk, download, mediaType string
	focus                         image.Point
	focused                       bool
	query, accept                 string
}

// cachedReply is shared by concurrent requests.
type cachedReply struct {
	version string // of the original
	header  http.Header
	length  []string
	body    []byte
	until   time.Time
}

func newReplyCache() *replyCache {
	return &replyCache{entries: lru.New[replyKey, *cachedReply](replyCacheBytes)}
}

func newReplyKey(file File, query *url.URL, accept string) replyKey {
	point := cmp.Or(file.Focus, &image.Point{})
	return replyKey{
		id: file.ID, disk: file.Disk, download: file.Download, mediaType: file.Type,
		focus: *point, focused: file.Focus != nil, query: query.RawQuery, accept: accept,
	}
}

// get returns the reply for a version of the original; "" if the store has no
// versions.
func (c *replyCache) get(k replyKey, version string, now time.Time) *cachedReply {
	c.mu.Lock()
	defer c.mu.Unlock()
	reply, ok := c.entries.Get(k)
	if !ok || version != "" && reply.version != version || now.After(reply.until) {
		return nil
	}
	return reply
}

// put stores a variant if it is small, and returns a reader of it.
func (c *replyCache) put(k replyKey, version string, header http.Header, content io.ReadSeeker) (io.ReadSeeker, error) {
	size, err := content.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	words := len(k.query) + len(k.accept)
	if size > maxReplyBytes || words > maxQueryBytes {
		return content, nil
	}
	body, err := io.ReadAll(content)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Put(k, &cachedReply{
		version: version, header: header, length: []string{strconv.Itoa(len(body))}, body: body, until: time.Now().Add(touchAfter),
	}, size+int64(words)+replyOverhead)
	return bytes.NewReader(body), nil
}

// forget removes the replies that were made from a file.
func (c *replyCache) forget(disk string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.DeleteFunc(func(k replyKey, _ *cachedReply) bool { return k.disk == disk })
}

// versioned is a store whose files may be changed manually, and that reports
// the version of a file cheaply. In any other store new bytes have a new name.
type versioned interface {
	Version(name string) (string, error)
}

// serveCached answers from memory; it returns false if there is no reply.
func (s *Server) serveCached(ctx context.Context, w http.ResponseWriter, r *http.Request) bool {
	if r.URL.RawQuery == "" {
		return false // an original
	}
	file, err := s.lookup(ctx, strings.ToLower(r.PathValue("id")))
	if err != nil {
		return false
	}
	version := ""
	if folder, ok := s.files.(versioned); ok {
		if version, err = folder.Version(file.Disk); err != nil {
			return false
		}
	}
	reply := s.replies.get(newReplyKey(file, r.URL, r.Header.Get("Accept")), version, time.Now())
	if reply == nil {
		return false
	}
	h := w.Header()
	maps.Copy(h, reply.header)
	// A complete reply needs nothing that ServeContent computes.
	if r.Method == http.MethodGet && r.Header["Range"] == nil && r.Header["If-None-Match"] == nil && r.Header["If-Match"] == nil {
		h["Accept-Ranges"] = acceptRanges
		h["Content-Length"] = reply.length
		_, _ = w.Write(reply.body) // fails when the client has disconnected
		return true
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(reply.body))
	return true
}

//nolint:gochecknoglobals // a constant; Go has no constant slices
var acceptRanges = []string{"bytes"}

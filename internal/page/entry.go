package page

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"ferrule/internal/content"
)

// Values of Cache-Control.
const (
	cacheNone    = "no-store"
	cachePublic  = "public, max-age=0, must-revalidate"
	cachePrivate = "private, no-cache" // the reply depends on the visitor's cookie
)

// entryOverhead is the memory of an entry besides its bodies, in bytes:
// headers, key, list element.
const entryOverhead = 2048

// sharedOverhead is the memory of the headers for shared caches, in bytes.
const sharedOverhead = 2048

// tagSize is the memory of one tag, in bytes.
const tagSize = 48

// entry is a finished page: its bytes, and its headers, which all replies
// share. A cached page has its brotli bytes, which nearly every browser
// accepts; other encodings are made from these on first use. Nothing else
// changes after newEntry.
type entry struct {
	key       key
	status    int
	cacheable bool
	name      string        // hash of the bytes, part of the entity tags
	tags      []content.Tag // content that the page was made from, for invalidation

	contentType, language, vary, cache []string
	shared                             *sharedHeaders // nil if shared caches must not store the page

	encoding sync.Mutex // held while an encoding is made
	bodies   [encodings]atomic.Pointer[encodedBody]
}

// encodedBody is the body of an entry in one coding.
type encodedBody struct {
	body                 []byte
	coding, length, etag []string
}

// newEntry takes a document. One that is not cacheable is compressed with gzip
// only, when it is sent. shared adds the headers for shared caches.
func newEntry(z *compressor, k key, language string, body []byte, tags []content.Tag, cacheable, shared bool) *entry {
	sum := sha256.Sum256(body)
	e := emptyEntry(k, language, base64.RawURLEncoding.EncodeToString(sum[:12]), tags, cacheable, shared)
	if cacheable {
		e.add(brotliCoding, z.compress(body, brotliCoding))
	} else {
		e.add(identity, body)
	}
	return e
}

// emptyEntry returns an entry without its bytes.
func emptyEntry(k key, language, name string, tags []content.Tag, cacheable, shared bool) *entry {
	status, vary, cache := headersOf(k)
	if !cacheable {
		cache = cacheNone
	}
	e := &entry{
		key: k, status: status, cacheable: cacheable, name: name, tags: tags,
		contentType: []string{"text/html; charset=utf-8"}, language: []string{language},
		vary: []string{vary}, cache: []string{cache},
	}
	// The reply to a missing page depends on the client, and invented addresses
	// must not fill shared caches.
	if shared && cacheable && k.prefixed && !k.notFound {
		e.cache, e.shared = []string{cacheShared}, newSharedHeaders(tags)
	}
	return e
}

func (e *entry) add(c encoding, body []byte) *encodedBody {
	f := &encodedBody{body: body, length: []string{strconv.Itoa(len(body))}}
	if c != identity {
		f.coding = []string{c.token()}
	}
	if e.cacheable {
		f.etag = []string{`"` + e.name + "-" + c.token() + `"`}
	}
	e.bodies[c].Store(f)
	return f
}

// size returns the memory of an entry, in bytes.
func (e *entry) size() int64 {
	size := entryOverhead + int64(len(e.tags))*tagSize
	if e.shared != nil {
		size += sharedOverhead
	}
	for c := range e.bodies {
		if f := e.bodies[c].Load(); f != nil {
			size += int64(len(f.body))
		}
	}
	return size
}

// headersOf returns the status and headers that follow from the kind of a page.
func headersOf(k key) (status int, vary, cache string) {
	status, vary, cache = http.StatusOK, "Accept-Encoding", cachePublic
	if !k.prefixed {
		vary += ", Cookie"
		cache = cachePrivate
	}
	if k.notFound {
		status = http.StatusNotFound
		vary += ", Accept, User-Agent" // programs receive JSON, crawlers no body
	}
	return status, vary, cache
}

// has reports whether the entry is available in a coding.
func (e *entry) has(c encoding) bool { return e.cacheable || c == gzipCoding || c == identity }

// encode returns the entry in a coding that has allows. Each coding is made
// once; concurrent callers wait for it.
func (s *Site) encode(e *entry, c encoding) *encodedBody {
	if f := e.bodies[c].Load(); f != nil {
		return f
	}
	e.encoding.Lock()
	defer e.encoding.Unlock()
	if f := e.bodies[c].Load(); f != nil {
		return f
	}
	var body []byte
	if f := e.bodies[identity].Load(); f != nil {
		body = f.body
	} else {
		body = decompress(e.bodies[brotliCoding].Load().body)
	}
	f := e.add(c, s.compressor.compress(body, c))
	if e.cacheable {
		s.cache.resized(e)
	}
	return f
}

// write sends an entry. It is the hot path of nearly every request and only
// combines existing values.
func (s *Site) write(w http.ResponseWriter, r *http.Request, e *entry) error {
	h := w.Header()
	h["Vary"] = e.vary
	h["Cache-Control"] = e.cache
	if s := e.shared; s != nil {
		h["Cdn-Cache-Control"] = s.cdn
		h["Surrogate-Key"] = s.surrogateKey
		h["Cache-Tag"] = s.cacheTag
	}
	c, ok := negotiate(r.Header["Accept-Encoding"], e.has)
	if !ok {
		w.WriteHeader(http.StatusNotAcceptable)
		return nil
	}
	f := s.encode(e, c)
	if f.etag != nil {
		h["Etag"] = f.etag
		if e.status == http.StatusOK && etagMatches(r.Header["If-None-Match"], f.etag[0]) {
			s.counters.notModified.Add(1)
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	h["Content-Type"] = e.contentType
	h["Content-Language"] = e.language
	h["Content-Length"] = f.length
	h["Speculation-Rules"] = speculation
	if f.coding != nil {
		h["Content-Encoding"] = f.coding
	}
	w.WriteHeader(e.status)
	if r.Method != http.MethodHead {
		// A failed write means that the client has disconnected.
		_, _ = w.Write(f.body)
	}
	return nil
}

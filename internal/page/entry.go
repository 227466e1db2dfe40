package page

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"

	"ferrule/internal/content"
)

// Values of Cache-Control.
const (
	cacheNone    = "no-store"
	cachePublic  = "public, max-age=0, must-revalidate"
	cachePrivate = "private, no-cache" // what the visitor's cookie decides
)

// entryOverhead is what an entry takes beside its bodies: headers, key, list.
const entryOverhead = 2048

// sharedOverhead is what the headers for shared caches take.
const sharedOverhead = 2048

// tagSize is what one tag takes.
const tagSize = 48

// entry is a finished page: bytes in every coding and the headers that go with
// them, which all replies share. It does not change after newEntry.
type entry struct {
	status    int
	cacheable bool
	size      int64
	tags      []content.Tag // what it was made of, for dropping it when that changes

	contentType, language, vary, cache []string
	shared                             *sharedHeaders // nil where no cache but the visitor's may keep it
	forms                              [encodings]form
}

// form is an entry in one coding.
type form struct {
	body                 []byte // nil if the entry is not in this coding
	coding, length, etag []string
}

// newEntry compresses a document. One that will not be kept is worth no more
// than gzip. With shared it is also for caches between us and the visitors.
func newEntry(z *compressor, k key, lang *language, body []byte, tags []content.Tag, cacheable, shared bool) *entry {
	status, vary, cache := headersOf(k)
	e := &entry{
		status: status, cacheable: cacheable, tags: tags,
		contentType: []string{"text/html; charset=utf-8"}, language: []string{lang.Code},
		vary: []string{vary}, cache: []string{cache},
		size: entryOverhead + int64(len(tags))*tagSize,
	}
	if !cacheable {
		e.cache = []string{cacheNone}
	}
	// A page that is missing differs by who asks for it, and an invented address
	// must not take room elsewhere either.
	if shared && cacheable && k.prefixed && !k.notFound {
		e.cache, e.shared = []string{cacheShared}, newSharedHeaders(tags)
		e.size += sharedOverhead
	}
	sum := sha256.Sum256(body)
	name := base64.RawURLEncoding.EncodeToString(sum[:12])
	for c := range encodings {
		if !cacheable && c != gzipCoding && c != identity {
			continue
		}
		f := form{body: z.compress(body, c)}
		f.length = []string{strconv.Itoa(len(f.body))}
		if c != identity {
			f.coding = []string{c.token()}
		}
		if cacheable {
			f.etag = []string{`"` + name + "-" + c.token() + `"`}
		}
		e.size += int64(len(f.body))
		e.forms[c] = f
	}
	return e
}

// headersOf is what the kind of a page says about its reply.
func headersOf(k key) (status int, vary, cache string) {
	status, vary, cache = http.StatusOK, "Accept-Encoding", cachePublic
	if !k.prefixed {
		vary += ", Cookie"
		cache = cachePrivate
	}
	if k.notFound {
		status = http.StatusNotFound
		vary += ", Accept, User-Agent" // programs get JSON, crawlers nothing
	}
	return status, vary, cache
}

func (e *entry) has(c encoding) bool { return e.forms[c].body != nil }

// write sends an entry. This is the way of nearly every request: it only puts
// together what is there.
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
	f := &e.forms[c]
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
	if f.coding != nil {
		h["Content-Encoding"] = f.coding
	}
	w.WriteHeader(e.status)
	if r.Method != http.MethodHead {
		// A failed write means that the visitor has gone.
		_, _ = w.Write(f.body)
	}
	return nil
}

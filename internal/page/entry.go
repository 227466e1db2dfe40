package page

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"

	"ferrule/internal/content"
)

// Header values are shared by all replies; nobody may write to them.
var (
	headerHTML     = []string{"text/html; charset=utf-8"}
	headerNoCache  = []string{"no-cache"}
	headerNoStore  = []string{"no-store"}
	headerPublic   = []string{"public, max-age=0, must-revalidate"}
	headerPrivate  = []string{"private, no-cache"}
	headerEncoding = [encodings][]string{{"br"}, {"zstd"}, {"gzip"}, nil}

	varyPage             = []string{"Accept-Encoding"}
	varyUnprefixed       = []string{"Accept-Encoding, Cookie"}
	varyNotFound         = []string{"Accept-Encoding, User-Agent"}
	varyNotFoundUnprefix = []string{"Accept-Encoding, Cookie, User-Agent"}
)

// entryOverhead is what an entry takes beside its bodies: headers, key, list.
const entryOverhead = 2048

// tagSize is what one tag takes.
const tagSize = 48

// entry is a finished page: bytes in every coding and the headers that go with
// them. It does not change after newEntry.
type entry struct {
	status    int
	cacheable bool
	size      int64
	tags      []content.Tag // what it was made of, for dropping it when that changes

	language, vary, cache []string
	bodies                [encodings][]byte // nil for a coding it is not in
	lengths, etags        [encodings][]string
}

// newEntry compresses a document. One that will not be kept is worth no more
// than gzip.
func newEntry(z *compressor, k key, lang *language, body []byte, tags []content.Tag, cacheable bool) *entry {
	e := &entry{
		status: http.StatusOK, cacheable: cacheable, tags: tags,
		language: []string{lang.Code}, vary: varyPage, cache: headerPublic,
	}
	switch {
	case k.notFound && k.prefixed:
		e.status, e.vary = http.StatusNotFound, varyNotFound
	case k.notFound:
		e.status, e.vary, e.cache = http.StatusNotFound, varyNotFoundUnprefix, headerPrivate
	case !k.prefixed:
		e.vary, e.cache = varyUnprefixed, headerPrivate
	}
	e.size = entryOverhead + int64(len(tags))*tagSize
	sum := sha256.Sum256(body)
	name := base64.RawURLEncoding.EncodeToString(sum[:12])
	for c := range encodings {
		if !cacheable && c != gzipCoding && c != identity {
			continue
		}
		e.bodies[c] = z.compress(body, c)
		e.lengths[c] = []string{strconv.Itoa(len(e.bodies[c]))}
		e.etags[c] = []string{`"` + name + "-" + codingTokens[c] + `"`}
		e.size += int64(len(e.bodies[c]))
	}
	if !cacheable {
		e.cache = headerNoStore
		e.etags = [encodings][]string{}
	}
	return e
}

func (e *entry) has(c encoding) bool { return e.bodies[c] != nil }

// write sends an entry. This is the way of nearly every request: it only puts
// together what is there.
func (s *Site) write(w http.ResponseWriter, r *http.Request, e *entry) error {
	h := w.Header()
	h["Vary"] = e.vary
	h["Cache-Control"] = e.cache
	c, ok := negotiate(r.Header["Accept-Encoding"], e.has)
	if !ok {
		w.WriteHeader(http.StatusNotAcceptable)
		return nil
	}
	if etag := e.etags[c]; etag != nil {
		h["Etag"] = etag
		if e.status == http.StatusOK && etagMatches(r.Header["If-None-Match"], etag[0]) {
			s.counters.notModified.Add(1)
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	h["Content-Type"] = headerHTML
	h["Content-Language"] = e.language
	h["Content-Length"] = e.lengths[c]
	if c != identity {
		h["Content-Encoding"] = headerEncoding[c]
	}
	w.WriteHeader(e.status)
	if r.Method != http.MethodHead {
		// A failed write means that the visitor has gone.
		_, _ = w.Write(e.bodies[c])
	}
	return nil
}

package asset

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// maxAge is how long browsers cache a file: 30 days, as with Directus. A file
// that an editor replaces has a new entity tag. An address with a version ("v")
// changes with it, and its reply is cached for ever.
const (
	maxAge    = "public, max-age=2592000"
	immutable = "public, max-age=31536000, immutable"
)

// renamed returns the name of a file with the extension of its new format.
func renamed(file File, mediaType string) string {
	saved := name(file)
	return strings.TrimSuffix(saved, filepath.Ext(saved)) + "." + strings.TrimPrefix(mediaType, "image/")
}

// readTimeout is the time limit for sending one piece of a file, some 32 KB. A
// video as a whole may take longer than any other reply.
const readTimeout = time.Minute

// send answers with a file, or with the requested ranges. The caller has set
// its entity tag.
func send(w http.ResponseWriter, r *http.Request, content io.ReadSeeker) {
	http.ServeContent(w, r, "", time.Time{}, &deadlineReader{content, http.NewResponseController(w)})
}

// deadlineReader extends the connection's deadline on every Read.
type deadlineReader struct {
	io.ReadSeeker

	connection *http.ResponseController
}

func (p *deadlineReader) Read(b []byte) (int, error) {
	// Writers without deadlines, such as a recorder in a test, return an error to ignore.
	_ = p.connection.SetWriteDeadline(time.Now().Add(readTimeout))
	return p.ReadSeeker.Read(b)
}

func setHeaders(h http.Header, file File, tag string, query url.Values) {
	mediaType := file.Type
	if mediaType == "" {
		mediaType = "application/octet-stream"
	}
	h.Set("Content-Type", mediaType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", maxAge)
	if query.Get("v") != "" {
		h.Set("Cache-Control", immutable)
	}
	h.Set("ETag", `"`+tag+`"`)
	// Newsletters and other sites may show a file; its address is not a secret, and
	// a session's cookie is not sent with it from there.
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Del("Cross-Origin-Embedder-Policy") // browsers' viewers of PDF files load parts of their own
	// Uploads are shown, never executed. Browsers do not show a PDF in a
	// sandbox, and execute nothing in one that could access the site.
	if mediaType == "application/pdf" {
		h.Del("Content-Security-Policy")
	} else {
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	}
	shown := disposition(mediaType)
	if query.Has("download") {
		shown = "attachment"
	}
	h.Set("Content-Disposition", mime.FormatMediaType(shown, map[string]string{"filename": name(file)}))
}

// disposition is inline for what browsers can show and attachment for
// everything else.
func disposition(mediaType string) string {
	kind, _, _ := strings.Cut(mediaType, "/")
	if kind == "image" || kind == "video" || kind == "audio" || mediaType == "application/pdf" || mediaType == "text/plain" {
		return "inline"
	}
	return "attachment"
}

func name(file File) string {
	if file.Download != "" {
		return file.Download
	}
	return file.Disk
}

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

// maxAge is how long browsers keep a file: 30 days, as a Directus says. Editors
// who replace a file's content get a new entity tag. An address with a version
// ("v") is a new one then, and kept for good.
const (
	maxAge    = "public, max-age=2592000"
	immutable = "public, max-age=31536000, immutable"
)

// renamed gives the name a file is saved under the ending of its new format.
func renamed(file File, mediaType string) string {
	saved := name(file)
	return strings.TrimSuffix(saved, filepath.Ext(saved)) + "." + strings.TrimPrefix(mediaType, "image/")
}

// patience is how long a reader may take for one piece of a file, some 32 KB. A
// film as a whole may take longer than any reply of the site.
const patience = time.Minute

// send answers with a file, or with the ranges of it that are asked for. Its
// entity tag has been set.
func send(w http.ResponseWriter, r *http.Request, content io.ReadSeeker) {
	http.ServeContent(w, r, "", time.Time{}, &pieces{content, http.NewResponseController(w)})
}

// pieces gives the connection more time with each piece that is sent.
type pieces struct {
	io.ReadSeeker

	connection *http.ResponseController
}

func (p *pieces) Read(b []byte) (int, error) {
	// What has no deadline, as a recorder in a test, needs no other one.
	_ = p.connection.SetWriteDeadline(time.Now().Add(patience))
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
	// What an editor uploads is shown, never run. Browsers do not show a PDF in
	// a sandbox, and run nothing in one that could reach the site.
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

// disposition shows what browsers can show and saves everything else.
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

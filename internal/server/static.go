package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/andybalholm/brotli"

	"ferrule/internal/fault"
	"ferrule/internal/page"
)

// Static serves the browser build from memory, compressed once at start.
type Static struct {
	files map[string]*staticFile // by address
}

type staticFile struct {
	mediaType  string
	immutable  bool
	tag        string
	body       []byte
	gzip, brot []byte // nil if compression saves too little
}

// immutable is the Cache-Control of replies that never change at their address.
const immutable = "public, max-age=31536000, immutable"

// hashed matches names with a hash of the content, whose files never change.
var hashed = regexp.MustCompile(`-[A-Za-z0-9_-]{8}\.[a-z0-9]+$`)

// compressible matches media types that are not compressed already.
var compressible = regexp.MustCompile(`^(text/|application/(javascript|json|manifest)|image/svg)`)

// NewStatic reads all files of the build. They are served under /static/, those
// at the top also at their own name (/favicon.svg).
func NewStatic(build fs.FS) (*Static, error) {
	s, err := NewStaticUnder("/static/", build)
	for address, f := range s.files {
		if name := strings.TrimPrefix(address, "/static/"); path.Dir(name) == "." {
			s.files["/"+name] = f
		}
	}
	return s, err
}

// NewStaticUnder reads all files of a build, which are served under a prefix; none for
// nil.
func NewStaticUnder(prefix string, build fs.FS) (*Static, error) {
	s := &Static{files: map[string]*staticFile{}}
	if build == nil {
		return s, nil
	}
	err := fs.WalkDir(build, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(build, name)
		if err != nil {
			return err
		}
		f, err := newStaticFile(name, body)
		s.files[prefix+name] = f
		return err
	})
	return s, err
}

func newStaticFile(name string, body []byte) (*staticFile, error) {
	sum := sha256.Sum256(body)
	f := &staticFile{
		mediaType: mediaType(name), immutable: hashed.MatchString(name),
		tag: hex.EncodeToString(sum[:12]), body: body,
	}
	if !compressible.MatchString(f.mediaType) {
		return f, nil
	}
	var gz, br bytes.Buffer
	zw, err := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	bw := brotli.NewWriterLevel(&br, brotli.DefaultCompression)
	for _, w := range []interface {
		Write(p []byte) (int, error)
		Close() error
	}{zw, bw} {
		if _, err := w.Write(body); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
	}
	f.gzip, f.brot = gz.Bytes(), br.Bytes()
	return f, nil
}

// mediaType returns the media type of a file name. It does not query the operating
// system, whose tables differ between machines.
func mediaType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".json":
		return "application/json"
	default:
		return mime.TypeByExtension(ext)
	}
}

// Serve answers GET and HEAD of a file of the build.
func (s *Static) Serve(w http.ResponseWriter, r *http.Request) error {
	f := s.files[r.URL.Path]
	if f == nil {
		return fault.New(fault.NotFound, "There is no file %s.", r.URL.Path)
	}
	h := w.Header()
	body, coding := f.body, ""
	if f.brot != nil {
		h.Set("Vary", "Accept-Encoding")
		switch page.Negotiate(r.Header["Accept-Encoding"], "br", "gzip") {
		case "br":
			body, coding = f.brot, "br"
		case "gzip":
			body, coding = f.gzip, "gzip"
		}
	}
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	h.Set("ETag", `"`+f.tag+coding+`"`)
	h.Set("Content-Type", f.mediaType)
	h.Set("Cache-Control", "public, max-age=3600")
	if f.immutable {
		h.Set("Cache-Control", immutable)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/page"
)

// Static serves the files of a build from memory, compressed where the build contains
// compressed copies.
type Static struct {
	files map[string]*staticFile // by address
}

type staticFile struct {
	mediaType  string
	immutable  bool
	tag        string
	body       []byte
	gzip, brot []byte // nil for files that are compressed already, such as fonts
}

// immutable is the Cache-Control of replies that never change at their address.
const immutable = "public, max-age=31536000, immutable"

// hashed matches names with a hash of the content, whose files never change.
var hashed = regexp.MustCompile(`-[A-Za-z0-9_-]{8}\.[a-z0-9]+$`)

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
		if ext := path.Ext(name); ext == brotliExt || ext == gzipExt {
			return nil
		}
		f, err := readStaticFile(build, name)
		s.files[prefix+name] = f
		return err
	})
	return s, err
}

// Extensions of the compressed copies beside a file of the build, see web/precompress.ts.
const (
	brotliExt = ".br"
	gzipExt   = ".gz"
)

func readStaticFile(build fs.FS, name string) (f *staticFile, err error) {
	f = &staticFile{mediaType: mediaType(name), immutable: hashed.MatchString(name)}
	if f.body, err = fs.ReadFile(build, name); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(f.body)
	f.tag = hex.EncodeToString(sum[:12])
	if f.brot, err = fs.ReadFile(build, name+brotliExt); errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err == nil {
		f.gzip, err = fs.ReadFile(build, name+gzipExt)
	}
	return f, err
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

// Package asset serves the files of the content system: originals, streamed
// from the data folder, with entity tags and ranges. It does not know where the
// records of the files are kept; the caller brings a lookup.
package asset

import (
	"context"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"ferrule/internal/fault"
)

// File is the record of a stored file.
type File struct {
	ID       string // a UUID
	Disk     string // name in the folder of files
	Download string // name to save it under
	Type     string // media type
}

// Lookup finds a file's record. A file that does not exist or is not public is
// a *fault.Error of kind Forbidden.
type Lookup func(ctx context.Context, id string) (File, error)

// Server serves files from a folder.
type Server struct {
	root   *os.Root
	lookup Lookup
}

// New opens the folder; it is created when missing.
func New(folder string, lookup Lookup) (*Server, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &Server{root: root, lookup: lookup}, nil
}

// Close closes the folder.
func (s *Server) Close() error { return s.root.Close() }

// maxAge is how long browsers keep a file, in seconds: 30 days, as a Directus
// says. Editors who replace a file's content get a new entity tag.
const maxAge = "public, max-age=2592000"

// Serve answers GET and HEAD of /assets/{id} with the original. The path value
// "id" names the file.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request) error {
	file, err := s.lookup(r.Context(), strings.ToLower(r.PathValue("id")))
	if err != nil {
		return err
	}
	// os.Root keeps the name inside the folder, whatever the record says.
	f, err := s.root.Open(file.Disk)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(fault.Forbidden, err, "You don't have permission to access this.").WithCode("FORBIDDEN")
	}
	if err != nil {
		return fault.Wrap(fault.Internal, err, "The file could not be read.")
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		return fault.Wrap(fault.Internal, err, "The file could not be read.")
	}
	setHeaders(w.Header(), file, info)
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}

func setHeaders(h http.Header, file File, info os.FileInfo) {
	mediaType := file.Type
	if mediaType == "" {
		mediaType = "application/octet-stream"
	}
	h.Set("Content-Type", mediaType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", maxAge)
	h.Set("ETag", `"`+strconv.FormatInt(info.ModTime().UnixNano(), 36)+"-"+strconv.FormatInt(info.Size(), 36)+`"`)
	// What an editor uploads is shown, never run. Browsers do not show a PDF in
	// a sandbox, and run nothing in one that could reach the site.
	if mediaType == "application/pdf" {
		h.Del("Content-Security-Policy")
	} else {
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	}
	h.Set("Content-Disposition", mime.FormatMediaType(disposition(mediaType), map[string]string{"filename": name(file)}))
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

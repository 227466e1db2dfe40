// Package asset serves the files of the content system: originals, streamed
// from the data folder, and pictures in other sizes and formats, made once and
// kept, with entity tags and ranges. It does not know where the records of the
// files are kept; the caller brings a lookup.
package asset

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
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

// Options of a Server. All but Log must be set.
type Options struct {
	Files    string // folder of the originals; created when missing
	Variants string // folder of the variants; may be shared by servers and emptied at any time
	Limit    int64  // bytes of variants that are kept
	Parallel int    // variants that are made at once
	Log      *slog.Logger
}

// Stats are figures since the start.
type Stats struct {
	Made  int64 // variants made
	Bytes int64 // bytes of variants kept
}

// Server serves files from a folder.
type Server struct {
	root     *os.Root
	lookup   Lookup
	variants *variants
}

// New opens the folders.
func New(o Options, lookup Lookup) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if err := os.MkdirAll(o.Files, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(o.Files)
	if err != nil {
		return nil, err
	}
	kept, err := openVariants(o.Variants, o.Limit, o.Parallel, o.Log)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &Server{root: root, lookup: lookup, variants: kept}, nil
}

// Close waits for variants that are being made, and closes the folders.
func (s *Server) Close() error { return errors.Join(s.variants.close(), s.root.Close()) }

// Stats tells how much was made and is kept.
func (s *Server) Stats() Stats {
	return Stats{Made: s.variants.made.Load(), Bytes: s.variants.bytes.Load()}
}

// maxAge is how long browsers keep a file: 30 days, as a Directus says. Editors
// who replace a file's content get a new entity tag. An address with a version
// ("v") is a new one then, and kept for good.
const (
	maxAge    = "public, max-age=2592000"
	immutable = "public, max-age=31536000, immutable"
)

// Serve answers GET and HEAD of /assets/{id}: the original, or with parameters
// (width, height, fit, quality, format, withoutEnlargement, or key for a
// preset) a variant of a picture. `download` has it saved. The path value "id"
// names the file.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	v, asked, err := parseVariant(query)
	if err != nil {
		return err
	}
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
	tag := strconv.FormatInt(info.ModTime().UnixNano(), 36) + "-" + strconv.FormatInt(info.Size(), 36)
	if _, picture := codecs[file.Type]; asked && picture {
		served, err := s.serveVariant(w, r, f, file, tag, v, query)
		if served || err != nil {
			return err
		}
	}
	setHeaders(w.Header(), file, tag, query)
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}

// serveVariant reports false when the original is the best answer.
func (s *Server) serveVariant(w http.ResponseWriter, r *http.Request, f *os.File, file File, tag string, v variant, query url.Values) (bool, error) {
	if v.format == auto {
		w.Header().Set("Vary", "Accept")
		v.settle(r.Header.Get("Accept"), file.Type, func() bool { return isOpaque(f, file.Type) })
	}
	sum := sha256.Sum256([]byte(file.Disk + "\n" + tag + "\n" + v.name()))
	name := hex.EncodeToString(sum[:16])
	var content io.ReadSeeker
	kept, err := s.variants.open(name)
	if err == nil {
		defer func() { _ = kept.Close() }() // it was only read
		content = kept
	} else if !errors.Is(err, errKeep) {
		var made []byte
		made, err = s.variants.get(r.Context(), name, func() ([]byte, error) {
			// The request, and its open file, may be gone before a slot is free.
			original, err := s.root.Open(file.Disk)
			if err != nil {
				return nil, fault.Wrap(fault.Internal, err, "The file could not be read.")
			}
			defer func() { _ = original.Close() }() // it was only read
			return transform(original, file.Type, v)
		})
		content = bytes.NewReader(made)
	}
	if errors.Is(err, errKeep) {
		return false, nil
	}
	if err != nil {
		w.Header().Del("Vary")
		return false, err
	}
	file.Download = renamed(file, v.format)
	file.Type = v.format
	setHeaders(w.Header(), file, name, query)
	http.ServeContent(w, r, "", time.Time{}, content)
	return true, nil
}

// renamed gives the name a file is saved under the ending of its new format.
func renamed(file File, mediaType string) string {
	saved := name(file)
	return strings.TrimSuffix(saved, filepath.Ext(saved)) + "." + strings.TrimPrefix(mediaType, "image/")
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

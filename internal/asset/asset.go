// Package asset serves the files of the content: originals, streamed from the
// store, and image variants in other sizes and formats, which are made once and
// cached, with entity tags and ranges. It does not depend on where the records
// of files are stored; the caller provides a lookup.
package asset

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"image"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"ferrule/internal/blob"
	"ferrule/internal/fault"
)

// File is the record of a stored file.
type File struct {
	ID       string       // a UUID
	Disk     string       // name in the store of files
	Download string       // file name for Content-Disposition
	Type     string       // media type
	Focus    *image.Point // focal point of a crop, in pixels of the upright picture; nil for the centre
}

// Lookup returns a file's record. For a file that does not exist or is not
// public, the error is a *fault.Error of kind Forbidden.
type Lookup func(ctx context.Context, id string) (File, error)

// Fetch downloads the bytes of a file that has a record but is not in the store
// yet, to the file's name there. Its errors are *fault.Error.
type Fetch func(ctx context.Context, id, disk string) error

// Options configure a Server. All but Presets, Fetch and Log must be set.
type Options struct {
	Files    blob.Store        // the originals; the caller closes it
	Variants string            // folder of the variants; servers may share it, and it may be emptied at any time
	Shared   bool              // servers of other users may use that folder, so all may read it
	Limit    int64             // maximum disk usage of variants in bytes
	Parallel int               // maximum number of variants that are made concurrently
	Presets  map[string]string // parameters by key: "width=400&height=300"
	Fetch    Fetch
	Client   func(*http.Request) string // identifies the client of a request: clients get variants made in turn; nil for one
	Log      *slog.Logger
}

// Stats are counters since the start.
type Stats struct {
	Made  int64 // variants made
	Bytes int64 // disk usage of variants
}

// Server serves files.
type Server struct {
	files    blob.Store
	lookup   Lookup
	fetch    Fetch // nil if all files are in the store
	client   func(*http.Request) string
	presets  map[string]variant
	variants *variants
	replies  *replyCache
}

// New opens the folder of variants.
func New(o Options, lookup Lookup) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Client == nil {
		o.Client = func(*http.Request) string { return "" }
	}
	presets, err := parsePresets(o.Presets)
	if err != nil {
		return nil, err
	}
	variants, err := openVariants(o.Variants, o.Shared, o.Limit, o.Parallel, o.Log)
	if err != nil {
		return nil, err
	}
	return &Server{files: o.Files, lookup: lookup, fetch: o.Fetch, client: o.Client, presets: presets, variants: variants, replies: newReplyCache()}, nil
}

// Close waits for variants that are being made, and closes their folder.
func (s *Server) Close() error { return s.variants.close() }

// Forget removes the variants of a file that was deleted or replaced, by its
// name in the store of files. They would never be served again and only take
// space until they are evicted.
func (s *Server) Forget(disk string) error {
	s.replies.forget(disk)
	return s.variants.forget(filePrefix(disk))
}

// Stats returns the current values.
func (s *Server) Stats() Stats {
	return Stats{Made: s.variants.made.Load(), Bytes: s.variants.root.Bytes()}
}

// Serve answers GET and HEAD of /assets/{id}: the original, or with parameters
// (width, height, fit, focal_point_x and _y, quality, format,
// withoutEnlargement, or key for a preset) a variant of a picture. The
// parameter download sets Content-Disposition to attachment. The path value
// "id" identifies the file.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request) error {
	if s.serveCached(r.Context(), w, r) {
		return nil
	}
	query := r.URL.Query()
	requested, err := parseVariantRequest(query, s.presets)
	if err != nil {
		return err
	}
	file, f, err := s.open(r.Context(), strings.ToLower(r.PathValue("id")))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	tag := f.Version()
	if _, picture := codecs[file.Type]; picture && !requested.original {
		served, err := s.serveVariant(w, r, f, file, tag, requested, query)
		if served || err != nil {
			return err
		}
	}
	setHeaders(w.Header(), file, tag, query)
	send(w, r, f)
	return nil
}

// open looks a file up and opens it. A file that was replaced in between is
// looked up once more: its record has the new name then.
func (s *Server) open(ctx context.Context, id string) (File, blob.File, error) {
	var notFound error
	for range 2 {
		file, err := s.lookup(ctx, id)
		if err != nil {
			return file, nil, err
		}
		f, err := s.files.Open(ctx, file.Disk)
		if err == nil {
			return file, f, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return file, nil, unreadable(err)
		}
		notFound = err
		if s.fetch != nil {
			if err := s.fetch(ctx, file.ID, file.Disk); err != nil {
				return file, nil, err
			}
		}
	}
	return File{}, nil, fault.Wrap(fault.Forbidden, notFound, "You don't have permission to access this.").WithCode("FORBIDDEN")
}

// unreadable returns the error for a file that exists and cannot be read.
func unreadable(err error) error {
	if fault.KindOf(err) == fault.Unavailable {
		return err
	}
	return fault.Wrap(fault.Internal, err, "The file could not be read.")
}

// serveVariant returns false if the original is to be served.
func (s *Server) serveVariant(w http.ResponseWriter, r *http.Request, f blob.File, file File, tag string, requested variantRequest, query url.Values) (bool, error) {
	v := requested.variant
	if v.format == auto {
		w.Header().Set("Vary", "Accept")
	}
	if err := v.resolve(f, file, requested.point, r.Header.Get("Accept")); err != nil {
		return false, nil //nolint:nilerr // not of the media type of its record: the browser may support it
	}
	name := filePrefix(file.Disk) + digest(file.Disk+"\n"+tag+"\n"+v.name())
	made, err := s.variants.open(name)
	if err != nil && !errors.Is(err, errUseOriginal) {
		made, err = s.variants.get(r.Context(), s.client(r), name, func() ([]byte, error) {
			// The request, and its open file, may end before a slot is free.
			original, err := s.files.Open(context.WithoutCancel(r.Context()), file.Disk)
			if err != nil {
				return nil, unreadable(err)
			}
			defer func() { _ = original.Close() }() // it was only read
			return transform(original, file.Type, v)
		})
	}
	if errors.Is(err, errUseOriginal) {
		return false, nil
	}
	if err != nil {
		w.Header().Del("Vary")
		return false, err
	}
	key := newReplyKey(file, r.URL, r.Header.Get("Accept"))
	file.Download = renamed(file, v.format)
	file.Type = v.format
	header := http.Header{}
	setHeaders(header, file, name, query)
	if vary := w.Header().Values("Vary"); len(vary) > 0 {
		header["Vary"] = vary
	}
	maps.Copy(w.Header(), header)
	content, err := s.replies.put(key, tag, header, bytes.NewReader(made))
	if err != nil {
		return false, fault.Wrap(fault.Internal, err, "The file could not be read.")
	}
	send(w, r, content)
	return true, nil
}

// resolve sets what depends on the original and on the client: the format, and
// the position of a crop. It reads the file only if it must.
func (v *variant) resolve(f io.ReadSeeker, file File, point *image.Point, accept string) error {
	point = cmp.Or(point, file.Focus)
	aimed := v.fit == cover && point != nil
	var m metadata
	if aimed || v.format == auto && file.Type == "image/webp" {
		var err error
		if m, err = measure(f, file.Type); err != nil {
			return err
		}
	}
	if aimed && m.decodable() {
		v.aim(m.width, m.height, *point)
	}
	if v.format == auto {
		v.chooseFormat(accept, file.Type, m.opaque)
	}
	return nil
}

// Package asset serves the files of the content system: originals, streamed
// from where they are kept, and pictures in other sizes and formats, made once and
// kept, with entity tags and ranges. It does not know where the records of the
// files are kept; the caller brings a lookup.
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
	Disk     string       // name in the folder of files
	Download string       // name to save it under
	Type     string       // media type
	Focus    *image.Point // what a crop keeps in view, in pixels of the upright picture; nil is its middle
}

// Lookup finds a file's record. A file that does not exist or is not public is
// a *fault.Error of kind Forbidden.
type Lookup func(ctx context.Context, id string) (File, error)

// Fetch brings the bytes of a file that has a record but is not in the folder
// yet, under the file's name there. Its errors are *fault.Error.
type Fetch func(ctx context.Context, id, disk string) error

// Options of a Server. All but Presets, Fetch and Log must be set.
type Options struct {
	Files    blob.Depot        // the originals; the caller closes it
	Variants string            // folder of the variants; may be shared by servers and emptied at any time
	Shared   bool              // servers of other users may use that folder, so that all may read it
	Limit    int64             // bytes of variants that are kept
	Parallel int               // variants that are made at once
	Presets  map[string]string // by key, the parameters it stands for: "width=400&height=300"
	Fetch    Fetch
	Log      *slog.Logger
}

// Stats are figures since the start.
type Stats struct {
	Made  int64 // variants made
	Bytes int64 // bytes of variants kept
}

// Server serves files.
type Server struct {
	files    blob.Depot
	lookup   Lookup
	fetch    Fetch // nil where all files are in the folder
	presets  map[string]variant
	variants *variants
	ready    *ready
}

// New opens the folder of variants.
func New(o Options, lookup Lookup) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	presets, err := parsePresets(o.Presets)
	if err != nil {
		return nil, err
	}
	kept, err := openVariants(o.Variants, o.Shared, o.Limit, o.Parallel, o.Log)
	if err != nil {
		return nil, err
	}
	return &Server{files: o.Files, lookup: lookup, fetch: o.Fetch, presets: presets, variants: kept, ready: newReady()}, nil
}

// Close waits for variants that are being made, and closes their folder.
func (s *Server) Close() error { return s.variants.close() }

// Forget removes the variants of a file that is gone or has other bytes, by its
// name in the folder of files. They would never be served again, and only take
// room until they are the stalest.
func (s *Server) Forget(disk string) error {
	s.ready.forget(disk)
	return s.variants.forget(shelfMark(disk))
}

// Stats tells how much was made and is kept.
func (s *Server) Stats() Stats {
	return Stats{Made: s.variants.made.Load(), Bytes: s.variants.root.Bytes()}
}

// Serve answers GET and HEAD of /assets/{id}: the original, or with parameters
// (width, height, fit, focal_point_x and _y, quality, format,
// withoutEnlargement, or key for a preset) a variant of a picture. `download`
// has it saved. The path value "id" names the file.
func (s *Server) Serve(w http.ResponseWriter, r *http.Request) error {
	if s.serveReady(r.Context(), w, r) {
		return nil
	}
	query := r.URL.Query()
	asked, err := parseWish(query, s.presets)
	if err != nil {
		return err
	}
	file, f, err := s.open(r.Context(), strings.ToLower(r.PathValue("id")))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	tag := f.Version()
	if _, picture := codecs[file.Type]; picture && !asked.original {
		served, err := s.serveVariant(w, r, f, file, tag, asked, query)
		if served || err != nil {
			return err
		}
	}
	setHeaders(w.Header(), file, tag, query)
	send(w, r, f)
	return nil
}

// open finds a file and opens it. One that was given other bytes in between is
// looked for once more: its record has another name for them by now.
func (s *Server) open(ctx context.Context, id string) (File, blob.File, error) {
	var gone error
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
		gone = err
		if s.fetch != nil {
			if err := s.fetch(ctx, file.ID, file.Disk); err != nil {
				return file, nil, err
			}
		}
	}
	return File{}, nil, fault.Wrap(fault.Forbidden, gone, "You don't have permission to access this.").WithCode("FORBIDDEN")
}

// unreadable is the error for a file that is there and cannot be read.
func unreadable(err error) error {
	if fault.KindOf(err) == fault.Unavailable {
		return err
	}
	return fault.Wrap(fault.Internal, err, "The file could not be read.")
}

// serveVariant reports false when the original is the best answer.
func (s *Server) serveVariant(w http.ResponseWriter, r *http.Request, f blob.File, file File, tag string, asked wish, query url.Values) (bool, error) {
	v := asked.variant
	if v.format == auto {
		w.Header().Set("Vary", "Accept")
	}
	if err := v.fix(f, file, asked.point, r.Header.Get("Accept")); err != nil {
		return false, nil //nolint:nilerr // not the picture its record says it is: the browser may know it
	}
	name := shelfMark(file.Disk) + digest(file.Disk+"\n"+tag+"\n"+v.name())
	var content io.ReadSeeker
	kept, err := s.variants.open(name)
	if err == nil {
		defer func() { _ = kept.Close() }() // it was only read
		content = kept
	} else if !errors.Is(err, errKeep) {
		var made []byte
		made, err = s.variants.get(r.Context(), name, func() ([]byte, error) {
			// The request, and its open file, may be gone before a slot is free.
			original, err := s.files.Open(context.WithoutCancel(r.Context()), file.Disk)
			if err != nil {
				return nil, unreadable(err)
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
	key := keyOf(file, r.URL, r.Header.Get("Accept"))
	file.Download = renamed(file, v.format)
	file.Type = v.format
	header := http.Header{}
	setHeaders(header, file, name, query)
	if vary := w.Header().Values("Vary"); len(vary) > 0 {
		header["Vary"] = vary
	}
	maps.Copy(w.Header(), header)
	if content, err = s.ready.keep(key, tag, header, content); err != nil {
		return false, fault.Wrap(fault.Internal, err, "The file could not be read.")
	}
	send(w, r, content)
	return true, nil
}

// fix decides what the original and the reader have a say in: the format, and
// where a crop lies. It looks into the file only where it has to.
func (v *variant) fix(f io.ReadSeeker, file File, point *image.Point, accept string) error {
	point = cmp.Or(point, file.Focus)
	aimed := v.fit == cover && point != nil
	var m measured
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
		v.settle(accept, file.Type, m.opaque)
	}
	return nil
}

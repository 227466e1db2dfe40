// Package ogimage draws the preview pictures that social networks and
// messengers show for a page: one for each product and category, one for all
// other pages. It owns their layout and their cache; texts come from the
// content, and pictures from the caller.
package ogimage

import (
	"bytes"
	"context"
	"errors"
	"image"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// Size of every picture in pixels: Open Graph clients show it uncropped.
const (
	Width  = 1200
	Height = 630
)

// Options configure a Server. All but Parallel, CacheBytes and Log must be set.
type Options struct {
	Source    content.Source
	Model     *content.Model
	Languages func(ctx context.Context) []content.Language
	Picture   func(ctx context.Context, id string) (image.Image, error)
	// Count returns the number of articles in a category and its descendants.
	Count      func(ctx context.Context, slug string) (int, error)
	Parallel   int   // pictures drawn concurrently; default 1
	CacheBytes int64 // memory for cached pictures; default 24 MiB
	Log        *slog.Logger
}

// Server serves the pictures.
type Server struct {
	options Options
	fonts   *fonts
	cache   *cache
	slots   chan struct{}
	waiting atomic.Int64
}

const (
	defaultCacheBytes = 24 << 20
	maxWaiting        = 32 // requests waiting for a picture; further ones are rejected
	maxSlug           = 200
)

// New reads the fonts and returns the server.
func New(o Options) (*Server, error) {
	if o.Source == nil || o.Model == nil || o.Languages == nil || o.Picture == nil || o.Count == nil {
		return nil, errors.New("preview: Source, Model, Languages, Picture and Count must be set")
	}
	if o.Parallel <= 0 {
		o.Parallel = 1
	}
	if o.CacheBytes <= 0 {
		o.CacheBytes = defaultCacheBytes
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	f, err := newFonts()
	if err != nil {
		return nil, err
	}
	return &Server{options: o, fonts: f, cache: newCache(o.CacheBytes), slots: make(chan struct{}, o.Parallel)}, nil
}

// ServeSite answers GET /og/{language}/site.png.
func (s *Server) ServeSite(w http.ResponseWriter, r *http.Request) error {
	if r.PathValue("file") != "site.png" {
		return pictureNotFound(r)
	}
	return s.serve(w, r, "site", "")
}

// ServeRecord answers GET /og/{language}/{kind}/{file}: kind is "product" or
// "category", file the slug with ".png".
func (s *Server) ServeRecord(w http.ResponseWriter, r *http.Request) error {
	slug, isPNG := strings.CutSuffix(r.PathValue("file"), ".png")
	kind := r.PathValue("kind")
	if !isPNG || slug == "" || len(slug) > maxSlug || (kind != "product" && kind != "category") {
		return pictureNotFound(r)
	}
	return s.serve(w, r, kind, slug)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request, kind, slug string) error {
	ctx := r.Context()
	languages := s.options.Languages(ctx)
	i := slices.IndexFunc(languages, func(l content.Language) bool { return l.Prefix == "/"+r.PathValue("language") })
	if i < 0 {
		return pictureNotFound(r)
	}
	revision, err := s.options.Source.Revision(ctx)
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "The content cannot be read.")
	}
	k := key{language: languages[i].Code, kind: kind, slug: slug}
	body, ok := s.cache.get(k, revision)
	if !ok {
		c, err := s.card(ctx, k)
		if err != nil {
			return err
		}
		if c == nil {
			return pictureNotFound(r)
		}
		if body, err = s.drawOnce(ctx, k, revision, c); err != nil {
			return err
		}
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // it is for other sites
	h.Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
	h.Set("ETag", `"`+strconv.FormatInt(revision, 36)+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// drawOnce waits for a free slot and draws, unless a concurrent request has
// drawn the picture.
func (s *Server) drawOnce(ctx context.Context, k key, revision int64, c *card) ([]byte, error) {
	if s.waiting.Add(1) > maxWaiting {
		s.waiting.Add(-1)
		return nil, fault.New(fault.Unavailable, "Too many pictures are being drawn.")
	}
	defer s.waiting.Add(-1)
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, fault.Wrap(fault.Unavailable, ctx.Err(), "client disconnected before the picture was drawn")
	}
	if body, ok := s.cache.get(k, revision); ok {
		return body, nil
	}
	var part image.Image
	if c.picture != "" {
		var err error
		if part, err = s.options.Picture(ctx, c.picture); err != nil {
			s.options.Log.WarnContext(ctx, "read picture of preview failed", "file", c.picture, "error", err)
		}
	}
	body, err := s.draw(c, part)
	if err == nil {
		s.cache.put(k, revision, body)
	}
	return body, err
}

func pictureNotFound(r *http.Request) error {
	return fault.New(fault.NotFound, "There is no picture %s.", r.URL.Path)
}

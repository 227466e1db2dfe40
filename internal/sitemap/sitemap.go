// Package sitemap serves what crawlers and other programs discover pages with:
// robots.txt, llms.txt, the sitemaps and the feeds of changed products. It
// reads published content in batches of keys, so that its memory does not grow
// with the catalogue. It depends on the addresses of pages, not on how they
// are rendered.
package sitemap

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/fault"
)

// Options configure a Server. Source, Model and Languages must be set.
type Options struct {
	Source    content.Source
	Model     *content.Model
	Languages func(ctx context.Context) []content.Language
	BaseURL   string // "https://example.com"; empty for the host of each request
	Limit     int    // addresses in one sitemap; default 50,000, the maximum of the protocol
	Log       *slog.Logger
}

// Limits of one sitemap (sitemaps.org).
const (
	maxAddresses = 50_000
	maxBytes     = 50 << 20
)

// Server serves sitemaps, feeds, robots.txt and llms.txt.
type Server struct {
	source    content.Source
	model     *content.Model
	languages func(ctx context.Context) []content.Language
	base      string
	limit     int
	log       *slog.Logger
}

// New returns a Server.
func New(o Options) (*Server, error) {
	if o.Source == nil || o.Model == nil || o.Languages == nil {
		return nil, errors.New("sitemap: Source, Model and Languages must be set")
	}
	if o.Limit <= 0 || o.Limit > maxAddresses {
		o.Limit = maxAddresses
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Server{
		source: o.Source, model: o.Model, languages: o.Languages,
		base: strings.TrimSuffix(o.BaseURL, "/"), limit: o.Limit, log: o.Log,
	}, nil
}

// reader is the context of one request.
type reader struct {
	*Server
	base      string // prefix of every address, without trailing slash
	revision  int64
	languages []content.Language
}

var plainHost = regexp.MustCompile(`\A(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?\z`)

// newReader sets the cache headers and reports whether the client has the
// current reply. A reply that depends on the request's host is not for shared
// caches.
func (s *Server) newReader(w http.ResponseWriter, r *http.Request) (rd reader, known bool, err error) {
	rd = reader{Server: s, base: s.base, languages: s.languages(r.Context())}
	cache := "public, max-age=0, must-revalidate"
	if rd.base == "" {
		if !plainHost.MatchString(r.Host) {
			return rd, false, fault.New(fault.Invalid, "The request names no host.")
		}
		scheme := "http://"
		if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
			scheme = "https://"
		}
		rd.base, cache = scheme+r.Host, "private, no-cache"
	}
	if rd.revision, err = s.source.Revision(r.Context()); err != nil {
		return rd, false, fault.Wrap(fault.Unavailable, err, "The content cannot be read.")
	}
	tag := `"` + strconv.FormatInt(rd.revision, 36) + `"`
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("ETag", tag)
	if known = slices.Contains(strings.FieldsFunc(r.Header.Get("If-None-Match"), func(c rune) bool { return c == ',' || c == ' ' }), tag); known {
		w.WriteHeader(http.StatusNotModified)
	}
	return rd, known, nil
}

// read queries the content with the permissions of the public into rows.
func (s *Server) read(ctx context.Context, collection string, values url.Values, rows any) error {
	q, err := query.Parse(s.model, collection, values)
	if err != nil {
		return err
	}
	result, err := s.source.Read(ctx, q)
	if err != nil {
		return err
	}
	return decode(result.Body, rows)
}

// offered returns the available languages that a record is translated into.
func (rd *reader) offered(has []translation) []content.Language {
	var out []content.Language
	for _, l := range rd.languages {
		if slices.ContainsFunc(has, func(t translation) bool { return t.Language == l.Code }) {
			out = append(out, l)
		}
	}
	return out
}

// address returns a page's absolute address in a language; for the zero
// language the one without prefix.
func (rd *reader) address(l content.Language, path string) string {
	if path == "/" && l.Prefix != "" {
		path = ""
	}
	return rd.base + l.Prefix + path
}

// pathOf returns the path of a record's page, without prefix.
func pathOf(folder, slug string) string { return folder + "/" + url.PathEscape(slug) }

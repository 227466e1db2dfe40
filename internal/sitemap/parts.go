package sitemap

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// A part holds the records of a range of keys in all their languages, so that
// an address stays in its file while the catalogue grows. Pages that do not
// belong to a record are a separate part.

// entry is the url element of a sitemap.
type entry struct {
	XMLName  xml.Name    `xml:"url"`
	Location string      `xml:"loc"`
	Changed  string      `xml:"lastmod,omitempty"`
	Others   []alternate `xml:"xhtml:link"`
	Pictures []picture   `xml:"image:image"`
}

type alternate struct {
	Rel      string `xml:"rel,attr"`
	Language string `xml:"hreflang,attr"`
	Address  string `xml:"href,attr"`
}

type picture struct {
	Location string `xml:"image:loc"`
}

// Approximate bytes of an entry without links, and of one link to a language.
const (
	entryBytes = 500
	linkBytes  = 200
)

// keysPerPart returns how many keys one part covers, so that it is within the
// protocol's limits of addresses and of bytes.
func (rd *reader) keysPerPart() int64 {
	n := max(1, len(rd.languages))
	byBytes := maxBytes / (n * (entryBytes + linkBytes*(n+1)))
	return int64(max(1, min(rd.limit/n, byBytes)))
}

// ServeIndex answers GET /sitemap.xml.
func (s *Server) ServeIndex(w http.ResponseWriter, r *http.Request) error {
	rd, known, err := s.newReader(w, r)
	if err != nil || known {
		return err
	}
	names := []string{"pages"}
	for _, k := range kinds() {
		parts, err := rd.parts(r.Context(), k)
		if err != nil {
			return err
		}
		for _, n := range parts {
			names = append(names, k.collection+"-"+strconv.FormatInt(n, 10))
		}
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	return rd.write(w, r, `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, "</sitemapindex>", func(e *xml.Encoder) error {
		for _, name := range names {
			file := struct {
				XMLName  xml.Name `xml:"sitemap"`
				Location string   `xml:"loc"`
			}{Location: rd.base + "/sitemaps/" + name + ".xml"}
			if err := e.Encode(file); err != nil {
				return err
			}
		}
		return nil
	})
}

// parts returns the numbers of the non-empty parts, from 1.
func (rd *reader) parts(ctx context.Context, k kind) ([]int64, error) {
	var parts []int64
	keys := rd.keysPerPart()
	for from := int64(0); ; {
		var rows []record
		err := rd.read(ctx, k.collection, url.Values{
			"fields": {"id"}, "sort": {"id"}, "limit": {"1"}, "filter[id][_gt]": {strconv.FormatInt(from, 10)},
		}, &rows)
		if err != nil || len(rows) == 0 {
			return parts, err
		}
		n := (rows[0].ID-1)/keys + 1
		parts = append(parts, n)
		from = n * keys
	}
}

var partName = regexp.MustCompile(`\A(?:(pages)|(categories|products)-([1-9][0-9]{0,8}))\.xml\z`)

// ServePart answers GET of the files that the index lists. The path value
// "file" is the name.
func (s *Server) ServePart(w http.ResponseWriter, r *http.Request) error {
	name := partName.FindStringSubmatch(r.PathValue("file"))
	if name == nil {
		return fileNotFound(r)
	}
	if name[1] == "" {
		n, err := strconv.ParseInt(name[3], 10, 64)
		if err != nil {
			return fileNotFound(r)
		}
		return s.serveRecords(w, r, name[2], n)
	}
	rd, known, err := s.newReader(w, r)
	if err != nil || known {
		return err
	}
	pages, err := rd.pages(r.Context())
	if err != nil {
		return err
	}
	return rd.writePart(w, r, func(add func(entry) error) error {
		for _, p := range pages {
			if err := rd.add(add, p.path, p.languages, entry{}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Server) serveRecords(w http.ResponseWriter, r *http.Request, collection string, n int64) error {
	rd, known, err := s.newReader(w, r)
	if err != nil || known {
		return err
	}
	k := kinds()[0]
	if collection != k.collection {
		k = kinds()[1]
	}
	from, to := (n-1)*rd.keysPerPart(), n*rd.keysPerPart()
	var first []record
	if err := s.read(r.Context(), collection, url.Values{
		"fields": {"id"}, "limit": {"1"},
		"filter[_and][0][id][_gt]": {strconv.FormatInt(from, 10)}, "filter[_and][1][id][_lte]": {strconv.FormatInt(to, 10)},
	}, &first); err != nil {
		return err
	}
	if len(first) == 0 {
		return fileNotFound(r)
	}
	return rd.writePart(w, r, func(add func(entry) error) error {
		return s.each(r.Context(), k, from, to, func(rec *record) error {
			e := entry{}
			if t := rec.changed(); !t.IsZero() {
				e.Changed = t.Format(time.RFC3339)
			}
			if id := rec.picture(); id != "" {
				e.Pictures = []picture{{rd.base + "/assets/" + id}}
			}
			return rd.add(add, pathOf(k.folder, rec.Slug), rd.offered(rec.Translations), e)
		})
	})
}

// add writes a page once for each of its languages, with links to all of them.
func (rd *reader) add(add func(entry) error, path string, languages []content.Language, e entry) error {
	e.Others = make([]alternate, 0, len(languages)+1)
	for _, l := range languages {
		e.Others = append(e.Others, alternate{"alternate", l.Code, rd.address(l, path)})
	}
	e.Others = append(e.Others, alternate{"alternate", "x-default", rd.address(content.Language{}, path)})
	for _, l := range languages {
		e.Location = rd.address(l, path)
		if err := add(e); err != nil {
			return err
		}
	}
	return nil
}

func (rd *reader) writePart(w http.ResponseWriter, r *http.Request, fill func(add func(entry) error) error) error {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	const open = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"` +
		` xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">`
	return rd.write(w, r, open, "</urlset>", func(e *xml.Encoder) error {
		return fill(func(each entry) error { return e.Encode(each) })
	})
}

// write streams a document. An error after the beginning aborts the reply, so
// that no client or cache stores an incomplete document.
func (rd *reader) write(w http.ResponseWriter, r *http.Request, open, end string, fill func(*xml.Encoder) error) error {
	if r.Method == http.MethodHead {
		return nil
	}
	if _, err := io.WriteString(w, xml.Header+open); err != nil {
		return nil //nolint:nilerr // the client has disconnected
	}
	e := xml.NewEncoder(w)
	err := fill(e)
	if err == nil {
		err = e.Flush()
	}
	if err != nil {
		if r.Context().Err() == nil {
			rd.log.ErrorContext(r.Context(), "write sitemap failed", "path", r.URL.Path, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, end+"\n")
	return nil
}

// staticPage is a page that does not belong to a record.
type staticPage struct {
	path      string
	languages []content.Language
}

// pages returns the static pages, each with the languages of its content.
func (rd *reader) pages(ctx context.Context) ([]staticPage, error) {
	places := []staticPage{}
	for _, p := range []struct{ path, collection, slug string }{
		{"/", "index", ""},
		{"/catalog", "catalog", ""},
		{"/product", "", ""},
		{"/about", "about", ""},
		{"/support", "support", ""},
		{"/contacts", "contacts", ""},
		{"/imprint", "pages", "imprint"},
		{"/privacy", "pages", "privacy"},
	} {
		if p.collection == "" {
			places = append(places, staticPage{p.path, rd.languages})
			continue
		}
		values := url.Values{"fields": {"translations.languages_code"}, "deep[translations][_limit]": {"-1"}}
		if p.slug != "" {
			values.Set("filter[slug][_eq]", p.slug)
		}
		var data json.RawMessage
		if err := rd.read(ctx, p.collection, values, &data); err != nil {
			return nil, err
		}
		rows := make([]record, 1)
		var err error
		if len(data) > 0 && data[0] == '[' {
			err = json.Unmarshal(data, &rows)
		} else {
			err = json.Unmarshal(data, &rows[0]) // a singleton
		}
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 {
			places = append(places, staticPage{p.path, rd.offered(rows[0].Translations)})
		}
	}
	return places, nil
}

func fileNotFound(r *http.Request) error {
	return fault.New(fault.NotFound, "There is no file %s.", r.URL.Path)
}

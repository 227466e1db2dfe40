package sitemap

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ferrule/internal/content"
)

// feedEntries is the maximum number of products in a feed.
const feedEntries = 100

// Elements of Atom (RFC 4287).
type atomFeed struct {
	XMLName  xml.Name    `xml:"feed"`
	Space    string      `xml:"xmlns,attr"`
	Language string      `xml:"xml:lang,attr"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Updated  string      `xml:"updated"`
	Author   string      `xml:"author>name"`
	Links    []atomLink  `xml:"link"`
	Entries  []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel     string `xml:"rel,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Address string `xml:"href,attr"`
}

type atomEntry struct {
	ID        string   `xml:"id"`
	Title     string   `xml:"title"`
	Updated   string   `xml:"updated"`
	Published string   `xml:"published,omitempty"`
	Link      atomLink `xml:"link"`
	Summary   string   `xml:"summary,omitempty"`
}

var feedName = regexp.MustCompile(`\Aproducts\.([a-z0-9-]{1,40})\.xml\z`)

// ServeFeed answers GET /feeds/products.{language}.xml with the most recently
// changed products that are translated into the language.
func (s *Server) ServeFeed(w http.ResponseWriter, r *http.Request) error {
	name := feedName.FindStringSubmatch(r.PathValue("file"))
	if name == nil {
		return fileNotFound(r)
	}
	languages := s.languages(r.Context())
	i := slices.IndexFunc(languages, func(l content.Language) bool { return l.Name() == name[1] })
	if i < 0 {
		return fileNotFound(r)
	}
	rd, known, err := s.newReader(w, r)
	if err != nil || known {
		return err
	}
	products, err := rd.changedProducts(r.Context(), languages[i])
	if err != nil {
		return err
	}
	title, err := rd.siteName(r.Context())
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	feed, changed := rd.feed(languages[i], title, products)
	if err := xml.NewEncoder(&b).Encode(feed); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
	http.ServeContent(w, r, "", changed, bytes.NewReader(b.Bytes()))
	return nil
}

// changedProducts returns the published products of a language, the last change
// first.
func (rd *reader) changedProducts(ctx context.Context, l content.Language) ([]record, error) {
	found := map[int64]record{}
	// A product without changes since its creation has no date of change.
	for _, order := range []string{"-date_updated,-id", "-date_created,-id"} {
		var rows []record
		if err := rd.read(ctx, "products", url.Values{
			"fields": {"id,slug,sku,date_created,date_updated,translations.languages_code,translations.name,translations.description"},
			"sort":   {order}, "limit": {strconv.Itoa(feedEntries)}, "language": {l.Code},
			"filter[translations][languages_code][_eq]": {l.Code},
		}, &rows); err != nil {
			return nil, err
		}
		for _, row := range rows {
			found[row.ID] = row
		}
	}
	products := make([]record, 0, len(found))
	for _, p := range found {
		products = append(products, p)
	}
	slices.SortFunc(products, func(a, b record) int {
		return cmp.Or(b.changed().Compare(a.changed()), cmp.Compare(b.ID, a.ID))
	})
	return products[:min(len(products), feedEntries)], nil
}

func (rd *reader) feed(l content.Language, title string, products []record) (atomFeed, time.Time) {
	changed := time.Unix(0, 0).UTC() // Atom requires a date
	if len(products) > 0 && products[0].changed().After(changed) {
		changed = products[0].changed()
	}
	feed := atomFeed{
		Space: "http://www.w3.org/2005/Atom", Language: l.Code,
		ID: rd.stableID("feed/" + l.Code), Title: title, Author: title, Updated: changed.Format(time.RFC3339),
		Links: []atomLink{
			{"self", "application/atom+xml", rd.base + "/feeds/products." + l.Name() + ".xml"},
			{"alternate", "text/html", rd.address(l, "/product")},
		},
	}
	for _, p := range products {
		e := atomEntry{
			ID: rd.stableID("product/" + strconv.FormatInt(p.ID, 10) + "/" + l.Code), Title: p.SKU,
			Updated: p.changed().Format(time.RFC3339), Link: atomLink{"alternate", "text/html", rd.address(l, pathOf("/product", p.Slug))},
		}
		if created := moment(p.Created); !created.IsZero() {
			e.Published = created.Format(time.RFC3339)
		}
		if len(p.Translations) > 0 {
			e.Title = strings.TrimSpace(plain(p.Translations[0].Name) + " " + p.SKU)
			e.Summary = plain(p.Translations[0].Description)
		}
		feed.Entries = append(feed.Entries, e)
	}
	return feed, changed
}

// stableID returns an ID that does not depend on the address of the product
// (RFC 4151).
func (rd *reader) stableID(of string) string {
	_, host, _ := strings.Cut(rd.base, "://")
	host, _, _ = strings.Cut(host, "/")
	if i := strings.LastIndexByte(host, ':'); i > 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	return "tag:" + host + ",2024:" + of
}

// siteName returns the name of the site, as page titles contain it.
func (rd *reader) siteName(ctx context.Context) (string, error) {
	var headers []record
	err := rd.read(ctx, "header", url.Values{"fields": {"title"}, "limit": {"1"}}, &headers)
	if err != nil || len(headers) == 0 || headers[0].Title == "" {
		return "Ferrule", err
	}
	return headers[0].Title, nil
}

var (
	element = regexp.MustCompile(`<[^>]*>`)
	blank   = regexp.MustCompile(`[\s\x{00a0}]+`)
)

// plain returns a text of the content as one line, without markup and soft
// hyphens.
func plain(text string) string {
	text = html.UnescapeString(element.ReplaceAllString(text, " "))
	return strings.TrimSpace(blank.ReplaceAllString(strings.ReplaceAll(text, "\u00ad", ""), " "))
}

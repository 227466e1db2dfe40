package sitemap

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ferrule/internal/content"
)

// ServeRobots answers GET /robots.txt. The number of filtered lists is
// unbounded, and unfiltered lists contain the same products; of the query
// parameters of a list only the page number leads to other products. The longer
// of two matching rules applies (RFC 9309), so image variants stay allowed.
func (s *Server) ServeRobots(w http.ResponseWriter, r *http.Request) error {
	rd, known, err := s.newReader(w, r)
	if err != nil || known {
		return err
	}
	const rules = `User-agent: *
Allow: /
Allow: /assets/
Allow: /*?page=
Disallow: /*?
Disallow: /*?page=*&
Disallow: /api/
Disallow: /search
Disallow: /*/search

Sitemap: `
	return rd.text(w, r, rules+rd.base+"/sitemap.xml\n")
}

// ServeGuide answers GET /llms.txt (llmstxt.org), an overview of the site for
// programs that do not crawl it: in English, or in the first language if there
// is no English.
func (s *Server) ServeGuide(w http.ResponseWriter, r *http.Request) error {
	rd, known, err := s.newReader(w, r)
	if err != nil || known {
		return err
	}
	if len(rd.languages) == 0 {
		return fileNotFound(r)
	}
	l := rd.languages[0]
	for _, each := range rd.languages {
		if each.Code == "en-US" {
			l = each
		}
	}
	name, err := rd.siteName(r.Context())
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n> Catalogue of a supplier of fittings, flanges, valves and pipe connections: technical data, "+
		"dimensions and part numbers. Prices are quoted on request.\n\n", name)
	fmt.Fprintf(&b, "Every page exists under a prefix for each language: ")
	for i, each := range rd.languages {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (%s)", rd.address(each, "/"), each.Code)
	}
	b.WriteString(".\n\n## Pages\n\n")
	for _, p := range []struct{ title, path string }{
		{"Home", "/"},
		{"Catalogue", "/catalog"},
		{"Product families and news", "/product"},
		{"Support: documents, questions and answers", "/support"},
		{"About the company", "/about"},
		{"Contacts", "/contacts"},
	} {
		fmt.Fprintf(&b, "- [%s](%s)\n", p.title, rd.address(l, p.path))
	}
	b.WriteString("\n## Catalogue\n\n")
	if err := rd.writeCategories(r.Context(), &b, l); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n## Search\n\n"+
		"- By part number, name or technical value: %[1]s?q={words}, for example %[1]s?q=1.4404+12+mm\n"+
		"- A category page narrows by attributes in its query: `?material=…&tube-od=12&pn=400..&stock=1`; values are joined by `_`, ranges have open ends.\n",
		rd.address(l, "/search"))
	fmt.Fprintf(&b, "\n## Data\n\n"+
		"- Product pages carry schema.org data as JSON-LD: part numbers, material, technical values with units, sizes of a family.\n"+
		"- [Sitemap](%[1]s/sitemap.xml): all pages with their languages and pictures.\n", rd.base)
	for _, each := range rd.languages {
		fmt.Fprintf(&b, "- [Changed products, %s](%s/feeds/products.%s.xml): Atom.\n", each.Code, rd.base, each.Name())
	}
	return rd.text(w, r, b.String())
}

// writeCategories lists the top-level categories.
func (rd *reader) writeCategories(ctx context.Context, b *strings.Builder, l content.Language) error {
	var rows []record
	if err := rd.read(ctx, "categories", url.Values{
		"fields": {"id,slug,translations.languages_code,translations.title"}, "filter[parent][_null]": {"true"},
		"sort": {"sort,id"}, "limit": {"-1"}, "language": {l.Code},
	}, &rows); err != nil {
		return err
	}
	for _, row := range rows {
		title := row.Slug
		if len(row.Translations) > 0 {
			title = cmp.Or(plain(row.Translations[0].Title), title)
		}
		fmt.Fprintf(b, "- [%s](%s)\n", strings.NewReplacer("[", "(", "]", ")").Replace(title), rd.address(l, pathOf("/catalog", row.Slug)))
	}
	return nil
}

func (rd *reader) text(w http.ResponseWriter, r *http.Request, body string) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(body))
	return nil
}

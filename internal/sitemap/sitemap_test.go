package sitemap

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"ferrule/demo"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
)

var all = []content.Language{{Code: "de-DE", Prefix: "/de"}, {Code: "en-US", Prefix: "/en"}, {Code: "fr-FR", Prefix: "/fr"}, {Code: "it-IT", Prefix: "/it"}}

const base = "https://ferrule.example"

// testServer is a server with its own content.
type testServer struct {
	*Server
	t     *testing.T
	store *store.Store
}

func newTestServer(t *testing.T, source fs.FS, limit int) *testServer {
	t.Helper()
	s, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	h := &testServer{t: t, store: s}
	h.load(source)
	h.Server, err = New(Options{
		Source: s, Model: content.Default(), BaseURL: base + "/", Limit: limit,
		Languages: func(context.Context) []content.Language { return all },
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *testServer) load(source fs.FS) {
	h.t.Helper()
	if _, err := h.store.Import(h.t.Context(), source); err != nil {
		h.t.Fatal(err)
	}
}

// products is content of n products with keys far apart; every third is a draft.
func products(n int, name string) fs.FS {
	var rows []string
	for i := range n {
		status := "published"
		if i%3 == 2 {
			status = "draft"
		}
		rows = append(rows, fmt.Sprintf(`{"id":%d,"slug":"part-%d","sku":"P-%d","status":"%s","date_created":"2024-01-%02dT08:00:00.000Z",`+
			`"translations":[{"languages_code":"de-DE","name":%q,"description":"<p>Rohr &amp; Ring</p>"},{"languages_code":"fr-FR","name":"x"}]}`, i*7+1, i, i, status, i%28+1, name))
	}
	return fstest.MapFS{"content.json": {Data: []byte(`{"items":{"languages":[{"code":"de-DE"},{"code":"fr-FR"}],"products":[` + strings.Join(rows, ",") + `]}}`)}}
}

func (h *testServer) get(path string, header ...string) (*httptest.ResponseRecorder, error) {
	mux := http.NewServeMux()
	var err error
	for pattern, serve := range map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /sitemap.xml": h.ServeIndex, "GET /sitemaps/{file}": h.ServePart, "GET /feeds/{file}": h.ServeFeed,
		"GET /robots.txt": h.ServeRobots, "GET /llms.txt": h.ServeGuide,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { err = serve(w, r) })
	}
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w, err
}

// read gets a file, checks that it is well formed and that every name is in a
// namespace, and decodes it.
func (h *testServer) read(path string, into any) string {
	h.t.Helper()
	w, err := h.get(path)
	if err != nil || w.Code != http.StatusOK {
		h.t.Fatalf("%s: %v %d", path, err, w.Code)
	}
	text := w.Body.String()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			h.t.Fatalf("%s: %v", path, err)
		}
		if start, ok := token.(xml.StartElement); ok && !strings.HasPrefix(start.Name.Space, "http://www.") {
			h.t.Fatalf("%s: %v is in no namespace", path, start.Name)
		}
	}
	if err := xml.Unmarshal([]byte(text), into); err != nil {
		h.t.Fatalf("%s: %v", path, err)
	}
	return text
}

type index struct {
	XMLName  xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap>loc"`
}

type urlset struct {
	XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []struct {
		Location string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 loc"`
		Changed  string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 lastmod"`
		Links    []struct {
			Rel      string `xml:"rel,attr"`
			Language string `xml:"hreflang,attr"`
			Address  string `xml:"href,attr"`
		} `xml:"http://www.w3.org/1999/xhtml link"`
		Pictures []string `xml:"http://www.google.com/schemas/sitemap-image/1.1 image>loc"`
	} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
}

func TestSitemapListsEveryPublishedPageInItsLanguages(t *testing.T) {
	t.Parallel()
	source, err := demo.Source()
	if err != nil {
		t.Fatal(err)
	}
	h := newTestServer(t, source, 0)
	var files index
	h.read("/sitemap.xml", &files)
	links := map[string][]string{} // the languages of each address
	pictures := 0
	for _, file := range files.Sitemaps {
		var part urlset
		h.read(strings.TrimPrefix(file, base), &part)
		for _, u := range part.URLs {
			if links[u.Location] != nil {
				t.Errorf("%s is listed twice", u.Location)
			}
			for _, l := range u.Links {
				links[u.Location] = append(links[u.Location], l.Language)
			}
			own := slices.ContainsFunc(u.Links, func(l struct {
				Rel      string `xml:"rel,attr"`
				Language string `xml:"hreflang,attr"`
				Address  string `xml:"href,attr"`
			},
			) bool {
				return l.Address == u.Location && l.Rel == "alternate"
			})
			if !own {
				t.Errorf("%s does not link itself", u.Location)
			}
			pictures += len(u.Pictures)
			if strings.Contains(u.Location, "/product/") && !strings.HasPrefix(u.Changed, "20") {
				t.Errorf("%s has no date", u.Location)
			}
		}
	}
	four := "de-DE en-US fr-FR it-IT x-default"
	for address, want := range map[string]string{
		"/de": four, "/it/product": four, "/en/imprint": four,
		"/de/product/straight-union-s": four, "/fr/catalog/flanges": four,
		"/de/product/weld-elbow-45": "de-DE en-US fr-FR x-default", // has no Italian
		"/it/product/weld-elbow-45": "",
		"/it/product/dairy-nut":     "de-DE en-US it-IT x-default", // has no French
		"/fr/product/dairy-nut":     "",
		"/it/catalog/u-bolts":       "",
		"/it/catalog":               "",
		"/de/product/loose-flange":  "", // a draft
		"/de/search":                "",
	} {
		if got := strings.Join(links[base+address], " "); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	if pictures < 400 {
		t.Errorf("%d pictures", pictures)
	}
}

func TestSitemapIsSplitAtItsLimit(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, products(40, "Rohr"), 40) // ten keys a part: 40 addresses, of four languages
	var files index
	h.read("/sitemap.xml", &files)
	seen := map[string]bool{}
	for _, file := range files.Sitemaps[1:] {
		var part urlset
		h.read(strings.TrimPrefix(file, base), &part)
		if len(part.URLs) == 0 || len(part.URLs) > 40 {
			t.Errorf("%s has %d addresses", file, len(part.URLs))
		}
		for _, u := range part.URLs {
			seen[u.Location] = true
		}
	}
	if want := 27 * 2; len(seen) != want || len(files.Sitemaps) < 20 {
		t.Errorf("%d addresses in %d parts, want %d", len(seen), len(files.Sitemaps)-1, want)
	}
	for _, path := range []string{"/sitemaps/products-9999.xml", "/sitemaps/products-0.xml", "/sitemaps/tags-1.xml", "/sitemaps/pages-1.xml", "/sitemaps/products-99999999999.xml"} {
		if _, err := h.get(path); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestOneSitemapStaysBelowTheProtocolsLimits(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 40; n++ {
		rd := reader{Server: &Server{limit: maxAddresses}, languages: make([]content.Language, n)}
		addresses := int(rd.keysPerPart()) * n
		if addresses > maxAddresses || addresses*(entryBytes+linkBytes*(n+1)) > maxBytes || addresses < n {
			t.Errorf("%d languages: %d addresses", n, addresses)
		}
	}
}

func TestContentIsEscapedInXML(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, products(3, `]]></title><script>"&\u0001'`), 0)
	var feed atomRead
	text := h.read("/feeds/products.de.xml", &feed)
	if strings.Contains(text, "<script") || len(feed.Entries) != 2 || !strings.Contains(feed.Entries[0].Title, `]]>`) {
		t.Errorf("%q", text)
	}
}

type atomRead struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	Updated string   `xml:"http://www.w3.org/2005/Atom updated"`
	Entries []struct {
		ID      string `xml:"http://www.w3.org/2005/Atom id"`
		Title   string `xml:"http://www.w3.org/2005/Atom title"`
		Updated string `xml:"http://www.w3.org/2005/Atom updated"`
		Summary string `xml:"http://www.w3.org/2005/Atom summary"`
		Link    struct {
			Address string `xml:"href,attr"`
		} `xml:"http://www.w3.org/2005/Atom link"`
	} `xml:"http://www.w3.org/2005/Atom entry"`
}

func TestFeedListsTheMostRecentlyChangedProducts(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, products(200, "Rohr"), 0)
	var feed atomRead
	h.read("/feeds/products.de.xml", &feed)
	if len(feed.Entries) != feedEntries || feed.Updated != feed.Entries[0].Updated {
		t.Fatalf("%d entries, %s", len(feed.Entries), feed.Updated)
	}
	for i, e := range feed.Entries {
		if i > 0 && e.Updated > feed.Entries[i-1].Updated {
			t.Errorf("entry %d is newer than the one before", i)
		}
	}
	first := feed.Entries[0]
	if !strings.HasPrefix(first.ID, "tag:ferrule.example,2024:product/") || first.Summary != "Rohr & Ring" || !strings.HasPrefix(first.Link.Address, base+"/de/product/part-") {
		t.Errorf("%+v", first)
	}
	for _, path := range []string{"/feeds/products.xx.xml", "/feeds/categories.de.xml", "/feeds/products.de"} {
		if _, err := h.get(path); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", path, err)
		}
	}
	var english atomRead
	if h.read("/feeds/products.en.xml", &english); len(english.Entries) != 0 {
		t.Errorf("%d products that have no English", len(english.Entries))
	}
}

func TestAKnownEntityTagIsNotModified(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, products(3, "Rohr"), 0)
	for _, path := range []string{"/sitemap.xml", "/sitemaps/pages.xml", "/sitemaps/products-1.xml", "/feeds/products.de.xml", "/robots.txt", "/llms.txt"} {
		first, err := h.get(path)
		if err != nil {
			t.Fatal(path, err)
		}
		again, err := h.get(path, "If-None-Match", first.Header().Get("ETag"))
		if err != nil || again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s: %v %d", path, err, again.Code)
		}
	}
	feed, _ := h.get("/feeds/products.de.xml")
	if w, _ := h.get("/feeds/products.de.xml", "If-Modified-Since", feed.Header().Get("Last-Modified")); w.Code != http.StatusNotModified {
		t.Errorf("the feed by its date: %d", w.Code)
	}
	h.load(products(4, "Ring"))
	if w, _ := h.get("/feeds/products.de.xml", "If-None-Match", feed.Header().Get("ETag")); w.Code != http.StatusOK {
		t.Errorf("after a change: %d", w.Code)
	}
}

func TestWithoutABaseURLTheRequestsHostIsUsed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, products(1, "Rohr"), 0)
	h.base = ""
	for _, c := range []struct{ host, proto, want string }{
		{"shop.example:8080", "", "http://shop.example:8080/"},
		{"shop.example", "https", "https://shop.example/"},
		{"[::1]:80", "", "http://[::1]:80/"},
		{"shop.example", "javascript", "http://shop.example/"},
		{`x"><script>`, "", ""},
		{"a b", "", ""},
		{"", "", ""},
	} {
		w, err := h.get("/robots.txt", "Host", c.host, "X-Forwarded-Proto", c.proto)
		if c.want == "" {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: %v %s", c.host, err, w.Body)
			}
			continue
		}
		if err != nil || !strings.Contains(w.Body.String(), "Sitemap: "+c.want+"sitemap.xml\n") || w.Header().Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%q: %v %s", c.host, err, w.Body)
		}
	}
}

// The rules are applied as in RFC 9309: the longest match wins.
func TestCrawlersMayReadPagesAndPicturesButNoFilteredLists(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, products(1, "Rohr"), 0)
	w, err := h.get("/robots.txt")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"/": true, "/de/product/x": true, "/de/catalog/flanges": true, "/de/catalog/flanges?page=3": true,
		"/assets/17026721?width=672&format=auto": true, "/static/a.js": true, "/og/de/site.png": true, "/feeds/products.de.xml": true,
		"/de/catalog/flanges?material=1.4404": false, "/de/catalog/flanges?page=2&sort=name": false,
		"/api/catalogue": false, "/search": false, "/de/search?q=dn": false, "/de/product/x?variant=y": false,
	} {
		if got := allowed(w.Body.String(), path); got != want {
			t.Errorf("%s: allowed %v", path, got)
		}
	}
}

func allowed(rules, path string) bool {
	longest, result := -1, true
	for line := range strings.Lines(rules) {
		kind, pattern, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if (kind != "Allow" && kind != "Disallow") || len(pattern) <= longest || !matches(pattern, path) {
			continue
		}
		longest, result = len(pattern), kind == "Allow"
	}
	return result
}

func matches(pattern, path string) bool {
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	path = path[len(parts[0]):]
	for _, part := range parts[1:] {
		i := strings.Index(path, part)
		if i < 0 {
			return false
		}
		path = path[i+len(part):]
	}
	return true
}

func TestGuideListsPagesAndSearch(t *testing.T) {
	t.Parallel()
	source, err := demo.Source()
	if err != nil {
		t.Fatal(err)
	}
	w, err := newTestServer(t, source, 0).get("/llms.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Ferrule\n\n> ", "- [Flanges](" + base + "/en/catalog/flanges)", base + "/en/search?q=", base + "/sitemap.xml", base + "/feeds/products.fr.xml"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("lacks %q", want)
		}
	}
}

// breaking is a writer whose client disconnects at the first byte.
type breaking struct {
	http.ResponseWriter

	store io.Closer
}

func (w breaking) Write(b []byte) (int, error) {
	_ = w.store.Close()
	return w.ResponseWriter.Write(b)
}

func (w breaking) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func TestAnErrorAbortsTheReply(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, products(5, "Bogen"), 0)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sitemaps/{file}", func(w http.ResponseWriter, r *http.Request) {
		if err := h.ServePart(breaking{w, h.store}, r); err != nil {
			t.Error(err)
		}
	})
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)
	reply, err := site.Client().Get(site.URL + "/sitemaps/products-1.xml")
	if err != nil {
		return // not even a head
	}
	defer reply.Body.Close()
	if body, err := io.ReadAll(reply.Body); err == nil {
		t.Errorf("%d, whole: %s", reply.StatusCode, body)
	}
}

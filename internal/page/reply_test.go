package page

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"ferrule/internal/render"
)

func TestCodingsDecodeToTheSameBytes(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	want := h.get("/fr/large").body
	if len(want) < 50_000 {
		t.Fatalf("the page has only %d bytes", len(want))
	}
	etags := map[string]bool{}
	for coding, open := range map[string]func(io.Reader) (io.Reader, error){
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
	} {
		r := h.get("/fr/large", "Accept-Encoding: "+coding)
		reader, err := open(strings.NewReader(r.body))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(reader)
		if err != nil || string(got) != want {
			t.Errorf("%s: %d bytes differ from the %d of identity, error %v", coding, len(got), len(want), err)
		}
		if r.header.Get("Content-Encoding") != coding || r.header.Get("Content-Length") != strconv.Itoa(len(r.body)) {
			t.Errorf("%s: headers %v", coding, r.header)
		}
		etag := r.header.Get("Etag")
		if etags[etag] || !strings.HasPrefix(etag, `"`) {
			t.Errorf("%s: tag %s is not strong and distinct", coding, etag)
		}
		etags[etag] = true
		head, err := h.try("HEAD", "/fr/large", "Accept-Encoding: "+coding)
		if err != nil || head.body != "" || head.header.Get("Content-Length") != strconv.Itoa(len(r.body)) || head.header.Get("Etag") != etag {
			t.Errorf("%s: HEAD %v %+v", coding, err, head)
		}
	}
}

func TestCodingIsNegotiated(t *testing.T) {
	t.Parallel()
	all := func(encoding) bool { return true }
	few := func(c encoding) bool { return c == gzipCoding || c == identity }
	for _, c := range []struct {
		header string
		has    func(encoding) bool
		want   string // "" for none
	}{
		{"gzip, deflate, br, zstd", all, "br"},
		{"gzip, deflate, br, zstd", few, "gzip"},
		{"gzip, zstd", all, "zstd"},
		{"GZIP", all, "gzip"},
		{"x-gzip", all, "gzip"},
		{"br;q=0.5, gzip;q=0.8", all, "gzip"},
		{"br;q=0.501,gzip;q=0.5", all, "br"},
		{"br;q=0, gzip", all, "gzip"},
		{"br ; q=1.000 , gzip", all, "br"},
		{"br;q=oops, gzip;q=0.001", all, "gzip"},
		{"deflate", all, "identity"},
		{"", all, "identity"},
		{"identity, gzip;q=0.9", all, "identity"},
		{"identity;q=0.5, gzip;q=0.5", all, "gzip"},
		{"*", all, "br"},
		{"*;q=0.5, gzip", all, "gzip"},
		{"*, br;q=0", all, "zstd"},
		{"*;q=0, gzip", all, "gzip"},
		{"*;q=0, identity", all, "identity"},
		{"identity;q=0", all, ""},
		{"identity;q=0, gzip", few, "gzip"},
		{"identity;q=0, br", few, ""},
		{"*;q=0", all, ""},
		{",,;q=,", all, "identity"},
	} {
		got, ok := negotiate([]string{c.header}, c.has)
		name := ""
		if ok {
			name = got.token()
		}
		if name != c.want {
			t.Errorf("%q: got %q, want %q", c.header, name, c.want)
		}
	}
	if got, ok := negotiate(nil, all); got != identity || !ok {
		t.Errorf("no header: %v %v", got, ok)
	}
	if got, _ := negotiate([]string{"gzip;q=0.5", "br"}, all); got != brotliCoding {
		t.Errorf("two headers: %v", got)
	}
	h := build(t, nil)
	if r := h.get("/fr/about", "Accept-Encoding: identity;q=0"); r.status != http.StatusNotAcceptable || r.body != "" {
		t.Errorf("nothing acceptable: %+v", r)
	}
}

func TestAnUnchangedPageIs304(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	const accept = "Accept-Encoding: br"
	first := h.get("/about", accept)
	etag := first.header.Get("Etag")
	for _, c := range []struct {
		address, condition string
		want               int
	}{
		{"/about", etag, 304},
		{"/about", "W/" + etag, 304},
		{"/about", `"other", ` + etag, 304},
		{"/about", "*", 304},
		{"/about", `"other"`, 200},
		{"/about", strings.Replace(etag, "-br", "-gzip", 1), 200},
		{"/about", "", 200},
		{"/nothing", "*", 404}, // conditions are about pages that exist
	} {
		r := h.get(c.address, accept, "If-None-Match: "+c.condition)
		if r.status != c.want || (r.status == 304) != (r.body == "") {
			t.Errorf("%s with %q: %d and %d bytes, want %d", c.address, c.condition, r.status, len(r.body), c.want)
		}
		if r.status == 304 && (r.header.Get("Etag") != etag || r.header.Get("Vary") != first.header.Get("Vary") ||
			r.header.Get("Cache-Control") != first.header.Get("Cache-Control") || r.header.Get("Content-Length") != "") {
			t.Errorf("headers of the 304: %v", r.header)
		}
	}
	if got := h.Stats().NotModified; got != 4 {
		t.Errorf("%d counted, want 4", got)
	}
}

func TestContentIsEscapedInTheDocument(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	r := h.get("/fr/markup")
	if strings.Contains(r.body, "<script>alert") || strings.Count(r.body, "</script>") != 3 || strings.ContainsAny(r.body, "\u2028\u2029") || strings.Contains(r.body, "<!--") {
		t.Errorf("not escaped: %s", r.body)
	}
	if !strings.Contains(r.body, `<title>&lt;/title&gt;&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;</title>`) {
		t.Errorf("title: %s", r.body)
	}
	data := string(r.state(t).Data[0])
	if want := `{"":[{"title":"\u003c/script\u003e\u003cscript\u003ealert(1)\u003c/script\u003e\u2028\u0026\u003c!--"}]}`; data != want {
		t.Errorf("state: %s", data)
	}
}

func TestBootHashMatchesTheInlineScript(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.Boot = "alert(1)" })
	if got := h.BootHash(); got != "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=" {
		t.Errorf("got %s", got)
	}
	if r := h.get("/fr"); !strings.Contains(r.body, "<script>alert(1)</script>") {
		t.Error("the page lacks the hashed script")
	}
	if got := build(t, func(o *Options) { o.Boot = "" }).BootHash(); got != "" {
		t.Errorf("without a script: %s", got)
	}
}

func TestFailServesTheErrorScreenInTheVisitorsLanguage(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.source.fail("*", errDown)
	h.engine.refuse.Store(true)
	for _, c := range failures {
		r := h.fail(c.address, c.cookie, c.status)
		st := r.state(t)
		if st.Route != "error" || st.Plain == nil || st.Language != c.code || st.Prefix != c.prefix || len(st.Data) != 0 || !strings.Contains(r.body, "<main><h1>error</h1>") {
			t.Errorf("%s: %s", c.address, r.body)
		}
		if !strings.Contains(r.body, `<meta name="robots" content="noindex">`) || !strings.Contains(r.body, `data-theme="red"`) || strings.Contains(r.body, "hreflang") {
			t.Errorf("%s: %s", c.address, r.body)
		}
	}
}

func TestFailServesAStaticPageIfRenderingFailed(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.Engine = unrendering{o.Engine} })
	for _, c := range failures {
		r := h.fail(c.address, c.cookie, c.status)
		if !strings.Contains(r.body, `<html lang="`+c.code[:2]+`">`) || !strings.Contains(r.body, "<h1>"+c.heading+"</h1>") || strings.Contains(r.body, "<script") {
			t.Errorf("%s: %s", c.address, r.body)
		}
	}
	if got := strings.Count(h.log.String(), "static page used"); got != 8 {
		t.Errorf("%d lines in the log, want 8:\n%s", got, h.log)
	}
}

var failures = []struct {
	address, cookie, code, prefix, heading string
	status                                 int
}{
	{"/de/about", "", "de-DE", "/de", "Es ist ein Fehler aufgetreten", 500},
	{"/about", "selected-language=en-US", "en-US", "", "Something went wrong", 500},
	{"/fr", "", "fr-FR", "/fr", "De retour dans un instant", 503},
	{"/it/x", "", "it-IT", "/it", "Torniamo subito", 429},
}

type unrendering struct{ render.Engine }

func (unrendering) Page(context.Context, string) (string, error) { return "", errDown }

// fail calls Fail on a reply that already has headers.
func (h *testSite) fail(address, cookie string, status int) reply {
	h.t.Helper()
	w := httptest.NewRecorder()
	w.Header().Set("Content-Encoding", "br")
	w.Header().Set("Etag", `"x"`)
	r := httptest.NewRequest("GET", address, nil)
	r.Header.Set("Cookie", cookie)
	h.Fail(w, r, status)
	if w.Code != status {
		h.t.Errorf("%s: status %d, want %d", address, w.Code, status)
	}
	if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Content-Encoding") != "" || w.Header().Get("Etag") != "" ||
		(w.Header().Get("Retry-After") != "") != (status != 500) {
		h.t.Errorf("%s: %v", address, w.Header())
	}
	return reply{w.Code, w.Header(), w.Body.String()}
}

func TestRedirectRules(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *Options) { o.BaseURL = "https://www.example.com" })
	h.source.change(func() {
		h.source.rows["redirects"] = []map[string]any{
			{"path": "/old", "target": "/about", "status_code": 301},
			{"path": "/old/query/", "target": "/catalog/flanges?page=2#list", "status_code": 308},
			{"path": "/home", "target": "/", "status_code": 307},
			{"path": "/german", "target": "/de/about", "status_code": 302},
			{"path": "/strange-status", "target": "/about", "status_code": 200},
			{"path": "/shop", "target": "https://shop.example.com/x", "status_code": 302, "is_external": true},
			{"path": "/throws", "target": "/about", "status_code": 302}, // beats a page
			{"path": "/chain", "target": "/old", "status_code": 302},
			{"path": "/secret-shop", "target": "https://evil.example.com", "status_code": 302},
			{"path": "/schemeless", "target": "//evil.example.com", "status_code": 302},
			{"path": "/backslash", "target": "/\\evil.example.com", "status_code": 302},
			{"path": "/script", "target": "javascript:alert(1)", "status_code": 302, "is_external": true},
			{"path": "/relative", "target": "about", "status_code": 302},
			{"path": "/self", "target": "/self/", "status_code": 302},
			{"path": "/self-prefixed", "target": "/fr/self-prefixed?x=1", "status_code": 302},
			{"path": "/through-the-public-address", "target": "https://www.example.com/fr/through-the-public-address", "status_code": 302, "is_external": true},
			{"path": "/de/prefixed", "target": "/about", "status_code": 302},
			{"path": "/in", "target": "/b", "status_code": 302},
			{"path": "/a", "target": "/fr/b", "status_code": 302},
			{"path": "/b", "target": "/c", "status_code": 302},
			{"path": "/c", "target": "/a", "status_code": 302},
		}
	})
	for _, c := range []struct {
		address, to string
		status      int
	}{
		{"/old", "/about", 301},
		{"/fr/old", "/fr/about", 301},
		{"/fr/old/?x=1", "/fr/about?x=1", 301},
		{"/it/old/query?x=1", "/it/catalog/flanges?page=2#list", 308},
		{"/home", "/", 307},
		{"/en/home", "/en", 307},
		{"/fr/german", "/de/about", 302},
		{"/strange-status", "", 404},
		{"/fr/shop?x=1", "https://shop.example.com/x", 302},
		{"/fr/throws", "/fr/about", 302},
		{"/chain", "/old", 302},
		{"/secret-shop", "", 404},
		{"/schemeless", "", 404},
		{"/backslash", "", 404},
		{"/script", "", 404},
		{"/relative", "", 404},
		{"/self", "", 404},
		{"/self-prefixed", "", 404},
		{"/through-the-public-address", "", 404},
		{"/de/prefixed", "", 404},
		{"/in", "/b", 302}, // the target of a rule into a loop ends at the former loop
		{"/a", "", 404},
		{"/b", "", 404},
		{"/c", "", 404},
	} {
		r := h.get(c.address)
		if r.status != c.status || r.header.Get("Location") != c.to {
			t.Errorf("%s: %d to %q, want %d to %q", c.address, r.status, r.header.Get("Location"), c.status, c.to)
		}
	}
	if got := strings.Count(h.log.String(), "redirect rule ignored"); got != 11 {
		t.Errorf("%d rules rejected in the log, want 11:\n%s", got, h.log)
	}
	h.source.change(func() { h.source.rows["redirects"] = nil })
	h.Invalidate()
	if r := h.get("/old"); r.status != 404 {
		t.Errorf("the rule of a deleted record applies: %d", r.status)
	}
}

func TestManifestNamesTheFilesOfTheBuild(t *testing.T) {
	t.Parallel()
	const manifest = `{
		"src/entry.tsx":{"file":"entry-1.js","imports":["_shared.js"],"dynamicImports":["src/routes/home.tsx"]},
		"_shared.js":{"file":"shared-1.js","imports":["_shared.js","_list.js"]},
		"_list.js":{"file":"list-1.js","imports":["_shared.js"]},
		"src/routes/home.tsx":{"file":"home-1.js","imports":["src/entry.tsx","_list.js","_page.js"]},
		"_page.js":{"file":"page-1.js","imports":["_list.js"]},
		"src/app/overlays.tsx":{"file":"overlays-1.js","imports":["_page.js"]}}`
	const styles = `{"file":"styles-1.css","dark":"dark-1.css","fonts":["text.woff2"],"core":"body{color:red}","shell":".ft{gap:0}","routes":{"home":".hero{top:0}","cart":""}}`
	a, err := ParseManifest([]byte(manifest), []byte(styles), "src/entry.tsx", "/static/")
	if err != nil {
		t.Fatal(err)
	}
	d, err := newDocument(Options{Assets: a})
	if err != nil {
		t.Fatal(err)
	}
	const want = ` data-fonts="/static/text.woff2"` +
		`<style>body{color:red}</style>` +
		`<script type="application/json" id="ferrule-files">{"modules":["/static/entry-1.js","/static/shared-1.js","/static/list-1.js"],"styles":"/static/styles-1.css"}</script>` +
		"\n<style>.hero{top:0}</style>" + `<script type="application/json" id="ferrule-page">["/static/home-1.js","/static/page-1.js","/static/overlays-1.js"]</script>` +
		"\n" + `<script type="application/json" id="ferrule-page">["/static/overlays-1.js","/static/page-1.js"]</script>` + "\n<style>.ft{gap:0}</style>\n" + `<noscript><link rel="stylesheet" href="/static/styles-1.css"></noscript>`
	if got := d.fonts + d.files + "\n" + d.routes["home"] + "\n" + d.routes["cart"] + "\n" + d.shell + "\n" + d.end; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := `<noscript><link rel="stylesheet" href="/static/dark-1.css" media="screen and (prefers-color-scheme: dark)"></noscript>`; d.dark != want {
		t.Errorf("got %s, want %s", d.dark, want)
	}
	if hashes := []string{hash("body{color:red}"), hash(".ft{gap:0}"), hash(".hero{top:0}")}; !slices.Equal(d.hashes, hashes) {
		t.Errorf("hashes %v, want %v", d.hashes, hashes)
	}
	for _, bad := range [][2]string{{"", styles}, {"{}", styles}, {`{"src/entry.tsx":{}}`, styles}, {manifest, ""}, {manifest, "{}"}} {
		if _, err := ParseManifest([]byte(bad[0]), []byte(bad[1]), "src/entry.tsx", "/"); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	if _, err := newDocument(Options{Assets: Assets{Core: "a{}</STYLE><script>"}}); err == nil {
		t.Error("styles that end their element are accepted")
	}
}

func TestCacheHasALimitAndARevision(t *testing.T) {
	t.Parallel()
	c := newCache(40_000)
	c.advance(7, nil)
	page := func(path string) key { return key{path: path} }
	for _, path := range []string{"/a", "/b", "/c"} {
		c.put(page(path), sized(10_000), 7)
	}
	c.get(page("/a"))
	c.put(page("/d"), sized(10_000), 7)
	if c.get(page("/b")) != nil || c.get(page("/a")) == nil || c.get(page("/d")) == nil {
		t.Error("the least recently used entry was not evicted")
	}
	c.put(page("/huge"), sized(50_000), 7)
	c.put(page("/late"), sized(entryOverhead), 6)
	c.put(page("/a"), sized(5_000), 7)
	if entries, size, evictions := c.figures(); entries != 3 || size != 25_000 || evictions != 1 {
		t.Errorf("%d entries of %d bytes, %d evictions", entries, size, evictions)
	}
	c.advance(8, nil)
	if entries, size, _ := c.figures(); entries != 0 || size != 0 {
		t.Errorf("%d entries of %d bytes after a change", entries, size)
	}
}

// sized returns an entry of a size in bytes.
func sized(size int) *entry {
	e := emptyEntry(key{}, "de-DE", "", nil, true, false)
	e.add(brotliCoding, make([]byte, size-entryOverhead))
	return e
}

func TestPagesWithTheMostHitsAreRefreshedFirst(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	c.advance(1, nil)
	hits := map[string]int{"/rare": 1, "/often": 9, "/never": 0, "/sometimes": 4}
	for path, times := range hits {
		k := key{path: path}
		e := emptyEntry(k, "de-DE", "", nil, true, false)
		e.add(brotliCoding, nil)
		c.put(k, e, 1)
		for range times {
			c.get(k)
		}
	}
	for _, part := range c.parts() {
		for _, s := range part.All() {
			s.stale = true
		}
	}
	c.requeueStale()
	for _, want := range []string{"/often", "/sometimes", "/rare", "/never"} {
		if k, ok := c.nextStale(); !ok || k.path != want {
			t.Errorf("%s is next, want %s", k.path, want)
		}
	}
	if k, ok := c.nextStale(); ok {
		t.Errorf("%s is queued twice", k.path)
	}
}

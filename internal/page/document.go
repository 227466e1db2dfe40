package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
)

// Theme colours of the browser's interface: the background of each theme. The
// front end reads them from attributes when the theme changes.
const (
	themeLight = "#ffffff"
	themeDark  = "#0c0f10"
	themeRed   = "#d80b17"
)

// document writes the HTML around the rendered markup. Parts that are the same
// for all pages are concatenated once.
type document struct {
	name     string
	hours    string // attributes of <html> with the retention of stored data
	boot     string // the inline script with its tags
	bootHash string
	build    string            // attributes of <html> about the build; may be empty
	fonts    string            // attribute of <html>: fonts that the boot script preloads, except on the first page load
	files    string            // links to files of the build, and the modules that the boot script loads, see deferredModules
	routes   map[string]string // style sheets by route
}

func newDocument(o Options) (document, error) {
	d := document{name: o.Name, routes: map[string]string{}}
	d.hours = fmt.Sprintf(` data-consent-hours="%d" data-cart-hours="%d"`, o.ConsentHours, o.CartHours)
	if o.Boot != "" {
		if lower := strings.ToLower(o.Boot); strings.Contains(lower, "</script") || strings.Contains(lower, "<!--") {
			return d, errors.New("page: boot script contains </script or <!--")
		}
		sum := sha256.Sum256([]byte(o.Boot))
		d.boot = "<script>" + o.Boot + "</script>"
		d.bootHash = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	if o.Build != "" && o.BuildCheck > 0 && o.Dev == "" {
		d.build = fmt.Sprintf(` data-build="%s" data-build-check="%d"`, html.EscapeString(o.Build), o.BuildCheck.Milliseconds())
	}
	if len(o.Assets.Fonts) > 0 {
		d.fonts = ` data-fonts="` + html.EscapeString(strings.Join(o.Assets.Fonts, " ")) + `"`
	}
	if o.Dev != "" {
		d.files = devFiles(o)
		return d, nil
	}
	var b strings.Builder
	// The first paint must wait for the complete header: Chromium would paint a
	// part of it in the wrong place while the document is still being received.
	b.WriteString(`<link rel="expect" href="#site-header" blocking="render">`)
	if o.Assets.Icon != "" {
		fmt.Fprintf(&b, `<link rel="icon" type="image/svg+xml" href="%s">`, html.EscapeString(o.Assets.Icon))
	}
	b.WriteString(styles(o.Assets.Styles))
	b.WriteString(deferredModules(o.Assets))
	d.files = b.String()
	for name, files := range o.Assets.Routes {
		d.routes[name] = styles(files)
	}
	return d, nil
}

// fixed returns the part of the document that is the same for all pages.
func (d *document) fixed() string {
	parts := []string{d.name, d.hours, d.boot, d.build, d.fonts, d.files}
	for _, route := range slices.Sorted(maps.Keys(d.routes)) {
		parts = append(parts, route, d.routes[route])
	}
	return strings.Join(parts, "\n")
}

// deferredModules names the modules that the boot script loads after the first
// paint, the entry first: visitors read a page before they use it, its links
// work without scripts, and on a slow connection texts, fonts and pictures have
// priority. The module of the page itself is loaded on the first
// interaction.
func deferredModules(a Assets) string {
	if a.Script == "" {
		return ""
	}
	list, err := json.Marshal(slices.Concat([]string{a.Script}, a.Preloads))
	if err != nil {
		panic("page: encode list of strings: " + err.Error())
	}
	return `<script type="application/json" id="ferrule-scripts">` + string(list) + `</script>`
}

func styles(files []string) string {
	var b strings.Builder
	for _, file := range files {
		fmt.Fprintf(&b, `<link rel="stylesheet" href="%s">`, html.EscapeString(file))
	}
	return b.String()
}

// devFiles returns the scripts that a page needs when it is not the development
// server's own index.html: Vite's client and the preamble of React's plugin.
// The Content-Security-Policy must allow them.
func devFiles(o Options) string {
	dev := html.EscapeString(o.Dev)
	return `<script type="module">import R from "` + dev + `/@react-refresh";` +
		`R.injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>t=>t;` +
		`window.__vite_plugin_react_preamble_installed__=true</script>` +
		`<script type="module" src="` + dev + `/@vite/client"></script>` +
		`<script type="module" src="` + dev + `/` + html.EscapeString(o.DevEntry) + `"></script>`
}

// write returns the document. state is JSON that cannot end its element, see
// embedded. The head of the bundle is markup: links to the page in other
// languages, link previews, structured data.
func (d *document) write(st *state, state []byte, out rendered, lang *language, k key) []byte {
	var b bytes.Buffer
	b.Grow(len(out.HTML) + len(state) + 4096)
	theme, frame := `light"`, themeLight
	switch own := out.Theme; {
	case k.notFound || own == "red":
		theme, frame = `red" data-page-theme="red"`, themeRed // the boot script does not change the theme of such a page
	case own == "light":
		theme = `light" data-page-theme="light"`
	case own == "dark":
		theme, frame = `dark" data-page-theme="dark"`, themeDark
	}
	b.WriteString(`<!doctype html><html lang="` + lang.HTML + `" dir="` + lang.Direction + `" data-language="` + lang.Code + `"` + d.build + d.fonts + d.hours + ` data-theme="` + theme + `><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">`)
	title := out.Title
	if title == "" {
		title = d.name
	}
	b.WriteString("<title>" + html.EscapeString(title) + "</title>")
	if out.Description != "" {
		b.WriteString(`<meta name="description" content="` + html.EscapeString(out.Description) + `">`)
	}
	robots := out.Robots
	if k.notFound {
		robots = "noindex"
	}
	if robots != "" {
		b.WriteString(`<meta name="robots" content="` + html.EscapeString(robots) + `">`)
	}
	b.WriteString(`<meta name="theme-color" content="` + frame +
		`" data-light="` + themeLight + `" data-dark="` + themeDark + `" data-red="` + themeRed + `">`)
	b.WriteString(d.boot)
	b.WriteString(d.files)
	b.WriteString(d.routes[st.Route])
	b.WriteString(out.Head)
	b.WriteString(`</head><body><div id="root">`)
	b.WriteString(out.HTML)
	b.WriteString(`</div><script type="application/json" id="ferrule-state">`)
	b.Write(state)
	b.WriteString(`</script></body></html>`)
	return b.Bytes()
}

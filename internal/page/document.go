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
	files    string            // links to files of the build, the core styles, and the files that the boot script loads, see deferred
	routes   map[string]string // styles by route
	dark     string            // the device's dark theme, for browsers without scripts
	shell    string            // the styles behind the markup
	end      string            // the style sheet, for browsers without scripts
	hashes   []string          // Content-Security-Policy sources of the styles
}

func newDocument(o Options) (document, error) {
	d := document{name: o.Name, routes: map[string]string{}}
	d.hours = fmt.Sprintf(` data-consent-hours="%d" data-cart-hours="%d"`, o.ConsentHours, o.CartHours)
	if o.Boot != "" {
		if lower := strings.ToLower(o.Boot); strings.Contains(lower, "</script") || strings.Contains(lower, "<!--") {
			return d, errors.New("page: boot script contains </script or <!--")
		}
		d.boot = "<script>" + o.Boot + "</script>"
		d.bootHash = hash(o.Boot)
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
	if o.Assets.Icon != "" {
		fmt.Fprintf(&b, `<link rel="icon" type="image/svg+xml" href="%s">`, html.EscapeString(o.Assets.Icon))
	}
	core, err := d.inline(o.Assets.Core)
	if err != nil {
		return d, err
	}
	b.WriteString(core)
	b.WriteString(deferred(o.Assets))
	d.files = b.String()
	if d.shell, err = d.inline(o.Assets.Shell); err != nil {
		return d, err
	}
	for _, name := range slices.Sorted(maps.Keys(o.Assets.Routes)) {
		route := o.Assets.Routes[name]
		styles, err := d.inline(route.Styles)
		if err != nil {
			return d, err
		}
		d.routes[name] = styles
		if len(route.Modules) > 0 {
			d.routes[name] += listed("ferrule-page", route.Modules)
		}
	}
	if o.Assets.Dark != "" {
		d.dark = `<noscript><link rel="stylesheet" href="` + html.EscapeString(o.Assets.Dark) + `" media="screen and (prefers-color-scheme: dark)"></noscript>`
	}
	if o.Assets.Styles != "" {
		d.end = "<noscript>" + stylesheet(o.Assets.Styles) + "</noscript>"
	}
	return d, nil
}

// inline returns styles as an element, and adds their hash.
func (d *document) inline(styles string) (string, error) {
	if styles == "" {
		return "", nil
	}
	if strings.Contains(strings.ToLower(styles), "</style") {
		return "", errors.New("page: styles contain </style")
	}
	d.hashes = append(d.hashes, hash(styles))
	return "<style>" + styles + "</style>", nil
}

// hash returns the Content-Security-Policy source of an inline script or style.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// fixed returns the part of the document that is the same for all pages.
func (d *document) fixed() string {
	parts := []string{d.name, d.hours, d.boot, d.build, d.fonts, d.files, d.dark, d.shell, d.end}
	for _, route := range slices.Sorted(maps.Keys(d.routes)) {
		parts = append(parts, route, d.routes[route])
	}
	return strings.Join(parts, "\n")
}

// deferred names the files that the boot script loads after the first paint: the
// style sheet, whose part for this page is in the document, and the modules, the
// entry first. Visitors read a page before they use it, its links work without
// scripts, and on a slow connection texts, fonts and pictures have priority. The
// modules of the page itself (ferrule-page) are fetched when the browser is idle,
// and evaluated on the first interaction.
func deferred(a Assets) string {
	if a.Script == "" {
		return ""
	}
	return listed("ferrule-files", map[string]any{"styles": a.Styles, "modules": slices.Concat([]string{a.Script}, a.Preloads)})
}

// listed returns addresses of files as an element that scripts read.
func listed(id string, files any) string {
	list, err := json.Marshal(files)
	if err != nil {
		panic("page: encode list of strings: " + err.Error())
	}
	return `<script type="application/json" id="` + id + `">` + string(list) + `</script>`
}

func stylesheet(file string) string {
	return `<link rel="stylesheet" href="` + html.EscapeString(file) + `">`
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
// languages and link previews; the end is structured data.
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
	if theme == `light"` { // neither the page nor its address has a theme of its own
		b.WriteString(d.dark)
	}
	b.WriteString(out.Head)
	b.WriteString(`</head><body`)
	if lang.Texts != "" {
		b.WriteString(` lang="` + lang.Texts + `"`)
	}
	b.WriteString(`><div id="root">`)
	b.WriteString(out.HTML)
	b.WriteString(`</div>` + d.shell + `<script type="application/json" id="ferrule-state">`)
	b.Write(state)
	b.WriteString(`</script>` + out.End + d.end + `</body></html>`)
	return b.Bytes()
}

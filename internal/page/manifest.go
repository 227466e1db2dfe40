package page

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Assets are the addresses of the files of the browser build that a document
// references.
type Assets struct {
	Script   string   // the entry module
	Styles   []string // style sheets of the entry
	Preloads []string // modules that the entry imports
	Fonts    []string // font files of the style sheets
	Icon     string   // favicon, image/svg+xml; empty for none

	// Routes holds the style sheets of only one route, by route name.
	Routes map[string][]string
}

// chunk is one record of a Vite manifest.
type chunk struct {
	File           string   `json:"file"`
	Imports        []string `json:"imports"`
	CSS            []string `json:"css"`
	Assets         []string `json:"assets"`
	IsDynamicEntry bool     `json:"isDynamicEntry"`
}

// ParseManifest reads a Vite manifest. entry is the key of the browser's entry
// ("src/app/browser.tsx"), base the prefix of the files' addresses
// ("/static/"). Dynamic entries in a folder "routes" are the chunks of the
// routes with their name.
func ParseManifest(data []byte, entry, base string) (Assets, error) {
	var manifest map[string]chunk
	if err := json.Unmarshal(data, &manifest); err != nil {
		return Assets{}, fmt.Errorf("read manifest of browser build: %w", err)
	}
	root, ok := manifest[entry]
	if !ok || root.File == "" {
		return Assets{}, fmt.Errorf("read manifest of browser build: no entry %q", entry)
	}
	w := walk{manifest: manifest, base: base, seen: map[string]bool{}}
	w.visit(entry)
	a := Assets{
		Script: w.preloads[0], Preloads: w.preloads[1:], Styles: w.styles, Fonts: w.fonts,
		Routes: map[string][]string{},
	}
	for name, c := range manifest {
		if !c.IsDynamicEntry || path.Base(path.Dir(name)) != "routes" {
			continue
		}
		own := walk{manifest: manifest, base: base, seen: map[string]bool{}}
		for seen := range w.seen {
			own.seen[seen] = true
		}
		own.visit(name)
		route := strings.TrimSuffix(path.Base(name), path.Ext(name))
		a.Routes[route] = without(own.styles, a.Styles)
	}
	return a, nil
}

// walk collects the files of a chunk and of all its imports.
type walk struct {
	manifest                map[string]chunk
	base                    string
	seen                    map[string]bool
	styles, preloads, fonts []string
}

func (w *walk) visit(name string) {
	c, ok := w.manifest[name]
	if !ok || w.seen[name] {
		return
	}
	w.seen[name] = true
	w.preloads = append(w.preloads, w.base+c.File)
	for _, file := range c.CSS {
		if address := w.base + file; !slices.Contains(w.styles, address) {
			w.styles = append(w.styles, address)
		}
	}
	for _, file := range c.Assets {
		if address := w.base + file; path.Ext(file) == ".woff2" && !slices.Contains(w.fonts, address) {
			w.fonts = append(w.fonts, address)
		}
	}
	for _, imported := range c.Imports {
		w.visit(imported)
	}
}

func without(all, known []string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return slices.Contains(known, s) })
}

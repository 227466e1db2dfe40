package page

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Assets are the files of the browser build that a document references or
// contains.
type Assets struct {
	Script   string   // address of the entry module
	Preloads []string // addresses of the modules that the entry imports
	Styles   string   // address of the style sheet with all styles but Core and Shell
	Dark     string   // address of the style sheet that gives a light document the dark theme; empty for none
	Fonts    []string // addresses of the font files
	Icon     string   // address of the favicon, image/svg+xml; empty for none

	// Styles inside every document, so that the first paint waits for no other file:
	// Core, those of the first window, in the head; Shell, those of what is below it or
	// closed at first (the footer, menus), behind the markup.
	Core   string
	Shell  string
	Routes map[string]RouteAssets // by the name of the route
}

// RouteAssets are the further files of a page.
type RouteAssets struct {
	Styles  string   // styles inside the document, which are also in the style sheet
	Modules []string // addresses of the page's module, the late parts', the overlays' and those that they import
}

// chunk is one record of a Vite manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

// The manifest's keys of modules of every page: the late parts of the shell (footer,
// language dropdown, cookie banner), and what is behind its controls (menus, panels,
// the cart).
const (
	lateParts = "src/app/late-parts.tsx"
	overlays  = "src/app/overlays.tsx"
)

// ParseManifest reads a Vite manifest and the list of styles of the same build.
// entry is the manifest's key of the browser's entry ("src/app/browser.tsx"), base
// the prefix of the files' addresses ("/static/").
func ParseManifest(manifest, styles []byte, entry, base string) (Assets, error) {
	var chunks map[string]chunk
	if err := json.Unmarshal(manifest, &chunks); err != nil {
		return Assets{}, fmt.Errorf("read manifest of browser build: %w", err)
	}
	if chunks[entry].File == "" {
		return Assets{}, fmt.Errorf("read manifest of browser build: no entry %q", entry)
	}
	var s struct {
		File   string            `json:"file"`
		Dark   string            `json:"dark"`
		Fonts  []string          `json:"fonts"`
		Core   string            `json:"core"`
		Shell  string            `json:"shell"`
		Routes map[string]string `json:"routes"`
	}
	if err := json.Unmarshal(styles, &s); err != nil {
		return Assets{}, fmt.Errorf("read styles of browser build: %w", err)
	}
	if s.File == "" {
		return Assets{}, errors.New("read styles of browser build: no file")
	}
	a := Assets{Script: base + chunks[entry].File, Styles: base + s.File, Core: s.Core, Shell: s.Shell, Routes: map[string]RouteAssets{}}
	if s.Dark != "" {
		a.Dark = base + s.Dark
	}
	for _, file := range s.Fonts {
		a.Fonts = append(a.Fonts, base+file)
	}
	first := imports(chunks, entry, map[string]bool{entry: true})
	for _, name := range first {
		a.Preloads = append(a.Preloads, base+chunks[name].File)
	}
	for route, text := range s.Routes {
		seen := map[string]bool{entry: true}
		for _, name := range first {
			seen[name] = true
		}
		r := RouteAssets{Styles: text}
		for _, module := range []string{"src/routes/" + route + ".tsx", lateParts, overlays} {
			if chunks[module].File == "" {
				continue
			}
			for _, name := range append([]string{module}, imports(chunks, module, seen)...) {
				r.Modules = append(r.Modules, base+chunks[name].File)
			}
		}
		a.Routes[route] = r
	}
	return a, nil
}

// imports returns the keys of the chunks that a chunk imports, directly or not, and
// that are not in seen yet.
func imports(chunks map[string]chunk, name string, seen map[string]bool) (out []string) {
	for _, next := range chunks[name].Imports {
		if _, ok := chunks[next]; ok && !seen[next] {
			seen[next] = true
			out = append(append(out, next), imports(chunks, next, seen)...)
		}
	}
	return out
}

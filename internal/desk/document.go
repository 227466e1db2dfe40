package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"strings"
)

// contentPolicy allows the files of the desk and nothing inline.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Parts of the build.
const (
	manifestFile = "manifest.json"
	entry        = "src/main.tsx"
	address      = "/desk/"
)

// documentText is the template of the document.
const documentText = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>Ferrule</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
{{- range .Styles}}
<link rel="stylesheet" href="{{.}}">
{{- end}}
<script type="module" src="{{.Script}}"></script>
</head>
<body>
<div id="desk"></div>
<noscript><p lang="en">The desk needs JavaScript. Allow it for this site and load the page again.</p><p lang="de">Der Arbeitsplatz braucht JavaScript. Erlauben Sie es für diese Website und laden Sie die Seite neu.</p></noscript>
</body>
</html>
`

// manifestEntry is a file of Vite's manifest.
type manifestEntry struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
}

// newDocument returns the document that loads a build; nil without a build.
func newDocument(build fs.FS) ([]byte, error) {
	if build == nil {
		return nil, nil
	}
	text, err := fs.ReadFile(build, manifestFile)
	if err != nil {
		return nil, fmt.Errorf("read manifest of the desk: %w", err)
	}
	var manifest map[string]manifestEntry
	if err := json.Unmarshal(text, &manifest); err != nil {
		return nil, fmt.Errorf("read manifest of the desk: %w", err)
	}
	if manifest[entry].File == "" {
		return nil, fmt.Errorf("read manifest of the desk: it has no entry %s", entry)
	}
	data := struct {
		Script string
		Styles []string
	}{Script: address + manifest[entry].File, Styles: stylesOf(manifest, entry, map[string]bool{})}
	parsed, err := template.New("").Parse(documentText)
	if err != nil {
		return nil, fmt.Errorf("write document of the desk: %w", err)
	}
	var b bytes.Buffer
	if err := parsed.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("write document of the desk: %w", err)
	}
	return b.Bytes(), nil
}

// stylesOf returns the addresses of the style sheets of a file and of its imports, each
// once, imports first.
func stylesOf(manifest map[string]manifestEntry, name string, seen map[string]bool) (styles []string) {
	if seen[name] {
		return nil
	}
	seen[name] = true
	add := func(sheets ...string) {
		for _, sheet := range sheets {
			if !slices.Contains(styles, sheet) {
				styles = append(styles, sheet)
			}
		}
	}
	for _, imported := range manifest[name].Imports {
		add(stylesOf(manifest, imported, seen)...)
	}
	for _, sheet := range manifest[name].CSS {
		add(address + sheet)
	}
	return styles
}

// serveDocument serves the document for every address of the application. An address
// with a dot names a file, and there is none.
func (h *Handler) serveDocument(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		header.Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
	case strings.Contains(r.URL.Path, "."):
		header.Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("There is no such file.\n")) // fails when the client has disconnected
	case h.document == nil:
		header.Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("This program was built without the desk; run: make build\n"))
	default:
		_, _ = w.Write(h.document)
	}
}

// Package web embeds the build of the front end in the program: the browser's
// files and the bundle for server rendering. It depends on no other package.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
)

// The .keep file lets the package compile before the first build.
//
//go:embed all:dist
var dist embed.FS

// Build is the embedded build of the front end.
type Build struct {
	ID       string // hash of the content: equal builds have the same ID
	Client   fs.FS  // the browser's files, served under /static/
	Manifest []byte // Vite's manifest of the browser's files
	Styles   []byte // styles.json of the browser's files: the styles inside documents
	Bundle   string // the script for server rendering
	Boot     string // the inline script that runs before the first paint
	Icons    fs.FS  // the icon sets, gzip-compressed JSON
	Desk     fs.FS  // the files of the desk; nil if they were not built
}

// ErrNoBuild reports that the program was compiled without the front end.
var ErrNoBuild = errors.New("the program was built without the front end; run: make build")

// Load returns the embedded build, or ErrNoBuild.
func Load() (Build, error) {
	client, err := fs.Sub(dist, "dist/client")
	if err != nil {
		return Build{}, err
	}
	manifest, err := fs.ReadFile(client, "manifest.json")
	if err != nil {
		return Build{}, ErrNoBuild
	}
	styles, err := fs.ReadFile(client, "styles.json")
	if err != nil {
		return Build{}, ErrNoBuild
	}
	bundle, err := fs.ReadFile(dist, "dist/server/ssr.js")
	if err != nil {
		return Build{}, ErrNoBuild
	}
	boot, err := fs.ReadFile(dist, "dist/server/boot.js")
	if err != nil {
		return Build{}, ErrNoBuild
	}
	icons, err := fs.Sub(dist, "dist/server/icons")
	if err != nil {
		return Build{}, err
	}
	id, err := identify(dist)
	if err != nil {
		return Build{}, err
	}
	desk, err := fs.Sub(dist, deskFolder)
	if err != nil {
		return Build{}, err
	}
	if _, err := fs.Stat(desk, "manifest.json"); err != nil {
		desk = nil
	}
	return Build{ID: id, Client: client, Manifest: manifest, Styles: styles, Bundle: string(bundle), Boot: string(boot), Icons: icons, Desk: desk}, nil
}

// deskFolder is the build of the desk, an application of its own: a new one is no news
// for the visitors of the site.
const deskFolder = "dist/desk"

// identify returns the first 8 bytes, in hexadecimal, of a SHA-256 hash of the names and
// contents of all files but those of the desk.
func identify(files fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && name == deskFolder {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		fmt.Fprintf(sum, "%s %d\n", name, len(body))
		_, _ = sum.Write(body) // hash.Hash never returns an error
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:8]), err
}

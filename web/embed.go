// Package web carries the build of the front end inside the program: the
// browser's files and the bundle for the engine that renders on the server.
package web

import (
	"embed"
	"errors"
	"io/fs"
)

// The .keep file lets the package compile before the first build.
//
//go:embed all:dist
var dist embed.FS

// Build is the front end as it was when the program was built.
type Build struct {
	Client   fs.FS  // the browser's files, served under /static/
	Manifest []byte // Vite's manifest of them
	Bundle   string // the server's script
	Boot     string // the inline script that runs before the first paint
}

// ErrNoBuild says that the program was compiled without the front end.
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
	bundle, err := fs.ReadFile(dist, "dist/server/ssr.js")
	if err != nil {
		return Build{}, ErrNoBuild
	}
	boot, err := fs.ReadFile(dist, "dist/server/boot.js")
	if err != nil {
		return Build{}, ErrNoBuild
	}
	return Build{Client: client, Manifest: manifest, Bundle: string(bundle), Boot: string(boot)}, nil
}

// Command release writes what is published of a version: static programs for Linux,
// their archives, Debian packages, a container image, lists of components (SBOM) and
// the checksums of all. The front end must have been built.
//
// The bytes depend on the commit, the version, the time and the installed compilers, and
// not on the folder or the clock: docs/releases.md.
//
//	go run ./scripts/release -version v1.2.3 -time 1767225600 -out dist
package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// architectures are those of the programs, as Go and Debian name them.
func architectures() []string { return []string{"amd64", "arm64"} }

// release is what all parts have in common.
type release struct {
	version string // without the v of the tag
	time    time.Time
	out     string // folder of the files
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	version := flag.String("version", "", "version, as git describe prints it")
	seconds := flag.Int64("time", 0, "time of all files, in seconds since 1970: that of the commit")
	out := flag.String("out", "dist", "folder to write; its former contents are removed")
	flag.Parse()
	r := release{version: strings.TrimPrefix(*version, "v"), time: time.Unix(*seconds, 0).UTC(), out: *out}
	if err := r.write(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		stop()
		os.Exit(1)
	}
}

func (r release) write(ctx context.Context) error {
	switch {
	case r.version == "" || r.time.Unix() <= 0:
		return fmt.Errorf("version %q, time %d: both are needed; run: make release", r.version, r.time.Unix())
	case strings.HasSuffix(r.version, "-dirty"):
		return fmt.Errorf("version %s: there are changes that are not committed, so nobody could build the same; commit them", r.version)
	}
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o750); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "ferrule-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }() // only temporary files are left behind
	programs := map[string]string{}
	for _, arch := range architectures() {
		if programs[arch], err = r.build(ctx, arch, filepath.Join(work, arch)); err != nil {
			return err
		}
	}
	pages, err := documentation(ctx, programs, filepath.Join(work, "manual"))
	if err != nil {
		return err
	}
	roots := map[string]tree{}
	for _, arch := range architectures() {
		notices, components, err := r.describe(ctx, arch, programs[arch])
		if err != nil {
			return err
		}
		parts := contents{program: programs[arch], notices: notices, components: components, documentation: pages}
		if err := r.writeArchive(arch, parts); err != nil {
			return err
		}
		if err := r.writePackage(ctx, arch, parts, filepath.Join(work, "debian-"+arch)); err != nil {
			return err
		}
		if roots[arch], err = imageRoot(parts); err != nil {
			return err
		}
	}
	if err := r.writeImage(roots, filepath.Join(work, "image")); err != nil {
		return err
	}
	return writeSums(r.out)
}

// name returns the name of a file of the release, in its folder.
func (r release) name(suffix string) string {
	return filepath.Join(r.out, "ferrule-"+r.version+suffix)
}

// writeSums writes SHA256SUMS, as sha256sum --check reads it.
func writeSums(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name())) //nolint:gosec // the release's own file
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), entry.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o644) //nolint:gosec // the release is public
}

// output runs a program and returns what it prints.
func output(ctx context.Context, name string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

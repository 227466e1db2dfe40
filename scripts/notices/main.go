// Command notices writes THIRD_PARTY_NOTICES: the licence texts of everything
// that bin/ferrule contains, Go modules with the C code inside them and npm
// packages of the web build. It reads both module graphs as they are installed.
//
//	go run ./scripts/notices > THIRD_PARTY_NOTICES
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// licenceName matches the usual names of licence files.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-][a-z0-9.]+)?$`)

// component is a module or package, and the folders that may contain its licences.
type component struct {
	name    string // with its version
	folders map[string]bool
	spdx    string // as its package.json states it, "" for a Go module
}

func main() {
	if err := write(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func write(ctx context.Context, out io.Writer) error {
	modules, err := goModules(ctx)
	if err != nil {
		return err
	}
	packages, err := npmPackages("package-lock.json", "node_modules")
	if err != nil {
		return err
	}
	return print(out, append(modules, packages...))
}

// goModules returns the modules that cmd/ferrule is linked from, and the Go
// distribution itself.
func goModules(ctx context.Context) ([]component, error) {
	command := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Dir,Module,CgoFiles,CgoCFLAGS", "./cmd/ferrule")
	command.Stderr = os.Stderr
	listed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	found := map[string]component{"go": {
		name: "Go standard library", folders: map[string]bool{strings.TrimSpace(string(root)): true},
	}}
	for decoder := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p struct {
			Dir                 string
			Module              *struct{ Path, Version, Dir string }
			CgoFiles, CgoCFLAGS []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return slices.SortedFunc(maps.Values(found), byName), nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Module == nil || p.Module.Version == "" {
			continue // the standard library, and Ferrule itself
		}
		c, ok := found[p.Module.Path]
		if !ok {
			c = component{name: p.Module.Path + " " + p.Module.Version, folders: map[string]bool{}}
			found[p.Module.Path] = c
		}
		for folder := p.Dir; len(folder) >= len(p.Module.Dir); folder = filepath.Dir(folder) {
			c.folders[folder] = true
		}
		if len(p.CgoFiles) == 0 {
			continue
		}
		// Compiled C code is in folders below the package's own, or in include folders of
		// its compiler flags.
		for _, flag := range p.CgoCFLAGS {
			if include, ok := strings.CutPrefix(flag, "-I"); ok && strings.HasPrefix(include, p.Module.Dir) {
				c.folders[include] = true
			}
		}
		err := filepath.WalkDir(p.Dir, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				c.folders[path] = true
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
}

// npmPackages returns the packages that package.json depends on, directly or
// through others: their code, fonts, styles and icons are part of the web build.
// Tools are devDependencies, which are omitted.
func npmPackages(lock, installed string) (list []component, err error) {
	text, err := os.ReadFile(lock)
	if err != nil {
		return nil, err
	}
	var graph struct {
		Packages map[string]struct {
			Version      string
			License      string
			Dependencies map[string]string
		}
	}
	if err := json.Unmarshal(text, &graph); err != nil {
		return nil, fmt.Errorf("read %s: %w", lock, err)
	}
	seen := map[string]bool{}
	for open := slices.Sorted(maps.Keys(graph.Packages[""].Dependencies)); len(open) > 0; open = open[1:] {
		name := open[0]
		if seen[name] {
			continue
		}
		seen[name] = true
		p, ok := graph.Packages["node_modules/"+name]
		if !ok {
			return nil, fmt.Errorf("read %s: no package %s", lock, name)
		}
		list = append(list, component{name: name + " " + p.Version, folders: map[string]bool{filepath.Join(installed, name): true}, spdx: p.License})
		open = append(open, slices.Sorted(maps.Keys(p.Dependencies))...)
	}
	slices.SortFunc(list, byName)
	return list, nil
}

func byName(a, b component) int { return cmp.Compare(a.name, b.name) }

// print writes a table of the components and each different text once.
func print(out io.Writer, components []component) error {
	fmt.Fprint(out, "Ferrule contains the following software. Its own licence is in LICENSE.\n\n")
	users := map[string][]string{} // components by licence text
	var texts []string
	for _, c := range components {
		own, err := c.texts()
		if err != nil {
			return err
		}
		kinds := map[string]bool{}
		if len(own) == 0 {
			if c.spdx == "" {
				return fmt.Errorf("%s has no licence file", c.name)
			}
			kinds[c.spdx+" (its package carries no text)"] = true
		}
		for _, text := range own {
			for _, match := range licensecheck.Scan([]byte(text)).Match {
				kinds[match.ID] = true
			}
			if users[text] == nil {
				texts = append(texts, text)
			}
			users[text] = append(users[text], c.name)
		}
		fmt.Fprintf(out, "- %s: %s\n", c.name, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	for _, text := range texts {
		fmt.Fprintf(out, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 80), strings.Join(users[text], "\n"), text)
	}
	return nil
}

// texts reads the licence files of a component.
func (c component) texts() (list []string, err error) {
	for _, folder := range slices.Sorted(maps.Keys(c.folders)) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if entry.IsDir() || !licenceName.MatchString(entry.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			plain := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
			if !slices.Contains(list, plain) {
				list = append(list, plain)
			}
		}
	}
	return list, nil
}

package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// dist returns the file of a release that make test-release has built, by a pattern of
// its name.
func dist(t *testing.T, pattern string) string {
	t.Helper()
	folder := os.Getenv("FERRULE_RELEASE")
	if folder == "" {
		t.Skip("no release was built; run: make test-release")
	}
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", pattern, found, err)
	}
	return found[0]
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v: %s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// unpacked returns the folder of an archive.
func unpacked(t *testing.T, arch string) string {
	t.Helper()
	folder := t.TempDir()
	run(t, "tar", "--extract", "--gzip", "--strip-components=1", "--directory", folder, "--file", dist(t, "*-linux-"+arch+".tar.gz"))
	return folder
}

func TestTheProgramsAreStaticAndRun(t *testing.T) {
	t.Parallel()
	for arch, machine := range map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64} {
		program := filepath.Join(unpacked(t, arch), "ferrule")
		file, err := elf.Open(program)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		libraries, err := file.ImportedLibraries()
		if file.Machine != machine || len(libraries) > 0 || err != nil && file.Section(".dynamic") != nil {
			t.Errorf("%s: %v, libraries %v, %v", arch, file.Machine, libraries, err)
		}
		for _, part := range file.Progs {
			if part.Type == elf.PT_INTERP {
				t.Errorf("%s needs a dynamic linker", arch)
			}
		}
		command := []string{program}
		if arch != runtime.GOARCH {
			command = []string{"qemu-" + map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[arch] + "-static", program}
		}
		if version := run(t, command[0], append(command[1:], "version")...); !strings.Contains(dist(t, "*-image.tar"), "-"+version+"-") {
			t.Errorf("%s: version %q", arch, version)
		}
		// It writes SQLite databases and reads pictures.
		data := t.TempDir()
		run(t, command[0], append(command[1:], "content", "import", "demo", "--data", data)...)
		if _, err := os.Stat(filepath.Join(data, "content.db")); err != nil {
			t.Error(err)
		}
	}
}

func TestTheChecksumsAreThoseOfAllFiles(t *testing.T) {
	t.Parallel()
	sums := dist(t, "SHA256SUMS")
	command := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", sums)
	command.Dir = filepath.Dir(sums)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	files, err := os.ReadDir(command.Dir)
	if err != nil || strings.Count(string(out), ": OK\n") != len(files)-1 || len(files) < 8 {
		t.Errorf("%d files, %v, checked: %s", len(files), err, out)
	}
}

func TestTheComponentsAreThoseOfProgramFrontEndAndLibraries(t *testing.T) {
	t.Parallel()
	for _, arch := range architectures() {
		text, err := os.Open(dist(t, "*-linux-"+arch+".cdx.json"))
		if err != nil {
			t.Fatal(err)
		}
		defer text.Close()
		var bom cyclonedx.BOM
		if err := cyclonedx.NewBOMDecoder(text, cyclonedx.BOMFileFormatJSON).Decode(&bom); err != nil {
			t.Fatal(err)
		}
		references := map[string]bool{}
		missing := map[string]bool{"stdlib": true, "github.com/alecthomas/kong": true, "sqlite": true, "quickjs-ng": true, "libwebp": true, "react": true, "scheduler": true, "glibc": true}
		for _, c := range *bom.Components {
			if references[c.BOMRef] || c.Version == "" || !strings.HasPrefix(c.PackageURL, "pkg:") || c.Properties != nil {
				t.Errorf("%s: %+v", arch, c)
			}
			references[c.BOMRef] = true
			delete(missing, c.Name)
			if c.Name == "vite" || strings.HasPrefix(c.Name, "@napi-rs/") {
				t.Errorf("%s is not part of the program", c.Name)
			}
		}
		if len(missing) > 0 || len(references) < 60 {
			t.Errorf("%s: %d components, without %v", arch, len(references), missing)
		}
		notices, err := os.ReadFile(filepath.Join(unpacked(t, arch), "THIRD_PARTY_NOTICES"))
		if err != nil || !strings.Contains(string(notices), "GNU LESSER GENERAL PUBLIC LICENSE") || !strings.Contains(string(notices), "- react ") {
			t.Errorf("%s: notices without the C library or React, %v", arch, err)
		}
	}
}

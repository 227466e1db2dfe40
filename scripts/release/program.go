package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// compiler returns Debian's C compiler for an architecture.
func compiler(arch string) string {
	return map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[arch] + "-linux-gnu-gcc"
}

// build writes the static program of an architecture and returns its path.
//
// Names of hosts and users are resolved by Go, since glibc's own resolvers load
// libraries that a static program does not have; SQLite's extensions are such too.
func (r release) build(ctx context.Context, arch, folder string) (string, error) {
	program := filepath.Join(folder, "ferrule")
	flags := "-s -w -X main.version=" + r.version + " -linkmode external -extldflags -static"
	//nolint:gosec // the arguments are fixed, except for the version
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags", "netgo,osusergo,sqlite_omit_load_extension", "-ldflags", flags, "-o", program, "./cmd/ferrule")
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=1", "CC="+compiler(arch), "GOFLAGS=", "CGO_CFLAGS=", "CGO_LDFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("build the program for %s: %w", arch, err)
	}
	return program, nil
}

// documentation returns the manual pages and the completions of the shells, which the
// program prints that this machine can run.
func documentation(ctx context.Context, programs map[string]string, folder string) (tree, error) {
	program, ok := programs[runtime.GOARCH]
	if !ok {
		return nil, fmt.Errorf("no program of a release runs on %s; use one of %v", runtime.GOARCH, architectures())
	}
	if _, err := output(ctx, program, "manual", folder); err != nil {
		return nil, err
	}
	files := tree{}
	if err := files.addFolder("man", folder); err != nil {
		return nil, err
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script, err := output(ctx, program, "completion", shell)
		if err != nil {
			return nil, err
		}
		files.add("completion/"+shell, script+"\n")
	}
	return files, nil
}

// libraryC returns Debian's package of the C library that programs of an architecture
// are linked with, its version and its licences.
func libraryC(ctx context.Context, arch string) (name, version, licences string, err error) {
	library, err := output(ctx, compiler(arch), "-print-file-name=libc.a")
	if err != nil {
		return "", "", "", err
	}
	if library, err = filepath.EvalSymlinks(library); err != nil {
		return "", "", "", err
	}
	owner, err := output(ctx, "dpkg", "--search", library)
	if err != nil {
		return "", "", "", err
	}
	name, _, _ = strings.Cut(owner, ":")
	if version, err = output(ctx, "dpkg-query", "--show", "--showformat", "${Version}\n", name); err != nil {
		return "", "", "", err
	}
	for _, file := range []string{filepath.Join("/usr/share/doc", name, "copyright"), "/usr/share/common-licenses/LGPL-2.1"} {
		text, err := os.ReadFile(file) //nolint:gosec // documents of Debian
		if err != nil {
			return "", "", "", err
		}
		licences += string(text) + "\n"
	}
	return name, strings.SplitN(version, "\n", 2)[0], licences, nil
}

package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestVersionsOfDebianAreInTheOrderOfTime(t *testing.T) {
	t.Parallel()
	dpkg, err := exec.LookPath("dpkg")
	if err != nil {
		t.Skip("dpkg is not installed")
	}
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	before := ""
	for _, tt := range []struct{ described, want string }{
		{"a1bd165d", "0~20260304050607.a1bd165d"},
		{"0.9.0", "0.9.0"},
		{"1.0.0-rc.1", "1.0.0~rc.1"},
		{"1.0.0-rc.1-12-ga1bd165d", "1.0.0~rc.1+12.ga1bd165d"},
		{"1.0.0-rc.2", "1.0.0~rc.2"},
		{"1.0.0", "1.0.0"},
		{"1.0.0-3-ga1bd165d", "1.0.0+3.ga1bd165d"},
		{"1.0.1", "1.0.1"},
	} {
		got := release{version: tt.described, time: at}.debianVersion()
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.described, got, tt.want)
		}
		if err := exec.CommandContext(t.Context(), dpkg, "--compare-versions", got, "gt", before).Run(); before != "" && err != nil {
			t.Errorf("%s does not sort after %s", got, before)
		}
		before = got
	}
}

func TestAReleaseHasACommittedVersionAndItsTime(t *testing.T) {
	t.Parallel()
	for _, r := range []release{
		{version: "1.0.0-dirty", time: time.Unix(1, 0)},
		{version: "1.0.0", time: time.Unix(0, 0)},
		{version: "", time: time.Unix(1, 0)},
	} {
		r.out = t.TempDir()
		if err := os.WriteFile(r.out+"/kept", nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := r.write(t.Context()); err == nil {
			t.Errorf("%+v was written", r)
		}
		if _, err := os.Stat(r.out + "/kept"); err != nil {
			t.Error(err)
		}
	}
}

func TestAnArchiveHasFoldersOwnersAndOneTime(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_700_000_000, 0)
	files := tree{"var/lib/x": {mode: fs.ModeDir | 0o700, owner: 7}, "tmp": {mode: fs.ModeDir | fs.ModeSticky | 0o777}}
	files.add("usr/bin/x", "text")
	var first, second bytes.Buffer
	for _, w := range []io.Writer{&first, &second} {
		if err := files.writeTar(w, at); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same files gave different bytes")
	}
	var listed []string
	for in := tar.NewReader(&first); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !h.ModTime.Equal(at) || h.Uname != "" {
			t.Errorf("%s: %v of %q", h.Name, h.ModTime, h.Uname)
		}
		listed = append(listed, fmt.Sprintf("%v %d %s", h.FileInfo().Mode(), h.Uid, h.Name))
	}
	const want = "dtrwxrwxrwx 0 tmp/|drwxr-xr-x 0 usr/|drwxr-xr-x 0 usr/bin/|-rw-r--r-- 0 usr/bin/x|drwxr-xr-x 0 var/|drwxr-xr-x 0 var/lib/|drwx------ 7 var/lib/x/"
	if got := strings.Join(listed, "|"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

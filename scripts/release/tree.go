package main

import (
	"archive/tar"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tree is a set of files and folders by their paths, separated by slashes, without one
// at the beginning.
type tree map[string]entry

type entry struct {
	mode    fs.FileMode
	owner   int // user and group
	content []byte
}

// add adds a file that everybody can read.
func (t tree) add(name, content string) { t[name] = entry{mode: 0o644, content: []byte(content)} }

// addFile adds a copy of a file of this machine.
func (t tree) addFile(name string, mode fs.FileMode, from string) error {
	content, err := os.ReadFile(from) //nolint:gosec // a file of the source tree or one that was just built
	t[name] = entry{mode: mode, content: content}
	return err
}

// addFolder adds copies of the files in a folder of this machine.
func (t tree) addFolder(name, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := t.addFile(path.Join(name, e.Name()), 0o644, filepath.Join(from, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// addTree adds the files of another tree below a folder.
func (t tree) addTree(name string, other tree) {
	for file, e := range other {
		t[path.Join(name, file)] = e
	}
}

// withFolders returns the tree with all folders that it has files in.
func (t tree) withFolders() tree {
	all := maps.Clone(t)
	for name := range t {
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if _, ok := all[folder]; !ok {
				all[folder] = entry{mode: fs.ModeDir | 0o755}
			}
		}
	}
	return all
}

// writeTar writes the tree in the order of its paths.
func (t tree) writeTar(w io.Writer, at time.Time) error {
	out := tar.NewWriter(w)
	all := t.withFolders()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		e := all[name]
		header := tar.Header{Name: name, Mode: int64(e.mode.Perm()), Uid: e.owner, Gid: e.owner, Size: int64(len(e.content)), ModTime: at, Typeflag: tar.TypeReg, Format: tar.FormatPAX}
		if e.mode&fs.ModeSticky != 0 {
			header.Mode |= 0o1000
		}
		if e.mode.IsDir() {
			header.Name, header.Typeflag = strings.TrimSuffix(name, "/")+"/", tar.TypeDir
		}
		if err := out.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := out.Write(e.content); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeFolder writes the tree to a folder of this machine. The owners are not set.
func (t tree) writeFolder(folder string) error {
	all := t.withFolders()
	all["."] = entry{mode: fs.ModeDir | 0o755}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		e, file := all[name], filepath.Join(folder, filepath.FromSlash(name))
		if e.mode.IsDir() {
			if err := os.MkdirAll(file, 0o750); err != nil {
				return err
			}
		} else if err := os.WriteFile(file, e.content, 0o600); err != nil {
			return err
		}
		// The permissions are those of the tree, whatever the umask is.
		if err := os.Chmod(file, e.mode); err != nil { //nolint:gosec // public files
			return err
		}
	}
	return nil
}

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// copies are the files of an import: first under other names beside their
// final ones, put in place when the transaction is about to be committed.
type copies struct {
	dir   string
	files []copied
	done  bool
}

type copied struct {
	temporary, name string
	existed         bool
}

var extension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// copyFiles copies the bytes of all files and completes their records: type,
// size and, where the content does not say, width and height.
func (s *Store) copyFiles(fsys fs.FS, files []map[string]any) (_ *copies, err error) {
	c := &copies{dir: s.files}
	defer func() {
		if err != nil {
			c.discard()
		}
	}()
	for i, f := range files {
		filename, _ := f["filename"].(string)
		id, _ := f["id"].(string)
		where := fmt.Sprintf("content.json: files[%d] (%s)", i, filename)
		if filename == "" || strings.ContainsAny(filename, `/\`) || !fs.ValidPath(filename) {
			return c, fault.New(fault.Invalid, "%s: filename has to be the name of a file in files/", where)
		}
		id = strings.ToLower(id)
		if _, err := content.ParseValue(&content.Field{Type: content.UUID}, id); err != nil {
			return c, fault.New(fault.Invalid, "%s: id has to be a UUID", where)
		}
		ext := strings.ToLower(filepath.Ext(filename))
		if !extension.MatchString(ext) {
			ext = ""
		}
		size, m, err := c.copy(fsys, "files/"+filename, id+ext)
		if err != nil {
			return c, fault.New(fault.Invalid, "%s: %v", where, err)
		}
		s.describe(f, filename, id+ext, size, m)
	}
	return c, nil
}

// describe fills in what a file's record does not say itself, as far as the
// model has fields for it.
func (s *Store) describe(f map[string]any, filename, disk string, size int64, m media) {
	delete(f, "filename")
	collection := s.model.Collection("directus_files")
	if collection == nil {
		return
	}
	set := func(name string, v any) {
		if f[name] == nil && collection.Field(name) != nil {
			f[name] = v
		}
	}
	set("filename_download", filename)
	set("filename_disk", disk)
	set("type", m.mime)
	set("filesize", json.Number(strconv.FormatInt(size, 10)))
	if m.width > 0 && m.height > 0 {
		set("width", json.Number(strconv.Itoa(m.width)))
		set("height", json.Number(strconv.Itoa(m.height)))
	}
}

func (c *copies) copy(fsys fs.FS, from, name string) (int64, media, error) {
	in, err := fsys.Open(from)
	if err != nil {
		return 0, media{}, err
	}
	defer func() { _ = in.Close() }()
	out, err := os.CreateTemp(c.dir, ".import-*")
	if err != nil {
		return 0, media{}, err
	}
	_, missing := os.Stat(filepath.Join(c.dir, name))
	c.files = append(c.files, copied{temporary: out.Name(), name: name, existed: missing == nil})
	size, err := io.Copy(out, in)
	if err != nil {
		return 0, media{}, errors.Join(err, out.Close())
	}
	m, err := examine(out, size, name)
	return size, m, errors.Join(err, out.Chmod(0o644), out.Close())
}

// publish gives the files their names.
func (c *copies) publish() error {
	for _, f := range c.files {
		if err := os.Rename(f.temporary, filepath.Join(c.dir, f.name)); err != nil {
			return errors.Join(fmt.Errorf("import: %w", err), c.withdraw())
		}
	}
	c.done = true
	return nil
}

// withdraw removes published files that were not there before.
func (c *copies) withdraw() error {
	var errs []error
	for _, f := range c.files {
		if !f.existed {
			if err := os.Remove(filepath.Join(c.dir, f.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// discard removes what was not published.
func (c *copies) discard() {
	if c.done {
		return
	}
	for _, f := range c.files {
		_ = os.Remove(f.temporary) // a leftover is harmless
	}
}

package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
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
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/media"
)

// staged are the files of an import: first in a folder of their own, put in their
// places when the transaction is about to be committed.
type staged struct {
	depot  blob.Depot
	folder string              // where they wait; what is left there by a program that died is swept
	files  map[int]*stagedFile // by index in the source
	done   []string            // names given so far
}

type stagedFile struct {
	id, filename string
	temporary    string // "" once it has its name, or is not needed
	name         string // its final one, in the depot
	replaces     string // the name of other bytes that nothing will refer to
	size         int64
	hash         []byte

	mediaType     string
	width, height int // in pixels; 0 where the bytes do not say
}

var extension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// stage copies the bytes of a file. A record whose filename is null has none.
func (im *importer) stage(r *record) error {
	given, has := r.extra["filename"]
	if has && given == nil {
		return nil
	}
	filename, _ := given.(string)
	if filename == "" || strings.ContainsAny(filename, `/\`) || !fs.ValidPath(filename) {
		im.problems.add("%s: filename has to be the name of a file in files/", r.where())
		return nil
	}
	id, ok := r.key.(string)
	if !ok || r.shape.collection.Key.Type != content.UUID {
		im.problems.add("%s: id has to be a UUID", r.where())
		return nil
	}
	ext := strings.ToLower(filepath.Ext(filename))
	if !extension.MatchString(ext) {
		ext = ""
	}
	if err := im.staged.open(im.now); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	in, err := im.open(r, filename)
	if err != nil {
		im.problems.add("%s: %v", r.where(), err)
		return nil
	}
	defer func() { _ = in.Close() }() // it was only read
	f := &stagedFile{id: id, filename: filename, name: id + ext}
	if err := f.copy(in, im.staged.folder); err != nil {
		if unreadable, ok := errors.AsType[*fs.PathError](err); ok && unreadable.Path != f.temporary {
			im.problems.add("%s: %v", r.where(), err)
			return nil
		}
		return fmt.Errorf("import: %w", err)
	}
	im.staged.files[r.index] = f
	return nil
}

// open makes the folder in which files wait, and sweeps it, before the first.
func (s *staged) open(now time.Time) error {
	if s.files != nil {
		return nil
	}
	s.files = make(map[int]*stagedFile)
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	sweepReceived(s.folder, now)
	return nil
}

// open returns the bytes of a file: what its record says itself, else the file
// in files/.
func (im *importer) open(r *record, filename string) (io.ReadCloser, error) {
	made, err := madeFile(r.extra)
	if err != nil {
		return nil, err
	}
	if made != nil {
		return io.NopCloser(bytes.NewReader(made)), nil
	}
	return im.source.fsys.Open("files/" + filename)
}

func (f *stagedFile) copy(in io.Reader, dir string) error {
	out, err := os.CreateTemp(dir, "*")
	if err != nil {
		return err
	}
	f.temporary = out.Name()
	hash := sha256.New()
	if f.size, err = io.Copy(io.MultiWriter(out, hash), in); err == nil {
		f.mediaType = media.TypeByName(f.name)
		f.width, f.height, err = media.Dimensions(f.mediaType, out, f.size)
	}
	f.hash = hash.Sum(nil)
	err = errors.Join(err, out.Close())
	if err != nil {
		_ = os.Remove(f.temporary) // a leftover is harmless
	}
	return err
}

// describe fills in what a file's record does not say itself, as far as the
// model has fields for it.
func (im *importer) describe(r *record) {
	f := im.staged.files[r.index]
	if f == nil {
		return
	}
	set := func(name string, v any) {
		at, ok := r.shape.places[name]
		if !ok || at.alias != nil {
			return
		}
		if _, none := r.values[at.column].(absent); none || name == "filename_disk" || name == "filesize" {
			r.values[at.column] = v
		}
	}
	set("filename_download", f.filename)
	set("filename_disk", f.name)
	set("type", f.mediaType)
	set("filesize", json.Number(strconv.FormatInt(f.size, 10)))
	if f.width > 0 && f.height > 0 {
		set("width", json.Number(strconv.Itoa(f.width)))
		set("height", json.Number(strconv.Itoa(f.height)))
	}
}

// placeFiles decides on the names of the files. Bytes that a record refers to
// now are never overwritten: until the commit readers have them, and if it
// never comes, later ones too. Other bytes of the same file get another name.
func (im *importer) placeFiles(ctx context.Context) error {
	c := im.s.model.Collection("directus_files")
	if len(im.staged.files) == 0 || !hasColumns(c, "filename_disk") {
		return nil
	}
	ids, byID := make([]any, 0, len(im.staged.files)), make(map[string]*stagedFile, len(im.staged.files))
	for _, f := range im.staged.files {
		ids = append(ids, f.id)
		byID[f.id] = f
	}
	d, key := im.s.dialect, sqlgen.Quote(c.Key.Name)
	text := "SELECT " + key + `,coalesce("filename_disk",'') FROM ` + sqlgen.Quote(c.Name) + " WHERE " + d.AnyOf(key, d.Placeholder(1))
	return im.query(ctx, text, func(row *sql.Rows) error {
		var id, name string
		if err := row.Scan(&id, &name); err != nil {
			return err
		}
		return byID[id].beside(ctx, im.s.files, name)
	}, d.List(c.Key, ids))
}

// beside chooses the name of a file whose record refers to other bytes now.
func (f *stagedFile) beside(ctx context.Context, kept blob.Depot, name string) error {
	hash, err := hashOfFile(ctx, kept, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || name == "":
		return nil
	case err != nil:
		return err
	case bytes.Equal(hash, f.hash):
		f.name = name
		err := os.Remove(f.temporary)
		f.temporary = ""
		return err
	}
	if f.replaces = name; f.name == name {
		ext := filepath.Ext(f.name)
		f.name = f.id + "-" + hex.EncodeToString(f.hash[:6]) + ext
	}
	return nil
}

func hashOfFile(ctx context.Context, kept blob.Depot, name string) ([]byte, error) {
	in, err := kept.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // it was only read
	hash := sha256.New()
	_, err = io.Copy(hash, in)
	return hash.Sum(nil), err
}

// publish gives the files their names.
func (s *staged) publish(ctx context.Context) error {
	paths := make(map[string]string, len(s.files))
	for _, f := range s.files {
		if f.temporary != "" {
			paths[f.name] = f.temporary
			s.done = append(s.done, f.name)
		}
	}
	if err := s.depot.Put(ctx, paths); err != nil {
		return errors.Join(fmt.Errorf("import: %w", err), s.withdraw(ctx))
	}
	for _, f := range s.files {
		f.temporary = ""
	}
	return nil
}

// withdraw removes files that nothing refers to after all.
func (s *staged) withdraw(ctx context.Context) error {
	var errs []error
	for _, name := range s.done {
		errs = append(errs, s.depot.Remove(context.WithoutCancel(ctx), name))
	}
	return errors.Join(errs...)
}

// replaced names the bytes that nothing refers to any more.
func (s *staged) replaced() []string {
	var out []string
	for _, f := range s.files {
		if f.replaces != "" {
			out = append(out, f.replaces)
		}
	}
	return out
}

// discard removes what was not published.
func (s *staged) discard() {
	for _, f := range s.files {
		if f.temporary != "" {
			_ = os.Remove(f.temporary) // a leftover is harmless
		}
	}
}

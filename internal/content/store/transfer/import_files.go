package transfer

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

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/media"
)

// staged is the set of files of an import. They are in a staging folder until
// immediately before the commit.
type staged struct {
	store     blob.Store
	folder    string              // the staging folder
	files     map[int]*stagedFile // by index in the source
	published []string            // names published so far
}

type stagedFile struct {
	id, filename string
	temporary    string // the staged file; "" once it is published or not needed
	name         string // the final name in the blob store
	replaces     string // the name of bytes that the import makes unreferenced
	size         int64
	hash         []byte

	mediaType     string
	width, height int // in pixels; 0 if unknown
}

var extension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// stage copies the bytes of a file. A record whose filename is null has none.
func (im *Importer) stage(r *record) error {
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
	if err := im.openStaging(); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	in, err := im.open(r, filename)
	if err != nil {
		im.problems.add("%s: %v", r.where(), err)
		return nil
	}
	defer func() { _ = in.Close() }() // read only
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

// openStaging opens the staging folder before the first file.
func (im *Importer) openStaging() (err error) {
	if im.staged.files == nil {
		im.staged.files = make(map[int]*stagedFile)
		im.staged.folder, err = im.to.Staging()
	}
	return err
}

// open returns the bytes of a file: generated from its record, or the file in
// files/.
func (im *Importer) open(r *record, filename string) (io.ReadCloser, error) {
	made, err := generateFile(r.extra)
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
		_ = os.Remove(f.temporary) // later removed as abandoned
	}
	return err
}

// describe sets the fields of the model that a file's record omits.
func (im *Importer) describe(r *record) {
	f := im.staged.files[r.index]
	if f == nil {
		return
	}
	set := func(name string, v any) {
		at, ok := r.shape.positions[name]
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

// nameFiles chooses the names of the files. A file whose bytes differ from those
// that its record references gets another name: readers use the referenced bytes
// until the commit, and afterwards if it fails.
func (im *Importer) nameFiles(ctx context.Context) error {
	c := im.to.Model.Collection("directus_files")
	if len(im.staged.files) == 0 || !c.HasColumns("filename_disk") {
		return nil
	}
	ids, byID := make([]any, 0, len(im.staged.files)), make(map[string]*stagedFile, len(im.staged.files))
	for _, f := range im.staged.files {
		ids = append(ids, f.id)
		byID[f.id] = f
	}
	d, key := im.to.Dialect, sqlgen.Quote(c.Key.Name)
	text := "SELECT " + key + `,coalesce("filename_disk",'') FROM ` + sqlgen.Quote(c.Name) + " WHERE " + d.AnyOf(key, d.Placeholder(1))
	return im.query(ctx, text, func(row *sql.Rows) error {
		var id, name string
		if err := row.Scan(&id, &name); err != nil {
			return err
		}
		return byID[id].rename(ctx, im.to.Files, name)
	}, d.List(c.Key, ids))
}

// rename chooses the name of a file whose record references bytes under name, and reuses equal bytes.
func (f *stagedFile) rename(ctx context.Context, files blob.Store, name string) error {
	hash, err := fileHash(ctx, files, name)
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

func fileHash(ctx context.Context, files blob.Store, name string) ([]byte, error) {
	in, err := files.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // read only
	hash := sha256.New()
	_, err = io.Copy(hash, in)
	return hash.Sum(nil), err
}

// publish moves the files to the blob store.
func (s *staged) publish(ctx context.Context) error {
	paths := make(map[string]string, len(s.files))
	for _, f := range s.files {
		if f.temporary != "" {
			paths[f.name] = f.temporary
			s.published = append(s.published, f.name)
		}
	}
	if err := s.store.Put(ctx, paths); err != nil {
		return errors.Join(fmt.Errorf("import: %w", err), s.unpublish(ctx))
	}
	for _, f := range s.files {
		f.temporary = ""
	}
	return nil
}

// unpublish removes published files after a failed commit.
func (s *staged) unpublish(ctx context.Context) error {
	var errs []error
	for _, name := range s.published {
		errs = append(errs, s.store.Remove(context.WithoutCancel(ctx), name))
	}
	return errors.Join(errs...)
}

// replaced returns the names of files that the import makes unreferenced.
func (s *staged) replaced() []string {
	var out []string
	for _, f := range s.files {
		if f.replaces != "" {
			out = append(out, f.replaces)
		}
	}
	return out
}

// discard removes files that were not published.
func (s *staged) discard() {
	for _, f := range s.files {
		if f.temporary != "" {
			_ = os.Remove(f.temporary) // later removed as abandoned
		}
	}
}

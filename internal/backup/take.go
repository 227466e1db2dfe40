package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/klauspost/compress/zstd"

	"ferrule/internal/blob"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// Source is an installation.
type Source struct {
	Data     string       // its data folder
	SQLite   []string     // names of the databases in the data folder, that with the longest transactions first
	Postgres *database.DB // the database instead of them; nil for SQLite
	Skip     []string     // tables of PostgreSQL that are not stored
	Files    []Files
	AtMoment []string // small files of the data folder that belong to the moment of the databases
	After    []string // files of the data folder that may be newer
	Key      []byte   // see Manifest.Key
	Versions map[string]int
	Program  string // version
}

// Files are the contents of a store that the databases name.
type Files struct {
	Folder   string // their folder in a backup, and in a data folder
	Store    blob.Store
	Database string // name of the SQLite database with their records
	// Query selects the name of each file, its size or null, and whether it must exist.
	Query string
}

// Options of Take.
type Options struct {
	Recipients Recipients
	Keep       int // number of backups that are kept; 0 for all
	Now        time.Time
}

// Result describes a backup that was taken.
type Result struct {
	Name    string
	Files   int   // entries
	Bytes   int64 // of the contents
	Stored  int64 // bytes that were written
	Objects int   // objects that were written; the others were in the destination
	Removed int   // older backups
	Held    time.Duration
	Missing []string
}

// taking is a backup in progress.
type taking struct {
	source      Source
	destination *Destination
	recipients  Recipients
	encoder     *zstd.Encoder // of one object at a time

	present  map[string]string // objects in the destination, by how they are stored and either digest
	waiting  []staged          // objects that are not yet in the destination
	bytes    int64             // of those
	manifest Manifest
	result   Result
	sizes    map[string]int64 // bytes of the objects in the destination
}

// attempts is how often the databases are read: a file that a record names may be
// deleted before it is copied, and its record then too.
const attempts = 3

// Take copies a source to the destination, and returns after everything that was
// written has been read back. Only one backup may be taken at a time.
func (d *Destination) Take(ctx context.Context, source Source, o Options) (Result, error) {
	t := &taking{source: source, destination: d, recipients: o.Recipients, present: map[string]string{}}
	var err error
	if t.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest)); err != nil {
		return t.result, err
	}
	for _, folder := range []string{d.work, d.staging} {
		if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o700)); err != nil {
			return t.result, fmt.Errorf("create working folder: %w", err)
		}
		defer func() { _ = os.RemoveAll(folder) }() // the next backup removes it otherwise
	}
	if err := t.survey(ctx); err != nil {
		return t.result, err
	}
	for attempt := 1; ; attempt++ {
		t.manifest = Manifest{Key: source.Key, Versions: source.Versions, Rows: map[string]int64{}}
		missing, err := t.copyAll(ctx)
		if err != nil {
			return t.result, err
		}
		if len(missing) == 0 || attempt == attempts {
			t.manifest.Missing, t.result.Missing = missing, missing
			break
		}
	}
	if err := t.finish(ctx, o.Now); err != nil {
		return t.result, err
	}
	removed, err := d.keep(ctx, o.Keep, t.result.Name)
	t.result.Removed = removed
	return t.result, err
}

// survey lists the objects of the destination, and refuses that of another
// installation.
func (t *taking) survey(ctx context.Context) error {
	names, err := t.destination.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range slices.Backward(names) {
		info, err := t.destination.Info(ctx, name)
		if err == nil && info.Site != t.site() {
			return fault.New(fault.Invalid, "%s has backups of another installation; choose another folder or prefix", t.destination.address)
		}
		if err == nil {
			break
		}
	}
	if t.sizes, err = t.destination.objects.Sizes(ctx); err != nil {
		return fmt.Errorf("list objects: %w", err)
	}
	for name := range t.sizes {
		t.remember(name)
	}
	return nil
}

func (t *taking) site() string { return digestOf(t.source.Key, "site") }

func (t *taking) remember(object string) {
	if name, ok := parseObjectName(object); ok {
		t.present[name.stored+" of "+name.origin], t.present[name.stored+" with "+name.contents] = object, object
	}
}

// copyAll copies databases and files, and returns the files that records name and that
// are missing.
func (t *taking) copyAll(ctx context.Context) (missing []string, err error) {
	named := make(map[string][]record, len(t.source.Files))
	if t.source.Postgres != nil {
		err = t.copyPostgres(ctx, named)
	} else {
		err = t.copySQLite(ctx, named)
	}
	if err != nil {
		return nil, err
	}
	for _, path := range t.source.After {
		if err := t.addOther(ctx, path); err != nil {
			return nil, err
		}
	}
	for _, files := range t.source.Files {
		lost, err := t.copyFiles(ctx, files, named[files.Folder])
		if err != nil {
			return nil, err
		}
		missing = append(missing, lost...)
	}
	return missing, t.flush(ctx)
}

// addOther stores a file of the data folder; it may not exist.
func (t *taking) addOther(ctx context.Context, path string) error {
	text, err := t.readOther(path)
	if err != nil || text == nil {
		return err
	}
	return t.add(ctx, path, writeBytes(text))
}

// readOther returns nil for a missing file.
func (t *taking) readOther(path string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(t.source.Data, filepath.FromSlash(path)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

func writeBytes(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// put stores an object that is staged, unless the destination has one with the same
// contents, and returns the name of the object.
func (t *taking) put(ctx context.Context, s staged) (object string, err error) {
	if known, ok := t.present[s.name.stored+" with "+s.name.contents]; ok {
		return known, os.Remove(s.path)
	}
	object = s.name.String()
	t.sizes[object] = s.disk
	t.remember(object)
	t.waiting = append(t.waiting, s)
	if t.bytes += s.disk; t.bytes >= flushBytes || len(t.waiting) >= flushObjects {
		return object, t.flush(ctx)
	}
	return object, nil
}

// Objects are moved to the destination in groups, which a bucket receives concurrently.
const (
	flushBytes   = 64 << 20
	flushObjects = 64
)

// flush moves the waiting objects to the destination and reads them back.
func (t *taking) flush(ctx context.Context) error {
	if len(t.waiting) == 0 {
		return nil
	}
	paths := make(map[string]string, len(t.waiting))
	for _, s := range t.waiting {
		paths[s.name.String()] = s.path
	}
	if err := t.destination.objects.Put(ctx, paths); err != nil {
		return fmt.Errorf("write to %s: %w", t.destination.address, err)
	}
	for _, s := range t.waiting {
		if err := t.readBack(ctx, t.destination.objects, s.name.String(), s.sum); err != nil {
			return err
		}
		t.result.Objects++
		t.result.Stored += s.disk
	}
	t.waiting, t.bytes = nil, 0
	return nil
}

// readBack compares an object with what was written.
func (t *taking) readBack(ctx context.Context, from blob.Store, name string, sum []byte) error {
	f, err := from.Open(ctx, name)
	if err != nil {
		return fmt.Errorf("read %s back: %w", name, err)
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("read %s back: %w", name, err)
	}
	if !bytes.Equal(h.Sum(nil), sum) {
		return fmt.Errorf("read %s back: it is not what was written; check the disk or bucket of %s", name, t.destination.address)
	}
	return nil
}

// finish writes the manifest and, as the last step, the file of the backup.
func (t *taking) finish(ctx context.Context, now time.Time) error {
	text, err := json.Marshal(t.manifest)
	if err != nil {
		return err
	}
	name := now.UTC().Format(nameFormat)
	s, err := t.stage(digestOf(t.source.Key, "manifest", name), true, writeBytes(text))
	if err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	t.waiting = append(t.waiting, s)
	if err := t.flush(ctx); err != nil {
		return err
	}
	info := Info{
		Format: format, Site: t.site(), Created: now.UTC(), Program: t.source.Program, Database: database.SQLite.String(),
		Encrypted: s.name.encrypted(), Manifest: s.name.String(), Bytes: s.disk,
	}
	if t.source.Postgres != nil {
		info.Database = t.source.Postgres.Kind.String()
	}
	used := map[string]bool{}
	for _, e := range t.manifest.Entries {
		for _, object := range e.Objects {
			used[object] = true
		}
		t.result.Bytes += e.Size
	}
	for object := range used {
		info.Bytes += t.sizes[object]
	}
	info.Objects = slices.Sorted(maps.Keys(used))
	t.result.Name, t.result.Files = name, len(t.manifest.Entries)
	if text, err = json.MarshalIndent(info, "", " "); err != nil {
		return err
	}
	path := filepath.Join(t.destination.staging, name)
	if err := writeSynced(path, text); err != nil {
		return err
	}
	if err := t.destination.backups.Put(ctx, map[string]string{name + nameSuffix: path}); err != nil {
		return fmt.Errorf("write to %s: %w", t.destination.address, err)
	}
	sum := sha256.Sum256(text)
	return t.readBack(ctx, t.destination.backups, name+nameSuffix, sum[:])
}

func writeSynced(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) //nolint:gosec // in the staging folder
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// record is a file that a record names.
type record struct {
	name     string
	size     int64 // -1 if it is not recorded
	required bool
}

// copyFiles copies the files of records that are not in the destination, and returns
// those that are missing or of another size than their records say.
func (t *taking) copyFiles(ctx context.Context, files Files, records []record) (missing []string, err error) {
	for _, r := range records {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		path := files.Folder + "/" + r.name
		whole, err := t.copyFile(ctx, files.Store, r, path)
		if err != nil {
			return nil, fmt.Errorf("copy %s: %w", path, err)
		}
		if !whole && r.required {
			missing = append(missing, path)
		}
	}
	return missing, nil
}

// copyFile copies a file unless the destination has it, and reports whether it is as
// its record says.
func (t *taking) copyFile(ctx context.Context, store blob.Store, r record, path string) (whole bool, err error) {
	f, err := store.Open(ctx, r.name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // it was only read
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return false, err
	}
	whole = r.size < 0 || r.size == size
	origin := digestOf(t.source.Key, "file", path, f.Version(), strconv.FormatInt(size, 10))
	if object, ok := t.present[t.stored(false)+" of "+origin]; ok {
		t.manifest.Entries = append(t.manifest.Entries, Entry{Path: path, Objects: []string{object}, Size: size})
		return whole, nil
	}
	s, err := t.stage(origin, false, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
	if err != nil {
		return false, err
	}
	object, err := t.put(ctx, s)
	t.manifest.Entries = append(t.manifest.Entries, Entry{Path: path, Objects: []string{object}, Size: s.size})
	return whole, err
}

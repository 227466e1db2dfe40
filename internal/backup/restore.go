package backup

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"ferrule/internal/blob"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// Backup is an open backup.
type Backup struct {
	Name string
	Info
	Manifest Manifest

	destination *Destination
	identities  []age.Identity
}

// OpenBackup reads the manifest of a backup, the newest for an empty name.
func (d *Destination) OpenBackup(ctx context.Context, name string, identities []age.Identity) (*Backup, error) {
	if name == "" {
		names, err := d.Names(ctx)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fault.New(fault.NotFound, "there is no backup in %s", d.address)
		}
		name = names[len(names)-1]
	}
	b := &Backup{Name: name, destination: d, identities: identities}
	var err error
	if b.Info, err = d.Info(ctx, name); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := d.readObject(ctx, b.Info.Manifest, nil, identities, &text); err != nil {
		return nil, fmt.Errorf("read manifest of backup %s: %w", name, err)
	}
	if err := json.Unmarshal(text.Bytes(), &b.Manifest); err != nil || len(b.Manifest.Key) == 0 {
		return nil, damaged(b.Info.Manifest)
	}
	contents := digest(b.Manifest.Key)
	_, _ = contents.Write(text.Bytes()) // a hash never fails
	if of, _ := parseObjectName(b.Info.Manifest); hex.EncodeToString(contents.Sum(nil))[:32] != of.contents {
		return nil, damaged(b.Info.Manifest)
	}
	return b, nil
}

// CheckVersions returns an error if this program, which can read data up to the given
// versions, is older than the backup.
func (b *Backup) CheckVersions(known map[string]int) error {
	for name, version := range b.Manifest.Versions {
		if version > known[name] {
			return fault.New(fault.Invalid, "backup %s was written by a newer version of Ferrule (%s); restore it with that version or a newer one", b.Name, b.Program)
		}
	}
	return nil
}

// IsPostgres reports whether the backup is of a PostgreSQL database.
func (b *Backup) IsPostgres() bool { return b.Database == database.Postgres.String() }

// storeOf returns the name of an entry in the store of its folder.
func storeOf(entry string, folders map[string]blob.Store) (name string, store blob.Store, ok bool) {
	folder, name := path.Split(entry)
	store, ok = folders[strings.TrimSuffix(folder, "/")]
	return name, store, ok
}

// Extract writes the files of the backup that are wanted, except the tables of
// PostgreSQL, below a new folder, and verifies the databases. Files whose folder is in
// stores are written to the store instead.
func (b *Backup) Extract(ctx context.Context, to string, stores map[string]blob.Store, wanted func(path string) bool) error {
	staging := filepath.Join(to, ".staging")
	if err := os.MkdirAll(staging, 0o700); err != nil {
		return err
	}
	for _, e := range b.Manifest.Entries {
		if strings.HasPrefix(e.Path, "postgres/") || !wanted(e.Path) {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(e.Path)) {
			return fault.New(fault.Invalid, "backup %s is damaged: %q is not a path in a data folder", b.Name, e.Path)
		}
		target := filepath.Join(to, filepath.FromSlash(e.Path))
		name, store, stored := storeOf(e.Path, stores)
		if stored {
			target = filepath.Join(staging, name)
		}
		if err := b.extract(ctx, e, target); err != nil {
			return fmt.Errorf("restore %s: %w", e.Path, err)
		}
		if stored {
			if err := store.Put(ctx, map[string]string{name: target}); err != nil {
				return fmt.Errorf("restore %s: %w", e.Path, err)
			}
		}
		if err := b.checkDatabase(ctx, e.Path, target); err != nil {
			return err
		}
	}
	return os.RemoveAll(staging)
}

// extract writes an entry to a new file.
func (b *Backup) extract(ctx context.Context, e Entry, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // a local path, as checked
	if err != nil {
		return err
	}
	err = b.read(ctx, e, f)
	return errors.Join(err, f.Sync(), f.Close())
}

// read writes the contents of an entry to w and verifies them.
func (b *Backup) read(ctx context.Context, e Entry, w io.Writer) error {
	size := counter{w: w}
	for _, object := range e.Objects {
		if err := b.destination.readObject(ctx, object, b.Manifest.Key, b.identities, &size); err != nil {
			return err
		}
	}
	if size.n != e.Size {
		return fault.New(fault.Invalid, "backup %s is damaged: %s has %d bytes of %d", b.Name, e.Path, size.n, e.Size)
	}
	return nil
}

// checkDatabase verifies a restored SQLite database and its number of rows.
func (b *Backup) checkDatabase(ctx context.Context, entry, file string) error {
	if b.IsPostgres() || strings.Contains(entry, "/") || filepath.Ext(entry) != ".db" {
		return nil
	}
	rows, err := database.CheckSQLite(ctx, file)
	if err != nil {
		return fmt.Errorf("restore %s: %w", entry, err)
	}
	for table, n := range rows {
		if b.Manifest.Rows[table] != n {
			return fmt.Errorf("restore %s: table %s has %d rows, and had %d when the backup was taken", entry, table, n, b.Manifest.Rows[table])
		}
	}
	return nil
}

// Load writes the tables of the backup to a PostgreSQL database, in one transaction.
func (b *Backup) Load(ctx context.Context, to *database.DB, o database.LoadOptions) error {
	entries := make(map[string]Entry, len(b.Manifest.Entries))
	for _, e := range b.Manifest.Entries {
		entries[e.Path] = e
	}
	var text bytes.Buffer
	if err := b.read(ctx, entries[schemaPath], &text); err != nil {
		return fmt.Errorf("restore database: %w", err)
	}
	schema, err := database.DecodeSchema(text.Bytes())
	if err != nil {
		return fmt.Errorf("restore database: %w", err)
	}
	open := func(table string) (io.ReadCloser, error) {
		e, ok := entries[tablesFolder+table]
		if !ok {
			return nil, errors.New("the backup does not contain it")
		}
		return b.stream(ctx, e), nil
	}
	return database.Load(ctx, to, schema, open, o)
}

// stream returns the contents of an entry as a reader, which ends with an error unless
// they are those that were stored.
func (b *Backup) stream(ctx context.Context, e Entry) io.ReadCloser {
	out, in := io.Pipe()
	go func() { _ = in.CloseWithError(b.read(ctx, e, in)) }() // closing never fails; the reader gets the error
	return out
}

// CheckFiles reads the entries below folders, without writing them, and returns their
// number and bytes.
func (b *Backup) CheckFiles(ctx context.Context, folders ...string) (files int, size int64, err error) {
	for _, e := range b.Manifest.Entries {
		for _, folder := range folders {
			if !strings.HasPrefix(e.Path, folder+"/") {
				continue
			}
			if err := b.read(ctx, e, io.Discard); err != nil {
				return files, size, fmt.Errorf("check %s: %w", e.Path, err)
			}
			files++
			size += e.Size
		}
	}
	return files, size, nil
}

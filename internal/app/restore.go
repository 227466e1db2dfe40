package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/backup"
	"ferrule/internal/blob"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// Restore is a backup that is restored.
type Restore struct {
	DataConfig
	ModelConfig

	From        string // address of the backups
	Name        string // of the backup; empty for the newest
	AgeIdentity string // file of the private keys
	Replace     bool   // existing data are replaced
}

// Restored describes what was restored or checked.
type Restored struct {
	*backup.Backup

	Files     int      // of content and requests
	Bytes     int64    // of these
	Forgotten []string // requests that were erased after the backup, and erased again
	Removed   int      // users that were removed after the backup, and removed again
	Kept      []string // users that were removed and could not be removed again
}

const (
	// restoreFolder is the folder, in the data folder, in which a backup is restored
	// before it replaces the data.
	restoreFolder = "restore"
	// unfinishedRestore is a file of the data folder that exists while its contents are
	// replaced.
	unfinishedRestore = "restore.unfinished"
)

// databases are the names of the databases in the data folder.
func (c DataConfig) databases() []string {
	if c.Database != "" {
		return nil
	}
	return []string{store.FileName, rfq.FileName, account.FileName}
}

// replaced are the entries of the data folder that a restore replaces or removes. The
// logs and the identity belong to the databases that are replaced.
func (r Restore) replaced() []string {
	entries := []string{FilesFolder, rfq.FilesFolder, MirrorFolder, ImportFolder, ModelFile}
	for _, name := range r.databases() {
		entries = append(entries, name, name+"-wal", name+"-shm", name+database.BeforeUpgrade, name+rfq.IdentitySuffix)
	}
	return entries
}

// checkRestored returns an error if a restore into the data folder was interrupted.
func (c DataConfig) checkRestored() error {
	if _, err := os.Stat(filepath.Join(c.Data, unfinishedRestore)); err == nil {
		return fault.New(fault.Unavailable, "a restore into %s was interrupted, so its data are not complete; run the same ferrule restore again", c.Data)
	}
	return nil
}

// open opens the backup, if this program can read it.
func (r Restore) open(ctx context.Context, work string) (*backup.Destination, *backup.Backup, error) {
	identities, err := backup.ReadIdentities(r.AgeIdentity)
	if err != nil {
		return nil, nil, fmt.Errorf("--age-identity: %w", err)
	}
	destination, err := backup.Open(r.From, work, false)
	if err != nil {
		return nil, nil, fmt.Errorf("--from: %w", err)
	}
	b, err := destination.OpenBackup(ctx, r.Name, identities)
	if err == nil {
		err = b.CheckVersions(dataVersions())
	}
	if err == nil && b.IsPostgres() && r.Database == "" {
		err = fault.New(fault.Invalid, "backup %s is of a PostgreSQL database; name an empty one with --database", b.Name)
	}
	if err != nil {
		return nil, nil, errors.Join(err, destination.Close())
	}
	return destination, b, nil
}

// Run restores the backup. Everything is restored and verified aside before it replaces
// what is there.
func (r Restore) Run(ctx context.Context) (done Restored, err error) {
	work := filepath.Join(r.Data, restoreFolder)
	destination, b, err := r.open(ctx, work)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, destination.Close()) }()
	done.Backup = b
	if !b.IsPostgres() && r.Database != "" {
		return done, fault.New(fault.Invalid, "backup %s is of SQLite databases; restore it into a data folder without --database, then use: ferrule content copy", b.Name)
	}
	if err := r.checkTarget(ctx); err != nil {
		return done, err
	}
	fresh := filepath.Join(work, "new")
	if err := errors.Join(os.RemoveAll(work), os.MkdirAll(fresh, 0o700)); err != nil {
		return done, err
	}
	var stores map[string]blob.Store
	if r.Files != "" {
		if stores, err = r.fileStores(); err != nil {
			return done, err
		}
	}
	if err := b.Extract(ctx, fresh, stores, func(string) bool { return true }); err != nil {
		return done, fmt.Errorf("%w; nothing was replaced", err)
	}
	swap := func() error { return r.swap(fresh) }
	if b.IsPostgres() {
		err = r.load(ctx, b, database.LoadOptions{Replace: r.Replace, Before: swap})
	} else {
		err = swap()
	}
	if err != nil {
		return done, err
	}
	if err := r.repeatErasures(ctx, destination.Erasures(b.Manifest.Key), &done); err != nil {
		return done, fmt.Errorf("%w; run the same restore again", err)
	}
	for _, e := range b.Manifest.Entries {
		if folder, _, _ := strings.Cut(e.Path, "/"); folder == FilesFolder || folder == rfq.FilesFolder {
			done.Files++
			done.Bytes += e.Size
		}
	}
	return done, errors.Join(os.Remove(filepath.Join(r.Data, unfinishedRestore)), os.RemoveAll(work))
}

// checkTarget returns an error if there are data that may not be replaced, or a program
// that uses them.
func (r Restore) checkTarget(ctx context.Context) error {
	unfinished := r.checkRestored() != nil
	for _, name := range r.databases() {
		path := filepath.Join(r.Data, name)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if !r.Replace && !unfinished {
			return fault.New(fault.Invalid, "%s already has %s; to replace all of its data, use --replace", r.Data, name)
		}
		if err := database.CheckUnused(ctx, path); err != nil {
			return fmt.Errorf("%w; stop the server first", err)
		}
	}
	for _, name := range r.replaced() {
		if info, err := os.Lstat(filepath.Join(r.Data, name)); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return fault.New(fault.Invalid, "%s in %s is a symbolic link, which a restore would remove; restore into another data folder, and move it", name, r.Data)
		}
	}
	for _, name := range []string{FilesFolder, rfq.FilesFolder} {
		files, err := filepath.Glob(filepath.Join(r.Data, name, "[^.]*"))
		if err != nil {
			return err
		}
		if len(files) > 0 && !r.Replace && !unfinished {
			return fault.New(fault.Invalid, "%s already has files in %s; to replace all of its data, use --replace", r.Data, name)
		}
	}
	return nil
}

// swap replaces the data folder's entries with those of a folder. While it does, the
// data are marked as not complete.
func (r Restore) swap(fresh string) error {
	mark := filepath.Join(r.Data, unfinishedRestore)
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		return err
	}
	if err := syncFolder(r.Data); err != nil {
		return err
	}
	for _, name := range r.replaced() {
		if err := os.RemoveAll(filepath.Join(r.Data, name)); err != nil {
			return err
		}
		err := os.Rename(filepath.Join(fresh, name), filepath.Join(r.Data, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return syncFolder(r.Data)
}

// syncFolder makes the names in a folder durable.
func syncFolder(path string) error {
	f, err := os.Open(path) //nolint:gosec // the data folder
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// load writes the backup to the PostgreSQL database.
func (r Restore) load(ctx context.Context, b *backup.Backup, o database.LoadOptions) (err error) {
	db, err := database.OpenPostgres(ctx, r.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if !o.Drill {
		var others int
		const connected = `SELECT count(*) FROM pg_stat_activity WHERE datname=current_database() AND application_name='ferrule' AND pid<>pg_backend_pid()`
		if err := db.QueryRowContext(ctx, connected).Scan(&others); err != nil {
			return err
		}
		if others > 0 {
			return fault.New(fault.Conflict, "the database is in use by %d connections of Ferrule; stop all servers first", others)
		}
	}
	if err := b.Load(ctx, db, o); err != nil {
		return err
	}
	if !o.Drill {
		_, err = db.ExecContext(ctx, "ANALYZE") // the planner has no statistics of the new rows
	}
	return err
}

// repeatErasures erases again what was erased after the backup, and ends all sessions:
// those that ended after the backup are open in it. It also migrates the data.
func (r Restore) repeatErasures(ctx context.Context, erasures *backup.Erasures, done *Restored) (err error) {
	requests, err := rfq.OpenAt(ctx, r.Database, r.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, requests.Close()) }()
	if r.Files != "" {
		stores, err := r.fileStores()
		if err != nil {
			return err
		}
		requests.SetFileStore(stores[rfq.FilesFolder])
	}
	if done.Forgotten, err = forgetAgain(ctx, requests, erasures); err != nil {
		return err
	}
	db, err := account.OpenDatabase(ctx, r.Database, r.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	accounts, err := account.Open(ctx, db, account.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, accounts.Close()) }()
	if err := removeAgain(ctx, accounts, erasures, done); err != nil {
		return err
	}
	return accounts.EndAllSessions(ctx)
}

func forgetAgain(ctx context.Context, requests *rfq.Store, erasures *backup.Erasures) (forgotten []string, err error) {
	all := rfq.Filter{States: []rfq.State{rfq.StateOpen, rfq.StateAnswered, rfq.StateSpam}}
	for request, err := range requests.Each(ctx, all) {
		if err != nil {
			return nil, err
		}
		erased, err := erasures.Has(ctx, erasedRequest, request.Reference)
		if err != nil {
			return nil, err
		}
		if erased {
			forgotten = append(forgotten, request.Reference)
		}
	}
	for _, reference := range forgotten {
		if err := requests.Forget(ctx, reference); err != nil {
			return nil, err
		}
	}
	return forgotten, nil
}

func removeAgain(ctx context.Context, accounts *account.Service, erasures *backup.Erasures, done *Restored) error {
	users, err := accounts.Users(ctx)
	if err != nil {
		return err
	}
	for _, u := range users {
		erased, err := erasures.Has(ctx, erasedUser, u.ID)
		if err != nil {
			return err
		}
		if !erased {
			continue
		}
		switch err := accounts.RemoveUser(ctx, u.ID); {
		case fault.KindOf(err) == fault.Unprocessable && err != nil: // the last administrator
			done.Kept = append(done.Kept, u.Email)
		case err != nil:
			return err
		default:
			done.Removed++
		}
	}
	return nil
}

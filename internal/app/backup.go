package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/backup"
	"ferrule/internal/blob"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
	"ferrule/internal/directus/importer"
	"ferrule/internal/directus/mirror"
	"ferrule/internal/fault"
	"ferrule/internal/ratelimit"
	"ferrule/internal/rfq"
)

// BackupConfig is the configuration of backups.
type BackupConfig struct {
	BackupTo     string   `help:"Folder or bucket of the backups: /var/backups/ferrule, or s3://bucket/prefix?endpoint=https://host with the credentials of --files." placeholder:"URL" env:"FERRULE_BACKUP_TO" aliases:"to"`
	BackupKeep   int      `help:"Number of backups that are kept; older ones are removed. 0 to keep all." default:"14" env:"FERRULE_BACKUP_KEEP" aliases:"keep"`
	AgeRecipient []string `help:"Public key (age1…) for which backups are encrypted, as age-keygen prints it. Repeatable. If not given, backups are not encrypted." placeholder:"KEY" env:"FERRULE_AGE_RECIPIENT"`
}

// ScheduleConfig is the configuration of the backups that a server takes.
type ScheduleConfig struct {
	BackupConfig

	BackupEvery time.Duration `help:"Interval of backups that the server takes; of several servers one takes them. 0 for none." default:"0" env:"FERRULE_BACKUP_EVERY"`
}

// Validate returns every problem of the configuration, joined.
func (c *BackupConfig) Validate() error {
	var problems []error
	if c.BackupKeep < 0 {
		problems = append(problems, fmt.Errorf("--backup-keep: %d is not a number of backups; use 1 or more, or 0 to keep all", c.BackupKeep))
	}
	if _, err := backup.ParseRecipients(c.AgeRecipient); err != nil {
		problems = append(problems, fmt.Errorf("--age-recipient: %w", err))
	}
	if err := backup.CheckAddress(c.BackupTo); c.BackupTo != "" && err != nil {
		problems = append(problems, fmt.Errorf("--backup-to: %w", err))
	}
	return errors.Join(problems...)
}

// Validate returns every problem of the configuration, joined.
func (c *ScheduleConfig) Validate() error {
	problems := []error{c.BackupConfig.Validate()}
	if c.BackupEvery != 0 && c.BackupEvery < time.Minute {
		problems = append(problems, fmt.Errorf("--backup-every: %s is too short; use 1m or more, such as 24h, or 0 for none", c.BackupEvery))
	}
	if c.BackupTo == "" && c.BackupEvery > 0 {
		problems = append(problems, errors.New("--backup-to: missing; --backup-every has no effect without it"))
	}
	if c.BackupTo == "" && len(c.AgeRecipient) > 0 {
		problems = append(problems, errors.New("--backup-to: missing; --age-recipient has no effect without it"))
	}
	return errors.Join(problems...)
}

// backupFolder is the folder, in the data folder, of the lock and the copies of a backup
// in progress.
const backupFolder = "backup"

// backupSecret is the name of the secret that is the key of the digests in backups.
const backupSecret = "backup"

// Kinds of erasures that are recorded beside the backups.
const (
	erasedRequest = "request"
	erasedUser    = "user"
)

// OpenBackups opens the destination of the backups; the caller closes it.
func (c *BackupConfig) OpenBackups(data string) (*backup.Destination, error) {
	if c.BackupTo == "" {
		return nil, fault.New(fault.Invalid, "--backup-to: missing; name a folder or a bucket for the backups")
	}
	d, err := backup.Open(c.BackupTo, filepath.Join(data, backupFolder), true)
	if err != nil {
		return nil, fmt.Errorf("--backup-to: %w", err)
	}
	return d, nil
}

// backupFiles are small files of the data folder. The mirror compares again what its
// state says; keys only grow, so that those read last have all that the content names.
func backupFiles() (atMoment, after []string) {
	atMoment = []string{ModelFile, MirrorFolder + "/" + mirror.StateFile}
	after = []string{MirrorFolder + "/" + mirror.KeysFile, ImportFolder + "/" + mirror.KeysFile}
	for _, name := range importer.KeptFiles() {
		after = append(after, ImportFolder+"/"+name)
	}
	return atMoment, after
}

// dataVersions are the versions of the stored data that this program writes.
func dataVersions() map[string]int {
	return map[string]int{"content": store.Version(), "requests": rfq.Version(), "accounts": account.Version()}
}

// fileStores returns the stores of files, by their folder in the data folder.
func (c DataConfig) fileStores() (map[string]blob.Store, error) {
	if c.Files != "" {
		bucket, err := blob.NewBucket(c.Files)
		if err != nil {
			return nil, fmt.Errorf("--files: %w", err)
		}
		return map[string]blob.Store{FilesFolder: bucket, rfq.FilesFolder: bucket.Sub(rfq.FilesFolder)}, nil
	}
	stores := make(map[string]blob.Store, 2)
	for _, name := range []string{FilesFolder, rfq.FilesFolder} {
		folder, err := blob.NewFolder(filepath.Join(c.Data, name))
		if err != nil {
			return nil, errors.Join(err, closeStores(stores))
		}
		stores[name] = folder
	}
	return stores, nil
}

func closeStores(stores map[string]blob.Store) error {
	var err error
	for _, s := range stores {
		err = errors.Join(err, s.Close())
	}
	return err
}

// Installation is what a backup is taken of.
type Installation struct {
	DataConfig
	ModelConfig

	Version string // of the program
}

// Backup takes a backup, records the erasures and removes old backups. It returns an
// error of kind Conflict while another process takes one. It does nothing if, while
// others are excluded, the newest backup is younger than every.
func (i Installation) Backup(ctx context.Context, c BackupConfig, now time.Time, every time.Duration) (result backup.Result, err error) {
	recipients, err := backup.ParseRecipients(c.AgeRecipient)
	if err != nil {
		return result, fmt.Errorf("--age-recipient: %w", err)
	}
	destination, err := c.OpenBackups(i.Data)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, destination.Close()) }()
	source, release, err := i.lockSource(ctx)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, release()) }()
	if last, err := destination.Last(ctx); err != nil || !isDue(last, now, every) {
		return result, err
	}
	if err := i.recordErasures(ctx, destination.Erasures(source.Key)); err != nil {
		return result, err
	}
	return destination.Take(ctx, source, backup.Options{Recipients: recipients, Keep: c.BackupKeep, Now: now})
}

// isDue reports whether a backup is to be taken after the last one. A time in the future
// dates from before the clock was set back.
func isDue(last, now time.Time, every time.Duration) bool {
	return now.Sub(last) >= every || last.After(now.Add(every))
}

// recordErasures records the erasures of an installation that may not be served.
func (i Installation) recordErasures(ctx context.Context, erasures *backup.Erasures) (err error) {
	requests, err := i.OpenRequests(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, requests.Close()) }()
	accounts, closeAll, err := i.OpenAccounts(ctx, account.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeAll()) }()
	return recordErasures(ctx, erasures, requests, accounts)
}

// lockSource excludes other backups of the installation and returns what is copied,
// until release is called.
func (i Installation) lockSource(ctx context.Context) (source backup.Source, release func() error, err error) {
	var releases []func() error
	release = func() error {
		var err error
		for _, end := range slices.Backward(releases) {
			err = errors.Join(err, end())
		}
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, release())
		}
	}()
	source = backup.Source{Data: i.Data, Program: i.Version, Versions: dataVersions(), Skip: []string{ratelimit.TableName}}
	source.AtMoment, source.After = backupFiles()
	if i.Database != "" {
		if source.Postgres, err = database.OpenPostgres(ctx, i.Database); err != nil {
			return source, release, err
		}
		releases = append(releases, source.Postgres.Close)
	} else {
		source.SQLite = []string{store.FileName, rfq.FileName, account.FileName}
		if _, err := os.Stat(filepath.Join(i.Data, store.FileName)); err != nil {
			return source, release, fault.Wrap(fault.NotFound, err, "there is nothing to back up in %s; name the data folder with --data", i.Data)
		}
	}
	unlock, err := i.lockBackups(ctx, source.Postgres)
	if err != nil {
		return source, release, err
	}
	releases = append(releases, unlock)
	if source.Key, err = i.backupKey(ctx); err != nil {
		return source, release, err
	}
	stores, err := i.fileStores()
	if err != nil {
		return source, release, err
	}
	releases = append(releases, func() error { return closeStores(stores) })
	source.Files, err = i.backupStores(stores)
	return source, release, err
}

func (i Installation) backupStores(stores map[string]blob.Store) ([]backup.Files, error) {
	m, err := i.ContentModel(i.Data)
	if err != nil {
		return nil, err
	}
	state, err := mirror.ReadState(filepath.Join(i.Data, MirrorFolder))
	if err != nil {
		return nil, err
	}
	content := store.FilesQuery(m)
	if content != "" { // each file of a mirror is fetched when it is first requested
		content = fmt.Sprintf("SELECT f.*, %t FROM (%s) f", state.URL == "", content)
	}
	return []backup.Files{
		{Folder: FilesFolder, Store: stores[FilesFolder], Database: store.FileName, Query: content},
		{Folder: rfq.FilesFolder, Store: stores[rfq.FilesFolder], Database: rfq.FileName, Query: rfq.FilesQuery},
	}, nil
}

// backupKey returns the key of the digests in backups, which all servers share.
func (i Installation) backupKey(ctx context.Context) (key []byte, err error) {
	requests, err := i.OpenRequests(ctx)
	if err != nil {
		return nil, err
	}
	key, err = requests.Secret(ctx, backupSecret)
	return key, errors.Join(err, requests.Close())
}

// lockBackups excludes other backups: over all servers of a PostgreSQL database, or of
// one data folder. The lock ends with the process.
func (i Installation) lockBackups(ctx context.Context, db *database.DB) (unlock func() error, err error) {
	busy := fault.New(fault.Conflict, "another backup is being taken; try again when it has ended")
	if db != nil {
		unlock, ok, err := database.TryLock(ctx, db, database.LockBackup)
		if err == nil && !ok {
			err = busy
		}
		return unlock, err
	}
	folder := filepath.Join(i.Data, backupFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_RDWR|os.O_CREATE, 0o600) //nolint:gosec // in the data folder
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil { //nolint:gosec // a descriptor is a small number
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = busy
		}
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}

// recordErasures records the erasures of personal data beside the backups.
func recordErasures(ctx context.Context, erasures *backup.Erasures, requests *rfq.Store, accounts *account.Service) error {
	forgotten, err := requests.Forgotten(ctx)
	if err != nil {
		return err
	}
	removed, err := accounts.RemovedUsers(ctx)
	if err != nil {
		return err
	}
	if _, err := erasures.Record(ctx, erasedRequest, forgotten); err != nil {
		return err
	}
	_, err = erasures.Record(ctx, erasedUser, removed)
	return err
}

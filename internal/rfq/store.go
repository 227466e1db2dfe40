package rfq

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/database"
)

// FileName is the database's name in the data folder. FilesFolder is that of the
// folder of what visitors attached: there, or in a bucket.
const (
	FileName    = "requests.db"
	FilesFolder = "request-files"
)

// Store keeps requests in <data>/requests.db, or in PostgreSQL. Several
// processes may use one at a time.
type Store struct {
	write        *database.DB // with SQLite one connection: writers queue here, not at the file's lock
	read         *database.DB
	group        *group // of those who write at once
	now          func() time.Time
	newReference func() string
	router       func(Event, Message) []string
	onPlanned    func()
	file         string // SQLite's; empty for PostgreSQL
	identity     string // of the database, see Kept; empty for PostgreSQL
	folder       string // where files are received, and kept unless it is elsewhere

	mu        sync.Mutex
	fileStore blob.Depot // of what visitors attached; nil until it is needed
}

// connections is how many a store uses at once, to read, and to write in PostgreSQL.
const connections = 4

// Open is OpenAt with SQLite.
func Open(ctx context.Context, dataDir string) (*Store, error) { return OpenAt(ctx, "", dataDir) }

// OpenAt opens or creates the store in the PostgreSQL database of an address
// (see database.OpenPostgres), or in dataDir if that is empty, and migrates it.
func OpenAt(ctx context.Context, address, dataDir string) (*Store, error) {
	s := &Store{now: time.Now, newReference: newReference, folder: filepath.Join(dataDir, FilesFolder)}
	where := filepath.Join(dataDir, FileName)
	var before folderState
	if address == "" {
		s.file, before = where, folderStateOf(dataDir)
		if err := os.MkdirAll(dataDir, 0o700); err != nil {
			return nil, fmt.Errorf("create the data folder: %w", err)
		}
		// A commit returns only after fsync of the log. What is erased is overwritten.
		s.write = database.OpenSQLite(where, "_synchronous", "FULL", "_secure_delete", "1")
		s.read = database.OpenSQLite(where, "_query_only", "1")
	} else {
		where = "requests in PostgreSQL"
		var err error
		if s.write, err = database.OpenPostgres(ctx, address, "synchronous_commit", "on"); err != nil {
			return nil, err
		}
		s.read = s.write
	}
	for _, db := range []*database.DB{s.read, s.write} {
		db.SetMaxOpenConns(connections)
		db.SetMaxIdleConns(connections)
	}
	if s.write.Kind == database.SQLite {
		s.write.SetMaxOpenConns(1)
	}
	s.group = newGroup(s.write)
	if err := migrate(ctx, s.write); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", where, err), s.Close())
	}
	if err := s.checkIdentity(ctx, before); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", where, err), s.Close())
	}
	return s, nil
}

// Close waits for running statements and closes the database.
func (s *Store) Close() error {
	err := errors.Join(s.read.Close(), s.write.Close()) // may be one, closed twice
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fileStore != nil {
		err = errors.Join(err, s.fileStore.Close())
	}
	return err
}

// KeepFiles has what visitors attach kept elsewhere than in the data folder. It
// is called before the store is used, which closes the depot.
func (s *Store) SetFileStore(d blob.Depot) { s.fileStore = d }

// files is where the bytes of files are. The folder is made when it is needed: a
// command that only lists, beside a PostgreSQL, needs no data folder.
func (s *Store) files() (blob.Depot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fileStore != nil {
		return s.fileStore, nil
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, err
	}
	folder, err := blob.NewFolder(s.folder)
	if err != nil {
		return nil, err
	}
	s.fileStore = folder
	return folder, nil
}

// timeFormat sorts as text in the order of time.
const timeFormat = "2006-01-02T15:04:05.000Z"

func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }

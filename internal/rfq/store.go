package rfq

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/database"
)

// FileName is the name of the database in the data folder. FilesFolder is the name
// of the folder of attached files, in the data folder or in a bucket.
const (
	FileName    = "requests.db"
	FilesFolder = "request-files"
)

// Store stores requests in <data>/requests.db, or in PostgreSQL. Several processes
// may use the same store concurrently.
type Store struct {
	write        *database.DB // one connection with SQLite: writers queue in the pool instead of polling the file's lock
	read         *database.DB
	group        *group // commits concurrent writes together
	now          func() time.Time
	calendar     atomic.Pointer[Calendar]
	retainOffers int // years, see SetRetainOffers
	newReference func() string
	router       atomic.Pointer[func(Event, Message) []string]
	onPlanned    atomic.Pointer[func()]
	file         string // path of SQLite's file; empty for PostgreSQL
	identity     string // of the database, see CheckIdentity; empty for PostgreSQL
	folder       string // of uploads in progress, and of stored files unless fileStore is a bucket

	mu        sync.Mutex
	fileStore blob.Store // of attached files; nil until first used
}

// connections is the maximum number of connections of a store, for reading, and for
// writing in PostgreSQL.
const connections = 4

// Open calls OpenAt with SQLite.
func Open(ctx context.Context, dataDir string) (*Store, error) { return OpenAt(ctx, "", dataDir) }

// OpenAt opens or creates the store in the PostgreSQL database of an address (see
// database.OpenPostgres), or in dataDir for an empty address, and migrates it.
func OpenAt(ctx context.Context, address, dataDir string) (*Store, error) {
	s := &Store{now: time.Now, retainOffers: DefaultRetainOffers, newReference: newReference, folder: filepath.Join(dataDir, FilesFolder)}
	s.SetCalendar(Calendar{Zone: time.Local})
	where := filepath.Join(dataDir, FileName)
	var before folderState
	if address == "" {
		s.file, before = where, folderStateOf(dataDir)
		if err := os.MkdirAll(dataDir, 0o700); err != nil {
			return nil, fmt.Errorf("create data folder: %w", err)
		}
		// A commit returns after fsync of the log. Deleted content is overwritten.
		s.write = database.OpenSQLite(where, "_secure_delete", "1")
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
		return nil, errors.Join(fmt.Errorf("open %s: %w", where, database.Advise(err, where)), s.Close())
	}
	if err := s.checkIdentity(ctx, before); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", where, database.Advise(err, where)), s.Close())
	}
	return s, nil
}

// Close waits for running statements, then closes the database and the file store.
func (s *Store) Close() error {
	err := errors.Join(s.read.Close(), s.write.Close()) // both may be the same pool: closing twice is allowed
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fileStore != nil {
		err = errors.Join(err, s.fileStore.Close())
	}
	return err
}

// SetFileStore sets where attached files are stored instead of the data folder. It
// must be called before the store is used; Close closes d.
func (s *Store) SetFileStore(d blob.Store) { s.fileStore = d }

// SetCalendar sets the calendar of the site; by default the clock always runs, in the
// server's time zone.
func (s *Store) SetCalendar(c Calendar) { s.calendar.Store(&c) }

// DefaultRetainOffers is the number of years of SetRetainOffers by default: the retention of
// business letters in Switzerland, and more than that in the EU's member states.
const DefaultRetainOffers = 10

// SetRetainOffers sets for how many years a sent offer of a forgotten request is kept, as a
// business letter; 0 erases it with its request. It must be called before the store is
// used.
func (s *Store) SetRetainOffers(years int) { s.retainOffers = years }

// Calendar returns the calendar of the site.
func (s *Store) Calendar() Calendar { return *s.calendar.Load() }

// files returns the store of attached files. It creates the folder on first use: a
// command that only lists requests in PostgreSQL needs no data folder.
func (s *Store) files() (blob.Store, error) {
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

// timeFormat makes times sort as text in chronological order.
const timeFormat = "2006-01-02T15:04:05.000Z"

func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }

// Package settings stores what owners may change while the site runs: texts by name, in
// the database of the accounts, with who changed them and when. All servers of a site
// follow the changes. A name that a flag, the environment or the configuration file sets
// is not read from the database. Package app gives the names their meaning.
package settings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
	"ferrule/internal/secret"
)

// channel is the PostgreSQL notification channel of committed changes.
const channel = "ferrule_settings"

// Value is a stored setting. Text is nil if an owner has removed it: the default applies.
type Value struct {
	Text *string
	At   time.Time
	By   string // name of the person
}

// Snapshot are all stored settings at one version, by name.
type Snapshot struct {
	Version int64 // grows with each change
	Values  map[string]Value
}

// Text returns a setting, and whether it is stored.
func (s Snapshot) Text(name string) (text string, ok bool) {
	v := s.Values[name]
	if v.Text == nil {
		return "", false
	}
	return *v.Text, true
}

// Store stores the settings. It is safe for concurrent use.
type Store struct {
	db       *database.DB
	sealer   secret.Sealer
	secrets  []string // names of values that are sealed
	interval time.Duration

	mu      sync.Mutex
	current Snapshot
}

// pollInterval is the longest time between two queries for changes, which also covers
// lost notifications.
const pollInterval = time.Second

// Open reads the settings of db, whose tables package account creates. The values of the
// names in secrets are stored encrypted. The caller closes db.
func Open(ctx context.Context, db *database.DB, secrets ...string) (*Store, error) {
	s := &Store{db: db, secrets: secrets, interval: pollInterval}
	key, err := secret.Key(ctx, db, "ferrule_secrets", "settings")
	if err != nil {
		return nil, fmt.Errorf("open settings: %w", err)
	}
	if s.sealer, err = secret.NewSealer(key); err != nil {
		return nil, fmt.Errorf("open settings: %w", err)
	}
	if _, err := s.refresh(ctx, db); err != nil {
		return nil, fmt.Errorf("open settings: %w", err)
	}
	return s, nil
}

// Current returns the settings as last read.
func (s *Store) Current() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// Read reads the settings from the database.
func (s *Store) Read(ctx context.Context) (Snapshot, error) {
	if _, err := s.refresh(ctx, s.db); err != nil {
		return Snapshot{}, err
	}
	return s.Current(), nil
}

// Change stores settings in one transaction; nil removes one. It is an error of kind
// Conflict if the settings are no longer those of the version that the caller has seen.
func (s *Store) Change(ctx context.Context, seen int64, by string, change map[string]*string) (Snapshot, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return Snapshot{}, fmt.Errorf("change settings: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if s.db.Kind == database.Postgres {
		if err := database.Lock(ctx, tx, database.LockSettings); err != nil {
			return Snapshot{}, fmt.Errorf("wait for other changes of settings: %w", err)
		}
	}
	version, err := s.version(ctx, tx)
	if err != nil {
		return Snapshot{}, err
	}
	if version != seen {
		return Snapshot{}, fault.New(fault.Conflict, "Somebody else has changed the settings meanwhile. Load them again.")
	}
	const upsert = `INSERT INTO ferrule_settings (name, value, version, changed_at, changed_by) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version, changed_at = excluded.changed_at, changed_by = excluded.changed_by`
	for _, name := range slices.Sorted(maps.Keys(change)) {
		text := change[name]
		if text != nil && slices.Contains(s.secrets, name) {
			sealed := s.sealer.Seal([]byte(*text), name)
			text = &sealed
		}
		if _, err := tx.ExecContext(ctx, s.db.Rebind(upsert), name, text, version+1, time.Now().UTC().Format(time.RFC3339), by); err != nil {
			return Snapshot{}, fmt.Errorf("change setting %s: %w", name, err)
		}
	}
	if s.db.Kind == database.Postgres {
		if _, err := tx.ExecContext(ctx, `SELECT pg_notify($1, '')`, channel); err != nil {
			return Snapshot{}, fmt.Errorf("announce settings: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return Snapshot{}, fmt.Errorf("change settings: %w", err)
	}
	return s.Read(ctx)
}

// reader runs queries: a database, a connection or a transaction.
type reader interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func (s *Store) version(ctx context.Context, on reader) (version int64, err error) {
	if err = on.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) FROM ferrule_settings`).Scan(&version); err != nil {
		return 0, fmt.Errorf("read version of settings: %w", err)
	}
	return version, nil
}

// refresh reads the settings if their version is newer than the current one, which it
// reports.
func (s *Store) refresh(ctx context.Context, on reader) (changed bool, err error) {
	version, err := s.version(ctx, on)
	if err != nil || version <= s.Current().Version {
		return false, err
	}
	read, err := s.all(ctx, on)
	if err != nil {
		return false, fmt.Errorf("read settings: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if read.Version <= s.current.Version {
		return false, nil
	}
	s.current = read
	return true, nil
}

func (s *Store) all(ctx context.Context, on reader) (read Snapshot, err error) {
	read.Values = map[string]Value{}
	rows, err := on.QueryContext(ctx, `SELECT name, value, version, changed_at, changed_by FROM ferrule_settings`)
	if err != nil {
		return read, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name, at string
		var version int64
		var v Value
		if err := rows.Scan(&name, &v.Text, &version, &at, &v.By); err != nil {
			return read, err
		}
		if v.At, err = time.Parse(time.RFC3339, at); err != nil {
			return read, err
		}
		if v.Text != nil && slices.Contains(s.secrets, name) {
			opened, err := s.sealer.Open(*v.Text, name)
			if err != nil {
				return read, fmt.Errorf("%s: %w", name, err)
			}
			text := string(opened)
			v.Text = &text
		}
		read.Version, read.Values[name] = max(read.Version, version), v
	}
	return read, rows.Err()
}

// Follow calls changed after each change, also by this process, until ctx ends. Calls do
// not overlap.
func (s *Store) Follow(ctx context.Context, changed func(Snapshot)) {
	known := int64(-1)
	poll := func(ctx context.Context, on reader) error {
		if _, err := s.refresh(ctx, on); err != nil {
			return err
		}
		if now := s.Current(); now.Version != known {
			known = now.Version
			changed(now)
		}
		return nil
	}
	for ctx.Err() == nil {
		if s.db.Kind == database.Postgres {
			_ = s.db.Listen(ctx, channel, s.interval, func(ctx context.Context, conn *sql.Conn) error { return poll(ctx, conn) }) // tried again below
		} else {
			_ = poll(ctx, s.db) // as above
		}
		select {
		case <-ctx.Done():
		case <-time.After(s.interval):
		}
	}
}

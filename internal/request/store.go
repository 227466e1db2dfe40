package request

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// FileName is the database's name in the data folder.
const FileName = "requests.db"

// Store keeps requests in <data>/requests.db, or in PostgreSQL. Several
// processes may use one at a time.
type Store struct {
	write        *database.DB // with SQLite one connection: writers queue here, not at the file's lock
	read         *database.DB
	now          func() time.Time
	newReference func() string
	targets      func(Event, Message) []string
}

// connections is how many a store uses at once, to read, and to write in PostgreSQL.
const connections = 4

// Open is OpenAt with SQLite.
func Open(ctx context.Context, dataDir string) (*Store, error) { return OpenAt(ctx, "", dataDir) }

// OpenAt opens or creates the store in the PostgreSQL database of an address
// (see database.OpenPostgres), or in dataDir if that is empty, and migrates it.
func OpenAt(ctx context.Context, address, dataDir string) (*Store, error) {
	s := &Store{now: time.Now, newReference: newReference}
	where := filepath.Join(dataDir, FileName)
	if address == "" {
		if err := os.MkdirAll(dataDir, 0o750); err != nil {
			return nil, fmt.Errorf("create the data folder: %w", err)
		}
		// A commit returns only after fsync of the log.
		s.write = database.OpenSQLite(where, "_pragma", "synchronous(FULL)")
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
	if err := migrate(ctx, s.write); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", where, err), s.Close())
	}
	return s, nil
}

// Close waits for running statements and closes the database.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) } // may be one, closed twice

// Added is the outcome of Add.
type Added struct {
	ID        int64
	Reference string
	Token     string
	Repeat    bool // the idempotency key was known: this is the earlier request
	Differs   bool // and the earlier request's content was another one
}

// Add stores m, on disk when it returns. A known idempotency key adds nothing
// and gives the first request's reference. A message without a key is new.
func (s *Store) Add(ctx context.Context, m Message) (Added, error) {
	if m.IdempotencyKey == "" {
		m.IdempotencyKey = rand.Text()
	}
	body, err := json.Marshal(m)
	if err != nil {
		return Added{}, fmt.Errorf("encode the request: %w", err)
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return Added{}, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()

	added, err := s.add(ctx, tx, m, body)
	if err != nil || added.Repeat {
		return added, err
	}
	if err := tx.Commit(); err != nil {
		return Added{}, fmt.Errorf("commit the request: %w", err)
	}
	return added, nil
}

// add does the work of Add within tx: what else must happen with a request
// exactly once belongs into the same transaction. Where another transaction is
// adding the same key or reference, it is waited for.
func (s *Store) add(ctx context.Context, tx *sql.Tx, m Message, body []byte) (Added, error) {
	for range 100 {
		added := Added{Reference: s.newReference(), Token: rand.Text()}
		state := StateOpen
		if m.Suspect != "" {
			state = StateSpam
		}
		insert := s.write.Rebind(`INSERT INTO requests (reference, idempotency_key, token, state, created_at, language, form_id, form_key,
			source, name, phone, email, line_count, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`)
		err := tx.QueryRowContext(ctx, insert, added.Reference, m.IdempotencyKey, added.Token, state, s.now().UTC().Format(timeFormat),
			m.Language, m.FormID, m.FormKey, m.Source, m.Name, m.Phone, m.Email, len(m.Lines), string(body)).Scan(&added.ID)
		if err == nil {
			if state == StateSpam {
				return added, nil
			}
			return added, s.plan(ctx, tx, EventCreated, added.ID, added.Reference, m)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return Added{}, fmt.Errorf("insert the request: %w", err)
		}
		known, err := s.known(ctx, tx, m.IdempotencyKey, body)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return known, err
		}
		// The key is new, so it was the reference that is taken.
	}
	return Added{}, fault.New(fault.Unavailable, "No free reference was found")
}

// known is the request that has the key; sql.ErrNoRows if there is none.
func (s *Store) known(ctx context.Context, tx *sql.Tx, key string, body []byte) (Added, error) {
	known := Added{Repeat: true}
	var earlier string
	err := tx.QueryRowContext(ctx, s.write.Rebind(`SELECT id, reference, token, body FROM requests WHERE idempotency_key = ?`), key).
		Scan(&known.ID, &known.Reference, &known.Token, &earlier)
	if err != nil {
		return Added{}, fmt.Errorf("look up the idempotency key: %w", err)
	}
	known.Differs = earlier != string(body)
	return known, nil
}

// timeFormat sorts as text in the order of time.
const timeFormat = "2006-01-02T15:04:05.000Z"

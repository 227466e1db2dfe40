package request

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"ferrule/internal/fault"
)

// FileName is the database's name in the data folder.
const FileName = "requests.db"

// Store keeps requests in <data>/requests.db. Several processes may use one
// file at a time.
type Store struct {
	write        *sql.DB // one connection: writers queue here, not at the file's lock
	read         *sql.DB
	now          func() time.Time
	newReference func() string
}

// Open opens or creates the store in dataDir and migrates it.
func Open(ctx context.Context, dataDir string) (*Store, error) {
	if err := os.MkdirAll(dataDir, 0o750); err != nil {
		return nil, fmt.Errorf("create the data folder: %w", err)
	}
	path := filepath.Join(dataDir, FileName)
	write, err := connect(path, 1)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, write); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), write.Close())
	}
	read, err := connect(path, 4)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return &Store{write: write, read: read, now: time.Now, newReference: newReference}, nil
}

func connect(path string, connections int) (*sql.DB, error) {
	v := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)",
		"journal_mode(WAL)",
		"synchronous(FULL)", // a commit returns only after fsync of the log
		"foreign_keys(1)",
	}}
	// Characters that a URI would read as its own must not end the file's name.
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: v.Encode()}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(connections)
	return db, nil
}

// Close waits for running statements and closes the database.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Added is the outcome of Add.
type Added struct {
	ID        int64
	Reference string
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

// add does the work of Add within tx, which holds the write lock: what else
// must happen with a request exactly once belongs into the same transaction.
func (s *Store) add(ctx context.Context, tx *sql.Tx, m Message, body []byte) (Added, error) {
	var known Added
	var earlier string
	err := tx.QueryRowContext(ctx, `SELECT id, reference, body FROM requests WHERE idempotency_key = ?`, m.IdempotencyKey).
		Scan(&known.ID, &known.Reference, &earlier)
	if err == nil {
		known.Repeat, known.Differs = true, earlier != string(body)
		return known, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return Added{}, fmt.Errorf("look up the idempotency key: %w", err)
	}

	reference, err := s.freeReference(ctx, tx)
	if err != nil {
		return Added{}, err
	}
	const insert = `INSERT INTO requests (reference, idempotency_key, created_at, language, form_id, form_key,
		source, name, phone, email, line_count, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	result, err := tx.ExecContext(ctx, insert, reference, m.IdempotencyKey, s.now().UTC().Format(timeFormat),
		m.Language, m.FormID, m.FormKey, m.Source, m.Name, m.Phone, m.Email, len(m.Lines), string(body))
	if err != nil {
		return Added{}, fmt.Errorf("insert the request: %w", err)
	}
	id, err := result.LastInsertId()
	if err != nil {
		return Added{}, fmt.Errorf("read the new id: %w", err)
	}
	return Added{ID: id, Reference: reference}, nil
}

// timeFormat sorts as text in the order of time.
const timeFormat = "2006-01-02T15:04:05.000Z"

func (s *Store) freeReference(ctx context.Context, tx *sql.Tx) (string, error) {
	for range 100 {
		reference := s.newReference()
		var taken bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM requests WHERE reference = ?)`, reference).Scan(&taken)
		if err != nil {
			return "", fmt.Errorf("look up a reference: %w", err)
		}
		if !taken {
			return reference, nil
		}
	}
	return "", fault.New(fault.Unavailable, "No free reference was found")
}

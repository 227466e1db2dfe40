package rfq

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// duplicateWindow is how long the same content counts as the same request, under any
// key. The same content on another day is a new request.
const duplicateWindow = 10 * time.Minute

// Added is the outcome of Add.
type Added struct {
	ID        int64
	Reference string
	Token     string
	Duplicate bool // nothing was added: the other fields are those of the earlier request
}

// CodeKeyReused is the code of the error for an idempotency key that is stored with
// other content.
const CodeKeyReused = "IDEMPOTENCY_KEY_REUSED"

// Add stores m and binds the files that it names; both are on disk when it returns.
// For the same content it adds nothing and returns the first request: under the same
// idempotency key at any time, under another key or none within duplicateWindow.
// Errors are *fault.Error of kind Conflict and CodeKeyReused for a known key with
// other content, and Invalid for files that are missing, already bound or too many.
func (s *Store) Add(ctx context.Context, m Message) (Added, error) {
	if m.IdempotencyKey == "" {
		m.IdempotencyKey = rand.Text()
	}
	body, err := json.Marshal(m)
	if err != nil {
		return Added{}, fmt.Errorf("encode request: %w", err)
	}
	var added Added
	err = s.group.write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		added, err = s.add(ctx, tx, m, body)
		return err
	})
	if err != nil {
		return Added{}, fmt.Errorf("store request: %w", err)
	}
	if !added.Duplicate {
		s.notifyPlanned()
	}
	return added, nil
}

// add does the work of Add within tx. Everything else that must happen exactly once
// per request belongs in the same transaction.
func (s *Store) add(ctx context.Context, tx *sql.Tx, m Message, body []byte) (Added, error) {
	files, err := s.digests(ctx, tx, m.Files)
	if err != nil {
		return Added{}, err
	}
	digest, err := digestOf(m, files)
	if err != nil {
		return Added{}, err
	}
	known, err := s.byIdempotencyKey(ctx, tx, m.IdempotencyKey, body, digest)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return known, err
	}
	duplicate, err := s.recentDuplicate(ctx, tx, m, digest)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return duplicate, err
	}
	added, err := s.insert(ctx, tx, m, body, digest)
	if err != nil || added.Duplicate {
		return added, err
	}
	if err := s.bind(ctx, tx, added.ID, 0, m.Files); err != nil {
		return Added{}, err
	}
	if m.SpamReason != "" {
		return added, nil
	}
	return added, s.plan(ctx, tx, EventCreated, added.ID, added.Reference, m)
}

// insert adds the row. It waits for a concurrent transaction that inserts the same
// key or reference.
func (s *Store) insert(ctx context.Context, tx *sql.Tx, m Message, body []byte, digest [sha256.Size]byte) (Added, error) {
	state := StateOpen
	if m.SpamReason != "" {
		state = StateSpam
	}
	now := s.now()
	for range 100 {
		added := Added{Reference: s.newReference(), Token: rand.Text()}
		insert := s.write.Rebind(`INSERT INTO requests (reference, idempotency_key, token, state, digest, created_at, deadline_at, language, form_id, form_key,
			source, name, phone, email, client_address, line_count, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`)
		err := tx.QueryRowContext(ctx, insert, added.Reference, m.IdempotencyKey, added.Token, state, hex.EncodeToString(digest[:]), stamp(now), stamp(s.Calendar().Deadline(now)),
			m.Language, m.FormID, m.FormKey, m.Source, m.Name, m.Phone, m.Email, m.ClientAddress, len(m.Lines), string(body)).Scan(&added.ID)
		if err == nil {
			return added, s.inserted(ctx, tx, added, m)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return Added{}, fmt.Errorf("insert request: %w", err)
		}
		known, err := s.byIdempotencyKey(ctx, tx, m.IdempotencyKey, body, digest)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return known, err
		}
		// The key is new, so the reference is the duplicate.
	}
	return Added{}, fault.New(fault.Unavailable, "No free reference was found")
}

// inserted adds what belongs to a new row.
func (s *Store) inserted(ctx context.Context, tx *sql.Tx, added Added, m Message) error {
	if err := s.index(ctx, tx, added.ID, added.Reference, m); err != nil {
		return err
	}
	return s.record(ctx, tx, added.ID, Person{}, KindCreated, "")
}

// byIdempotencyKey returns the request with the key; sql.ErrNoRows for none, and a
// Conflict for other content. It compares the bodies as well, because older builds
// computed the digest of the lines after Review.
func (s *Store) byIdempotencyKey(ctx context.Context, tx *sql.Tx, key string, body []byte, digest [sha256.Size]byte) (Added, error) {
	known := Added{Duplicate: true}
	var earlier, storedDigest string
	err := tx.QueryRowContext(ctx, s.write.Rebind(`SELECT id, reference, token, body, digest FROM requests WHERE idempotency_key = ?`), key).
		Scan(&known.ID, &known.Reference, &known.Token, &earlier, &storedDigest)
	if err != nil {
		return Added{}, fmt.Errorf("look up idempotency key: %w", err)
	}
	if storedDigest != hex.EncodeToString(digest[:]) && earlier != string(body) {
		return Added{}, fault.New(fault.Conflict, "The idempotency key belongs to %s, which has other content", known.Reference).WithCode(CodeKeyReused)
	}
	return known, nil
}

// recentDuplicate returns the request with the same content within duplicateWindow;
// sql.ErrNoRows for none. A message that is not spam is not merged into spam, which
// may never be read. It waits for a concurrent transaction of another server that
// adds the same content.
func (s *Store) recentDuplicate(ctx context.Context, tx *sql.Tx, m Message, digest [sha256.Size]byte) (Added, error) {
	if s.write.Kind == database.Postgres {
		key := database.LockKey(binary.BigEndian.Uint64(digest[:])) //nolint:gosec // any number identifies the lock
		if err := database.Lock(ctx, tx, key); err != nil {
			return Added{}, fmt.Errorf("find duplicate of request: %w", err)
		}
	}
	var excluded State
	if m.SpamReason == "" {
		excluded = StateSpam
	}
	now := s.now() // after the clock was set back, stored requests are in the future
	query := s.write.Rebind(`SELECT id, reference, token FROM requests WHERE digest = ? AND created_at BETWEEN ? AND ? AND state <> ? ORDER BY created_at DESC LIMIT 1`)
	duplicate := Added{Duplicate: true}
	err := tx.QueryRowContext(ctx, query, hex.EncodeToString(digest[:]), stamp(now.Add(-duplicateWindow)), stamp(now.Add(duplicateWindow)), excluded).
		Scan(&duplicate.ID, &duplicate.Reference, &duplicate.Token)
	if err != nil {
		return Added{}, fmt.Errorf("find duplicate of request: %w", err)
	}
	return duplicate, nil
}

// digestOf returns the digest of the content of a message: what was requested,
// without how it was sent and without the fields that Review added. Files count by their
// bytes.
func digestOf(m Message, files []string) (digest [sha256.Size]byte, err error) {
	m.IdempotencyKey, m.SpamReason, m.Page, m.Files = "", "", "", files
	var content any = m
	if m.Sent != nil {
		content = struct {
			Message
			Lines json.RawMessage `json:"lines"`
		}{m, m.Sent}
	}
	b, err := json.Marshal(content)
	if err != nil {
		return digest, fmt.Errorf("encode request: %w", err)
	}
	var sorted any // the order of an object's fields is irrelevant
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	if err := decoder.Decode(&sorted); err != nil {
		return digest, fmt.Errorf("encode request: %w", err)
	}
	if b, err = json.Marshal(sorted); err != nil {
		return digest, fmt.Errorf("encode request: %w", err)
	}
	return sha256.Sum256(b), nil
}

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

// foldWithin is how long the same content is the same request, under whatever
// key it comes: who asks for the same on another day means it.
const duplicateWindow = 10 * time.Minute

// Added is the outcome of Add.
type Added struct {
	ID        int64
	Reference string
	Token     string
	Duplicate bool // nothing was added: this is the earlier request
}

// CodeKeyReused is the code of the error for a known idempotency key that comes
// with other content.
const CodeKeyReused = "IDEMPOTENCY_KEY_REUSED"

// Add stores m, on disk when it returns, and takes over the files it names.
// The same content adds nothing and gives the first request: under the same
// idempotency key at any time, under another key or none within foldWithin.
// Errors are *fault.Error of kind Conflict and CodeKeyReused for a known key with
// other content, and Invalid for files that are not there, taken or too many.
func (s *Store) Add(ctx context.Context, m Message) (Added, error) {
	if m.IdempotencyKey == "" {
		m.IdempotencyKey = rand.Text()
	}
	body, err := json.Marshal(m)
	if err != nil {
		return Added{}, fmt.Errorf("encode the request: %w", err)
	}
	var added Added
	err = s.group.write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		added, err = s.add(ctx, tx, m, body)
		return err
	})
	if err != nil {
		return Added{}, fmt.Errorf("store the request: %w", err)
	}
	if !added.Duplicate {
		s.notifyPlanned()
	}
	return added, nil
}

// add does the work of Add within tx: what else must happen with a request
// exactly once belongs into the same transaction.
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
	twin, err := s.recentDuplicate(ctx, tx, m, digest)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return twin, err
	}
	added, err := s.insert(ctx, tx, m, body, digest)
	if err != nil || added.Duplicate {
		return added, err
	}
	if err := s.bind(ctx, tx, added.ID, m.Files); err != nil {
		return Added{}, err
	}
	if m.SpamReason != "" {
		return added, nil
	}
	return added, s.plan(ctx, tx, EventCreated, added.ID, added.Reference, m)
}

// insert adds the row. Where another transaction is adding the same key or
// reference, it is waited for.
func (s *Store) insert(ctx context.Context, tx *sql.Tx, m Message, body []byte, digest [sha256.Size]byte) (Added, error) {
	state := StateOpen
	if m.SpamReason != "" {
		state = StateSpam
	}
	for range 100 {
		added := Added{Reference: s.newReference(), Token: rand.Text()}
		insert := s.write.Rebind(`INSERT INTO requests (reference, idempotency_key, token, state, digest, created_at, language, form_id, form_key,
			source, name, phone, email, client_address, line_count, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`)
		err := tx.QueryRowContext(ctx, insert, added.Reference, m.IdempotencyKey, added.Token, state, hex.EncodeToString(digest[:]), stamp(s.now()),
			m.Language, m.FormID, m.FormKey, m.Source, m.Name, m.Phone, m.Email, m.ClientAddress, len(m.Lines), string(body)).Scan(&added.ID)
		if err == nil {
			return added, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return Added{}, fmt.Errorf("insert the request: %w", err)
		}
		known, err := s.byIdempotencyKey(ctx, tx, m.IdempotencyKey, body, digest)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return known, err
		}
		// The key is new, so it was the reference that is taken.
	}
	return Added{}, fault.New(fault.Unavailable, "No free reference was found")
}

// known is the request that has the key; sql.ErrNoRows if there is none, and a
// Conflict if its content is another one. The bodies are compared because older
// builds took the digest of the lines after Review.
func (s *Store) byIdempotencyKey(ctx context.Context, tx *sql.Tx, key string, body []byte, digest [sha256.Size]byte) (Added, error) {
	known := Added{Duplicate: true}
	var earlier, of string
	err := tx.QueryRowContext(ctx, s.write.Rebind(`SELECT id, reference, token, body, digest FROM requests WHERE idempotency_key = ?`), key).
		Scan(&known.ID, &known.Reference, &known.Token, &earlier, &of)
	if err != nil {
		return Added{}, fmt.Errorf("look up the idempotency key: %w", err)
	}
	if of != hex.EncodeToString(digest[:]) && earlier != string(body) {
		return Added{}, fault.New(fault.Conflict, "The idempotency key belongs to %s, which has other content", known.Reference).WithCode(CodeKeyReused)
	}
	return known, nil
}

// twin is the request with the same content that came shortly before;
// sql.ErrNoRows if there is none. What is no spam is not folded into spam:
// nobody may read that. One with the same content that is just being added by
// another server is waited for.
func (s *Store) recentDuplicate(ctx context.Context, tx *sql.Tx, m Message, digest [sha256.Size]byte) (Added, error) {
	if s.write.Kind == database.Postgres {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(binary.BigEndian.Uint64(digest[:]))); err != nil { //nolint:gosec // any number will do
			return Added{}, fmt.Errorf("look for the same request: %w", err)
		}
	}
	var but State
	if m.SpamReason == "" {
		but = StateSpam
	}
	now := s.now() // a clock that was set back has requests in the future
	query := s.write.Rebind(`SELECT id, reference, token FROM requests WHERE digest = ? AND created_at BETWEEN ? AND ? AND state <> ? ORDER BY created_at DESC LIMIT 1`)
	twin := Added{Duplicate: true}
	err := tx.QueryRowContext(ctx, query, hex.EncodeToString(digest[:]), stamp(now.Add(-duplicateWindow)), stamp(now.Add(duplicateWindow)), but).
		Scan(&twin.ID, &twin.Reference, &twin.Token)
	if err != nil {
		return Added{}, fmt.Errorf("look for the same request: %w", err)
	}
	return twin, nil
}

// digestOf tells contents apart: what was asked for, not how it was sent, and not
// what the catalogue says of it at that time. Its files count by their bytes.
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
		return digest, fmt.Errorf("encode the request: %w", err)
	}
	var sorted any // the order of an object's fields means nothing
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	if err := decoder.Decode(&sorted); err != nil {
		return digest, fmt.Errorf("encode the request: %w", err)
	}
	if b, err = json.Marshal(sorted); err != nil {
		return digest, fmt.Errorf("encode the request: %w", err)
	}
	return sha256.Sum256(b), nil
}

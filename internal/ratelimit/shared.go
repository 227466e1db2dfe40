package ratelimit

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"ferrule/internal/database"
)

// Table holds the counts that several servers share, in their PostgreSQL. A nil
// Table is that of a server that counts on its own.
type Table struct {
	db    *database.DB
	log   *slog.Logger
	retry atomic.Int64 // unix time in nanoseconds before which the database is not asked
	sweep atomic.Int64 // unix time in nanoseconds at which expired rows are deleted next
}

const (
	connections = 2 // a statement takes a fraction of a millisecond
	// patience bounds a statement: a visitor must not wait for a database that
	// hangs, and what is counted meanwhile need not be exact.
	queryTimeout = time.Second
	// pause is how long each server counts on its own after a failure.
	retryPause = 5 * time.Second
	sweepEvery = 10 * time.Second
	sweepLimit = 20_000 // rows
)

// errAlone is why the database is not asked: there is none, or it failed less than
// a pause ago.
var errNotShared = errors.New("this server counts on its own")

// lockCreation is a number of our own among PostgreSQL's advisory locks.
const lockCreation = 0x6665_7275_6c65_02

// OpenTable opens the counts in the PostgreSQL database of an address, and
// creates the table where it is missing; nil without an address. The caller
// closes it.
func OpenTable(ctx context.Context, address string, log *slog.Logger) (*Table, error) {
	if address == "" {
		return nil, nil //nolint:nilnil // a nil Table counts on its own
	}
	db, err := database.OpenPostgres(ctx, address)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	t := &Table{db: db, log: log}
	if err := t.create(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("create the table of limits: %w", err), db.Close())
	}
	return t, nil
}

// create makes the table. It is unlogged: nothing waits for a disk, and after a
// crash of the database all counts are zero.
func (t *Table) create(ctx context.Context) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	// Two servers that create a table at once fail in spite of IF NOT EXISTS.
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(lockCreation)); err != nil {
		return err
	}
	for _, statement := range []string{
		// key is a digest, so that neither addresses nor accounts stand in it. began,
		// unix time in milliseconds, is when the key's window began; used counts in
		// that one, before in the one before.
		`CREATE UNLOGGED TABLE IF NOT EXISTS ferrule_limits (
			key    bytea PRIMARY KEY,
			began  bigint NOT NULL,
			used   bigint NOT NULL,
			before bigint NOT NULL
		)`,
		`CREATE INDEX IF NOT EXISTS ferrule_limits_began ON ferrule_limits (began)`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Close closes the database; t may be nil.
func (t *Table) Close() error {
	if t == nil {
		return nil
	}
	return t.db.Close()
}

// New returns a limiter that allows limit things per key and Window, counted
// under a name by all servers of the table together.
func (t *Table) New(name string, limit int, now func() time.Time) *Shared {
	return &Shared{local: New(limit, now), table: t, name: name}
}

// do runs a statement. After a failure the database is not asked for a pause.
func (t *Table) run(ctx context.Context, now time.Time, statement func(context.Context) error) error {
	if now.UnixNano() < t.retry.Load() {
		return errNotShared
	}
	// A client must not escape being counted by closing its connection.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), queryTimeout)
	defer cancel()
	err := statement(ctx)
	if next := t.sweep.Load(); err == nil && now.UnixNano() >= next && t.sweep.CompareAndSwap(next, now.Add(sweepEvery).UnixNano()) {
		err = t.deleteExpired(ctx, now)
	}
	if err != nil {
		t.retry.Store(now.Add(retryPause).UnixNano())
		t.log.WarnContext(ctx, "shared limits unavailable, counting on this server alone", "retry_after", retryPause, "err", err)
	}
	return err
}

// deleteExpired deletes rows that count for nothing any more, but for those that
// another server is deleting.
func (t *Table) deleteExpired(ctx context.Context, now time.Time) error {
	const expired = `DELETE FROM ferrule_limits WHERE key IN (SELECT key FROM ferrule_limits WHERE began <= $1 ORDER BY began LIMIT $2 FOR UPDATE SKIP LOCKED)`
	_, err := t.db.ExecContext(ctx, expired, now.Add(-2*Window).UnixMilli(), sweepLimit)
	return err
}

// Shared is a Limiter whose counts all servers share that have one table. While
// the database does not answer, and without a table, it counts on its own: it
// lets through what this server alone would.
type Shared struct {
	local *Limiter
	table *Table // nil for none
	name  string
}

// elapsed is how much of a row's window is over at the time $2, where a window
// is $3 long: 1 at its end. A clock that is behind finds none of it over.
const elapsed = `(greatest($2::bigint - l.began, 0) / $3::float8)`

// used is what a row counts for: the former window by the share of it that is
// not over yet, as in Limiter.
const used = `CASE WHEN ` + elapsed + ` < 1 THEN l.used + l.before * (1 - ` + elapsed + `)
	WHEN ` + elapsed + ` < 2 THEN l.used * (2 - ` + elapsed + `) ELSE 0 END`

// take counts one thing, if the key has not reached its limit $4. It is one
// statement, so that two servers never both take the last one.
const countStatement = `INSERT INTO ferrule_limits AS l (key, began, used, before) VALUES ($1, $2, 1, 0)
	ON CONFLICT (key) DO UPDATE SET
		used = CASE WHEN ` + elapsed + ` < 1 THEN l.used ELSE 0 END + 1,
		before = CASE WHEN ` + elapsed + ` < 1 THEN l.before WHEN ` + elapsed + ` < 2 THEN l.used ELSE 0 END,
		began = CASE WHEN ` + elapsed + ` < 1 THEN l.began WHEN ` + elapsed + ` < 2 THEN l.began + $3::float8::bigint ELSE $2 END
	WHERE ` + used + ` < $4::float8 RETURNING l.used`

// Allow counts one thing that the key does, and reports whether it may.
func (s *Shared) Allow(ctx context.Context, key string) bool {
	allowed := false
	err := s.query(ctx, func(ctx context.Context, now int64) error {
		var count int64
		err := s.table.db.QueryRowContext(ctx, countStatement, s.digest(key), now, window, s.local.limit).Scan(&count)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		allowed = err == nil
		return err
	})
	if err != nil {
		return s.local.Allow(key)
	}
	return allowed
}

// Share returns how much of its limit the key has used: 0 for nothing, 1 for all.
func (s *Shared) Share(ctx context.Context, key string) float64 {
	count := 0.0
	err := s.query(ctx, func(ctx context.Context, now int64) error {
		err := s.table.db.QueryRowContext(ctx, `SELECT `+used+` FROM ferrule_limits AS l WHERE key = $1`, s.digest(key), now, window).Scan(&count)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return s.local.Share(key)
	}
	return count / float64(s.local.limit)
}

// Undo takes back one thing that the key did.
func (s *Shared) Undo(ctx context.Context, key string) {
	err := s.query(ctx, func(ctx context.Context, now int64) error {
		const undo = `UPDATE ferrule_limits AS l SET used = l.used - 1 WHERE key = $1 AND l.used > 0 AND ` + elapsed + ` < 1`
		_, err := s.table.db.ExecContext(ctx, undo, s.digest(key), now, window)
		return err
	})
	if err != nil {
		s.local.Undo(key)
	}
}

// Forget takes back what was counted for the key.
func (s *Shared) Reset(ctx context.Context, key string) {
	err := s.query(ctx, func(ctx context.Context, _ int64) error {
		_, err := s.table.db.ExecContext(ctx, `DELETE FROM ferrule_limits WHERE key = $1`, s.digest(key))
		return err
	})
	if err != nil {
		s.local.Reset(key)
	}
}

// window is Window in milliseconds.
const window = float64(Window / time.Millisecond)

// ask runs a statement on the table, at a time in milliseconds; an error says
// that the server is to count on its own.
func (s *Shared) query(ctx context.Context, statement func(ctx context.Context, now int64) error) error {
	if s.table == nil {
		return errNotShared
	}
	now := s.local.now()
	return s.table.run(ctx, now, func(ctx context.Context) error { return statement(ctx, now.UnixMilli()) })
}

func (s *Shared) digest(key string) []byte {
	sum := sha256.Sum256([]byte(s.name + "\x00" + key))
	return sum[:]
}

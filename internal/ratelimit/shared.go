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

// Table stores counts that several servers share, in PostgreSQL. A nil Table makes
// each server count locally.
type Table struct {
	db    *database.DB
	log   *slog.Logger
	retry atomic.Int64 // Unix time in nanoseconds before which the database is not queried
	sweep atomic.Int64 // Unix time in nanoseconds of the next deletion of expired rows
}

// TableName is the name of the table of counts.
const TableName = "ferrule_limits"

const (
	connections = 2 // a statement takes a fraction of a millisecond
	// queryTimeout bounds a statement: a visitor must not wait for a database that
	// hangs, and the counts need not be exact then.
	queryTimeout = time.Second
	// retryPause is how long each server counts locally after a failure.
	retryPause = 5 * time.Second
	sweepEvery = 10 * time.Second
	sweepLimit = 20_000 // rows
)

// errNotShared is returned without querying the database: there is none, or it
// failed less than retryPause ago.
var errNotShared = errors.New("counts are local")

// OpenTable opens the counts in the PostgreSQL database of an address, and creates
// the table where it is missing; nil for an empty address. The caller closes it.
func OpenTable(ctx context.Context, address string, log *slog.Logger) (*Table, error) {
	if address == "" {
		return nil, nil //nolint:nilnil // a nil Table counts locally
	}
	db, err := database.OpenPostgres(ctx, address)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	t := &Table{db: db, log: log}
	if err := t.create(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("create table of limits: %w", err), db.Close())
	}
	return t, nil
}

// create creates the table. It is unlogged: no statement waits for the disk, and all
// counts are zero after a crash of the database.
func (t *Table) create(ctx context.Context) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	// Concurrent CREATE TABLE statements fail in spite of IF NOT EXISTS.
	if err := database.Lock(ctx, tx, database.LockLimits); err != nil {
		return err
	}
	for _, statement := range []string{
		// key is a digest, so that the table contains no addresses or accounts.
		// began is the start of the key's window, Unix time in milliseconds; used
		// counts in it, before in the previous one.
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

// New returns a limiter that allows limit events per key and Window, counted under a
// name by all servers of the table together.
func (t *Table) New(name string, limit int, now func() time.Time) *Shared {
	return t.NewWithWindow(name, Window, limit, now)
}

// NewWithWindow is New with a shorter window.
func (t *Table) NewWithWindow(name string, window time.Duration, limit int, now func() time.Time) *Shared {
	return &Shared{local: NewWithWindow(window, limit, now), table: t, name: name}
}

// run runs a statement. After a failure it returns errNotShared for retryPause.
func (t *Table) run(ctx context.Context, now time.Time, statement func(context.Context) error) error {
	if now.UnixNano() < t.retry.Load() {
		return errNotShared
	}
	// A client that closes its connection must be counted as well.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), queryTimeout)
	defer cancel()
	err := statement(ctx)
	if next := t.sweep.Load(); err == nil && now.UnixNano() >= next && t.sweep.CompareAndSwap(next, now.Add(sweepEvery).UnixNano()) {
		err = t.deleteExpired(ctx, now)
	}
	if err != nil {
		t.retry.Store(now.Add(retryPause).UnixNano())
		t.log.WarnContext(ctx, "shared limits unavailable, counting locally", "retry_after", retryPause, "error", err)
	}
	return err
}

// deleteExpired deletes rows whose windows have expired, except those that another
// server is deleting.
func (t *Table) deleteExpired(ctx context.Context, now time.Time) error {
	const expired = `DELETE FROM ferrule_limits WHERE key IN (SELECT key FROM ferrule_limits WHERE began <= $1 ORDER BY began LIMIT $2 FOR UPDATE SKIP LOCKED)`
	_, err := t.db.ExecContext(ctx, expired, now.Add(-2*Window).UnixMilli(), sweepLimit)
	return err
}

// Shared is a limiter whose counts are shared by all servers of a table. Without a
// table, and while the database does not respond, it counts locally.
type Shared struct {
	local *Limiter
	table *Table // nil for none
	name  string
}

// elapsed is the elapsed share of a row's window at time $2, for a window of $3: 1
// at its end, 0 for a clock that is behind.
const elapsed = `(greatest($2::bigint - l.began, 0) / $3::float8)`

// used is the count of a row, with the previous window by the share of it that
// overlaps, as in Limiter.
const used = `CASE WHEN ` + elapsed + ` < 1 THEN l.used + l.before * (1 - ` + elapsed + `)
	WHEN ` + elapsed + ` < 2 THEN l.used * (2 - ` + elapsed + `) ELSE 0 END`

// countStatement counts one event if the key is below its limit $4. It is a single
// statement, so that two servers cannot both count the last one.
const countStatement = `INSERT INTO ferrule_limits AS l (key, began, used, before) VALUES ($1, $2, 1, 0)
	ON CONFLICT (key) DO UPDATE SET
		used = CASE WHEN ` + elapsed + ` < 1 THEN l.used ELSE 0 END + 1,
		before = CASE WHEN ` + elapsed + ` < 1 THEN l.before WHEN ` + elapsed + ` < 2 THEN l.used ELSE 0 END,
		began = CASE WHEN ` + elapsed + ` < 1 THEN l.began WHEN ` + elapsed + ` < 2 THEN l.began + $3::float8::bigint ELSE $2 END
	WHERE ` + used + ` < $4::float8 RETURNING l.used`

// Allow counts one event of a key and reports whether it is allowed.
func (s *Shared) Allow(ctx context.Context, key string) bool {
	allowed := false
	err := s.query(ctx, func(ctx context.Context, now int64) error {
		var count int64
		err := s.table.db.QueryRowContext(ctx, countStatement, s.digest(key), now, s.window(), s.local.limit).Scan(&count)
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

// Share returns the used share of the key's limit: 0 for none, 1 for all.
func (s *Shared) Share(ctx context.Context, key string) float64 {
	count := 0.0
	err := s.query(ctx, func(ctx context.Context, now int64) error {
		err := s.table.db.QueryRowContext(ctx, `SELECT `+used+` FROM ferrule_limits AS l WHERE key = $1`, s.digest(key), now, s.window()).Scan(&count)
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

// Wait returns the time until Allow accepts the key again: 0 if it does now.
func (s *Shared) Wait(ctx context.Context, key string) (wait time.Duration) {
	err := s.query(ctx, func(ctx context.Context, now int64) error {
		var began int64
		var current, previous int
		const find = `SELECT began, used, before FROM ferrule_limits AS l WHERE key = $1 AND ` + used + ` >= $4::float8`
		err := s.table.db.QueryRowContext(ctx, find, s.digest(key), now, s.window(), s.local.limit).Scan(&began, &current, &previous)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			wait = remaining(s.local.window, time.Duration(max(now-began, 0))*time.Millisecond, s.local.limit, current, previous)
		}
		return err
	})
	if err != nil {
		return s.local.Wait(key)
	}
	return wait
}

// Undo subtracts one event of the key.
func (s *Shared) Undo(ctx context.Context, key string) {
	err := s.query(ctx, func(ctx context.Context, now int64) error {
		const undo = `UPDATE ferrule_limits AS l SET used = l.used - 1 WHERE key = $1 AND l.used > 0 AND ` + elapsed + ` < 1`
		_, err := s.table.db.ExecContext(ctx, undo, s.digest(key), now, s.window())
		return err
	})
	if err != nil {
		s.local.Undo(key)
	}
}

// Reset clears the count of the key.
func (s *Shared) Reset(ctx context.Context, key string) {
	err := s.query(ctx, func(ctx context.Context, _ int64) error {
		_, err := s.table.db.ExecContext(ctx, `DELETE FROM ferrule_limits WHERE key = $1`, s.digest(key))
		return err
	})
	if err != nil {
		s.local.Reset(key)
	}
}

// window returns the window in milliseconds.
func (s *Shared) window() float64 { return float64(s.local.window / time.Millisecond) }

// query runs a statement on the table, at a time in milliseconds. After an error the
// caller counts locally.
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

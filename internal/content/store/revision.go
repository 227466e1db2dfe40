package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"ferrule/internal/database"
)

// revisionAge is the maximum age of the cached revision with SQLite, which sends
// no notifications: a write of another process is detected this late. Writes of
// this process invalidate the cache at once.
const revisionAge = 200 * time.Millisecond

// revision caches the counter of write transactions.
type revision struct {
	db       *database.DB
	followed bool // follow keeps the cached value current

	fetching  contextMutex // held from a read of the counter to the update of the cache, so that the value never decreases
	mu        sync.Mutex   // guards the fields below
	value     int64
	fetchedAt time.Time // when the value was read; zero if it is invalidated
	lostAt    time.Time // of the first failed read since the last successful one; zero if the last one succeeded

	stop func()
	done chan struct{}
}

// Revision returns the number of write transactions so far, including those of
// other processes. While PostgreSQL is unreachable it returns the last known
// value, see Unconfirmed.
func (s *Store) Revision(ctx context.Context) (int64, error) { return s.revision.read(ctx) }

// Unconfirmed returns for how long PostgreSQL has failed to return its revision,
// 0 if it returns it: the content may be stale by up to this time. With SQLite it
// is always 0, and Revision returns the error of an unreadable file.
func (s *Store) Unconfirmed() time.Duration {
	s.revision.mu.Lock()
	defer s.revision.mu.Unlock()
	if s.revision.lostAt.IsZero() {
		return 0
	}
	return time.Since(s.revision.lostAt)
}

// open reads the revision for the first time and, with PostgreSQL, starts to
// follow it.
func (r *revision) open(ctx context.Context, db *database.DB) error {
	r.db, r.fetching = db, newContextMutex()
	if _, err := r.read(ctx); err != nil || db.Kind == database.SQLite {
		return err
	}
	r.followed, r.done = true, make(chan struct{})
	ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	go r.follow(ctx)
	return nil
}

func (r *revision) close() {
	if r.stop != nil {
		r.stop()
		<-r.done
	}
}

func (r *revision) read(ctx context.Context) (int64, error) {
	if value, fresh := r.cached(); fresh {
		return value, nil
	}
	ctx, cancel := context.WithTimeout(ctx, maxReadTime)
	defer cancel()
	if err := r.fetching.lock(ctx); err != nil {
		value, _ := r.cached()
		return value, r.readError(err)
	}
	defer r.fetching.unlock()
	value, fresh := r.cached() // another reader may have fetched it meanwhile
	if fresh {
		return value, nil
	}
	err := r.readError(r.fetch(ctx, r.db))
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.fetchedAt = time.Now() // also after a failed read: follow updates the value
	}
	return r.value, err
}

// readError returns the error of a failed read; nil where follow keeps the last
// known value current.
func (r *revision) readError(err error) error {
	if err == nil || r.followed {
		return nil
	}
	return fmt.Errorf("read content revision: %w", err)
}

// cached returns the cached value and whether it may be used without a read.
func (r *revision) cached() (value int64, fresh bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	age := time.Since(r.fetchedAt)
	return r.value, !r.fetchedAt.IsZero() && (r.followed || age < revisionAge)
}

// fetch reads the counter and updates the cache.
func (r *revision) fetch(ctx context.Context, from interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) error {
	var value int64
	err := from.QueryRowContext(ctx, `SELECT value FROM "ferrule_revision"`).Scan(&value)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.value, r.lostAt = value, time.Time{}
	} else if r.followed && r.lostAt.IsZero() {
		r.lostAt = time.Now()
	}
	return err
}

// invalidate makes the next read query the database.
func (r *revision) invalidate() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fetchedAt = time.Time{}
}

// Invalidate begins a new revision without a change of the content, after which every
// server builds everything anew that it derives from the content: what pages say besides
// the content has changed.
func (s *Store) Invalidate(ctx context.Context) error {
	err := s.inTransaction(ctx, func(tx *sql.Tx) error { return incrementRevision(ctx, tx) })
	if err != nil {
		return fmt.Errorf("begin a revision: %w", err)
	}
	s.revision.invalidate()
	return nil
}

// incrementRevision increments the revision; every write transaction calls it.
// PostgreSQL notifies all listeners at the commit, see postgresTables.after.
func incrementRevision(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, IncrementRevision)
	return err
}

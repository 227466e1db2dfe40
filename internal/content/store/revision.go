package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"ferrule/internal/database"
)

// revisionAge is how long a revision is believed where nobody tells of changes,
// as with SQLite: an import by another process is noticed this late. Our own
// writes are known at once.
const revisionAge = 200 * time.Millisecond

// revision is the counter of write transactions and a copy of it in memory.
type revision struct {
	db   *database.DB
	told bool // the copy is kept by follow

	asking turn       // from the question to the copy's change, so that it never goes back
	mu     sync.Mutex // for what follows
	value  int64
	at     time.Time // when the database last said so; zero if that will not do
	lost   time.Time // since when it does not answer; zero if it does

	stop func()
	done chan struct{}
}

// Revision returns the number of write transactions so far, including those of
// other processes. While a PostgreSQL is away it is the last that was known,
// see Unconfirmed.
func (s *Store) Revision(ctx context.Context) (int64, error) { return s.revision.read(ctx) }

// Unconfirmed is for how long a PostgreSQL has not answered the question for its
// revision, 0 when it does: so much older than it seems the content may be. A
// file is always there, or broken, which Revision tells.
func (s *Store) Unconfirmed() time.Duration {
	s.revision.mu.Lock()
	defer s.revision.mu.Unlock()
	if s.revision.lost.IsZero() {
		return 0
	}
	return time.Since(s.revision.lost)
}

// open reads the revision for the first time, and follows it where the database
// tells of changes.
func (r *revision) open(ctx context.Context, db *database.DB) error {
	r.db, r.asking = db, newTurn()
	if _, err := r.read(ctx); err != nil || db.Kind == database.SQLite {
		return err
	}
	r.told, r.done = true, make(chan struct{})
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
	if value, fresh := r.known(); fresh {
		return value, nil
	}
	ctx, cancel := context.WithTimeout(ctx, maxReadTime)
	defer cancel()
	if err := r.asking.take(ctx); err != nil {
		value, _ := r.known()
		return value, r.unknown(err)
	}
	defer r.asking.give()
	value, fresh := r.known() // another reader may have asked meanwhile
	if fresh {
		return value, nil
	}
	err := r.unknown(r.ask(ctx, r.db))
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.at = time.Now() // also if the database did not answer: follow will bring the answer
	}
	return r.value, err
}

// unknown is the error of a question that was not answered; nil where follow keeps
// the last answer.
func (r *revision) unknown(err error) error {
	if err == nil || r.told {
		return nil
	}
	return fmt.Errorf("revision of the content: %w", err)
}

func (r *revision) known() (value int64, fresh bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	age := time.Since(r.at)
	return r.value, !r.at.IsZero() && (r.told || age < revisionAge)
}

// ask brings the copy up to date.
func (r *revision) ask(ctx context.Context, of interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) error {
	var value int64
	err := of.QueryRowContext(ctx, `SELECT value FROM "ferrule_revision"`).Scan(&value)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.value, r.lost = value, time.Time{}
	} else if r.told && r.lost.IsZero() {
		r.lost = time.Now()
	}
	return err
}

// stale makes the next read ask the database.
func (r *revision) stale() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = time.Time{}
}

// raise counts a write transaction; call it in each. PostgreSQL tells all who
// listen when it is committed, see postgresTables.after.
func raise(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, Raise)
	return err
}

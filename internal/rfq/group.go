package rfq

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ferrule/internal/database"
)

// groupTime is how long one transaction of a group may take. SQLite waits for
// another process's lock for ten seconds of it.
const groupTimeout = 20 * time.Second

// errUnwritten is what came of writing when the one who was to commit it died.
var errNotCommitted = errors.New("the transaction was not finished")

// group commits together what several have to write at once ("group commit").
// A file has one writer at a time, and a commit costs a wait for the disk: who
// comes while one is under way is in the next one, with all others who came
// meanwhile. PostgreSQL does the same by itself.
type group struct {
	db         *database.DB
	committing chan struct{} // held by who commits

	mu   sync.Mutex
	open *batch // what may still be joined; nil if nobody waits
}

// batch is what is committed together.
type batch struct {
	jobs []*job
	done chan struct{} // closed when the jobs' errors are known
}

type job struct {
	do  func(context.Context, *sql.Tx) error
	err error
}

func newGroup(db *database.DB) *group { return &group{db: db, committing: make(chan struct{}, 1)} }

// write does something in a transaction, and returns when it is committed. If
// do fails, nothing of it is. The context that do is given is not that of the
// call, whose end must not undo what others write.
func (g *group) write(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	if g.db.Kind == database.Postgres {
		return g.commitOne(ctx, do)
	}
	j := &job{do: do, err: errNotCommitted}
	b := g.join(j)
	select {
	case <-b.done:
	case g.committing <- struct{}{}:
		g.lead(ctx, b)
	case <-ctx.Done():
		if g.leave(b, j) {
			return ctx.Err()
		}
		<-b.done // it is being written, which does not take long
	}
	return j.err
}

func (g *group) join(j *job) *batch {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == nil {
		g.open = &batch{done: make(chan struct{})}
	}
	g.open.jobs = append(g.open.jobs, j)
	return g.open
}

// leave takes a job back; false if it is too late for that.
func (g *group) leave(b *batch, j *job) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open != b {
		return false
	}
	b.jobs = slices.DeleteFunc(b.jobs, func(other *job) bool { return other == j })
	return true
}

// lead commits a batch, unless that has happened while its turn was waited for,
// and gives the turn back, also after a panic: no other write would ever begin.
func (g *group) lead(ctx context.Context, b *batch) {
	defer func() { <-g.committing }()
	g.mu.Lock()
	if g.open != b {
		g.mu.Unlock()
		return
	}
	g.open = nil
	g.mu.Unlock()
	err := errNotCommitted // unless commit returns: a panic in one job undoes those before it
	defer func() {
		if err != nil {
			for _, j := range b.jobs {
				j.err = err
			}
		}
		close(b.done)
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), groupTimeout)
	defer cancel()
	err = g.commit(ctx, b.jobs)
}

// commit does jobs in one transaction. One that fails leaves nothing behind; an
// error of the transaction concerns all.
func (g *group) commit(ctx context.Context, jobs []*job) error {
	if len(jobs) == 1 {
		jobs[0].err = g.commitOne(ctx, jobs[0].do)
		return nil
	}
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, j := range jobs {
		if _, err := tx.ExecContext(ctx, `SAVEPOINT job`); err != nil {
			return err
		}
		if j.err = j.do(ctx, tx); j.err != nil {
			// Fails when the database has undone the whole transaction: a full disk.
			if _, err := tx.ExecContext(ctx, `ROLLBACK TO job`); err != nil {
				return errors.Join(j.err, err)
			}
		}
		if _, err := tx.ExecContext(ctx, `RELEASE job`); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// alone does one thing in a transaction of its own.
func (g *group) commitOne(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

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

// groupTimeout bounds one transaction of a group. SQLite waits up to ten seconds of
// it for the lock of another process.
const groupTimeout = 20 * time.Second

// errNotCommitted is the error of jobs whose committing goroutine panicked.
var errNotCommitted = errors.New("transaction was not finished")

// group implements group commit: it commits the jobs of concurrent writers in one
// transaction. SQLite has one writer at a time and each commit waits for fsync; jobs
// that are submitted during a commit join the next one. PostgreSQL groups commits
// itself.
type group struct {
	db         *database.DB
	committing chan struct{} // semaphore of the goroutine that commits

	mu   sync.Mutex
	open *batch // the batch that new jobs join; nil for none
}

// batch is a set of jobs that are committed together.
type batch struct {
	jobs []*job
	done chan struct{} // closed when the jobs' errors are known
}

type job struct {
	do  func(context.Context, *sql.Tx) error
	err error
}

func newGroup(db *database.DB) *group { return &group{db: db, committing: make(chan struct{}, 1)} }

// write runs do in a transaction and returns when it is committed. If do fails, its
// changes are rolled back. do receives a context other than ctx, whose cancellation
// must not roll back the jobs of other callers.
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
		<-b.done // the commit is running, and is bounded by groupTimeout
	}
	return j.err
}

// join adds a job to the open batch.
func (g *group) join(j *job) *batch {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == nil {
		g.open = &batch{done: make(chan struct{})}
	}
	g.open.jobs = append(g.open.jobs, j)
	return g.open
}

// leave removes a job from its batch; false if the batch is already committing.
func (g *group) leave(b *batch, j *job) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open != b {
		return false
	}
	b.jobs = slices.DeleteFunc(b.jobs, func(other *job) bool { return other == j })
	return true
}

// lead commits a batch unless another goroutine has, and releases the semaphore,
// even after a panic: otherwise no later write would begin.
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

// commit runs the jobs in one transaction. A job that fails is rolled back alone; an
// error of the transaction applies to all.
func (g *group) commit(ctx context.Context, jobs []*job) error {
	if len(jobs) == 1 {
		jobs[0].err = g.commitOne(ctx, jobs[0].do)
		return nil
	}
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, j := range jobs {
		if _, err := tx.ExecContext(ctx, `SAVEPOINT job`); err != nil {
			return err
		}
		if j.err = j.do(ctx, tx); j.err != nil {
			// Fails when the database has rolled back the whole transaction, as on a full disk.
			if _, err := tx.ExecContext(ctx, `ROLLBACK TO job`); err != nil {
				return errors.Join(j.err, err)
			}
		}
		if _, err := tx.ExecContext(ctx, `RELEASE job`); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

// commitOne runs do in a transaction of its own.
func (g *group) commitOne(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

package rfq

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"
)

// insertWords returns a job that writes to a separate table.
func insertWords(words string) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO searches_without_result (words, language, count, last) VALUES ('`+words+`', 'de-DE', 1, '')`)
		return err
	}
}

func TestFailedJobOfAGroupIsRolledBackAlone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		ill := errors.New("ill")
		var all sync.WaitGroup
		for i := range 64 {
			all.Go(func() {
				err := s.group.write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
					err := insertWords(fmt.Sprint(i))(ctx, tx)
					if err == nil && i%4 == 0 {
						return ill
					}
					return err
				})
				if errors.Is(err, ill) != (i%4 == 0) || (err != nil && !errors.Is(err, ill)) {
					t.Errorf("%d: %v", i, err)
				}
			})
		}
		all.Wait()
		var n int
		if err := s.read.QueryRowContext(t.Context(), `SELECT count(*) FROM searches_without_result`).Scan(&n); err != nil || n != 48 {
			t.Errorf("%d rows, %v", n, err)
		}
	})
}

// Three jobs are submitted during a commit: one goroutine commits all of them, and a
// canceled job is not written.
func TestJobsSubmittedDuringACommitShareTheNext(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	g := s.group
	began, end := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_ = g.write(t.Context(), func(context.Context, *sql.Tx) error {
			close(began)
			<-end
			return nil
		})
	})
	<-began
	ctx, cancel := context.WithCancel(t.Context())
	var transactions sync.Map
	write := func(ctx context.Context, words string) error {
		return g.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			transactions.Store(tx, true)
			return insertWords(words)(ctx, tx)
		})
	}
	for i := range 3 {
		all.Go(func() {
			if err := write(t.Context(), fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
		})
	}
	cancelled := make(chan error)
	go func() { cancelled <- write(ctx, "gone") }()
	for joined := 0; joined < 4; {
		g.mu.Lock()
		if g.open != nil {
			joined = len(g.open.jobs)
		}
		g.mu.Unlock()
	}
	cancel()
	if err := <-cancelled; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(end)
	all.Wait()
	var n, batches int
	transactions.Range(func(any, any) bool { batches++; return true })
	if err := s.read.QueryRowContext(t.Context(), `SELECT count(*) FROM searches_without_result`).Scan(&n); err != nil || n != 3 || batches != 1 {
		t.Errorf("%d rows in %d transactions, %v", n, batches, err)
	}
}

// A panic in a job ends the request that commits, and the server continues: the
// semaphore must be released for the next write, and the jobs of the same
// transaction must not count as stored.
func TestPanicInAGroupFailsItsTransactionOnly(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	g := s.group
	began, end := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_ = g.write(t.Context(), func(context.Context, *sql.Tx) error {
			close(began)
			<-end
			return nil
		})
	})
	<-began
	// Two jobs join the next batch, in this order.
	write := func(do func(context.Context, *sql.Tx) error) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		return g.write(t.Context(), do)
	}
	var errs [2]error
	for i, do := range []func(context.Context, *sql.Tx) error{
		insertWords("lost"),
		func(context.Context, *sql.Tx) error { panic("boom") },
	} {
		all.Go(func() { errs[i] = write(do) })
		for joined := 0; joined <= i; {
			g.mu.Lock()
			if g.open != nil {
				joined = len(g.open.jobs)
			}
			g.mu.Unlock()
		}
	}
	close(end)
	all.Wait()
	if errs[0] == nil || errs[1] == nil {
		t.Errorf("reported as stored: %v", errs)
	}
	if len(g.committing) != 0 {
		t.Fatal("the semaphore was not released")
	}
	if err := g.write(t.Context(), insertWords("next")); err != nil {
		t.Error(err)
	}
	var words string
	if err := s.read.QueryRowContext(t.Context(), `SELECT group_concat(words) FROM searches_without_result`).Scan(&words); err != nil || words != "next" {
		t.Errorf("stored %q, %v", words, err)
	}
}
